#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace xq::book {

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
