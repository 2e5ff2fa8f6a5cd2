#include "service/annotation/judged_game.hpp"

#include "base/text/text.hpp"
#include "jobs/annotation/annotation_json.hpp"
#include "service/games/answers.hpp"
#include "service/games/game_json.hpp"

#include <xq/base/translate.hpp>
#include <xq/notation/notation.hpp>

#include <utility>

namespace xq::service {

namespace {

struct Written {};
/// The objects are JSON already.
constexpr auto written_fields = std::to_array<jobs::FieldOf<Written>>(
    {{"game", jobs::Kind::object, nullptr, game_fields, jobs::Missing::left_out},
     {"review", jobs::Kind::object, nullptr, jobs::annotation_fields, jobs::Missing::left_out}});

notation::Style read_notation(const Parameters& query, notation::Style otherwise) {
  const auto name = query.get("notation");
  if (name.empty()) {
    return otherwise;
  }
  if (const auto style = notation::find_style(name)) {
    return *style;
  }
  throw HttpError{400, localized("notation={} is not understood. Give chinese, traditional, wxf, "
                                 "iccs or uci.",
                                 excerpt(name, 20))};
}

} // namespace

JudgedGame read_judged_game(const Parameters& query, std::string_view body,
                            std::size_t most_plies) {
  JudgedGame out;
  out.style = read_move_style(query);
  out.annotate.style = read_notation(query, out.style.script);
  read_game_json(body, out.game);
  out.game.number = 1;
  std::vector<Move> moves;
  out.game.main_moves(moves);
  if (moves.empty()) {
    throw HttpError{400, localized("The game has no moves. Play some, or send another game.")};
  }
  if (moves.size() > most_plies) {
    throw HttpError{
        413, localized("The game has more than {} moves. Use xq annotate for it.", most_plies)};
  }
  return out;
}

std::string judge(const JudgedGame& game, const analysis::ReviewTools& tools) {
  const auto review = analysis::review(game.game, tools);
  std::string out = fmt::format("\"{}\":", written_fields[0].name);
  JsonWriter json{out};
  json.begin_object();
  write_game_members(json, analysis::annotated(game.game, review, game.annotate), game.style);
  json.end_object();
  out += fmt::format(",\"{}\":", written_fields[1].name);
  jobs::write_annotation_json(out, game.game, review);
  out.pop_back(); // the end of the line
  return out;
}

std::vector<jobs::Field> judged_game_fields() { return jobs::described(written_fields); }

} // namespace xq::service
