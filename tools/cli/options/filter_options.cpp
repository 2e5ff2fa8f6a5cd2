#include "cli/options/filter_options.hpp"

#include "cli/files/alias_file.hpp"
#include "cli/games/named_value.hpp"
#include "jobs/search/filter_texts.hpp"

#include <xq/base/error.hpp>

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace xq::cli {

namespace {

std::vector<std::string> result_words() {
  using record::Result;
  std::vector<std::string> words;
  for (const Result r : {Result::red_wins, Result::black_wins, Result::draw, Result::unknown}) {
    words.emplace_back(to_text(r));
  }
  return words;
}

} // namespace

void FilterOptions::describe(OptionSet& options) {
  const auto value = [this](std::string_view name, std::string shown = {}) {
    return named_value(jobs::filter_texts(), name, filter, std::move(shown));
  };
  Value result = value("result", "RESULT");
  result.choices = result_words();
  result.accept = [read = result.accept, words = result.choices](const std::string& text) {
    require_choice(text, words); // which names the nearest
    read(text);
  };
  options.begin_group("Filters (all that are given must hold)");
  options.add("game,g", value("game", "LIST"),
              "the game has one of these numbers: 17 or 3,7,10-20, as xq search shows them; of "
              "games in files, its place among all that are read");
  options.add("player", value("player", "NAME"), "NAME is part of either player's name");
  options.add("red", value("red", "NAME"), "NAME is part of Red's name");
  options.add("black", value("black", "NAME"), "NAME is part of Black's name");
  options.add("event", value("event", "NAME"), "NAME is part of the event");
  options.add("site", value("site", "TEXT"), "TEXT is part of the site");
  options.add("since", value("since", "DATE"),
              "played then or later: 1998, 1998.12 or 1998.12.09; a date that is only partly known "
              "passes if it may be");
  options.add("until", value("until", "DATE"), "played then or before");
  options.add("result", std::move(result), "the game has this result");
  options.add("ecco", value("ecco", "CODE"),
              "the opening: CODE is the beginning of its code (B, C2, D05) "
              "or a part of its name (屏风马); xq ecco lists them");
  options.add("opening", value("opening", "NAME"),
              "NAME is part of the opening's name: that of its code, or the header Opening or "
              "Variation");
  options.add("red-elo", value("red-elo", "RANGE"),
              "Red's rating (RedElo, RedRating) is in this range: 2400-2600, or 2400- for 2400 and "
              "more");
  options.add("black-elo", value("black-elo", "RANGE"), "Black's rating is in this range");
  options.add("min-plies", value("min-plies", "N"), "at least N plies long");
  options.add("max-plies", value("max-plies", "N"), "at most N plies long");
  options.add(
      "comment", value("comment", "WORDS"),
      "comments have all of these words: Chinese characters anywhere, other words whole or, "
      "with * behind, their beginnings; a phrase in double quotes");
  options.add("unique", value("unique"),
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
