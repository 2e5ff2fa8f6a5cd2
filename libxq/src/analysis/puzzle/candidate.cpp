#include "analysis/puzzle/candidate.hpp"

#include "analysis/review/value_comment.hpp"
#include "engine/outcomes.hpp"

#include <xq/board/fen.hpp>
#include <xq/board/movegen.hpp>

#include <optional>

namespace xq::analysis {

namespace {

/// Expected points from which on a quick value hints at a win, and by which it changes.
constexpr double hint_of_win = 0.7;
constexpr double turn = 0.1;
/// Where a game is given up there may be a mate that a quick value does not see.
constexpr double as_good_as_won = 0.97;
constexpr int last_plies = 2;

/// Expected points of a side by a value from Red's side.
std::optional<double> points(const std::optional<CommentedValue>& value, Color side) {
  if (!value) {
    return std::nullopt;
  }
  return engine::outcomes_of(side == Color::red ? value->score : -value->score).points();
}

/// The values around a position, as the side to move there sees them.
struct Outlook {
  std::optional<double> before, here, after; ///< expected points
  bool mates = false;                        ///< by the value
  bool mated_before = false;                 ///< ... and on its move before
  bool at_end = false;                       ///< the last moves of a record
};

bool may_be_puzzle(const Outlook& o) {
  if (!o.here || *o.here < hint_of_win) {
    return false;
  }
  const bool turns =
      (o.before && *o.before <= *o.here - turn) || (o.after && *o.after <= *o.here - turn);
  return turns || (o.mates && !o.mated_before) || (o.at_end && *o.here >= as_good_as_won);
}

bool mates(const std::optional<CommentedValue>& value, Color side) {
  return value && (side == Color::red ? value->score : -value->score) > engine::mate_threshold;
}

} // namespace

std::vector<PuzzleCandidate> puzzle_candidates(const record::Game& game) {
  std::vector<std::optional<CommentedValue>> values;
  std::vector<Move> moves;
  game.main_moves(moves);
  values.reserve(moves.size() + 1);
  for (auto id = record::root_node; id != record::no_node; id = game.node(id).first_child) {
    values.push_back(value_of(game, id));
  }
  std::vector<PuzzleCandidate> out;
  PuzzleCandidate at;
  at.position = game.start();
  for (std::size_t ply = 0; ply < values.size(); ++ply) {
    const Color side = at.position.side_to_move();
    const auto seen = [&](std::size_t i) {
      return i < values.size() ? points(values[i], side) : std::nullopt;
    };
    const Outlook outlook{seen(ply - 1), // nothing before the start
                          seen(ply),
                          seen(ply + 1),
                          mates(values[ply], side),
                          ply >= 2 && mates(values[ply - 2], side),
                          ply + last_plies >= moves.size()};
    at.ply = static_cast<int>(ply);
    at.played = ply < moves.size() ? moves[ply] : Move::none();
    if (may_be_puzzle(outlook) && count_legal(at.position) > 1 && !validate(at.position)) {
      out.push_back(at);
    }
    if (at.played) {
      at.retaken = at.position.at(at.played.to()) != Piece::none ? at.played.to() : Square::none;
      at.last = at.played;
      at.position.do_move(at.played);
    }
  }
  return out;
}

} // namespace xq::analysis
