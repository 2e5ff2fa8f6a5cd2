#pragma once

#include <cstdint>
#include <functional>

namespace xq::book {

/// How a book was built.
struct BookInfo {
  int max_ply = 0;             ///< plies of a game that count; 0: all
  std::uint32_t min_games = 1; ///< moves of fewer games were left out
  std::uint32_t samples = 0;   ///< games that are named for each move, at most; 0: none
  std::uint64_t games = 0;     ///< that were read
  std::uint64_t positions = 0;
  std::uint64_t moves = 0;  ///< rows
  std::uint64_t judged = 0; ///< positions that an engine has judged
};

/// Called while a book is written, with the rows so far; false stops it.
using BuildProgress = std::function<bool(std::uint64_t rows)>;

} // namespace xq::book
