#include "jobs/annotation/annotation_json.hpp"

#include "base/text/json_writer.hpp"
#include "record/facts.hpp"

#include <xq/analysis/annotate.hpp>
#include <xq/notation/notation.hpp>

#include <optional>
#include <string_view>
#include <vector>

namespace xq::jobs {

namespace {

using analysis::Mark;
using analysis::Review;

void append_player(JsonWriter& json, std::string_view name, const analysis::PlayerSummary& p) {
  const auto count = [&](Mark mark) { return p.marks[static_cast<std::size_t>(mark)]; };
  json.key(name)
      .begin_object()
      .member("moves", p.moves)
      .member("accuracy", p.average_accuracy, 2)
      .member("average_loss", p.average_loss, 4)
      .member("average_centipawn_loss", p.average_centipawns)
      .member("good", count(Mark::good))
      .member("dubious", count(Mark::dubious))
      .member("mistakes", count(Mark::mistake))
      .member("blunders", count(Mark::blunder))
      .member("mates_found", p.mates_found)
      .member("mates_missed", p.mates_missed)
      .end_object();
}

void append_evaluation(JsonWriter& json, Position position,
                       const std::optional<analysis::Evaluation>& at) {
  if (!at) {
    json.key("value").null();
    return;
  }
  json.member("value", analysis::value_text(at->score))
      .member("score", at->score)
      .member("depth", at->depth)
      .member("nodes", at->nodes);
  json.key("lines").begin_array();
  for (const auto& line : at->lines) {
    json.begin_object().member("value", analysis::value_text(line.score));
    json.key("moves").begin_array();
    Position ahead = position;
    for (const Move move : line.moves) {
      json.value(notation::to_text(ahead, move, notation::Style::uci));
      ahead.do_move(move);
    }
    json.end_array().end_object();
  }
  json.end_array();
}

} // namespace

void write_annotation_json(std::string& out, const record::Game& game, const Review& review) {
  const record::Facts facts{game};
  JsonWriter json{out};
  json.begin_object()
      .member("number", game.number)
      .member("source", game.source)
      .member("red", facts.red)
      .member("black", facts.black)
      .member("result", to_text(game.result()));
  if (review.opening != nullptr) {
    json.member("ecco", review.opening->code).member("opening", review.opening->name);
  }
  json.member("book_plies", review.book_plies);
  append_player(json, "red_summary", review.players[0]);
  append_player(json, "black_summary", review.players[1]);
  json.key("positions").begin_array();
  std::vector<Move> moves;
  game.main_moves(moves);
  Position position = game.start();
  for (std::size_t ply = 0; ply < review.positions.size(); ++ply) {
    json.begin_object().member("ply", ply);
    if (ply > 0) {
      const auto& move = review.moves[ply - 1];
      json.member("move", notation::to_text(position, moves[ply - 1], notation::Style::uci));
      if (move.judged) {
        json.member("loss", move.loss, 4)
            .member("mark", analysis::to_text(move.mark))
            .member("best", move.best)
            .member("remark",
                    analysis::remark(review, ply - 1, {analysis::RemarkLanguage::english}));
      }
      position.do_move(moves[ply - 1]);
    }
    append_evaluation(json, position, review.positions[ply]);
    json.end_object();
  }
  json.end_array().end_object();
  out += '\n';
}

} // namespace xq::jobs
