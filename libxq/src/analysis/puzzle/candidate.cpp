#include "analysis/puzzle/candidate.hpp"

#include "analysis/review/value_comment.hpp"
#include "engine/outcomes.hpp"

#include <xq/board/movegen.hpp>

#include <optional>

namespace xq::analysis {

namespace {

/// Expected points from which on a quick value hints at a win, and by which it changes.
constexpr double hint_of_win = 0.7;
constexpr double turn = 0.1;

/// Expected points of a side by a value from Red's side.
std::optional<double> points(const std::optional<CommentedValue>& value, Color side) {
  if (!value) {
    return std::nullopt;
  }
  return engine::outcomes_of(side == Color::red ? value->score : -value->score).points();
}

bool may_be_puzzle(const std::optional<double>& before, double here,
                   const std::optional<double>& after) {
  return here >= hint_of_win &&
         ((before && *before <= here - turn) || (after && *after <= here - turn));
}

} // namespace

std::vector<PuzzleCandidate> puzzle_candidates(const record::Game& game) {
  std::vector<PuzzleCandidate> out;
  PuzzleCandidate at;
  at.position = game.start();
  std::optional<CommentedValue> before;
  auto here = value_of(game, record::root_node);
  for (auto node = record::root_node; node != record::no_node;) {
    const auto next = game.node(node).first_child;
    const auto after = next == record::no_node ? std::nullopt : value_of(game, next);
    const Color side = at.position.side_to_move();
    at.played = next == record::no_node ? Move::none() : game.node(next).move;
    if (here && may_be_puzzle(points(before, side), *points(here, side), points(after, side)) &&
        count_legal(at.position) > 1) {
      out.push_back(at);
    }
    if (next != record::no_node) {
      const bool takes = at.position.at(at.played.to()) != Piece::none;
      at.retaken = takes ? at.played.to() : Square::none;
      at.last = at.played;
      at.position.do_move(at.played);
      ++at.ply;
    }
    before = here;
    here = after;
    node = next;
  }
  return out;
}

} // namespace xq::analysis
