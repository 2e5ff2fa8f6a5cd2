#pragma once

#include "analysis/book_graph/count_back.hpp"
#include "analysis/book_graph/packed_position.hpp"
#include "analysis/book_graph/place_table.hpp"
#include "analysis/book_graph/played_moves.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace xq::analysis {

/// A move between two positions of a BookGraph.
struct KnownMove {
  std::uint32_t target = 0;
  std::uint16_t move = 0; ///< Move::disk() in the canonical orientation
  bool check = false;     ///< it gives check
};

/// Which positions a graph has.
struct GraphSetup {
  const PlayedMoves* played = nullptr;
  std::vector<Position> roots;       ///< the played moves are followed from here ...
  int max_ply = 0;                   ///< ... so far; 0: to their end
  std::vector<Position> other_roots; ///< from here only to positions of `judged`
  /// Positions that belong to the graph wherever a legal move from one of its positions leads to
  /// them; none: null.
  const PlaceTable* judged = nullptr;
  unsigned threads = 1;
  std::size_t memory = std::size_t{4} << 30U; ///< at most; UsageError when more is needed
  /// Asked now and then with the positions so far; what it throws ends the work.
  std::function<void(std::uint64_t positions)> progress;
};

/// The positions that a book knows, up to mirroring, and all legal moves between them, also those
/// that nobody played. Positions have numbers in the order of the fewest plies from the roots; the
/// graph depends on the setup alone, threads and memory aside.
class BookGraph {
public:
  explicit BookGraph(const GraphSetup& setup);

  [[nodiscard]] std::uint32_t size() const noexcept { return m_places.size(); }
  [[nodiscard]] const Place& place(std::uint32_t node) const noexcept { return m_places[node]; }
  /// In its canonical orientation.
  [[nodiscard]] Position position(std::uint32_t node) const noexcept {
    return m_boards[node].unpack();
  }
  [[nodiscard]] bool black_to_move(std::uint32_t node) const noexcept { return m_black[node]; }
  /// Number of a position, or PlaceTable::none.
  [[nodiscard]] std::uint32_t find(const Place& place) const noexcept {
    return m_places.find(place);
  }
  [[nodiscard]] std::size_t move_count() const noexcept { return m_targets.size(); }
  /// One of all moves, by its place among them.
  [[nodiscard]] KnownMove move(std::size_t i) const noexcept {
    return {m_targets[i], static_cast<std::uint16_t>(m_moves[i] & ~check_bit),
            (m_moves[i] & check_bit) != 0};
  }
  /// Call f(KnownMove) for each move of a node, in the order of their squares.
  template <typename F>
  void for_each_move(std::uint32_t node, F f) const {
    for (std::size_t i = m_first[node]; i < m_first[node + 1]; ++i) {
      f(move(i));
    }
  }
  /// For count_back(), which judges play without end by `rules`; a view of this.
  [[nodiscard]] GraphView view(RuleSet rules = RuleSet::wxf) const;
  /// Numbers of the roots, of both kinds.
  [[nodiscard]] std::span<const std::uint32_t> roots() const noexcept { return m_roots; }
  /// Whether it is reached from the roots (not the others) within max_ply.
  [[nodiscard]] bool is_selected(std::uint32_t node) const noexcept { return m_selected[node]; }

private:
  friend class GraphBuilder;
  static constexpr std::uint16_t check_bit = 1U << 15U;
  [[nodiscard]] std::vector<PieceMove> piece_moves(std::uint32_t node, Move move) const;
  [[nodiscard]] MoveActs acts(const NodeMove* check, const NodeMove& move) const;

  PlaceTable m_places;
  std::vector<PackedPosition> m_boards;
  std::vector<std::uint8_t> m_black;
  std::vector<std::uint8_t> m_selected;
  std::vector<std::size_t> m_first; ///< of node i: the moves from [i] to [i + 1]
  std::vector<std::uint32_t> m_targets;
  std::vector<std::uint16_t> m_moves;
  std::vector<std::uint32_t> m_roots;
};

} // namespace xq::analysis
