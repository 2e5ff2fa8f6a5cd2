#include <xq/analysis/verify.hpp>
#include <xq/board/movegen.hpp>
#include <xq/record/date.hpp>

#include <fmt/format.h>

namespace xq::analysis {

namespace {

using record::Game;
using record::Result;

Location start_of(const Game& game) { return {0, game.line, 0}; }

/// Who has won a position without a legal move: both mate and stalemate lose.
Result result_on_board(const Position& final) {
  if (has_legal_move(final)) {
    return Result::unknown;
  }
  return final.side_to_move() == Color::red ? Result::black_wins : Result::red_wins;
}

void check_result(Game& game) {
  const Position final = game.final_position();
  const Result on_board = result_on_board(final);
  if (on_board == Result::unknown || on_board == game.result()) {
    return;
  }
  const char* end = final.in_check() ? "checkmated" : "stalemated";
  const char* loser = final.side_to_move() == Color::red ? "Red" : "Black";
  game.problems.push_back(
      make_problem(ProblemCode::result_contradicts_position,
                   fmt::format("{} is {} at the end, so the result is {}, not {}", loser, end,
                               to_text(on_board), to_text(game.result())),
                   to_text(game.result()), start_of(game), game.plies()));
}

void check_date(Game& game) {
  const auto text = game.tag("Date");
  // "????.??.??", "-" and the like say openly that the date is not known.
  const bool says_unknown = text.find_first_not_of(" ?.-/*") == std::string_view::npos;
  if (!says_unknown && record::normalise_date(text).empty()) {
    game.problems.push_back(
        make_problem(ProblemCode::bad_date, "this is no date", text, start_of(game)));
  }
}

void check_players(Game& game) {
  if (game.tag_count() == 0 || !game.standard_start()) {
    return; // bare moves and composed positions have no players
  }
  for (const std::string_view name : {"Red", "Black"}) {
    const bool present = game.has_tag(name) || (name == "Red" && game.has_tag("White"));
    if (!present) {
      game.problems.push_back(make_problem(ProblemCode::missing_tag,
                                           fmt::format("there is no {} header", name), {},
                                           start_of(game)));
    }
  }
}

/// A move refused because the game was over deserves to be called so.
void name_moves_after_mate(Game& game) {
  for (Problem& problem : game.problems) {
    const bool refused =
        problem.code == ProblemCode::illegal_move || problem.code == ProblemCode::unknown_move ||
        problem.code == ProblemCode::no_such_piece || problem.code == ProblemCode::wrong_side;
    if (refused && problem.ply == game.plies() + 1 && !has_legal_move(game.final_position())) {
      problem.code = ProblemCode::move_after_mate;
      problem.message = "the game was over before this move";
      problem.advice = info(ProblemCode::move_after_mate).advice;
    }
  }
}

} // namespace

void verify(Game& game) {
  if (!game.usable()) {
    name_moves_after_mate(game);
    return;
  }
  check_result(game);
  check_date(game);
  check_players(game);
}

void VerifySummary::add(const Game& game) {
  ++games;
  ++(!game.usable() ? with_errors : game.problems.empty() ? ok : with_warnings);
  plies += static_cast<std::uint64_t>(game.plies());
  for (const Problem& problem : game.problems) {
    add(problem);
  }
}

void VerifySummary::add(const VerifySummary& other) {
  games += other.games;
  ok += other.ok;
  with_warnings += other.with_warnings;
  with_errors += other.with_errors;
  plies += other.plies;
  for (std::size_t i = 0; i < by_code.size(); ++i) {
    by_code[i] += other.by_code[i];
  }
}

} // namespace xq::analysis
