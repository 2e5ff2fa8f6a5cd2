#include "jobs/adjudication/verdict_json.hpp"
#include "service/explorer/position_answers.hpp"
#include "service/move_json.hpp"

#include <xq/base/translate.hpp>
#include <xq/board/adjudicate.hpp>

#include <span>

namespace xq::service {

namespace {

RuleSet read_rules(const Parameters& query) {
  const auto rules = query.get("rules", "wxf");
  if (rules != "wxf" && rules != "cxa") {
    throw HttpError{400, localized("rules= is not understood. Give wxf or cxa.")};
  }
  return rules == "wxf" ? RuleSet::wxf : RuleSet::cxa;
}

/// The moves of a game with their names, and those that prove what a move of a cycle is.
class NamesOfMoves {
public:
  NamesOfMoves(const Line& line, const MoveStyle& style) : m_line{line}, m_style{style} {}

  void write(JsonWriter& json, const CycleMove& move) const {
    Position position = m_line.start;
    for (std::size_t ply = 1; ply < move.ply; ++ply) {
      position.do_move(m_line.moves[ply - 1]);
    }
    write_members(json, move_name_fields(), NamedMove{position, move.move, m_style});
    position.do_move(move.move);
    position.set_side_to_move(move.side); // a threat is what follows if the side moves again
    json.key("proofs").begin_array();
    for (const auto proof : jobs::proofs(move)) {
      write_proof(json, position, proof);
    }
    json.end_array();
  }

private:
  void write_proof(JsonWriter& json, Position position, std::span<const Move> proof) const {
    json.begin_array();
    for (const Move move : proof) {
      write_object(json, move_name_fields(), NamedMove{position, move, m_style});
      position.do_move(move);
    }
    json.end_array();
  }

  const Line& m_line;
  const MoveStyle& m_style;
};

} // namespace

Response answer_verdict(const Call& call) {
  const auto style = read_move_style(call.query);
  const RuleSet rules = read_rules(call.query);
  const auto line = read_line(call.query, style);
  const Verdict verdict = adjudicate(line.start, line.moves, {.rules = rules});
  const NamesOfMoves names{line, style};
  std::string body;
  JsonWriter json{body};
  json.begin_object()
      .member("rules", rules == RuleSet::cxa ? "cxa" : "wxf")
      .member("plies", line.moves.size());
  jobs::write_verdict_members(
      json, verdict, [&](JsonWriter& out, const CycleMove& move) { names.write(out, move); });
  json.end_object();
  return json_response(std::move(body));
}

} // namespace xq::service
