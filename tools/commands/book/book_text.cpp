#include "commands/book/book_text.hpp"

#include "base/text/text.hpp"
#include "cli/next_step.hpp"
#include "cli/talk.hpp"

#include <xq/analysis/evaluation.hpp>
#include <xq/analysis/review.hpp>
#include <xq/base/translate.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace xq::cli {

namespace {

/// A column of numbers, on the right under its heading.
struct Column {
  const char* heading;
  std::size_t least;

  [[nodiscard]] std::string with(std::string_view text) const {
    const auto width = std::max(least, display_width(translate(heading)) + 1);
    return std::string(width - std::min(width, display_width(text)), ' ').append(text);
  }
  [[nodiscard]] std::string with_heading() const { return with(translate(heading)); }
};

constexpr Column games_column{to_translate("games"), 10};
constexpr Column red_column{to_translate("red%"), 8};
constexpr Column draw_column{to_translate("draw%"), 8};
constexpr Column black_column{to_translate("black%"), 8};
constexpr Column years_column{to_translate("years"), 11};
constexpr Column level_column{to_translate("level"), 14};

// Translators: heading over an engine's value of a move, in pawns
constexpr Column score_column{to_translate("value"), 9};
// Translators: heading over the probability to win, in percent
constexpr Column win_column{to_translate("win%"), 7};
// Translators: heading over the depth of a search
constexpr Column depth_column{to_translate("depth"), 7};
// Translators: heading over the number of moves that are known after a move
constexpr Column replies_column{to_translate("replies"), 9};

std::string result_columns(const book::Counts& counts) {
  const std::uint64_t known = std::uint64_t{counts.red_wins} + counts.draws + counts.black_wins;
  const auto share = [known](std::uint32_t games) {
    return known == 0 ? std::string{"-"}
                      : fmt::format("{:.1f}", 100.0 * games / static_cast<double>(known));
  };
  return games_column.with(std::to_string(counts.games)) + red_column.with(share(counts.red_wins)) +
         draw_column.with(share(counts.draws)) + black_column.with(share(counts.black_wins));
}

} // namespace

Value weighting(book::Weighting& target) {
  using book::Weighting;
  return choice(target,
                std::vector<std::pair<std::string, Weighting>>{{"games", Weighting::games},
                                                               {"score", Weighting::score},
                                                               {"recency", Weighting::recency},
                                                               {"level", Weighting::level},
                                                               {"engine", Weighting::engine}},
                "WEIGHT");
}

std::string years_text(const book::Years& years) {
  if (years.first == 0) {
    return "-";
  }
  return years.first == years.last ? fmt::format("{}", years.first)
                                   : fmt::format("{}-{}", years.first, years.last);
}

void MoveColumns::include(const book::BookMove& move) noexcept {
  m_years |= move.years.first != 0;
  m_levels |= move.levels.games > 0;
  m_scores |= move.score.has_value();
}

std::string MoveColumns::heading() const {
  std::string out;
  for (const auto& column : {games_column, red_column, draw_column, black_column}) {
    out += column.with_heading();
  }
  out += m_years ? years_column.with_heading() : std::string{};
  out += m_levels ? level_column.with_heading() : std::string{};
  if (m_scores) {
    for (const auto& column : {score_column, win_column, depth_column, replies_column}) {
      out += column.with_heading();
    }
  }
  return out;
}

std::string MoveColumns::of(const book::BookMove& move) const {
  std::string out = result_columns(move.counts);
  if (m_years) {
    out += years_column.with(years_text(move.years));
  }
  if (m_levels) {
    out += level_column.with(levels_text(move.levels));
  }
  if (m_scores) {
    const auto& score = move.score;
    out += score_column.with(score_text(score));
    out += win_column.with(
        score ? fmt::format("{:.1f}", 100 * analysis::winning_probability(score->score)) : "-");
    out += depth_column.with(score ? std::to_string(score->depth) : "-");
    out += replies_column.with(score && score->replies ? std::to_string(*score->replies) : "-");
  }
  return out;
}

void say_judged(const GlobalOptions& global, std::uint64_t judged, const std::string& path) {
  if (judged != 0 && !global.quiet && !global.json) {
    talk("xq: what an engine said of {} was kept; make scores of it again: {}\n",
         counted(judged, "{} position", "{} positions"),
         fmt::format("xq book score {}", shell_word(path)));
  }
}

std::string score_text(const std::optional<book::MoveScore>& score) {
  return score ? analysis::value_text(score->score) : "-";
}

std::string levels_text(const book::Levels& levels) {
  return levels.games == 0 ? "-" : fmt::format("{:.0f} ({})", book::average(levels), levels.best);
}

} // namespace xq::cli
