#include <xq/analysis/check_headers.hpp>
#include <xq/analysis/check_result.hpp>
#include <xq/analysis/verify.hpp>
#include <xq/board/movegen.hpp>

namespace xq::analysis {

namespace {

using record::Game;

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

void verify(Game& game, const VerifyOptions& options, GameSignature* signature) {
  if (!game.usable()) {
    name_moves_after_mate(game);
    return;
  }
  check_line(game, options, signature);
  check_headers(game);
}

const Problem* worst(std::span<const Problem> problems) noexcept {
  const Problem* out = nullptr;
  for (const Problem& problem : problems) {
    if (out == nullptr || problem.severity > out->severity) {
      out = &problem;
    }
  }
  return out;
}

void VerifySummary::add(int game_plies, std::span<const Problem> problems) {
  ++games;
  const Problem* const most = worst(problems);
  const Severity severity = most == nullptr ? Severity::note : most->severity;
  ++(severity == Severity::error     ? with_errors
     : severity == Severity::warning ? with_warnings
                                     : ok);
  plies += static_cast<std::uint64_t>(game_plies);
  for (const Problem& problem : problems) {
    add(problem);
  }
}

} // namespace xq::analysis
