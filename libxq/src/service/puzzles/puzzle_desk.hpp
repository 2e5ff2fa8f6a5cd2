#pragma once

#include "service/puzzles/puzzle_shelf.hpp"
#include "service/router.hpp"

#include <string>
#include <vector>

namespace xq::service {

/// Exercises: `GET /puzzles` lists what there is, `GET /puzzle/N` gives one and judges the moves of
/// who solves it. Nothing is kept of visitors. Thread-safe.
class PuzzleDesk {
public:
  /// Throws FileError for a file without puzzles.
  explicit PuzzleDesk(const std::vector<std::string>& files) : m_puzzles{read_puzzles(files)} {}

  [[nodiscard]] std::size_t count() const noexcept { return m_puzzles.size(); }
  /// `theme`, `side`, `min-difficulty`, `max-difficulty`, `after`, `limit`.
  [[nodiscard]] Response list(const Call& call) const;
  /// `play`: moves of the solver and the answers to them, from the position on; with `show=hint`
  /// the square to move from, with `show=solution` the moves that are left.
  [[nodiscard]] Response puzzle(const Call& call) const;

private:
  std::vector<ServedPuzzle> m_puzzles;
};
[[nodiscard]] std::vector<jobs::Field> puzzle_list_fields();
[[nodiscard]] std::vector<jobs::Field> served_puzzle_fields();

} // namespace xq::service
