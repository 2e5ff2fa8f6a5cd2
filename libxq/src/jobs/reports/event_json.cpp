#include "base/text/json_writer.hpp"
#include "jobs/reports/standings.hpp"

#include <xq/jobs/reports.hpp>

#include <string_view>

namespace xq::jobs {

namespace {

void write_optional(JsonWriter& json, std::string_view key, std::optional<int> value) {
  json.key(key);
  value ? json.value(*value) : json.null();
}

/// An empty text says nothing.
void write_text(JsonWriter& json, std::string_view key, std::string_view text) {
  json.key(key);
  text.empty() ? json.null() : json.value(text);
}

void write_standing(JsonWriter& json, const Standing& s) {
  json.begin_object()
      .member("place", s.place)
      .member("name", std::string_view{s.name})
      .member("games", s.games)
      .member("wins", s.wins)
      .member("draws", s.draws)
      .member("losses", s.losses)
      .member("points", s.points)
      .member("small_points", s.small_points_twice / 2.0, 1)
      .member("opponents_points", s.opponents_points);
  write_optional(json, "cumulative", s.cumulative);
  write_optional(json, "mutual", s.mutual);
  write_optional(json, "mutual_black", s.mutual_black);
  json.member("black_games", s.black_games).member("black_wins", s.black_wins).key("performance");
  if (s.performance) {
    json.begin_object()
        .member("games", s.performance->games)
        .member("average", s.performance->average)
        .member("rating", s.performance->rating)
        .end_object();
  } else {
    json.null();
  }
  json.end_object();
}

void write_game(JsonWriter& json, const EventReport& report, const EventGame& game) {
  json.begin_object().member("game", game.number);
  write_text(json, "round", game.round);
  write_text(json, "date", game.date);
  json.member("red", std::string_view{report.standings[game.red].name})
      .member("black", std::string_view{report.standings[game.black].name})
      .member("result", to_text(game.result));
  write_text(json, "ecco", game.opening);
  json.member("plies", game.plies).end_object();
}

std::string_view reason(LeftOutGame::Why why) {
  using Why = LeftOutGame::Why;
  switch (why) {
  case Why::repeats:
    return "repeats";
  case Why::other_result:
    return "other-result";
  case Why::other_round:
    return "other-round";
  case Why::other_date:
    return "other-date";
  case Why::no_player:
    return "no-player";
  case Why::one_player:
    return "one-player";
  case Why::no_result:
    break;
  }
  return "no-result";
}

void write_left_out(JsonWriter& json, const LeftOutGame& game) {
  json.begin_object().member("game", game.number).member("reason", reason(game.why));
  if (game.of != 0) {
    json.member("of", game.of);
  }
  json.end_object();
}

} // namespace

std::string as_json(const EventReport& report) {
  std::string out;
  JsonWriter json{out};
  json.begin_object().key("events").begin_array();
  for (const auto& event : report.events) {
    json.begin_object()
        .member("name", std::string_view{event.name})
        .member("games", event.games)
        .end_object();
  }
  json.end_array();
  write_text(json, "from", report.from);
  write_text(json, "until", report.until);
  json.member("undated", report.undated)
      .member("pairs", report.pairs.all)
      .member("pairs_met", report.pairs.met)
      .key("scoring")
      .begin_array()
      .value(report.scoring.win)
      .value(report.scoring.draw)
      .value(report.scoring.loss)
      .end_array()
      .member("ranking", name(report.ranking))
      .key("order")
      .begin_array();
  for (const Criterion criterion : criteria(report.ranking)) {
    json.value(name(criterion));
  }
  json.end_array().key("standings").begin_array();
  for (const Standing& standing : report.standings) {
    write_standing(json, standing);
  }
  json.end_array().key("games").begin_array();
  for (const EventGame& game : report.games) {
    write_game(json, report, game);
  }
  json.end_array().key("left_out").begin_array();
  for (const LeftOutGame& game : report.left_out) {
    write_left_out(json, game);
  }
  json.end_array().end_object();
  return out;
}

} // namespace xq::jobs
