#include "format/movetext/move_list.hpp"

#include "format/movetext/movetext.hpp"
#include "notation/vietnamese.hpp"

#include <xq/base/problem_code.hpp>
#include <xq/base/translate.hpp>
#include <xq/notation/notation.hpp>

#include <algorithm>

namespace xq::format {

Expected<std::vector<Move>, Problem> read_move_list(const Position& start, std::string_view text) {
  if (notation::is_spelled_vietnamese(text)) { // one move: a list has a number or a sign in it
    if (const auto move = notation::read_move(start, notation::wxf_of_vietnamese(text))) {
      return std::vector{*move};
    }
  }
  record::Game game;
  Reporter report;
  const auto [readable, cut] = begin_game({text}, game, report);
  game.set_start(start);
  MovetextReader reader{ReadOptions{}};
  reader.begin(readable, game, report);
  static_cast<void>(reader.read_moves(0, {std::nullopt, true, cut}));
  const auto wrong =
      std::find_if(game.problems.begin(), game.problems.end(), [](const Problem& problem) {
        return problem.severity == Severity::error || problem.code == ProblemCode::unknown_token ||
               problem.code == ProblemCode::text_after_result;
      });
  if (wrong != game.problems.end()) {
    return Unexpected{*wrong};
  }
  std::vector<Move> moves;
  game.main_moves(moves);
  if (moves.empty()) {
    return Unexpected{
        make_problem(ProblemCode::unknown_token, localized("text, and no move"), text)};
  }
  return moves;
}

} // namespace xq::format
