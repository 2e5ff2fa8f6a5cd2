#include "base/text/text.hpp"
#include "service/analysis/analysis.hpp"
#include "service/play/play_rooms.hpp"
#include "support/catch.hpp"
#include "support/listener.hpp"
#include "support/places.hpp"
#include "support/play_hall.hpp"
#include "support/scratch_folder.hpp"

#include <xq/store/game_database.hpp>
#include <xq/store/game_import.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <set>
#include <thread>

using namespace xq;
using namespace xq::service;
using namespace std::chrono_literals;
using support::at;
using support::Guest;
using support::Hall;
using support::Listener;
using support::parsed;
using support::Table;

namespace {

int status_of_post(const Hall& hall, std::string body, std::string client = {}) {
  try {
    return hall.post(std::move(body), std::move(client)).status;
  } catch (const HttpError& e) {
    CHECK(std::string_view{e.what()}.ends_with('.'));
    return e.status();
  }
}

bool is_error(const std::string& message, std::string_view part) {
  return message.starts_with(R"({"type":"error","error":)") &&
         message.find(part) != std::string::npos;
}

} // namespace

TEST_CASE("play: a new game has an id and a secret for each seat", "[threads]") {
  const Hall hall;
  const auto game = hall.create(R"({"side":"black"})");
  CHECK(at(game, "side") == "black");
  CHECK(at(game, "other.side") == "red");
  CHECK(at(game, "watch") == at(game, "id"));
  std::set<std::string> texts{at(game, "id"), at(game, "key"), at(game, "other.key")};
  for (int i = 0; i < 20; ++i) {
    const auto other = hall.create();
    texts.insert({at(other, "id"), at(other, "key"), at(other, "other.key")});
  }
  CHECK(texts.size() == 63);
  CHECK(at(game, "key").size() == 32); // 128 bits
  CHECK(at(game, "key").find_first_not_of("0123456789abcdef") == std::string::npos);
  CHECK(hall.create(R"({"opponent":"engine"})").find("other") == nullptr);
}

TEST_CASE("play: what cannot be made is refused with a status and advice", "[threads]") {
  const Hall hall;
  for (const auto* const body :
       {"[]", "{", "1", R"({"side":"white"})", R"({"minutes":301})", R"({"minutes":"ten"})",
        R"({"minutes":-1})", R"({"increment":5})", R"({"opponent":"me"})",
        R"({"opponent":"engine","level":9})", R"({"fen":"9/9 w"})", R"({"moves":["a0a9"]})",
        R"({"moves":"h2e2"})", R"({"moves":[1]})", R"({"chat":"yes"})", R"({"rules":"fide"})",
        R"({"side":"red","side":"black"})", R"({"names":{"red":1}})", "\xff",
        // mated before it begins
        R"({"fen":"3k5/3P5/9/9/9/9/9/3R5/9/4K4 b"})"}) {
    INFO(body);
    CHECK(status_of_post(hall, body) == 400);
  }
  CHECK(status_of_post(hall, std::string(20'000, ' ')) == 413);
  CHECK(status_of_post(hall, "") == 201);
}

TEST_CASE("play: moves, refused moves, and what each sees", "[threads]") {
  const Hall hall;
  Table table{hall, R"({"names":{"red":" Hu\u0007 ","black":"<b>"}})"};
  Guest watcher{hall, table.id, ""};
  CHECK(table.red.says("you") == "red");
  CHECK(table.black.says("you") == "black");
  CHECK(watcher.says("you") == "null");
  CHECK(table.red.says("players.red.name") == "Hu");
  CHECK(table.red.says("players.black.name") == "<b>"); // text, never markup
  CHECK(table.red.state().find("legal")->array()->size() == 44);
  CHECK(table.black.state().find("legal")->array()->empty());
  CHECK(watcher.state().find("legal")->array()->empty());

  table.black.move("h9g7", 0);
  CHECK(is_error(table.black.ear().last(), "other side's turn"));
  table.red.move("h2h9", 1);
  CHECK(is_error(table.red.ear().last(), "ply 1, but 0 moves"));
  table.red.move("h2h8", 0);
  CHECK(is_error(table.red.ear().last(), "not legal"));
  table.red.move("h2", 0);
  CHECK(is_error(table.red.ear().last(), "not legal"));
  table.red.send(R"({"type":"move","move":"h2e2"})");
  CHECK(is_error(table.red.ear().last(), "ply"));
  watcher.move("h2e2", 0);
  CHECK(is_error(watcher.ear().last(), "look on"));
  CHECK(table.red.moves() == 0);

  table.red.move("h2e2", 0);
  CHECK(table.red.moves() == 1);
  CHECK(table.black.says("turn") == "black");
  CHECK(at((*table.black.state().find("moves")->array())[0], "san") == "炮二平五");
  CHECK(at((*table.black.state().find("moves")->array())[0], "wxf") == "C2=5");
  table.red.move("h2e2", 0); // sent again by a nervous client
  CHECK(is_error(table.red.ear().last(), "ply 0, but 1 moves"));
  table.black.move("h9g7", 1);
  CHECK(watcher.moves() == 2);
  CHECK(watcher.says("fen").starts_with("rnbakab1r/9/1c4nc1/"));
  CHECK(watcher.says("clocks") == "null");
}

TEST_CASE("play: the game ends by the rules, and says why", "[threads]") {
  const Hall hall;
  Table mate{hall, R"({"fen":"5k3/9/9/9/9/9/9/9/R8/3RK4 w"})"};
  mate.play({"a1f1"});
  CHECK(mate.black.says("result.reason") == "checkmate");
  CHECK(mate.black.says("result.winner") == "red");
  CHECK(mate.black.says("result.score") == "1-0");
  CHECK(mate.black.says("result.rule") == "checkmate wins (Asian rules, 1)");
  mate.black.move("f9f8", 1);
  CHECK(is_error(mate.black.ear().last(), "the game is over"));

  const std::string checker = R"("fen":"c2a1k3/2c1a2R1/b6P1/8p/9/9/9/9/4K4/9 w")";
  const std::vector<std::string_view> checks{"h8h9", "f9f8", "h9h8", "f8f9",
                                             "h8h9", "f9f8", "h9h8", "f8f9"};
  Table perpetual{hall, "{" + checker + "}"};
  perpetual.play(checks);
  CHECK(perpetual.red.says("result.reason") == "perpetual check");
  CHECK(perpetual.red.says("result.score") == "0-1");
  CHECK(perpetual.red.says("result.rule").find("Asian rules, 6") != std::string::npos);
  Table chinese{hall, "{" + checker + R"(,"rules":"cxa"})"};
  chinese.play(checks);
  CHECK(chinese.red.says("result") == "null"); // after two rounds
  chinese.play({"h8h9", "f9f8", "h9h8", "f8f9"});
  CHECK(chinese.red.says("result.rule").find("Chinese rules") != std::string::npos);
  Table nine_rounds{hall, R"({"fen":"2R6/3ka4/3a5/9/9/4p4/8c/4B1r2/4A4/3A1KB2 w","rules":"cxa"})"};
  nine_rounds.play({"c9c8", "d8d9", "c8c9", "d9d8", "c9i9", "i3h3", "i9h9", "h3i3", "h9i9", "i3h3",
                    "i9h9", "h3i3", "h9h3", "i3i0", "h3h0", "i0i3", "h0h3", "i3i0"});
  CHECK(nine_rounds.red.says("result.reason") == "perpetual attack");
  CHECK(nine_rounds.red.says("result.winner") == "black");
  Table without{hall, "{" + checker + R"(,"rules":"none"})"};
  without.play(checks);
  CHECK(without.red.says("result.reason") == "repetition");
  CHECK(without.red.says("result.winner") == "null");
  CHECK(without.red.says("result.score") == "1/2-1/2");

  Table limit{hall, R"({"fen":"3ak4/9/9/9/9/9/9/9/R8/5K3 w - - 119 90"})"};
  limit.play({"a1a2"});
  CHECK(limit.red.says("result.reason") == "natural limit");
  Table resigned{hall};
  resigned.red.send(R"({"type":"resign"})");
  CHECK(resigned.black.says("result.reason") == "resignation");
  CHECK(resigned.black.says("result.winner") == "black");
}

TEST_CASE("play: clocks run from the second move on, get their increment, and fall", "[threads]") {
  Hall hall;
  Table table{hall, R"({"minutes":1,"increment":2})"};
  CHECK(table.red.says("clocks.red") == "60000");
  CHECK(table.red.says("clocks.running") == "null");
  hall.clock.pass(10min); // nobody has moved
  hall.rooms->tick(hall.clock.now());
  CHECK(table.red.says("result") == "null");
  table.red.move("h2e2", 0);
  CHECK(table.red.says("clocks.red") == "60000"); // the first move costs and gains nothing
  CHECK(table.red.says("clocks.running") == "black");
  hall.clock.pass(20s);
  table.black.move("h9g7", 1);
  CHECK(table.red.says("clocks.black") == "42000");
  CHECK(table.red.says("clocks.running") == "red");
  hall.clock.pass(59'999ms);
  hall.rooms->tick(hall.clock.now());
  CHECK(table.red.says("result") == "null");
  table.red.move("h0g2", 2);
  CHECK(table.red.says("clocks.red") == "2001");
  hall.clock.pass(30s);
  Guest late{hall, table.id, ""};
  CHECK(late.says("clocks.black") == "12000"); // of this moment
  CHECK(hall.rooms->next_tick() <= hall.clock.now() + 12'001ms);
  hall.clock.pass(12s);
  hall.rooms->tick(hall.clock.now());
  CHECK(table.red.says("result") == "null"); // to the last millisecond
  hall.clock.pass(1ms);
  hall.rooms->tick(hall.clock.now());
  CHECK(table.red.says("result.reason") == "time");
  CHECK(table.red.says("result.winner") == "red");
  CHECK(table.red.says("clocks.black") == "0");
  CHECK(table.red.says("clocks.running") == "null");
}

TEST_CASE("play: at the end both clocks stand where they were", "[threads]") {
  Hall hall;
  Table table{hall, R"({"minutes":1})"};
  table.play({"h2e2"});
  hall.clock.pass(10s);
  table.red.send(R"({"type":"resign"})");
  CHECK(table.red.says("clocks.black") == "50000");
  CHECK(table.red.says("clocks.running") == "null");
}

TEST_CASE("play: a move that comes after the flag fell is too late, without any tick",
          "[threads]") {
  Hall hall;
  Table table{hall, R"({"minutes":0.5})"};
  table.play({"h2e2"});
  hall.clock.pass(30'001ms);
  table.black.move("h9g7", 1);
  CHECK(is_error(table.black.ear().last(), "the game is over (time)"));
  CHECK(table.red.says("result.winner") == "red");
  CHECK(table.red.moves() == 1);
}

TEST_CASE("play: draws and moves taken back need the other's consent", "[threads]") {
  Hall hall;
  Table table{hall, R"({"minutes":1})"};
  table.red.send(R"({"type":"undo"})");
  CHECK(is_error(table.red.ear().last(), "no move of yours"));
  table.red.send(R"({"type":"decline"})");
  CHECK(is_error(table.red.ear().last(), "nothing to decline"));
  table.play({"h2e2", "h9g7", "h0g2"});

  table.red.send(R"({"type":"draw"})");
  CHECK(table.black.says("offers.draw") == "red");
  CHECK(table.red.says("result") == "null");
  table.red.send(R"({"type":"draw"})"); // not by oneself, and not again and again
  CHECK(is_error(table.red.ear().last(), "already"));
  table.black.send(R"({"type":"decline"})");
  CHECK(table.black.says("offers.draw") == "null");
  table.red.send(R"({"type":"draw"})");
  CHECK(is_error(table.red.ear().last(), "already"));

  hall.clock.pass(10s);
  table.red.send(R"({"type":"undo"})");
  CHECK(table.black.says("offers.undo") == "red");
  table.black.send(R"({"type":"undo"})");
  CHECK(table.red.moves() == 2); // Red's own move: Black has not answered
  CHECK(table.red.says("clocks.running") == "red");
  CHECK(table.red.says("clocks.black") == "60000"); // as before the move
  table.play({"h0g2", "b9c7"});
  table.red.send(R"({"type":"undo"})");
  table.black.send(R"({"type":"undo"})");
  CHECK(table.red.moves() == 2); // Black's answer and the own move
  CHECK(table.red.says("turn") == "red");

  table.red.send(R"({"type":"undo"})");
  table.red.move("b0c2", 2); // who moves wants nothing back any more
  CHECK(table.black.says("offers.undo") == "null");
  table.red.send(R"({"type":"draw"})");
  table.black.send(R"({"type":"draw"})");
  CHECK(table.red.says("result.reason") == "agreement");
  CHECK(table.red.says("result.score") == "1/2-1/2");
  CHECK(table.red.says("offers.draw") == "null");
}

TEST_CASE("play: an offer of a draw stands until the other side moves", "[threads]") {
  const Hall hall;
  Table table{hall};
  table.red.send(R"({"type":"draw"})");
  table.play({"h2e2"});
  CHECK(table.black.says("offers.draw") == "red");
  table.play({"h9g7"});
  CHECK(table.black.says("offers.draw") == "null");
}

TEST_CASE("play: moves that the game began with are not taken back", "[threads]") {
  const Hall hall;
  Table table{hall, R"({"moves":["h2e2","h9g7"]})"};
  CHECK(table.red.moves() == 2);
  table.play({"h0g2"});
  table.black.send(R"({"type":"undo"})");
  CHECK(is_error(table.black.ear().last(), "no move of yours"));
}

TEST_CASE("play: a lost connection comes back, and others see who is there", "[threads]") {
  Hall hall;
  Table table{hall};
  Guest watcher{hall, table.id, ""};
  table.play({"h2e2"});
  table.black.hang_up();
  CHECK(table.red.says("players.black.here") == "false");
  Guest again{hall, table.id, at(table.game, "other.key")};
  CHECK(again.says("you") == "black");
  CHECK(again.moves() == 1);
  CHECK(again.state().find("legal")->array()->size() == 45);
  CHECK(table.red.says("players.black.here") == "true");
  again.move("h9g7", 1);
  CHECK(table.red.moves() == 2);
  hall.clock.pass(2s);
  hall.rooms->tick(hall.clock.now());
  CHECK(table.red.says("spectators") == "1");
  watcher.hang_up();
  hall.clock.pass(2s);
  CHECK(hall.rooms->next_tick() <= hall.clock.now());
  hall.rooms->tick(hall.clock.now());
  CHECK(table.red.says("spectators") == "0");
}

TEST_CASE("play: wrong keys, unknown games, and too many of everybody", "[threads]") {
  PlayOptions options;
  options.rules.most_spectators = 2;
  options.rules.most_connections = 2;
  const Hall hall{std::move(options)};
  Table table{hall};
  const Listener ear;
  const auto refusal = [&](const std::string& id, const std::string& key) {
    const auto opened = hall.rooms->open(id, key, ear.outlet());
    CHECK_FALSE(opened.conversation);
    return opened.refusal.status;
  };
  CHECK(refusal("nothing", "") == 404);
  CHECK(refusal(table.id, "0") == 403);
  CHECK(refusal(table.id, std::string(32, '0')) == 403);
  CHECK(refusal(table.id, table.id) == 403);
  const Guest first{hall, table.id, ""};
  const Guest second{hall, table.id, ""};
  CHECK(refusal(table.id, "") == 429);
  Guest red_again{hall, table.id, at(table.game, "key")};
  CHECK(table.red.ear().code() == 0);
  const Guest red_third{hall, table.id, at(table.game, "key")};
  CHECK(table.red.ear().code() == 1008); // the oldest
  red_again.move("h2e2", 0);
  CHECK(red_third.moves() == 1);
  table.red.move("h9g7", 1); // it is not connected any more
  CHECK(red_third.moves() == 1);
  CHECK(ear.count() == 0);
}

TEST_CASE("play: bad messages are errors, and too many end the conversation", "[threads]") {
  Hall hall;
  Table table{hall};
  for (const std::string message :
       {"", "{", "[]", "null", "7", R"({"type":7})", R"({"type":"fly"})", R"({"typ":"move"})",
        R"({"type":"move","type":"resign"})", R"({"type":"move","move":5,"ply":0})",
        R"({"type":"move","move":"h2e2","ply":"0"})", R"({"type":"move","move":"h2e2","ply":-1})",
        R"({"type":"move","move":"h2e2","ply":1e99})", R"({"type":"chat","text":"hello"})",
        R"({"a":{"b":{"c":1}}})", R"({"type":"state"})", "{\"type\":\"\xff\"}"}) {
    INFO(message);
    hall.clock.pass(1s);
    const auto before = table.red.ear().count();
    table.red.send(message);
    CHECK(table.red.ear().count() == before + 1);
    CHECK(is_error(table.red.ear().last(), ". "));
  }
  table.red.send(R"({"type":"ping"})");
  CHECK(table.red.ear().last() == R"({"type":"pong"})");
  hall.clock.pass(1s);
  table.red.send(R"({"type":"resign","x":")" + std::string(5000, 'x') + "\"}");
  CHECK(is_error(table.red.ear().last(), "longer than"));
  CHECK(table.red.says("result") == "null");
  hall.clock.pass(10s);
  for (int i = 0; i < 25 && table.red.ear().code() == 0; ++i) {
    table.red.send(R"({"type":"ping"})");
  }
  CHECK(table.red.ear().code() == 1008);
  CHECK(table.black.ear().code() == 0);
}

TEST_CASE("play: chat is off unless the game was made with it, and between the players",
          "[threads]") {
  const Hall hall;
  Table table{hall, R"({"chat":true})"};
  const Guest watcher{hall, table.id, ""};
  table.red.send(R"({"type":"chat","text":" <script>\n\u202Ehi "})");
  CHECK(table.black.ear().last() == R"({"type":"chat","from":"red","text":"<script>hi"})");
  CHECK(watcher.ear().last().find("chat\",") == std::string::npos);
  table.red.send(R"({"type":"chat","text":" \n "})");
  CHECK(is_error(table.red.ear().last(), "text"));
}

TEST_CASE("play: the engine answers at its level, gives moves back and judges draws", "[threads]") {
  Hall hall;
  const auto game = hall.create(R"({"opponent":"engine","level":1,"minutes":5})");
  Guest red{hall, at(game, "id"), at(game, "key")};
  CHECK(red.says("players.black.engine") == "1");
  CHECK(red.says("players.black.here") == "true");
  red.move("h2e2", 0);
  REQUIRE(!red.ear().wait_for(R"("turn":"red","legal":[{)", red.ear().count() - 1).empty());
  CHECK(red.moves() == 2);
  red.send(R"({"type":"draw"})");
  CHECK(red.says("offers.draw") == "null"); // too early
  CHECK(red.says("result") == "null");
  red.send(R"({"type":"undo"})");
  CHECK(red.moves() == 0);
  CHECK(red.says("clocks.running") == "null");

  const auto second = hall.create(R"({"opponent":"engine","level":1,"side":"black"})");
  const Guest black{hall, at(second, "id"), at(second, "key")};
  CHECK(!black.ear().wait_for(R"("turn":"black","legal":[{)").empty());
}

TEST_CASE("play: the record of a game, at any time", "[threads]") {
  Hall hall;
  Table table{hall, R"({"minutes":10,"increment":5,"names":{"red":"胡荣华","black":"\"x\""}})"};
  table.play({"h2e2", "h9g7"});
  const auto pgn = hall.rooms->pgn(table.id);
  CHECK(pgn.content_type.starts_with("application/x-chess-pgn"));
  CHECK(*pgn.body ==
        "[Game \"Chinese Chess\"]\n[Event \"xq serve\"]\n[Site \"?\"]\n"
        "[Date \"2026.11.22\"]\n[Round \"?\"]\n[Red \"胡荣华\"]\n"
        "[Black \"\\\"x\\\"\"]\n[Result \"*\"]\n[TimeControl \"600+5\"]\n"
        "[Termination \"unfinished\"]\n[GameId \"" +
            table.id + "\"]\n\n1. 炮二平五 {[%clk 0:10:00]} 1... 马８进７ {[%clk 0:10:05]}\n*\n\n");
  table.black.send(R"({"type":"resign"})");
  CHECK(hall.rooms->pgn(table.id).body->find("[Termination \"resignation\"]") != std::string::npos);
  CHECK_THROWS_AS(hall.rooms->pgn("nothing"), HttpError);
}

TEST_CASE("play: games without anybody are given up, and forgotten later", "[threads]") {
  Hall hall;
  Table table{hall};
  const auto unused = hall.create();
  table.play({"h2e2"});
  table.red.hang_up();
  hall.clock.pass(61min);
  hall.rooms->tick(hall.clock.now());
  CHECK(table.black.says("result") == "null"); // one is there
  CHECK_THROWS_AS(hall.rooms->pgn(at(unused, "id")), HttpError);
  const Guest watcher{hall, table.id, ""};
  table.black.hang_up();
  hall.clock.pass(60min - 1ms);
  hall.rooms->tick(hall.clock.now());
  CHECK(watcher.says("result") == "null");
  hall.clock.pass(1ms);
  hall.rooms->tick(hall.clock.now());
  CHECK(watcher.says("result.reason") == "abandoned");
  CHECK(watcher.says("result.score") == "*");
  hall.clock.pass(59min);
  hall.rooms->tick(hall.clock.now());
  CHECK(hall.rooms->pgn(table.id).status == 200);
  hall.clock.pass(1min);
  hall.rooms->tick(hall.clock.now());
  CHECK_THROWS_AS(hall.rooms->pgn(table.id), HttpError);
  CHECK(watcher.ear().code() == 1000);
  CHECK(hall.rooms->next_tick() == PlayRooms::TimePoint::max());
}

TEST_CASE("play: too many games are refused, until one is not needed any more", "[threads]") {
  PlayOptions options;
  options.most_games = 2;
  Hall hall{std::move(options)};
  Table table{hall};
  CHECK(status_of_post(hall, "{}") == 201);
  CHECK(status_of_post(hall, "{}") == 429);
  hall.clock.pass(61s); // nobody came to the second
  CHECK(status_of_post(hall, "{}") == 201);
  CHECK(status_of_post(hall, "{}") == 429);
  table.red.send(R"({"type":"resign"})");
  CHECK(status_of_post(hall, "{}") == 429); // its players look at it still
  table.red.hang_up();
  table.black.hang_up();
  CHECK(status_of_post(hall, "{}") == 201);
}

TEST_CASE("play: one address cannot take all places", "[threads]") {
  PlayOptions options;
  options.most_games = 4;
  options.most_games_each = 2;
  Hall hall{std::move(options)};
  CHECK(status_of_post(hall, "{}", "192.0.2.1") == 201);
  CHECK(status_of_post(hall, "{}", "192.0.2.1") == 201);
  CHECK(status_of_post(hall, "{}", "192.0.2.1") == 429);
  CHECK(status_of_post(hall, "{}", "192.0.2.2") == 201); // others have theirs
  CHECK(status_of_post(hall, "{}") == 201);              // nobody counts this one
  CHECK(status_of_post(hall, "{}") == 429);
  hall.clock.pass(61s); // nobody came to these games
  CHECK(status_of_post(hall, "{}", "192.0.2.1") == 201);
}

TEST_CASE("play: finished games go into the database at once, unfinished ones go on later",
          "[threads]") {
  const support::ScratchFolder folder;
  PlayOptions options;
  options.keep_games = folder.file("kept.xqdb");
  Hall hall{std::move(options)};
  Table first{hall};
  Table second{hall};
  Table third{hall};
  first.play({"h2e2"});
  first.black.send(R"({"type":"resign"})");
  const auto games = [&] {
    return std::filesystem::exists(folder.file("kept.xqdb"))
               ? store::GameDatabase{folder.file("kept.xqdb")}.count({})
               : 0;
  };
  CHECK_FALSE(first.red.ear().wait_for("resignation").empty());
  CHECK(games() == 1); // by the time that its end is shown
  second.play({"h2e2"});
  hall.rooms->shut_down(); // the third has no move
  CHECK(second.red.ear().code() == 1001);
  CHECK(games() == 1);
  const Listener ear;
  CHECK(hall.rooms->open(second.id, "", ear.outlet()).refusal.status == 404);
  CHECK(status_of_post(hall, "{}") == 503);
  hall.rooms.reset();
  PlayOptions again;
  again.keep_games = folder.file("kept.xqdb");
  Hall later{std::move(again)};
  Guest red{later, second.id, at(second.game, "key")};
  CHECK(red.moves() == 1);
  red.send(R"({"type":"resign"})");
  CHECK_FALSE(red.ear().wait_for("resignation").empty());
  CHECK(games() == 2);
}

TEST_CASE("play: the end of a game is shown when the game was kept, not before", "[threads]") {
  PlayOptions options;
  std::function<void(bool)> done;
  int kept = 0;
  options.rules.keep = [&](const record::Game& game, std::function<void(bool)> when_done) {
    kept += game.tag("Termination") == "resignation" ? 1 : 0;
    done = std::move(when_done);
    return false;
  };
  const Hall hall{std::move(options)};
  Table table{hall};
  table.play({"h2e2"});
  table.black.send(R"({"type":"resign"})");
  CHECK(kept == 1);
  const Guest third{hall, table.id, ""};
  CHECK(third.ear().count() == 0); // comes in between
  CHECK(table.red.state().find("result") == nullptr);
  CHECK(table.black.state().find("result") == nullptr);
  done(true);
  for (const Guest* guest : std::initializer_list<const Guest*>{&table.red, &table.black, &third}) {
    CHECK(guest->says("result.reason") == "resignation");
  }
  CHECK(kept == 1);
}

TEST_CASE("play: games wait for a database that is locked, and are rescued from one that is lost",
          "[threads]") {
  const support::ScratchFolder folder;
  const std::string path = folder.file("kept.xqdb");
  {
    store::GameImport made{path};
    made.finish();
  }
  record::Game game;
  game.add_tag("Red", "A");
  game.add_move(record::root_node, Move{make_square(7, 2), make_square(4, 2)});
  {
    GameKeeper keeper{{path, {}, {}}};
    auto blocker = std::make_unique<store::GameImport>(path);
    keeper.keep(game);
    std::this_thread::sleep_for(100ms);
    blocker.reset();
    keeper.shut_down();
  }
  CHECK(store::GameDatabase{path}.count({}) == 1);
  {
    GameKeeper keeper{{path, {}, {}}};
    std::filesystem::remove(path);
    std::filesystem::create_directory(path);
    keeper.keep(game);
    CHECK_THROWS_AS(keeper.shut_down(), Error);
  }
  std::ifstream rest{path + ".rest.pgn"};
  const std::string text{std::istreambuf_iterator<char>{rest}, {}};
  CHECK(text.find("炮二平五") != std::string::npos);
  CHECK_THROWS_AS((GameKeeper{{path, {}, {}}}), Error); // said at once
}

TEST_CASE("play: trouble with keeping games is told at once, and so is its end", "[threads]") {
  const support::ScratchFolder folder;
  const std::string path = folder.file("kept.xqdb");
  const Listener log;
  const auto tell = [outlet = log.outlet()](std::string_view text) {
    outlet.send(to_message(std::string{text}));
  };
  record::Game game;
  game.add_tag("Red", "A");
  game.add_move(record::root_node, Move{make_square(7, 2), make_square(4, 2)});
  GameKeeper keeper{{path, {}, tell}};
  std::filesystem::create_directory(path);
  keeper.keep(game);
  const auto told = log.wait_for("1 game cannot be kept now: " + path);
  CHECK(told.ends_with("The server tries again every five seconds."));
  std::filesystem::remove(path);
  keeper.shut_down();
  CHECK(log.last() == path + ": games are kept again.");
  CHECK(log.count() == 2);
  CHECK(store::GameDatabase{path}.count({}) == 1);
}

TEST_CASE("play: games that no file beside the database takes are written elsewhere and told",
          "[threads]") {
  const support::ScratchFolder folder;
  const support::ScratchFolder spare;
  const std::string path = folder.file("kept.xqdb");
  const std::string moves = "炮二平五";
  const auto content = [](const std::string& file) {
    std::ifstream in{file};
    return std::string{std::istreambuf_iterator<char>{in}, {}};
  };
  record::Game game;
  game.add_tag("Red", "A");
  game.add_move(record::root_node, Move{make_square(7, 2), make_square(4, 2)});
  const auto lose = [&](const std::string& spare_folder) {
    const Listener log;
    GameKeeper keeper{{path, spare_folder, [outlet = log.outlet()](std::string_view text) {
                         outlet.send(to_message(std::string{text}));
                       }}};
    std::filesystem::remove(path);
    std::filesystem::create_directory(path);
    std::filesystem::create_directory(path + ".rest.pgn");
    keeper.keep(game);
    CHECK_THROWS_AS(keeper.shut_down(), Error);
    CHECK(log.last().find(moves) != std::string::npos);
    std::filesystem::remove(path);
    std::filesystem::remove(path + ".rest.pgn");
  };
  // A name that somebody else has taken is not followed.
  const std::string foreign = folder.file("foreign");
  std::error_code no_links;
  std::filesystem::create_symlink(foreign, spare.file("kept.xqdb.rest-1.pgn"), no_links);
  if (no_links) {
    std::ofstream{spare.file("kept.xqdb.rest-1.pgn")} << "somebody else's";
  }
  lose(spare.file(""));
  CHECK_FALSE(std::filesystem::exists(foreign));
  CHECK(content(spare.file("kept.xqdb.rest-2.pgn")).find(moves) != std::string::npos);
  lose(folder.file("nothing"));
  lose("");
}

// ---- the documentation
// ---------------------------------------------------------------------------

namespace {

/// Whether `pattern`, in which `...` stands for anything, is `text`.
bool fits_pattern(std::string_view pattern, std::string_view text) {
  const auto gap = pattern.find("...");
  if (gap == std::string_view::npos) {
    return pattern == text;
  }
  if (!text.starts_with(pattern.substr(0, gap))) {
    return false;
  }
  pattern.remove_prefix(gap + 3);
  const auto next = pattern.substr(0, pattern.find("..."));
  for (std::size_t at = gap; at <= text.size(); ++at) {
    if (text.substr(at).starts_with(next) && fits_pattern(pattern, text.substr(at))) {
      return true;
    }
  }
  return false;
}

void replace(std::string& text, std::string_view what, std::string_view by) {
  for (auto at = text.find(what); !what.empty() && at != std::string::npos;
       at = text.find(what, at + by.size())) {
    text.replace(at, what.size(), by);
  }
}

/// Plays what a page shows.
class PlayExample {
public:
  /// `red > {...}`; the number of lines that it understood grows.
  void read(std::string_view line) {
    line = trim(line);
    const auto words = [&](std::string_view beginning) {
      const bool found = line.starts_with(beginning);
      line.remove_prefix(found ? beginning.size() : 0);
      return found;
    };
    if (words("> POST /play ")) {
      m_table.emplace(m_hall, std::string{line});
    } else if (words("< 201 ")) {
      CHECK(fits_pattern(line, hidden(text_of(m_table->game))));
    } else if (words("red > ")) {
      m_table->red.send(line);
    } else if (words("black > ")) {
      m_table->black.send(line);
    } else if (words("red < ")) {
      compare(line, m_table->red.ear().last());
    } else if (words("black < ")) {
      compare(line, m_table->black.ear().last());
    } else if (words("client > ")) {
      m_analysis = make_analysis(m_hall.queue, m_client.outlet());
      m_analysis->receive(line);
      CHECK_FALSE(m_client.wait_for("done").empty());
    } else if (words("client < ")) {
      const auto all = m_client.all();
      INFO(line);
      CHECK(std::any_of(all.begin(), all.end(),
                        [&](const std::string& heard) { return fits_pattern(line, heard); }));
    } else {
      return;
    }
    ++lines;
  }

  int lines = 0;

private:
  static std::string text_of(const JsonValue& value) {
    std::string text;
    JsonWriter json{text};
    value.write(json);
    return text;
  }
  [[nodiscard]] std::string hidden(std::string text) const {
    replace(text, m_table->id, "ID");
    replace(text, at(m_table->game, "key"), "KEY1");
    replace(text, at(m_table->game, "other.key"), "KEY2");
    return text;
  }
  void compare(std::string_view line, const std::string& heard) const {
    INFO(line);
    INFO(hidden(heard));
    CHECK(fits_pattern(line, hidden(heard)));
  }

  Hall m_hall;
  std::optional<Table> m_table;
  Listener m_client;
  std::unique_ptr<Conversation> m_analysis;
};

} // namespace

TEST_CASE("play: the examples of docs/api_play.md are what is sent", "[threads]") {
  std::ifstream page{support::source_dir() + "/docs/api_play.md"};
  PlayExample example;
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("    ")) {
      example.read(line);
    }
  }
  CHECK(example.lines >= 20);
}
