#include "analysis/solve/table_answer.hpp"

#include <xq/base/translate.hpp>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace xq::analysis {

namespace {

using endings::Worth;
using record::Result;

/// Nothing for a draw.
std::optional<Color> winner_of(const endings::Result& known, Color mover) noexcept {
  if (known.worth == Worth::draw) {
    return std::nullopt;
  }
  return known.worth == Worth::win ? mover : ~mover;
}

int moves_of(const endings::Result& known) noexcept { return (known.plies + 1) / 2; }

bool is_mate(const endings::Result& known) noexcept {
  return known.worth != Worth::draw && !known.by_rule;
}

/// The best play of both sides to the end.
std::vector<Move> line_of(Position position, endings::Library& tables) {
  std::vector<Move> out;
  for (auto moves = tables.rate_moves(position); !moves.empty();
       moves = tables.rate_moves(position)) {
    out.push_back(moves.front().move);
    position.do_move(out.back());
  }
  return out;
}

void take_mate(SolvedProblem& problem, const Position& start, const endings::Result& known,
               endings::Library& tables) {
  const int moves = moves_of(known);
  if (!problem.mate || problem.mate->moves > moves) {
    const Color winner = winner_of(known, start.side_to_move()).value_or(Color::red);
    problem.mate = ForcedMate{winner, line_of(start, tables), moves, false, true};
    problem.findings.clear(); // they are about the longer one
  }
  problem.mate->shortest = true;
}

Answer answer_of(const Claim& claim, const endings::Result& known, Color mover) {
  if (!claim.says_anything()) {
    return Answer::no_claim;
  }
  const auto winner = winner_of(known, mover);
  const Result result = !winner                 ? Result::draw
                        : *winner == Color::red ? Result::red_wins
                                                : Result::black_wins;
  const bool in_time = claim.mate == 0 || (is_mate(known) && moves_of(known) <= claim.mate);
  return result == claim.result && in_time ? Answer::proved : Answer::refuted;
}

} // namespace

SolveOptions beside_table(const SolveOptions& options, const endings::Result& known) {
  constexpr std::uint64_t few_nodes = 1000;
  SolveOptions out = options;
  out.analyst = nullptr;
  if (!is_mate(known)) {
    out.nodes = std::min(out.nodes, few_nodes);
  }
  return out;
}

void add_table(SolvedProblem& problem, const record::Game& game, const endings::Result& known,
               endings::Library& tables) {
  const Position& start = game.start();
  problem.table = TableAnswer{winner_of(known, start.side_to_move()), known.by_rule,
                              is_mate(known) ? moves_of(known) : 0};
  if (is_mate(known)) {
    take_mate(problem, start, known, tables);
  }
  problem.answer = answer_of(problem.claim, known, start.side_to_move());
}

std::string describe(const TableAnswer& table) {
  if (!table.winner) {
    return std::string{translate("a draw by table")};
  }
  const bool red = *table.winner == Color::red;
  if (table.by_rule) {
    return std::string{
        red ? translate("Red wins by table: Black has in the end nothing but perpetual check")
            : translate("Black wins by table: Red has in the end nothing but perpetual check")};
  }
  return red ? localized("Red wins by table, in {}; no win is shorter", table.moves)
             : localized("Black wins by table, in {}; no win is shorter", table.moves);
}

} // namespace xq::analysis
