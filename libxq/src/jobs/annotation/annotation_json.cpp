#include "jobs/annotation/annotation_json.hpp"

#include "jobs/answer/write.hpp"
#include "record/facts.hpp"

#include <xq/analysis/annotate.hpp>
#include <xq/notation/notation.hpp>

#include <optional>
#include <string_view>
#include <vector>

namespace xq::jobs {

namespace {

using analysis::Evaluation;
using analysis::Mark;
using analysis::MoveReview;
using analysis::PlayerSummary;
using analysis::Review;
using analysis::ValuedLine;

template <Mark mark>
Value marked(const PlayerSummary& p) {
  return p.marks[static_cast<std::size_t>(mark)];
}
template <double PlayerSummary::*Member, int digits>
Value rounded(const PlayerSummary& p) {
  return Decimal{p.*Member, digits};
}
constexpr auto player_fields = std::to_array<FieldOf<PlayerSummary>>(
    {{"moves", Kind::count, get<&PlayerSummary::moves>},
     {"accuracy", Kind::percent, rounded<&PlayerSummary::average_accuracy, 2>},
     {"average_loss", Kind::number, rounded<&PlayerSummary::average_loss, 4>},
     {"average_centipawn_loss", Kind::count, get<&PlayerSummary::average_centipawns>},
     {"good", Kind::count, marked<Mark::good>},
     {"dubious", Kind::count, marked<Mark::dubious>},
     {"mistakes", Kind::count, marked<Mark::mistake>},
     {"blunders", Kind::count, marked<Mark::blunder>},
     {"mates_found", Kind::count, get<&PlayerSummary::mates_found>},
     {"mates_missed", Kind::count, get<&PlayerSummary::mates_missed>}});

constexpr auto line_fields = std::to_array<FieldOf<ValuedLine>>(
    {{"value", Kind::text,
      [](const ValuedLine& l) -> Value { return analysis::value_text(l.score); }},
     {"moves", Kind::list, [](const ValuedLine& l) -> Value {
        std::vector<Value> moves;
        for (const Move& move : l.moves) {
          moves.emplace_back(squares({&move, 1}));
        }
        return moves;
      }}});

/// A position of the game, with the move that led to it.
struct Reviewed {
  const Review& review;
  std::size_t ply;
  Move move;
};
/// What Read says of the move; nothing when it was not judged.
template <auto Read>
Value judged(const Reviewed& r) {
  return r.ply == 0 || !r.review.moves[r.ply - 1].judged
             ? Value{}
             : Value{std::invoke(Read, r.review.moves[r.ply - 1])};
}
template <auto Read>
Value evaluated(const Reviewed& r) {
  const auto& at = r.review.positions[r.ply];
  return at ? Value{std::invoke(Read, *at)} : Value{};
}
Decimal loss(const MoveReview& move) { return {move.loss, 4}; }
std::string_view mark(const MoveReview& move) { return analysis::to_text(move.mark); }
std::string value(const Evaluation& at) { return analysis::value_text(at.score); }
Rows lines(const Evaluation& at) { return rows_of(line_fields, at.lines); }

Value played(const Reviewed& r) { return r.ply == 0 ? Value{} : Value{squares({&r.move, 1})}; }
Value remark(const Reviewed& r) {
  return r.ply == 0 || !r.review.moves[r.ply - 1].judged
             ? Value{}
             : Value{analysis::remark(r.review, r.ply - 1, {analysis::RemarkLanguage::english})};
}
constexpr auto position_fields = std::to_array<FieldOf<Reviewed>>(
    {{"ply", Kind::count, get<&Reviewed::ply>},
     {"move", Kind::move, played, Missing::left_out},
     {"loss", Kind::number, judged<loss>, Missing::left_out},
     {"mark", Kind::word, judged<mark>, Missing::left_out},
     {"best", Kind::flag, judged<&MoveReview::best>, Missing::left_out},
     {"remark", Kind::text, remark, Missing::left_out},
     {"value", Kind::text, evaluated<value>, Missing::null},
     {"score", Kind::score, evaluated<&Evaluation::score>, Missing::left_out},
     {"depth", Kind::count, evaluated<&Evaluation::depth>, Missing::left_out},
     {"nodes", Kind::count, evaluated<&Evaluation::nodes>, Missing::left_out},
     {"lines", Kind::objects, evaluated<lines>, parts<line_fields>, Missing::left_out}});

struct ReviewedGame {
  const record::Game& game;
  const Review& review;
  record::Facts facts;
};
template <std::size_t side>
Value summary(const ReviewedGame& g) {
  return object_of<PlayerSummary>(player_fields, g.review.players[side]);
}
template <auto Member>
Value opening(const ReviewedGame& g) {
  return g.review.opening == nullptr ? Value{} : Value{g.review.opening->*Member};
}
Value positions(const ReviewedGame& g) {
  std::vector<Move> moves;
  g.game.main_moves(moves);
  std::vector<Reviewed> rows;
  for (std::size_t ply = 0; ply < g.review.positions.size(); ++ply) {
    rows.push_back({g.review, ply, ply == 0 ? Move::none() : moves[ply - 1]});
  }
  return rows_of(position_fields, rows);
}
constexpr auto game_fields = std::to_array<FieldOf<ReviewedGame>>(
    {{"number", Kind::count, [](const ReviewedGame& g) -> Value { return g.game.number; }},
     {"source", Kind::text, [](const ReviewedGame& g) -> Value { return g.game.source; }},
     {"red", Kind::name, get<&ReviewedGame::facts, &record::Facts::red>},
     {"black", Kind::name, get<&ReviewedGame::facts, &record::Facts::black>},
     {"result", Kind::result,
      [](const ReviewedGame& g) -> Value { return to_text(g.game.result()); }},
     {"ecco", Kind::text, opening<&record::Opening::code>, Missing::left_out},
     {"opening", Kind::text, opening<&record::Opening::name>, Missing::left_out},
     {"book_plies", Kind::count,
      [](const ReviewedGame& g) -> Value { return g.review.book_plies; }},
     {"red_summary", Kind::object, summary<0>, parts<player_fields>},
     {"black_summary", Kind::object, summary<1>, parts<player_fields>},
     {"positions", Kind::objects, positions, parts<position_fields>}});

} // namespace

std::vector<Field> annotation_fields() { return described(game_fields); }

void write_annotation_json(std::string& out, const record::Game& game, const Review& review) {
  out += json_line<ReviewedGame>(game_fields, {game, review, record::Facts{game}});
}

} // namespace xq::jobs
