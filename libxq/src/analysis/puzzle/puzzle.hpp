#pragma once

#include "analysis/puzzle/candidate.hpp"
#include "analysis/puzzle/theme.hpp"

#include <xq/analysis/analyst.hpp>
#include <xq/board/position.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace xq::analysis {

/// A position in which one move wins and the others do not, with its solution.
struct Puzzle {
  Position start;
  /// Begins and ends with a move of the solver; each of his moves is the only one, see find().
  std::vector<Move> line;
  int mate = 0;                 ///< moves to the mate that is proved; 0: none is
  std::vector<Move> also_mates; ///< besides the last move of a line that ends with mate
  ThemeSet themes;
  int difficulty = 1;          ///< 1 to 10
  int depth = 0;               ///< from which on a search prefers the solution
  int alternatives = 0;        ///< other checks and captures at the first move
  engine::Score value = 0;     ///< for the solver, with the first move ...
  engine::Score otherwise = 0; ///< ... and with the best of the others
  Move last;                   ///< of the game, before the position
  Move played;                 ///< of the game, in the position; none where it ended
  int ply = 0;                 ///< moves of the game before the position

  /// Moves of the solver.
  [[nodiscard]] int length() const noexcept { return static_cast<int>(line.size() + 1) / 2; }
};
inline constexpr int highest_difficulty = 10;

struct PuzzleOptions {
  std::uint64_t nodes = 200'000; ///< of each of the two searches that decide a move
  int longest = 10;              ///< moves of the solver
};

/// Expected points (engine::outcomes_of) from which on a move wins, and up to which it does not.
/// Between the two lies the margin; docs/puzzles.md has what it is worth.
inline constexpr double points_of_win = 0.89;
inline constexpr double points_of_others = 0.65;

/// Who is asked about the moves.
[[nodiscard]] AnalystSource puzzle_analysts(const PuzzleOptions& options);

/// Makes puzzles. One object serves one thread, except stop(). The same puzzle for the same
/// candidate, whatever was asked before.
class PuzzleMaker {
public:
  /// `analysts`: of the same options.
  PuzzleMaker(const PuzzleOptions& options, const AnalystSource& analysts);
  ~PuzzleMaker();
  PuzzleMaker(const PuzzleMaker&) = delete;
  PuzzleMaker& operator=(const PuzzleMaker&) = delete;

  /// Nothing where no move wins, or another one does, too. A shortest mate that is proved
  /// (engine::ProofSearch) is one: its first move, and each later one but the last, is proved to be
  /// the only one that mates in as few moves. Else the engine expects points_of_win of the best
  /// move and, searched without it, points_of_others at most. That is confirmed by up to four and
  /// sixteen times the nodes, fewer where the points are far from the bounds; so again, without
  /// that, on each later move of the solver, after the answer that the engine prefers. Throws
  /// Interrupted after stop().
  [[nodiscard]] std::optional<Puzzle> find(const PuzzleCandidate& candidate);
  /// Make a running find() give up, and those that follow; from any thread.
  void stop() noexcept;

private:
  class Work;
  std::unique_ptr<Work> m_work;
};

} // namespace xq::analysis
