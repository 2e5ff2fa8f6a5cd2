#include "service/play/kept_game.hpp"

#include "base/text/text.hpp"
#include "jobs/adjudication/verdict_fields.hpp"
#include "service/json/members.hpp"
#include "service/move_json.hpp"
#include "service/play/game_journal.hpp"

#include <xq/base/translate.hpp>
#include <xq/board/fen.hpp>
#include <xq/engine/settings.hpp>
#include <xq/uci/external.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

namespace xq::service {

namespace {

using Milliseconds = PlayClock::Milliseconds;

constexpr int most_plies = 2000; ///< of a game
constexpr std::array rule_sets{RuleSet::wxf, RuleSet::cxa, RuleSet::none};
constexpr auto most = std::numeric_limits<std::int64_t>::max() / 4;

Milliseconds read_time(const JsonValue& wanted, const char* name, double high, double unit) {
  return Milliseconds{std::llround(read_number(wanted, name, 0, 0, high) * unit)};
}

PlayClock::Terms read_clock(const JsonValue& wanted) {
  constexpr double second = 1000;
  constexpr double minute = 60 * second;
  PlayClock::Terms terms;
  terms.base = read_time(wanted, "minutes", 300, minute);
  terms.increment = read_time(wanted, "increment", 300, second);
  terms.step = read_time(wanted, "step", 3600, second);
  terms.byoyomi = read_time(wanted, "byoyomi", 300, second);
  terms.days = std::chrono::days{read_whole(wanted, "days", 0, 0, 30)};
  if (terms.base.count() == 0 && terms.increment.count() > 0) {
    throw Refusal{localized(
        "there is an increment without \"minutes\". Send how many minutes each side has.")};
  }
  if (terms.base.count() == 0 && terms.byoyomi.count() > 0) {
    throw Refusal{
        localized("there is a \"byoyomi\" without \"minutes\". Send how many minutes each side "
                  "has, or how many seconds a move may take (\"step\").")};
  }
  if (terms.days.count() > 0 && (terms.base + terms.step).count() > 0) {
    throw Refusal{localized(
        "there are \"days\" and another clock. Send days for each move, or the other clock.")};
  }
  return terms;
}

// ---- as it is kept
// ---------------------------------------------------------------------------------

void write_left(JsonWriter& json, const PlayClock::Left& left) {
  json.key("left").begin_array().value(left[0].count()).value(left[1].count()).end_array();
}

void write_setup(JsonWriter& json, const GameRoom::Setup& setup) {
  json.key("setup").begin_object();
  write_terms(json, setup.game);
  for (const Color side : {Color::red, Color::black}) {
    const auto& player = setup.players[to_index(side)];
    json.key(name_of(side)).begin_object().member("key", std::string_view{player.key});
    json.member("level", player.level.value_or(0)).end_object();
  }
  json.member("chat", setup.chat)
      .member("date", std::string_view{setup.date})
      .member("visitor", std::string_view{setup.visitor})
      .member("client", std::string_view{setup.client})
      .member("maker", name_of(setup.maker))
      .member("handicap", std::string_view{setup.handicap})
      .member("giver", name_of(setup.giver))
      .end_object();
}

void write_result(JsonWriter& json, const OnlineGame::Result& result) {
  json.key("result").begin_object();
  if (result.winner) {
    json.member("winner", name_of(*result.winner));
  }
  json.member("score", record::to_text(result.score))
      .member("reason", std::string_view{result.reason})
      .member("rule", std::string_view{result.rule})
      .end_object();
}

// ---- and read
// --------------------------------------------------------------------------------------

Color read_color(const JsonValue& object, const char* name) {
  return read_text(object, name) == "black" ? Color::black : Color::red;
}

const JsonValue& part(const JsonValue& object, const char* name) {
  static const JsonValue none;
  const auto* const found = object.find(name);
  return found == nullptr ? none : *found;
}

/// The two numbers that stand in a list from `first` on.
PlayClock::Left read_left(const JsonValue& list, std::size_t first) {
  const auto* const all = list.array();
  PlayClock::Left left{};
  for (std::size_t i = 0; i < left.size(); ++i) {
    const auto number =
        all != nullptr && all->size() > first + i ? (*all)[first + i].integer() : std::nullopt;
    left[i] = Milliseconds{std::clamp<std::int64_t>(number.value_or(0), 0, most)};
  }
  return left;
}

GameRoom::Setup read_setup(const JsonValue& line, const JsonValue& value) {
  GameRoom::Setup setup;
  setup.id = read_text(line, "id");
  setup.game = read_terms(value);
  for (const Color side : {Color::red, Color::black}) {
    auto& player = setup.players[to_index(side)];
    const auto& seat = part(value, side == Color::red ? "red" : "black");
    player.key = read_text(seat, "key");
    if (const auto level = read_whole(seat, "level", 0, 0, engine::play_levels); level > 0) {
      player.level = static_cast<int>(level);
    }
  }
  setup.chat = read_flag(value, "chat", false);
  setup.date = read_text(value, "date");
  setup.visitor = read_text(value, "visitor");
  setup.client = read_text(value, "client");
  setup.maker = read_color(value, "maker");
  setup.handicap = read_text(value, "handicap");
  setup.giver = read_color(value, "giver");
  setup.seed = std::hash<std::string>{}(setup.id);
  return setup;
}

std::optional<OnlineGame::Result> read_result(const JsonValue& line) {
  const auto* const value = line.find("result");
  if (value == nullptr) {
    return std::nullopt;
  }
  OnlineGame::Result result;
  if (value->find("winner") != nullptr) {
    result.winner = read_color(*value, "winner");
  }
  const auto score = read_text(*value, "score");
  for (const auto each :
       {record::Result::red_wins, record::Result::black_wins, record::Result::draw}) {
    result.score = record::to_text(each) == score ? each : result.score;
  }
  result.reason = read_text(*value, "reason");
  result.rule = read_text(*value, "rule");
  return result;
}

Move read_kept_move(std::string_view text) {
  const Move move = uci::parse_move(text, uci::RankBase::zero);
  if (!move) {
    throw Refusal{localized("the move is not legal: {}. Make a legal move.",
                            translate("it is no move such as h2e2"))};
  }
  return move;
}

GameRoom::Kept read_state(const JsonValue& line) {
  GameRoom::Kept kept;
  if (const auto* const log = part(line, "log").array()) {
    for (const auto& each : *log) {
      const auto* const entry = each.array();
      const auto* const move = entry == nullptr || entry->empty() ? nullptr : (*entry)[0].string();
      kept.game.moves.push_back({read_kept_move(move == nullptr ? "" : *move), read_left(each, 1)});
    }
  }
  kept.game.left = read_left(part(line, "left"), 0);
  kept.game.result = read_result(line);
  for (const Color side : {Color::red, Color::black}) {
    kept.names[to_index(side)] =
        read_text(part(line, "names"), side == Color::red ? "red" : "black");
  }
  if (const auto* const next = line.find("next")) {
    kept.next = GameRoom::Next{
        std::string{read_text(*next, "id")},
        {std::string{read_text(*next, "red")}, std::string{read_text(*next, "black")}}};
  }
  kept.in_database = read_flag(line, "in_database", false);
  kept.open = read_flag(line, "open", false);
  kept.time = read_whole(line, "time", 0, 0, most);
  return kept;
}

void write_log(JsonWriter& json, const OnlineGame::Kept& game) {
  json.key("log").begin_array();
  for (const auto& [move, before] : game.moves) {
    json.begin_array()
        .value(std::string_view{uci::move_text(move, uci::RankBase::zero)})
        .value(before[0].count())
        .value(before[1].count())
        .end_array();
  }
  json.end_array();
}

} // namespace

OnlineGame::Setup read_terms(const JsonValue& wanted) {
  OnlineGame::Setup game;
  game.start = read_position(read_text(wanted, "fen"));
  if (const JsonValue* const moves = wanted.find("moves")) {
    game.moves = read_moves(game.start, *moves, most_moves);
  }
  game.clock = read_clock(wanted);
  game.rules.repetition = rule_sets[read_choice(wanted, "rules", {"wxf", "cxa", "none"})];
  game.rules.max_plies = most_plies;
  return game;
}

void write_terms(JsonWriter& json, const OnlineGame::Setup& setup) {
  json.member("fen", std::string_view{write_fen(setup.start)}).key("moves").begin_array();
  for (const Move move : setup.moves) {
    json.value(std::string_view{uci::move_text(move, uci::RankBase::zero)});
  }
  const auto seconds = [&](const char* name, Milliseconds time, double unit) {
    json.member(name, static_cast<double>(time.count()) / unit, 6);
  };
  json.end_array();
  seconds("minutes", setup.clock.base, 60'000);
  seconds("increment", setup.clock.increment, 1000);
  seconds("step", setup.clock.step, 1000);
  seconds("byoyomi", setup.clock.byoyomi, 1000);
  json.member("days", setup.clock.days.count());
  json.member("rules", jobs::rules_word(setup.rules.repetition));
}

std::string kept_line(const GameRoom::Setup& setup, const GameRoom::Kept& kept) {
  std::string text;
  JsonWriter json{text};
  json.begin_object().member("id", std::string_view{setup.id});
  write_setup(json, setup);
  json.key("names")
      .begin_object()
      .member("red", std::string_view{kept.names[0]})
      .member("black", std::string_view{kept.names[1]})
      .end_object();
  write_log(json, kept.game);
  write_left(json, kept.game.left);
  if (kept.game.result) {
    write_result(json, *kept.game.result);
  }
  if (kept.next) {
    json.key("next")
        .begin_object()
        .member("id", std::string_view{kept.next->id})
        .member("red", std::string_view{kept.next->keys[0]})
        .member("black", std::string_view{kept.next->keys[1]})
        .end_object();
  }
  json.member("in_database", kept.in_database)
      .member("open", kept.open)
      .member("time", kept.time)
      .end_object();
  return text;
}

std::string kept_move(std::string_view id, Move move, const PlayClock::Left& left,
                      std::int64_t time) {
  std::string text;
  JsonWriter json{text};
  json.begin_object().member("id", id).member(
      "move", std::string_view{uci::move_text(move, uci::RankBase::zero)});
  write_left(json, left);
  json.member("time", time).end_object();
  return text;
}

std::optional<ReadGame> read_kept(const std::vector<std::string>& lines) {
  try {
    std::optional<ReadGame> game;
    for (const std::string& text : lines) {
      const auto line = read_json(text, line_limits);
      if (!line) {
        return std::nullopt;
      }
      if (const auto* const setup = line->find("setup")) {
        game = ReadGame{read_setup(*line, *setup), read_state(*line)};
      } else if (game) {
        auto& state = game->kept;
        state.game.moves.push_back({read_kept_move(read_text(*line, "move")), state.game.left});
        state.game.left = read_left(part(*line, "left"), 0);
        state.time = read_whole(*line, "time", 0, 0, most);
      }
    }
    return game;
  } catch (const Error&) {
    return std::nullopt;
  }
}

} // namespace xq::service
