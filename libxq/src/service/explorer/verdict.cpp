#include "jobs/adjudication/verdict_fields.hpp"
#include "service/explorer/position_answers.hpp"
#include "service/move_json.hpp"

#include <xq/base/translate.hpp>
#include <xq/board/adjudicate.hpp>

#include <array>
#include <span>
#include <utility>
#include <vector>

namespace xq::service {

namespace {

using jobs::FieldOf;
using jobs::Kind;
using jobs::Value;

RuleSet read_rules(const Parameters& query) {
  const auto rules = query.get("rules", "wxf");
  if (rules != "wxf" && rules != "cxa") {
    throw HttpError{400, localized("rules= is not understood. Give wxf or cxa.")};
  }
  return rules == "wxf" ? RuleSet::wxf : RuleSet::cxa;
}

/// The moves that prove what a move of a cycle is.
struct Proofs {
  std::vector<Value> lines; ///< rows of moves
};
constexpr std::array proof_fields{
    FieldOf<Proofs>{"proofs", Kind::list, [](const Proofs& p) -> Value { return p.lines; }}};

struct Judged {
  RuleSet rules;
  const MoveStyle& style;
  Line line;
  Verdict verdict = adjudicate(line.start, line.moves, {.rules = rules});
};

jobs::Rows proof(Position position, std::span<const Move> moves, const MoveStyle& style) {
  std::vector<NamedMove> named;
  for (const Move move : moves) {
    named.emplace_back(position, move, style);
    position.do_move(move);
  }
  return rows_of(move_name_fields(), named);
}

/// Missing without a repetition.
Value cycle(const Judged& judged) {
  const auto& moves = judged.verdict.cycle;
  if (moves.empty()) {
    return {};
  }
  std::vector<NamedMove> named;
  std::vector<Proofs> proved;
  for (const CycleMove& move : moves) {
    Position position = judged.line.start;
    for (std::size_t ply = 1; ply < move.ply; ++ply) {
      position.do_move(judged.line.moves[ply - 1]);
    }
    named.emplace_back(position, move.move, judged.style);
    position.do_move(move.move);
    position.set_side_to_move(move.side); // a threat is what follows if the side moves again
    auto& lines = proved.emplace_back().lines;
    for (const auto line : jobs::proofs(move)) {
      lines.emplace_back(proof(position, line, judged.style));
    }
  }
  return beside(beside(rows_of(jobs::cycle_fields(), moves), rows_of(move_name_fields(), named)),
                rows_of(proof_fields, proved));
}

constexpr auto head_fields = std::to_array<FieldOf<Judged>>(
    {{"rules", Kind::word, [](const Judged& j) -> Value { return jobs::rules_word(j.rules); }},
     {"plies", Kind::count, [](const Judged& j) -> Value { return j.line.moves.size(); }}});
constexpr std::array cycle_field{FieldOf<Judged>{
    "cycle", Kind::objects, cycle, jobs::parts<jobs::cycle_fields, move_name_fields, proof_fields>,
    jobs::Missing::left_out}};

} // namespace

Response answer_verdict(const Call& call) {
  const auto style = read_move_style(call.query);
  const RuleSet rules = read_rules(call.query);
  const Judged judged{rules, style, read_line(call.query, style)};
  std::string body;
  JsonWriter json{body};
  json.begin_object();
  jobs::write_members(json, head_fields, judged);
  jobs::write_members(json, jobs::verdict_fields(), judged.verdict);
  jobs::write_members(json, cycle_field, judged);
  json.end_object();
  return json_response(std::move(body));
}

std::vector<jobs::Field> verdict_answer_fields() {
  return described(head_fields, jobs::verdict_fields(), cycle_field);
}

} // namespace xq::service
