#include "cli/options/filter_options.hpp"

#include "cli/files/alias_file.hpp"
#include "cli/games/opening_names.hpp"

#include <xq/base/error.hpp>
#include <xq/base/text.hpp>

#include <limits>
#include <memory>
#include <optional>
#include <utility>

namespace xq::cli {

namespace {

Value date(std::int64_t& target) {
  Value value;
  value.name = "DATE";
  value.accept = [&target](const std::string& text) {
    const auto read = store::read_filter_date(text);
    if (!read) {
      throw make_error<UsageError>("'{}' is no date: write 1998, 1998.12 or 1998.12.09",
                                   excerpt(text));
    }
    target = *read;
  };
  return value;
}

Value opening(store::Filter& filter) {
  Value value;
  value.name = "CODE";
  value.accept = [&filter](const std::string& text) {
    if (is_ecco_code(text)) {
      filter.ecco = text;
      return;
    }
    for (const record::Opening* found : openings_named(text)) {
      filter.openings.emplace_back(found->code);
    }
    if (filter.openings.empty()) {
      throw make_error<UsageError>("'{}' is no ECCO code and no part of an opening's name: xq ecco "
                                   "lists both",
                                   excerpt(text, 60));
    }
  };
  return value;
}

Value words(std::string& target) {
  Value value;
  value.name = "WORDS";
  value.accept = [&target](const std::string& text) {
    if (trim(text).find_first_not_of("\" ") == std::string_view::npos) {
      throw make_error<UsageError>("write words: 弃车 \"good move\" sacrif*");
    }
    target = text;
  };
  return value;
}

std::vector<std::pair<std::string, std::optional<record::Result>>> result_choices() {
  using record::Result;
  std::vector<std::pair<std::string, std::optional<Result>>> table;
  for (const Result r : {Result::red_wins, Result::black_wins, Result::draw, Result::unknown}) {
    table.emplace_back(to_text(r), r);
  }
  return table;
}

} // namespace

Value range(std::optional<store::Range>& target) {
  Value value;
  value.name = "RANGE";
  value.accept = [&target](const std::string& text) {
    constexpr int most = std::numeric_limits<int>::max();
    const auto dash = text.find('-');
    store::Range read;
    read.least = static_cast<int>(parse_number(text.substr(0, dash), 0, most));
    read.most = dash == std::string::npos ? read.least
                : dash + 1 == text.size()
                    ? most
                    : static_cast<int>(parse_number(text.substr(dash + 1), 0, most));
    if (read.least > read.most) {
      throw make_error<UsageError>("{}: the smaller number comes first", excerpt(text, 40));
    }
    target = read;
  };
  return value;
}

void FilterOptions::describe(OptionSet& options) {
  options.begin_group("Filters (all that are given must hold)");
  options.add("player", text(filter.player, "NAME"), "NAME is part of either player's name");
  options.add("red", text(filter.red, "NAME"), "NAME is part of Red's name");
  options.add("black", text(filter.black, "NAME"), "NAME is part of Black's name");
  options.add("event", text(filter.event, "NAME"), "NAME is part of the event");
  options.add("site", text(filter.site, "TEXT"), "TEXT is part of the site");
  options.add("since", date(filter.from),
              "played then or later: 1998, 1998.12 or 1998.12.09; a date that is only partly known "
              "passes if it may be");
  options.add("until", date(filter.until), "played then or before");
  options.add("result", choice(filter.result, result_choices(), "RESULT"),
              "the game has this result");
  options.add("ecco", opening(filter),
              "the opening: CODE is the beginning of its code (B, C2, D05) "
              "or a part of its name (屏风马); xq ecco lists them");
  options.add("opening", text(filter.opening, "NAME"),
              "NAME is part of the opening's name: that of its code, or the header Opening or "
              "Variation");
  options.add("red-elo", range(filter.red_level),
              "Red's rating (RedElo, RedRating) is in this range: 2400-2600, or 2400- for 2400 and "
              "more");
  options.add("black-elo", range(filter.black_level), "Black's rating is in this range");
  options.add("min-plies", number(filter.min_plies, 0, 1'000'000), "at least N plies long");
  options.add("max-plies", number(filter.max_plies, 0, 1'000'000), "at most N plies long");
  options.add(
      "comment", words(filter.comment),
      "comments have all of these words: Chinese characters anywhere, other words whole or, "
      "with * behind, their beginnings; a phrase in double quotes");
  options.add("unique", flag(filter.unique),
              "of games with the same moves only the one whose header says most, and none that is "
              "the beginning of another one of the same players, or of any if it has 40 plies; "
              "with --db");
  options.add("names", file(names_path, reads()),
              "the names that FILE has on one line are one person or event for --player, --red, "
              "--black and --event; without it, the names that xq names --load put into the "
              "database");
  options.add("no-names", flag(no_names), "take every name as it is written");
  options.begin_group("Options");
}

void FilterOptions::require_database(bool has_database) const {
  if (filter.unique && !has_database) {
    throw make_error<UsageError>("--unique needs --db: import the files first (xq import)");
  }
}

void FilterOptions::read_names() {
  if (no_names && !names_path.empty()) {
    throw make_error<UsageError>("--names and --no-names exclude each other");
  }
  if (no_names) {
    filter.names = std::make_shared<const record::Aliases>();
  } else if (!names_path.empty()) {
    filter.names = std::make_shared<const record::Aliases>(read_alias_file(names_path));
  }
}

} // namespace xq::cli
