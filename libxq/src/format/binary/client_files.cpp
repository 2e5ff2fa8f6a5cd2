#include "format/binary/client_files.hpp"

#include <xq/base/problem_code.hpp>
#include <xq/base/translate.hpp>
#include <xq/board/fen.hpp>

namespace xq::format {
namespace {

/// Some programs let a player overlook a check and end the game when the king is taken: the last
/// two moves are then one that leaves the king in check and its capture. They are left out, and the
/// one who took the king has won.
void accept_king_capture(record::Game& game, std::span<const SavedMove> moves) {
  const auto plies = static_cast<std::size_t>(game.plies());
  if (game.problems.empty() || plies + 2 != moves.size() ||
      game.problems.back().code != ProblemCode::illegal_move) {
    return;
  }
  const Position end = game.final_position();
  const Color loser = end.side_to_move();
  const auto& last = moves[plies];
  const Square king = end.king(loser) == last.from ? last.to : end.king(loser);
  if (moves[plies + 1].to != king || !end.is_pseudo_legal({last.from, last.to})) {
    return;
  }
  auto& problem = game.problems.back();
  problem.severity = Severity::warning;
  problem.message = localized("{} overlooked a check here and lost the king; the last two moves "
                              "are left out",
                              loser == Color::red ? translate("Red") : translate("Black"));
  problem.advice = localized("Nothing to do: the rules end the game before such a move.");
  game.set_result(loser == Color::red ? record::Result::black_wins : record::Result::red_wins);
}

} // namespace

TreeCounts play_moves(record::Game& game, std::span<const SavedMove> moves) {
  check_start(game, moves.empty() ? Square::none : moves[0].from, 0);
  MoveTree tree{game};
  for (std::size_t i = 0; i < moves.size(); ++i) {
    static_cast<void>(
        tree.add({moves[i].from, moves[i].to, i + 1 < moves.size(), false, moves[i].offset}));
  }
  accept_king_capture(game, moves);
  return tree.finish();
}

} // namespace xq::format
