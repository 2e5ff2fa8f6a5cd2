#include "jobs/solving/solved_text.hpp"

#include "analysis/solve/solved_record.hpp"
#include "base/text/json_writer.hpp"
#include "jobs/answer/write.hpp"

#include <xq/base/translate.hpp>
#include <xq/board/fen.hpp>
#include <xq/record/game.hpp>

#include <fmt/core.h>

#include <vector>

namespace xq::jobs {

namespace {

using analysis::SolutionFinding;
using analysis::SolvedProblem;

void write_claim(JsonWriter& json, const analysis::Claim& claim) {
  json.key("claim");
  if (!claim.says_anything() && claim.doubt == analysis::Claim::Doubt::none) {
    json.null();
    return;
  }
  json.begin_object()
      .member("result", record::to_text(claim.result))
      .member("mate", claim.mate)
      .member("source", claim.source)
      .member("words", claim.words)
      .member("doubt", analysis::to_text(claim.doubt))
      .end_object();
}

void write_mate(JsonWriter& json, const std::optional<analysis::ForcedMate>& mate) {
  json.key("mate");
  if (!mate) {
    json.null();
    return;
  }
  json.begin_object()
      .member("winner", mate->winner == Color::red ? "red" : "black")
      .member("moves", mate->moves)
      .member("by_checks", mate->by_checks)
      .member("shortest", mate->shortest)
      .member("line", squares(mate->line))
      .end_object();
}

void write_table(JsonWriter& json, const std::optional<analysis::TableAnswer>& table) {
  json.key("table");
  if (!table) {
    json.null();
    return;
  }
  json.begin_object()
      .member("winner", !table->winner                 ? "none"
                        : *table->winner == Color::red ? "red"
                                                       : "black")
      .member("by_rule", table->by_rule)
      .member("moves", table->moves)
      .end_object();
}

void write_findings(JsonWriter& json, const std::vector<SolutionFinding>& findings) {
  json.key("findings").begin_array();
  for (const SolutionFinding& finding : findings) {
    json.begin_object()
        .member("kind", analysis::to_text(finding.kind))
        .member("ply", finding.ply)
        .member("move", squares({&finding.move, 1}))
        .member("line", squares(finding.line))
        .end_object();
  }
  json.end_array();
}

} // namespace

std::string solved_text(const SolvedRecord& record, const ShownMoves& moves) {
  const record::Game& game = *record.game;
  const SolvedProblem& problem = *record.problem;
  std::string out = fmt::format("{}. ", record.number);
  for (const std::string& part : {analysis::title_of(game), analysis::describe(problem.claim)}) {
    out += part.empty() ? part : fmt::format("{}{}", part, translate("; "));
  }
  out += analysis::describe(problem) + '\n';
  if (problem.mate) {
    out += fmt::format("   {}\n", moves(game.start(), problem.mate->line));
  }
  for (const SolutionFinding& finding : problem.findings) {
    std::vector<Move> line{finding.move};
    line.insert(line.end(), finding.line.begin(), finding.line.end());
    out += fmt::format("   {}: {}\n",
                       localized("ply {}, {}", finding.ply, analysis::describe(finding)),
                       moves(record::position_after(game, finding.node), line));
  }
  return out;
}

std::string solved_json(const SolvedRecord& record) {
  const record::Game& game = *record.game;
  const SolvedProblem& problem = *record.problem;
  std::string out;
  JsonWriter json{out};
  json.begin_object()
      .member("game", record.number)
      .member("source", game.source)
      .member("title", analysis::title_of(game))
      .member("fen", write_fen(game.start()));
  write_claim(json, problem.claim);
  json.member("answer", analysis::to_text(problem.answer));
  write_mate(json, problem.mate);
  write_table(json, problem.table);
  json.key("value");
  if (problem.evaluation) {
    json.value(analysis::value_text(problem.evaluation->score));
  } else {
    json.null();
  }
  write_findings(json, problem.findings);
  json.member("nodes", problem.nodes).end_object();
  out += '\n';
  return out;
}

} // namespace xq::jobs
