#pragma once

#include "board/rules/cxa_acts.hpp"

#include <xq/board/bitboard.hpp>
#include <xq/board/rules.hpp>
#include <xq/board/types.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <vector>

namespace xq::analysis {

/// What a move does to the pieces. Squares are those of the image (plain or mirrored) by which the
/// graph knows a position.
struct PieceMove {
  Square from{}; ///< before the move
  Square to{};
  bool mirrored = false; ///< the position after the move is known by its mirror image
  Bitboard chased;       ///< the pieces that the move began to chase, after it; see newly_chased()
};

/// A move of a graph: one of a node, by its place among all moves.
struct NodeMove {
  std::uint32_t node = 0;
  std::size_t move = 0;
};

/// What a move is by the Chinese rules, as far as play without end depends on it.
struct MoveAct {
  cxa::Act act = cxa::Act::idle;
  bool alone = false;  ///< a chase, or one of several, by a single piece: 26.9.2
  bool decided = true; ///< false: it may be more
  friend bool operator==(const MoveAct&, const MoveAct&) = default;
};
/// As it is, and if what pawns attack is chased (26.1.4).
using MoveActs = std::array<MoveAct, 2>;

/// A graph of positions as numbers: who moves, where moves lead, and which of them give check.
struct GraphView {
  std::span<const std::uint8_t> black;    ///< by node: 1: Black moves
  std::span<const std::size_t> first;     ///< one more than nodes: moves of node i from [i] on
  std::span<const std::uint32_t> targets; ///< by move
  std::vector<std::uint8_t> checks;       ///< by move
  /// What a node's move at place `i` does to the pieces: one, or two when the position is its own
  /// mirror image, for the move and its image. Asked for moves in cycles only. Empty: no move
  /// chases.
  std::function<std::vector<PieceMove>(std::uint32_t node, std::size_t i)> piece_moves;
  /// Which rules judge play without end.
  RuleSet rules = RuleSet::wxf;
  /// For RuleSet::cxa, in the place of piece_moves: what a move is. `check`: the move before it, of
  /// a node in check; else null. Asked for moves in cycles only.
  std::function<MoveActs(const NodeMove* check, const NodeMove& move)> acts = nullptr;
};

/// Nothing is known.
inline constexpr std::int16_t no_score = std::numeric_limits<std::int16_t>::min();

/// What the positions of a graph are worth for the side to move, when both sides play the best of
/// their moves: the moves of the graph, and the best of the others, whose worth is `open` (of each
/// node; no_score: it has none; a position without any move is open for -mate_value). Scores as in
/// engine.hpp; a mate is one ply longer a ply earlier.
///
/// Play without end is a draw, 0, unless by the rules of the graph one side has to change, which
/// then loses, -rule_win. RuleSet::wxf: from some move on one side gives check with all its moves
/// and the other one does not, or else one side chases one and the same piece with all its moves
/// and the other one does not. RuleSet::cxa: cxa::find_offence() of what happens again and again.
///
/// A node from which no open score is reached gets no_score; moves to it do not count.
///
/// Exact also in cycles: Red's wins are settled from the greatest score down, a node of Red by its
/// first move that is settled, one of Black by its last, then Black's in the same way; what is left
/// is a draw. Takes time in proportion to the moves, apart from nodes from which one side can check
/// or chase for ever.
[[nodiscard]] std::vector<std::int16_t> count_back(const GraphView& graph,
                                                   std::span<const std::int16_t> open);

/// The score of a move to a position that is worth `score` for who moves there.
[[nodiscard]] std::int16_t one_ply_earlier(std::int16_t score) noexcept;

} // namespace xq::analysis
