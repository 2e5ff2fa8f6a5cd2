#include "jobs/search/filter_texts.hpp"

#include "base/text/text.hpp"
#include "base/text/whole_number.hpp"
#include "record/openings/opening_names.hpp"
#include "store/words/word_query.hpp"

#include <xq/base/error.hpp>

#include <array>
#include <limits>
#include <string>

namespace xq::jobs {

namespace {

using store::Filter;

/// Each word is looked for in every comment of a database.
constexpr std::size_t most_words = 16;
constexpr std::int64_t most_plies = 1'000'000;

/// An SQL expression has a part for each range, of at most 1,000.
constexpr std::size_t most_ranges = 500;

template <std::string Filter::*member>
void set_text(std::string_view text, Filter& filter) {
  filter.*member = text;
}

template <std::int64_t Filter::*member>
void set_date(std::string_view text, Filter& filter) {
  const auto read = store::read_filter_date(text);
  if (!read) {
    throw make_error<UsageError>("'{}' is no date: write 1998, 1998.12 or 1998.12.09",
                                 excerpt(text));
  }
  filter.*member = *read;
}

template <std::optional<store::Range> Filter::*member>
void set_range(std::string_view text, Filter& filter) {
  filter.*member = read_range(text);
}

void set_numbers(std::string_view text, Filter& filter) { filter.games = read_numbers(text); }

template <auto member>
void set_plies(std::string_view text, Filter& filter) {
  filter.*member = static_cast<int>(parse_number(text, 0, most_plies));
}

void set_result(std::string_view text, Filter& filter) {
  using record::Result;
  for (const auto result : {Result::red_wins, Result::black_wins, Result::draw, Result::unknown}) {
    if (text == to_text(result)) {
      filter.result = result;
      return;
    }
  }
  throw make_error<UsageError>("'{}' is no result: write 1-0, 0-1, 1/2-1/2 or *",
                               excerpt(text, 60));
}

void set_code(std::string_view text, Filter& filter) {
  filter.ecco.clear();
  filter.openings.clear();
  if (record::is_ecco_code(text)) {
    filter.ecco = text;
    return;
  }
  for (const record::Opening* found : record::openings_named(std::string{text})) {
    filter.openings.emplace_back(found->code);
  }
  if (filter.openings.empty()) {
    throw make_error<UsageError>("'{}' is no ECCO code and no part of an opening's name: write B, "
                                 "C2, D05 or 屏风马; xq ecco lists all",
                                 excerpt(text, 60));
  }
}

void set_words(std::string_view text, Filter& filter) {
  if (trim(text).find_first_not_of("\" ") == std::string_view::npos) {
    throw make_error<UsageError>("write words: 弃车 \"good move\" sacrif*");
  }
  filter.comment = text;
  if (store::WordQuery{filter.comment}.words().size() > most_words) {
    throw make_error<UsageError>("write at most {} words", most_words);
  }
}

constexpr auto all_texts = std::to_array<NamedText<Filter>>({
    {"game", false, set_numbers},
    {"player", false, set_text<&Filter::player>},
    {"red", false, set_text<&Filter::red>},
    {"black", false, set_text<&Filter::black>},
    {"event", false, set_text<&Filter::event>},
    {"site", false, set_text<&Filter::site>},
    {"since", false, set_date<&Filter::from>},
    {"until", false, set_date<&Filter::until>},
    {"result", false, set_result},
    {"ecco", false, set_code},
    {"opening", false, set_text<&Filter::opening>},
    {"red-elo", false, set_range<&Filter::red_level>},
    {"black-elo", false, set_range<&Filter::black_level>},
    {"min-plies", false, set_plies<&Filter::min_plies>},
    {"max-plies", false, set_plies<&Filter::max_plies>},
    {"comment", false, set_words},
    {"unique", true, [](std::string_view, Filter& filter) { filter.unique = true; }},
});

} // namespace

std::span<const NamedText<Filter>> filter_texts() noexcept { return all_texts; }

std::vector<store::GameRange> read_numbers(std::string_view text) {
  constexpr auto highest = std::numeric_limits<std::int64_t>::max();
  std::vector<store::GameRange> ranges;
  std::size_t long_ranges = 0;
  for (std::size_t begin = 0; begin <= text.size();) {
    const auto end = std::min(text.find(',', begin), text.size());
    const auto item = trim(text.substr(begin, end - begin));
    const auto dash = item.find('-');
    store::GameRange range;
    range.first = parse_number(item.substr(0, dash), 1, highest);
    range.last = dash == std::string_view::npos ? range.first
                 : dash + 1 == item.size()
                     ? highest
                     : parse_number(item.substr(dash + 1), range.first, highest);
    long_ranges += range.first == range.last ? 0U : 1U;
    ranges.push_back(range);
    begin = end + 1;
  }
  if (long_ranges > most_ranges) {
    throw make_error<UsageError>("write at most {} ranges", most_ranges);
  }
  return ranges;
}

store::Range read_range(std::string_view text) {
  constexpr int most = std::numeric_limits<int>::max();
  const auto dash = text.find('-');
  store::Range read;
  read.least = static_cast<int>(parse_number(text.substr(0, dash), 0, most));
  read.most = dash == std::string_view::npos ? read.least
              : dash + 1 == text.size()
                  ? most
                  : static_cast<int>(parse_number(text.substr(dash + 1), 0, most));
  if (read.least > read.most) {
    throw make_error<UsageError>("{}: the smaller number comes first", excerpt(text, 40));
  }
  return read;
}

} // namespace xq::jobs
