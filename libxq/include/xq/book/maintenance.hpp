#pragma once

// Comparing books, and a look for damage.
//
//     const auto totals = book::compare_books("archive.xqbook", "other.xqbook");
//     std::cout << totals.differences() << " differences\n";

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

struct VerifyResult {
  std::uint64_t positions = 0; ///< in the file
  std::uint64_t moves = 0;     ///< rows
  /// Positions that the moves of the book reach from the start position. Only of these is it known
  /// which moves are legal: a book stores keys, and the games may have begun elsewhere.
  std::uint64_t reached_positions = 0;
  std::uint64_t reached_moves = 0;
  /// Whether the book tells a digest of its rows, which shows every change. Books of earlier
  /// versions have none.
  bool has_digests = false;
  std::uint64_t problem_count = 0;
  std::vector<std::string> problems; ///< the first most_problems of them, a sentence each
  static constexpr std::size_t most_problems = 20;
};

/// Called now and then with the positions reached; false stops.
using VerifyProgress = std::function<bool(std::uint64_t positions)>;

/// Look for everything that no build, merge or import does: SQLite's integrity_check; rows out of
/// order, counts and years that cannot be, fewer games than the book's min_games; numbers of
/// positions and rows other than stated; rows other than the digests of the book say; and, in
/// positions reached from the start position, moves that are not legal, or stored for the wrong one
/// of a position and its mirror image. Throws DbError for a file that is no book or cannot be read,
/// Interrupted when `progress` says so.
[[nodiscard]] VerifyResult verify_book(const std::string& path,
                                       const VerifyProgress& progress = {});

} // namespace xq::book
