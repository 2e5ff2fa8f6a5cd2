#pragma once

#include "engine/eval/evaluate.hpp"
#include "engine/search/transposition.hpp"

#include <xq/board/movegen.hpp>
#include <xq/board/position.hpp>

#include <array>
#include <cstdint>
#include <vector>

namespace xq::engine {

/// Which ideas of the older literature a ClassicSearch uses.
struct ClassicIdeas {
  enum class Driver : std::uint8_t { alpha_beta, principal_variation, mtd_f };
  enum class Captures : std::uint8_t {
    in_turn,   ///< in the order of the generator
    by_victim, ///< the most valuable victim first
    judged,    ///< by the victim's value, less the capturer's if the victim is protected
  };
  enum class Killers : std::uint8_t { none, before_captures, after_captures };
  enum class Deepening : std::uint8_t {
    none,
    plain,  ///< a shallower search in the same window finds a first move
    opened, ///< and where that fails low, one more with the window opened to minus infinity
  };

  Driver driver = Driver::principal_variation;
  bool table_move = true;
  Captures captures = Captures::judged; ///< winning ones first, losing ones last
  Killers killers = Killers::after_captures;
  bool history = true;
  Deepening deepening = Deepening::none;
};

/// The search of the older literature, separate from the engine's own, so that its ideas can be
/// compared: alpha-beta with a transposition table, iterative deepening, quiescence over captures
/// and evasions, null moves (R = 2, from depth 7 on 3) and the evaluation of the engine; no
/// reductions, extensions or forward pruning. Deterministic.
class ClassicSearch {
public:
  explicit ClassicSearch(const ClassicIdeas& ideas, std::size_t hash_megabytes = 64);

  struct Result {
    Move best;
    Score score = 0;
    std::vector<std::uint64_t> nodes; ///< of all iterations up to depth 1, 2, ...
  };
  /// Iterations 1 to `depth` on `position` with an empty table.
  [[nodiscard]] Result run(const Position& position, int depth);

private:
  struct Scored {
    Move move;
    int score = 0;
  };
  using Moves = std::array<Scored, 128>;

  Score search(int ply, int depth, Score alpha, Score beta, bool may_pass);
  Score quiescence(int ply, Score alpha, Score beta);
  [[nodiscard]] Move deepen(int ply, int depth, Score alpha, Score beta);
  [[nodiscard]] std::size_t order(int ply, Move table_move, Moves& out) const;
  [[nodiscard]] int capture_worth(Move m) const;
  void remember(int ply, int depth, Move cut);
  [[nodiscard]] bool repeats() const;

  template <typename F>
  Score after(Move m, F&& f);

  ClassicIdeas m_ideas;
  TranspositionTable m_table;
  Position m_position;
  Evaluator m_evaluator;
  std::vector<Key> m_path; ///< from the root to the current node
  std::array<std::array<Move, 2>, max_ply + 1> m_killers{};
  std::array<std::array<int, square_count>, piece_slots> m_history{};
  std::uint64_t m_nodes = 0;
  Move m_best;
};

} // namespace xq::engine
