#pragma once

// Problems and puzzles: what records of problems claim, proved or refuted, as `xq solve` does it;
// and puzzles made of games that an engine has judged, as `xq puzzles` makes them.
//
//     ProblemSolver solver{{.nodes = 100'000}};
//     for (const record::Game& each : format::GameReader{"problems.pgn"}) {
//       if (const auto found = solver.solve(each)) {
//         std::cout << found->answer << ' ' << found->moves << '\n';
//       }
//     }

#include <xq/annotation.hpp>
#include <xq/board/position.hpp>
#include <xq/record/game.hpp>
#include <xq/store/query.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace xq {

/// The options of `xq solve`.
struct SolverOptions {
  std::uint64_t nodes = 1'000'000; ///< to look for mates in a position, and again in its solution
  /// Nodes for the engine's value where there is no mate; 0: it is not asked.
  std::uint64_t engine_nodes = 100'000;
  std::size_t table_bytes = std::size_t{64} << 20U; ///< of the search, at most, for each thread
  bool all_defences = false; ///< missing defences that last as long as those that are there, too
  std::optional<record::Result> claim{}; ///< instead of what the record says
  std::string endings{};                 ///< folder of tables of endings; empty: none
  std::uint64_t endings_memory = std::uint64_t{64} << 20U; ///< to count tables that are not there
  /// Keeps each answer at once: it is not looked for again with the same options. A game database;
  /// empty: none.
  std::string journal{};
  std::function<bool()> keep_going{}; ///< asked on several threads; false ends with Interrupted
};

/// What was found about a problem.
struct Solution {
  /// `proved`, `refuted`, `likely`, `unlikely`, `open`; `no-claim` where nothing was claimed;
  /// `impossible` where no game reaches the position.
  std::string answer;
  std::optional<Color> winner; ///< of the mate that is proved, or by a table of endings
  bool draw = false;           ///< by a table of endings
  std::vector<Move> line;      ///< the mate, with the longest defence found
  int moves = 0;               ///< of the winner, to the mate; 0: none is known
  std::string json;            ///< the object that `xq solve --json` prints, without a line end
};

/// Solves problems, for any number of threads at a time.
class ProblemSolver {
public:
  /// Throws DbError for the journal.
  explicit ProblemSolver(const SolverOptions& options = {});
  ~ProblemSolver();
  ProblemSolver(const ProblemSolver&) = delete;
  ProblemSolver& operator=(const ProblemSolver&) = delete;

  /// Nothing for a game from the usual position, and for one with errors. `number`: of the record,
  /// for Solution::json. Throws Interrupted, DbError, FileError (tables), AnalystError.
  [[nodiscard]] std::optional<Solution> solve(record::Game game, std::uint64_t number = 0);

private:
  class State;
  std::unique_ptr<State> m_state;
};

/// Which games puzzles are made of, and how.
struct PuzzleSearch {
  std::vector<std::string> files{};   ///< games with values come from these ...
  std::string database{};             ///< ... or, where this is not empty, from here
  store::Filter filter{};             ///< which games of the database
  std::uint64_t nodes = 200'000;      ///< of each of the two searches that decide a move
  std::uint64_t limit = 0;            ///< so many puzzles at most; 0: all
  std::function<bool()> keep_going{}; ///< asked ten times a second; may be empty
};

/// A position in which one move wins and the others do not.
struct PuzzleRecord {
  record::Game record; ///< the position, what is told of its game, the solution as main line
  std::string json;    ///< the object that `xq puzzles --json` prints, without a line end
};

/// Makes puzzles of games that have values, one game on each thread, and calls `deliver` on this
/// thread for each puzzle: in the order of the games, the same for any number of threads. Throws
/// FileError for a file that cannot be read, DbError.
StopReason find_puzzles(const PuzzleSearch& search, unsigned threads,
                        const std::function<void(PuzzleRecord&&)>& deliver);

} // namespace xq
