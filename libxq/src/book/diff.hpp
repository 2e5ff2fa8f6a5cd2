#pragma once

#include <xq/book/book.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace xq::book {

struct DiffTotals {
  std::uint64_t same = 0;    ///< rows
  std::uint64_t only_a = 0;  ///< moves that only the first book has
  std::uint64_t only_b = 0;  ///< moves that only the second one has
  std::uint64_t changed = 0; ///< moves of both with other counts, years or levels
  std::uint64_t judged = 0;  ///< scores that only one book has, or that differ
  [[nodiscard]] std::uint64_t differences() const noexcept {
    return only_a + only_b + changed + judged;
  }
};

/// Compare two books row by row. Throws DbError.
[[nodiscard]] DiffTotals compare_books(const std::string& a, const std::string& b);

/// A move on which two books differ; games 0: that book lacks it.
struct MoveDifference {
  Move move;
  Counts a;
  Counts b;
  Years years_a;
  Years years_b;
  Levels levels_a;
  Levels levels_b;
  std::optional<MoveScore> score_a{};
  std::optional<MoveScore> score_b{};
};

/// Where two books differ, position by position, in the order of walk() over the moves of both;
/// false from `visit` ends it. Differences in positions that are not reached from the start
/// position are not shown.
void list_differences(
    Book& a, Book& b,
    const std::function<bool(const Position&, int ply, const std::vector<MoveDifference>&)>& visit);

} // namespace xq::book
