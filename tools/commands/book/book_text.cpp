#include "commands/book/book_text.hpp"

#include <fmt/format.h>

#include <string_view>
#include <utility>
#include <vector>

namespace xq::cli {

namespace {

constexpr std::string_view score_heading = "     games    red%   draw%  black%";

/// Under score_heading, as wide.
std::string score_columns(const book::Counts& counts) {
  const std::uint64_t known = std::uint64_t{counts.red_wins} + counts.draws + counts.black_wins;
  const auto share = [known](std::uint32_t games) {
    return known == 0 ? std::string{"-"}
                      : fmt::format("{:.1f}", 100.0 * games / static_cast<double>(known));
  };
  return fmt::format("{:>10}{:>8}{:>8}{:>8}", counts.games, share(counts.red_wins),
                     share(counts.draws), share(counts.black_wins));
}

} // namespace

Value weighting(book::Weighting& target) {
  using book::Weighting;
  return choice(target,
                std::vector<std::pair<std::string, Weighting>>{{"games", Weighting::games},
                                                               {"score", Weighting::score},
                                                               {"recency", Weighting::recency},
                                                               {"level", Weighting::level}},
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
}

std::string MoveColumns::heading() const {
  return fmt::format("{}{}{}", score_heading, m_years ? "      years" : "",
                     m_levels ? "         level" : "");
}

std::string MoveColumns::of(const book::BookMove& move) const {
  std::string out = score_columns(move.counts);
  if (m_years) {
    out += fmt::format("{:>11}", years_text(move.years));
  }
  if (m_levels) {
    out += fmt::format("{:>14}", levels_text(move.levels));
  }
  return out;
}

std::string levels_text(const book::Levels& levels) {
  return levels.games == 0 ? "-" : fmt::format("{:.0f} ({})", book::average(levels), levels.best);
}

} // namespace xq::cli
