#include "service/explorer/position_answers.hpp"
#include "service/move_json.hpp"

#include <xq/board/fen.hpp>
#include <xq/board/movegen.hpp>

#include <array>
#include <vector>

namespace xq::service {

namespace {

using jobs::FieldOf;
using jobs::get;
using jobs::Kind;
using jobs::Missing;
using jobs::parts;
using jobs::Value;

struct Asked {
  Line line;
  MoveStyle style;
  MoveList legal;
};

Value legal_moves(const Asked& asked) {
  std::vector<NamedMove> moves;
  for (const Move move : asked.legal) {
    moves.emplace_back(asked.line.position, move, asked.style);
  }
  return rows_of(move_name_fields(), moves);
}

constexpr std::array behind_fields{FieldOf<Position>{
    "fen", Kind::position, [](const Position& p) -> Value { return write_fen(p); }}};

Value played_moves(const Asked& asked) {
  std::vector<NamedMove> moves;
  std::vector<Position> behind;
  Position position = asked.line.start;
  for (const Move move : asked.line.moves) {
    moves.emplace_back(position, move, asked.style);
    position.do_move(move);
    behind.push_back(position);
  }
  return beside(rows_of(move_name_fields(), moves), rows_of(behind_fields, behind));
}

constexpr auto end_fields = std::to_array<FieldOf<Position>>(
    {{"winner", Kind::word, [](const Position& p) -> Value { return name_of(~p.side_to_move()); }},
     {"reason", Kind::word,
      [](const Position& p) -> Value { return p.in_check() ? "checkmate" : "stalemate"; }}});

/// A side without a move has lost, checked or not.
Value end_of(const Asked& asked) {
  return asked.legal.empty() ? Value{jobs::object_of<Position>(end_fields, asked.line.position)}
                             : Value{};
}

constexpr auto fields = std::to_array<FieldOf<Asked>>(
    {{"fen", Kind::position, [](const Asked& a) -> Value { return write_fen(a.line.position); }},
     {"turn", Kind::word,
      [](const Asked& a) -> Value { return name_of(a.line.position.side_to_move()); }},
     {"check", Kind::flag, [](const Asked& a) -> Value { return a.line.position.in_check(); }},
     {"legal", Kind::objects, legal_moves, parts<move_name_fields>},
     {"played", Kind::objects, played_moves, parts<move_name_fields, behind_fields>},
     {"over", Kind::object, end_of, parts<end_fields>, Missing::null}});

} // namespace

std::vector<jobs::Field> position_fields() { return described(fields); }

Response answer_position(const Call& call) {
  const auto style = read_move_style(call.query);
  Asked asked{read_line(call.query, style), style, {}};
  generate_legal(asked.line.position, asked.legal);
  return json_response(jobs::json_object<Asked>(fields, asked));
}

} // namespace xq::service
