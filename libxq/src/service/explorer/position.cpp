#include "service/explorer/position.hpp"

#include "service/move_json.hpp"

#include <xq/board/fen.hpp>
#include <xq/board/movegen.hpp>

namespace xq::service {

namespace {

void write_played(JsonWriter& json, const Line& line, const MoveStyle& style) {
  json.key("played").begin_array();
  Position position = line.start;
  for (const Move move : line.moves) {
    json.begin_object();
    write_move_members(json, position, move, style);
    position.do_move(move);
    json.member("fen", std::string_view{write_fen(position)}).end_object();
  }
  json.end_array();
}

void write_legal(JsonWriter& json, const Position& position, const MoveList& legal,
                 const MoveStyle& style) {
  json.key("legal").begin_array();
  for (const Move move : legal) {
    json.begin_object();
    write_move_members(json, position, move, style);
    json.end_object();
  }
  json.end_array();
}

} // namespace

Response answer_position(const Call& call) {
  const auto style = read_move_style(call.query);
  const auto line = read_line(call.query, style);
  const Position& position = line.position;
  MoveList legal;
  generate_legal(position, legal);
  std::string body;
  JsonWriter json{body};
  json.begin_object()
      .member("fen", std::string_view{write_fen(position)})
      .member("turn", name_of(position.side_to_move()))
      .member("check", position.in_check());
  write_legal(json, position, legal, style);
  write_played(json, line, style);
  json.key("over");
  if (legal.empty()) { // a side without a move has lost, checked or not
    json.begin_object()
        .member("winner", name_of(~position.side_to_move()))
        .member("reason", position.in_check() ? "checkmate" : "stalemate")
        .end_object();
  } else {
    json.null();
  }
  json.end_object();
  return json_response(std::move(body));
}

} // namespace xq::service
