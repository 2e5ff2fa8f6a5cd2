#pragma once

#include <xq/board/position.hpp>

#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

namespace xq::engine {

/// Exact search for forced mates in few moves: all moves of both sides, without pruning. Sequences
/// of checks are tried before quiet moves. Repetitions are ignored: a shortest mate has none.
class MateSolver {
public:
  /// Gives up after `budget` nodes or when `stopped`, called every 256 nodes, returns true.
  MateSolver(const Position& position, std::uint64_t budget, std::function<bool()> stopped = {})
      : m_position{position}, m_budget{budget}, m_stopped{std::move(stopped)} {}

  /// The shortest mate in at most `moves` moves of the side to move that begins with one of
  /// `candidates`, with the longest defence: 2n-1 plies. Empty: none, or given up.
  [[nodiscard]] std::vector<Move> solve(int moves, std::span<const Move> candidates);
  [[nodiscard]] std::uint64_t nodes() const noexcept { return m_nodes; }

private:
  enum class Width : bool { checks, all };

  [[nodiscard]] bool wins(Move m, int moves, Width width);
  [[nodiscard]] bool attacker_wins(int moves, Width width);
  [[nodiscard]] bool defender_lost(int moves, Width width);
  [[nodiscard]] bool give_up() const noexcept { return m_given_up; }
  void count_node();
  void build_line(Move key, int moves, Width width, std::vector<Move>& line);

  Position m_position;
  std::uint64_t m_budget;
  std::function<bool()> m_stopped;
  std::uint64_t m_nodes = 0;
  bool m_given_up = false;
  bool m_solved = false; ///< to find the variation takes few nodes, which have no limit
};

} // namespace xq::engine
