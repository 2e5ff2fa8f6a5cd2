#include "jobs/solving/solved_text.hpp"

#include "analysis/solve/solved_record.hpp"
#include "jobs/answer/write.hpp"

#include <xq/base/translate.hpp>
#include <xq/board/fen.hpp>
#include <xq/record/game.hpp>

#include <fmt/core.h>

#include <array>
#include <optional>
#include <vector>

namespace xq::jobs {

namespace {

using analysis::SolutionFinding;
using analysis::SolvedProblem;

constexpr auto claim_fields = std::to_array<FieldOf<analysis::Claim>>(
    {{"result", Kind::result,
      [](const analysis::Claim& c) -> Value { return record::to_text(c.result); }},
     {"mate", Kind::count, get<&analysis::Claim::mate>},
     {"source", Kind::text, get<&analysis::Claim::source>},
     {"words", Kind::text, get<&analysis::Claim::words>},
     {"doubt", Kind::word,
      [](const analysis::Claim& c) -> Value { return analysis::to_text(c.doubt); }}});

std::string_view side_name(std::optional<Color> side) noexcept {
  return !side ? "none" : *side == Color::red ? "red" : "black";
}

constexpr auto mate_fields = std::to_array<FieldOf<analysis::ForcedMate>>(
    {{"winner", Kind::word,
      [](const analysis::ForcedMate& m) -> Value { return side_name(m.winner); }},
     {"moves", Kind::count, get<&analysis::ForcedMate::moves>},
     {"by_checks", Kind::flag, get<&analysis::ForcedMate::by_checks>},
     {"shortest", Kind::flag, get<&analysis::ForcedMate::shortest>},
     {"line", Kind::moves,
      [](const analysis::ForcedMate& m) -> Value { return squares(m.line); }}});

constexpr auto table_fields = std::to_array<FieldOf<analysis::TableAnswer>>(
    {{"winner", Kind::word,
      [](const analysis::TableAnswer& t) -> Value { return side_name(t.winner); }},
     {"by_rule", Kind::flag, get<&analysis::TableAnswer::by_rule>},
     {"moves", Kind::count, get<&analysis::TableAnswer::moves>}});

constexpr auto finding_fields = std::to_array<FieldOf<SolutionFinding>>(
    {{"kind", Kind::word,
      [](const SolutionFinding& f) -> Value { return analysis::to_text(f.kind); }},
     {"ply", Kind::count, get<&SolutionFinding::ply>},
     {"move", Kind::move,
      [](const SolutionFinding& f) -> Value {
        return squares({&f.move, 1});
      }},
     {"line", Kind::moves, [](const SolutionFinding& f) -> Value { return squares(f.line); }}});

Value claim_of(const SolvedRecord& r) {
  const analysis::Claim& claim = r.problem->claim;
  const bool none = !claim.says_anything() && claim.doubt == analysis::Claim::Doubt::none;
  return none ? Value{} : Value{object_of<analysis::Claim>(claim_fields, claim)};
}

Value mate_of(const SolvedRecord& r) {
  const auto& mate = r.problem->mate;
  return mate ? Value{object_of<analysis::ForcedMate>(mate_fields, *mate)} : Value{};
}

Value table_of_endings(const SolvedRecord& r) {
  const auto& table = r.problem->table;
  return table ? Value{object_of<analysis::TableAnswer>(table_fields, *table)} : Value{};
}

Value engine_value(const SolvedRecord& r) {
  const auto& found = r.problem->evaluation;
  return found ? Value{analysis::value_text(found->score)} : Value{};
}

constexpr auto solved_record_fields = std::to_array<FieldOf<SolvedRecord>>(
    {{"game", Kind::count, [](const SolvedRecord& r) -> Value { return r.game->number; }},
     {"source", Kind::text, [](const SolvedRecord& r) -> Value { return r.game->source; }},
     {"title", Kind::text,
      [](const SolvedRecord& r) -> Value { return analysis::title_of(*r.game); }},
     {"fen", Kind::position,
      [](const SolvedRecord& r) -> Value { return write_fen(r.game->start()); }},
     {"claim", Kind::object, claim_of, parts<claim_fields>, Missing::null},
     {"answer", Kind::word,
      [](const SolvedRecord& r) -> Value { return analysis::to_text(r.problem->answer); }},
     {"fault", Kind::text,
      [](const SolvedRecord& r) -> Value {
        return r.problem->fault.empty() ? Value{} : Value{r.problem->fault};
      },
      Missing::null},
     {"mate", Kind::object, mate_of, parts<mate_fields>, Missing::null},
     {"table", Kind::object, table_of_endings, parts<table_fields>, Missing::null},
     {"value", Kind::text, engine_value, Missing::null},
     {"findings", Kind::objects,
      [](const SolvedRecord& r) -> Value { return rows_of(finding_fields, r.problem->findings); },
      parts<finding_fields>},
     {"nodes", Kind::count, [](const SolvedRecord& r) -> Value { return r.problem->nodes; }}});

} // namespace

std::string solved_text(const SolvedRecord& record, const ShownMoves& moves, bool with_file) {
  const record::Game& game = *record.game;
  const SolvedProblem& problem = *record.problem;
  std::string out = with_file ? fmt::format("{}: ", game.source) : "";
  out += fmt::format("{}. ", game.number);
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
    out += fmt::format("   {}\n",
                       localized("{}: {}",
                                 localized("ply {}, {}", finding.ply, analysis::describe(finding)),
                                 moves(record::position_after(game, finding.node), line)));
  }
  return out;
}

std::vector<Field> solved_fields() { return described(solved_record_fields); }

std::string solved_json(const SolvedRecord& record) {
  return json_line<SolvedRecord>(solved_record_fields, record);
}

} // namespace xq::jobs
