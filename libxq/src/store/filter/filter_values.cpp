#include "store/filter/filter_values.hpp"

#include "base/text/text.hpp"
#include "base/text/whole_number.hpp"
#include "record/openings/opening_names.hpp"
#include "store/words/word_query.hpp"

#include <xq/base/error.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

namespace xq::store {

namespace {

/// Each word is looked for in every comment of a database.
constexpr std::size_t most_words = 16;
constexpr std::int64_t most_plies = 1'000'000;

/// An SQL expression has a part for each range, of at most 1,000.
constexpr std::size_t most_ranges = 500;

/// PGN's glyphs for moves, from 1.
constexpr std::array<std::string_view, 6> all_marks{"!", "?", "!!", "??", "!?", "?!"};

/// Calls f(part) for the parts between commas.
template <typename F>
void for_each_part(std::string_view list, F f) {
  for (std::size_t begin = 0; begin <= list.size();) {
    const auto end = std::min(list.find(',', begin), list.size());
    f(trim(list.substr(begin, end - begin)));
    begin = end + 1;
  }
}

/// `17`, `10-20`, or `10-` for 10 and more; nothing for another text.
std::optional<GameRange> numbers_of(std::string_view text, std::int64_t least, std::int64_t most) {
  const auto dash = text.find('-');
  try {
    GameRange range;
    range.first = parse_number(text.substr(0, dash), least, most);
    range.last = dash == std::string_view::npos ? range.first
                 : dash + 1 == text.size()      ? most
                                                : parse_number(text.substr(dash + 1), least, most);
    return range;
  } catch (const UsageError&) {
    return std::nullopt;
  }
}

void require_order(const GameRange& range, std::string_view text) {
  if (range.first > range.last) {
    throw make_error<UsageError>("{}: the smaller number comes first", excerpt(text, 40));
  }
}

} // namespace

std::vector<GameRange> read_numbers(std::string_view text) {
  constexpr auto highest = std::numeric_limits<std::int64_t>::max();
  std::vector<GameRange> ranges;
  std::size_t long_ranges = 0;
  for_each_part(text, [&](std::string_view item) {
    const auto read = numbers_of(item, 1, highest);
    if (!read) {
      throw make_error<UsageError>("'{}' is no number of a game: write 17, 3,7,10-20 or 10-",
                                   excerpt(item, 40));
    }
    require_order(*read, item);
    const GameRange range = *read;
    long_ranges += range.first == range.last ? 0U : 1U;
    ranges.push_back(range);
  });
  if (long_ranges > most_ranges) {
    throw make_error<UsageError>("write at most {} ranges", most_ranges);
  }
  return ranges;
}

Range read_range(std::string_view text) {
  constexpr int most = std::numeric_limits<int>::max();
  const auto read = numbers_of(text, 0, most);
  if (!read) {
    throw make_error<UsageError>("'{}' is no range: write 40, 40-60, or 40- for 40 and more",
                                 excerpt(text, 40));
  }
  require_order(*read, text);
  return {static_cast<int>(read->first), static_cast<int>(read->last)};
}

int read_plies(std::string_view text) {
  return static_cast<int>(parse_number(text, 0, most_plies));
}

std::int64_t read_date(std::string_view text) {
  const auto read = read_filter_date(text);
  if (!read) {
    throw make_error<UsageError>("'{}' is no date: write 1998, 1998.12 or 1998.12.09",
                                 excerpt(text));
  }
  return *read;
}

record::Result read_result(std::string_view text) {
  using record::Result;
  for (const auto result : {Result::red_wins, Result::black_wins, Result::draw, Result::unknown}) {
    if (text == to_text(result)) {
      return result;
    }
  }
  throw make_error<UsageError>("'{}' is no result: write 1-0, 0-1, 1/2-1/2 or *",
                               excerpt(text, 60));
}

void read_code(std::string_view text, Filter& filter) {
  filter.ecco.clear();
  filter.openings.clear();
  if (auto code = record::ecco_code(text); !code.empty()) {
    filter.ecco = std::move(code);
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

std::string read_words(std::string_view text) {
  if (trim(text).find_first_not_of("\" ") == std::string_view::npos) {
    throw make_error<UsageError>("write words: 弃车 \"good move\" sacrif*");
  }
  if (WordQuery{std::string{text}}.words().size() > most_words) {
    throw make_error<UsageError>("write at most {} words", most_words);
  }
  return std::string{text};
}

std::vector<std::uint16_t> read_marks(std::string_view text) {
  std::vector<std::uint16_t> marks;
  for_each_part(text, [&](std::string_view mark) {
    const auto* const found = std::find(all_marks.begin(), all_marks.end(), mark);
    if (found == all_marks.end()) {
      throw make_error<UsageError>("'{}' is no mark: write ??, ?, ?!, !?, !, !! or several with "
                                   "commas between them",
                                   excerpt(mark, 40));
    }
    marks.push_back(static_cast<std::uint16_t>(found - all_marks.begin() + 1));
  });
  return marks;
}

std::string_view mark_of(std::uint16_t glyph) noexcept {
  return glyph == 0 || glyph > all_marks.size() ? std::string_view{} : all_marks[glyph - 1U];
}

} // namespace xq::store
