#include "book_text.hpp"

#include <fmt/format.h>

namespace xq::cli {

std::string score_columns(const book::Counts& counts) {
  const std::uint64_t known = std::uint64_t{counts.red_wins} + counts.draws + counts.black_wins;
  const auto share = [known](std::uint32_t games) {
    return known == 0 ? std::string{"-"}
                      : fmt::format("{:.1f}", 100.0 * games / static_cast<double>(known));
  };
  return fmt::format("{:>10}{:>8}{:>8}{:>8}", counts.games, share(counts.red_wins),
                     share(counts.draws), share(counts.black_wins));
}

void add_score(JsonWriter& json, const book::Counts& counts) {
  json.member("games", counts.games)
      .member("red_wins", counts.red_wins)
      .member("draws", counts.draws)
      .member("black_wins", counts.black_wins);
}

} // namespace xq::cli
