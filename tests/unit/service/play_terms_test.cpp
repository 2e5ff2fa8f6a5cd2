// What two people agree on before a game and after it: clocks, handicaps, names, another game, a
// seat in the lobby; and that games outlive the server.
#include "service/play/game_journal.hpp"
#include "service/play/handicap.hpp"
#include "service/play/play_clock.hpp"
#include "support/catch.hpp"
#include "support/play_hall.hpp"
#include "support/scratch_folder.hpp"

#include <xq/board/fen.hpp>
#include <xq/store/game_database.hpp>

#include <filesystem>
#include <fstream>
#include <set>

using namespace xq;
using namespace xq::service;
using namespace std::chrono_literals;
using support::at;
using support::Guest;
using support::Hall;
using support::Table;

namespace {

std::string pgn_of(const Hall& hall, const std::string& id) { return *hall.rooms->pgn(id).body; }

int refused(const Hall& hall, const std::string& body) {
  try {
    return hall.post(body).status;
  } catch (const HttpError& e) {
    return e.status();
  }
}

Response accept(const Hall& hall, const std::string& id, std::string body) {
  Request request;
  request.body = std::move(body);
  return hall.rooms->accept(id, request);
}

std::size_t open_games(const Hall& hall) {
  return support::parsed(*hall.rooms->lobby().body).find("games")->array()->size();
}

} // namespace

// ---- clocks
// ----------------------------------------------------------------------------------------

TEST_CASE("play clock: time for the game, then for each move") {
  PlayClock clock{{.base = 60s, .step = 20s, .byoyomi = 10s}};
  CHECK(clock.budget(Color::red) == 20s); // no move may take longer
  clock.take(Color::red, 20s);
  clock.take(Color::red, 20s);
  CHECK(clock.left(Color::red) == 20s);
  clock.take(Color::red, 15s);
  CHECK(clock.budget(Color::red) == 15s); // what is left and a move's time
  clock.take(Color::red, 12s);
  CHECK(clock.left(Color::red) == 0s);
  CHECK(clock.budget(Color::red) == 10s);
  clock.take(Color::red, 10s);
  CHECK(clock.budget(Color::red) == 10s); // anew for each move
  CHECK(clock.left(Color::black) == 60s);
}

TEST_CASE("play clock: time for each move alone") {
  PlayClock clock{{.days = std::chrono::days{3}}};
  clock.take(Color::black, 70h);
  CHECK(clock.budget(Color::black) == 72h);
  PlayClock step{{.step = 30s}};
  step.take(Color::red, 29s);
  CHECK(step.budget(Color::red) == 30s);
  CHECK_FALSE(PlayClock{{}}.runs());
}

TEST_CASE("play: a flag falls at the end of the time for the game and for the move", "[threads]") {
  Hall hall;
  Table table{hall, R"({"minutes":1,"byoyomi":30})"};
  table.play({"h2e2"});
  CHECK(table.red.says("clocks.flag") == "90000");
  CHECK(table.red.says("clocks.byoyomi") == "30000");
  hall.clock.pass(85s);
  table.play({"h9g7"});
  CHECK(table.red.says("clocks.black") == "0");
  table.play({"h0g2"});
  CHECK(table.red.says("clocks.flag") == "30000");
  hall.clock.pass(30s);
  hall.rooms->tick(hall.clock.now());
  CHECK(table.red.says("result") == "null");
  hall.clock.pass(1ms);
  hall.rooms->tick(hall.clock.now());
  CHECK(table.red.says("result.reason") == "time");
  CHECK(table.red.says("result.winner") == "red");
}

TEST_CASE("play: a move that takes longer than a move may loses", "[threads]") {
  Hall hall;
  Table table{hall, R"({"minutes":10,"step":60})"};
  table.play({"h2e2", "h9g7"});
  hall.clock.pass(60s + 1ms);
  hall.rooms->tick(hall.clock.now());
  CHECK(table.red.says("result.winner") == "black");
  CHECK(table.red.says("clocks.red") == "539999");
}

TEST_CASE("play: days for a move, and nobody has to stay", "[threads]") {
  Hall hall;
  Table table{hall, R"({"days":2})"};
  table.play({"h2e2"});
  table.red.hang_up();
  table.black.hang_up();
  hall.clock.pass(47h);
  hall.rooms->tick(hall.clock.now());
  Guest black{hall, table.id, at(table.game, "other.key")};
  black.move("h9g7", 1);
  CHECK(black.says("clocks.flag") == "172800000");
  black.hang_up();
  hall.clock.pass(48h + 1ms);
  hall.rooms->tick(hall.clock.now());
  const Guest watcher{hall, table.id, ""};
  CHECK(watcher.says("result.reason") == "time");
  CHECK(watcher.says("result.winner") == "black");
  CHECK(pgn_of(hall, table.id).find("[TimeControl \"1/172800\"]") != std::string::npos);
}

TEST_CASE("play: clocks that contradict themselves are refused", "[threads]") {
  const Hall hall;
  for (const char* body : {R"({"byoyomi":30})", R"({"days":1,"minutes":5})", R"({"days":31})",
                           R"({"days":1,"step":5})", R"({"step":-1})", R"({"days":0.5})"}) {
    INFO(body);
    CHECK(refused(hall, body) == 400);
  }
  CHECK(refused(hall, R"({"step":30})") == 201);
}

TEST_CASE("play: the record has what each move left on the clock", "[threads]") {
  Hall hall;
  Table table{hall, R"({"minutes":10,"increment":5,"byoyomi":30})"};
  table.play({"h2e2"});
  hall.clock.pass(62s);
  table.play({"h9g7"});
  hall.clock.pass(3s);
  table.play({"h0g2"});
  hall.clock.pass(1s);
  table.red.send(R"({"type":"resign"})");
  const auto pgn = pgn_of(hall, table.id);
  INFO(pgn);
  CHECK(pgn.find("[TimeControl \"600+5:1/30\"]") != std::string::npos);
  const auto first = pgn.find("{[%clk 0:10:00]}");
  const auto second = pgn.find("{[%clk 0:09:03]}");
  const auto third = pgn.find("{[%clk 0:10:02]}");
  CHECK(first < second);
  CHECK(second < third);
  CHECK(third != std::string::npos);
}

// ---- what is agreed on
// -----------------------------------------------------------------------------

TEST_CASE("play: who gives pieces, and which") {
  const auto fen = [](const char* word, Color giver) {
    return write_fen(start_with(*find_handicap(word), giver));
  };
  // the left horse, as each player sees the board
  CHECK(fen("horse", Color::red) ==
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/R1BAKABNR w - - 0 1");
  CHECK(fen("horse", Color::black) ==
        "rnbakab1r/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1");
  CHECK(fen("cannon", Color::black) ==
        "rnbakabnr/9/1c7/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1");
  std::set<std::string> all;
  for (const Handicap& handicap : handicaps()) {
    all.insert(fen(std::string{handicap.word}.c_str(), Color::red));
    all.insert(fen(std::string{handicap.word}.c_str(), Color::black));
  }
  CHECK(all.size() == 2 * handicaps().size());
  CHECK(find_handicap("king") == nullptr);
}

TEST_CASE("play: a game with a handicap", "[threads]") {
  const Hall hall;
  const Table table{hall, R"({"handicap":"two-horses","giver":"black"})"};
  CHECK(table.red.says("start").starts_with("r1bakab1r/"));
  CHECK(table.red.says("handicap.giver") == "black");
  CHECK(table.red.says("handicap.pieces") == "two-horses");
  CHECK(refused(hall, R"({"handicap":"king"})") == 400);
  CHECK(refused(hall, R"({"handicap":"horse","moves":["h2e2"]})") == 400);
}

TEST_CASE("play: players say their names until the end", "[threads]") {
  const Hall hall;
  Table table{hall, R"({"names":{"red":"Li"}})"};
  table.black.send(R"({"type":"name","name":" Wang\u0007 "})");
  CHECK(table.red.says("players.black.name") == "Wang");
  CHECK(table.red.says("players.red.name") == "Li");
  Guest watcher{hall, table.id, ""};
  watcher.send(R"({"type":"name","name":"x"})");
  CHECK(watcher.ear().last().find("look on") != std::string::npos);
  table.play({"h2e2"});
  CHECK(pgn_of(hall, table.id).find("[Black \"Wang\"]") != std::string::npos);
  table.red.send(R"({"type":"resign"})");
  table.black.send(R"({"type":"name","name":"Zhao"})");
  CHECK(table.black.ear().last().find("stay as they are") != std::string::npos);
}

TEST_CASE("play: another game with colours exchanged when both want it", "[threads]") {
  const Hall hall;
  Table table{hall, R"({"minutes":5,"increment":3,"rules":"cxa","handicap":"horse",
                        "names":{"red":"Li","black":"Wang"}})"};
  const Guest watcher{hall, table.id, ""};
  table.red.send(R"({"type":"rematch"})");
  CHECK(table.red.ear().last().find("the game goes on") != std::string::npos);
  table.red.send(R"({"type":"resign"})");
  table.red.send(R"({"type":"rematch"})");
  CHECK(table.black.says("rematch.by") == "red");
  CHECK(table.black.says("rematch.id") == "null");
  table.black.send(R"({"type":"decline"})");
  CHECK(table.red.says("rematch") == "null");
  table.red.send(R"({"type":"rematch"})");
  table.red.send(R"({"type":"rematch"})"); // once more says nothing new
  CHECK(table.red.says("rematch.id") == "null");
  table.black.send(R"({"type":"rematch"})");
  const auto id = table.red.says("rematch.id");
  CHECK(id.size() == 12);
  CHECK(table.red.says("rematch.side") == "black");
  CHECK(table.black.says("rematch.side") == "red");
  CHECK(watcher.says("rematch.id") == id);
  CHECK(watcher.says("rematch.key") == "null"); // a secret
  CHECK(table.red.says("rematch.key") != table.black.says("rematch.key"));

  const Guest red{hall, id, table.black.says("rematch.key")};
  CHECK(red.says("you") == "red");
  CHECK(red.says("players.red.name") == "Wang");
  CHECK(red.says("players.black.name") == "Li");
  CHECK(red.says("clocks.red") == "300000");
  CHECK(red.says("clocks.increment") == "3000");
  CHECK(red.says("rules") == "cxa");
  CHECK(red.says("handicap.giver") == "black"); // Li gives the horse again
  CHECK(red.says("start").starts_with("rnbakab1r/"));
  table.black.send(R"({"type":"rematch"})");
  CHECK(table.black.ear().last().find("another game already") != std::string::npos);
}

TEST_CASE("play: the engine always plays again", "[threads]") {
  const Hall hall;
  const auto game = hall.create(R"({"opponent":"engine","level":1})");
  Guest red{hall, at(game, "id"), at(game, "key")};
  red.send(R"({"type":"resign"})");
  red.send(R"({"type":"rematch"})");
  const Guest black{hall, red.says("rematch.id"), red.says("rematch.key")};
  CHECK(black.says("you") == "black");
  CHECK(black.says("players.red.engine") == "1");
}

TEST_CASE("play: another game that there is no room for is an error, and can be asked for again",
          "[threads]") {
  PlayOptions options;
  options.most_games = 1;
  const Hall hall{std::move(options)};
  Table table{hall};
  table.red.send(R"({"type":"resign"})");
  table.red.send(R"({"type":"rematch"})");
  table.black.send(R"({"type":"rematch"})");
  CHECK(table.black.ear().last().find("Too many games") != std::string::npos);
  table.black.send(R"({"type":"rematch"})");
  CHECK(table.red.says("rematch.by") == "black");
}

// ---- the lobby
// -------------------------------------------------------------------------------------

TEST_CASE("play: there is no lobby unless the server has one", "[threads]") {
  const Hall hall;
  CHECK(refused(hall, R"({"open":true})") == 400);
  CHECK(open_games(hall) == 0);
}

TEST_CASE("play: an open game stands in the lobby while its maker is there, and is taken once",
          "[threads]") {
  PlayOptions options;
  options.lobby = true;
  const Hall hall{std::move(options)};
  CHECK(refused(hall, R"({"open":true,"opponent":"engine"})") == 400);
  const auto game = hall.create(
      R"({"open":true,"side":"black","minutes":10,"byoyomi":30,"names":{"black":"<Li>"}})");
  static_cast<void>(hall.create()); // with a link only
  CHECK(open_games(hall) == 0);     // nobody is there
  std::optional<Guest> maker;
  maker.emplace(hall, at(game, "id"), at(game, "key"));
  const auto list = support::parsed(*hall.rooms->lobby().body);
  const auto& row = list.find("games")->array()->at(0);
  CHECK(at(row, "id") == at(game, "id"));
  CHECK(at(row, "side") == "red");
  CHECK(at(row, "name") == "<Li>");
  CHECK(at(row, "base") == "600");
  CHECK(at(row, "byoyomi") == "30");
  CHECK(at(row, "key") == "null");

  const auto taken = accept(hall, at(game, "id"), R"({"name":"Wang"})");
  CHECK(taken.status == 201);
  const auto seat = support::parsed(*taken.body);
  CHECK(at(seat, "side") == "red");
  const Guest red{hall, at(game, "id"), at(seat, "key")};
  CHECK(red.says("you") == "red");
  CHECK(maker->says("players.red.name") == "Wang");
  CHECK(open_games(hall) == 0);
  CHECK_THROWS_AS(accept(hall, at(game, "id"), ""), HttpError); // somebody was faster
  CHECK_THROWS_AS(accept(hall, "nothing", ""), HttpError);
}

// ---- games outlive the server
// ----------------------------------------------------------------------

namespace {

PlayOptions keeping(const support::ScratchFolder& folder, std::int64_t wall = 1'000'000) {
  PlayOptions options;
  options.keep_games = folder.file("kept.xqdb");
  options.rules.wall = [wall] { return wall; };
  return options;
}

/// What a process that is killed leaves behind.
support::ScratchFolder& copy(const support::ScratchFolder& from, support::ScratchFolder& to) {
  for (const char* name : {"kept.xqdb", "kept.xqdb.running.jsonl"}) {
    if (std::filesystem::exists(from.file(name))) {
      std::filesystem::copy_file(from.file(name), to.file(name));
    }
  }
  return to;
}

} // namespace

TEST_CASE("play: a game goes on after the server was killed, with both links", "[threads]") {
  const support::ScratchFolder folder;
  support::ScratchFolder later;
  Hall before{keeping(folder)};
  Table table{before, R"({"minutes":10,"increment":5,"rules":"cxa","names":{"red":"Li"}})"};
  table.play({"h2e2"});
  before.clock.pass(30s);
  table.play({"h9g7"});
  before.clock.pass(10s);
  table.play({"h0g2"});
  before.clock.pass(20s); // of a move that is not made
  table.black.send(R"({"type":"name","name":"Wang"})");
  const auto key = at(table.game, "key");
  const auto other = at(table.game, "other.key");

  Hall after{keeping(copy(folder, later))};
  Guest red{after, table.id, key};
  Guest black{after, table.id, other};
  CHECK(red.moves() == 3);
  CHECK(red.says("you") == "red");
  CHECK(black.says("you") == "black");
  CHECK(red.says("players.black.name") == "Wang");
  CHECK(red.says("rules") == "cxa");
  CHECK(red.says("clocks.running") == "black");
  CHECK(red.says("clocks.black") == "575000"); // as at the last move
  CHECK(red.says("clocks.red") == "595000");
  after.clock.pass(5s);
  black.move("i9h9", 3);
  CHECK(red.moves() == 4);
  CHECK(red.says("clocks.black") == "575000");
  red.send(R"({"type":"undo"})");
  black.send(R"({"type":"undo"})"); // moves made before the restart come back, too
  CHECK(red.moves() == 2);
  CHECK(red.says("clocks.red") == "600000");
}

TEST_CASE("play: moves taken back, an open seat and another game outlive the server", "[threads]") {
  const support::ScratchFolder folder;
  support::ScratchFolder later;
  auto options = keeping(folder);
  options.lobby = true;
  const Hall before{std::move(options)};
  Table table{before};
  table.play({"h2e2", "h9g7"});
  table.red.send(R"({"type":"undo"})");
  table.black.send(R"({"type":"undo"})");
  table.play({"b2e2"});
  const auto open = before.create(R"({"open":true})");
  Table ended{before};
  ended.play({"h2e2"});
  ended.red.send(R"({"type":"resign"})");
  CHECK_FALSE(ended.red.ear().wait_for("resignation").empty());
  ended.red.send(R"({"type":"rematch"})");
  ended.black.send(R"({"type":"rematch"})");
  const auto next = ended.red.says("rematch.id");

  auto again = keeping(copy(folder, later));
  again.lobby = true;
  const Hall after{std::move(again)};
  const Guest red{after, table.id, at(table.game, "key")};
  CHECK(red.moves() == 1);
  CHECK(red.says("fen").starts_with("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/4C2C1/"));
  const Guest maker{after, at(open, "id"), at(open, "key")};
  CHECK(open_games(after) == 1);
  const Guest loser{after, ended.id, at(ended.game, "key")};
  CHECK(loser.says("result.reason") == "resignation");
  CHECK(loser.says("result.winner") == "black");
  CHECK(loser.says("rematch.id") == next);
  const Guest black{after, next, loser.says("rematch.key")};
  CHECK(black.says("you") == "black");
}

TEST_CASE("play: a game that is over comes into the database once, whenever the server is killed",
          "[threads]") {
  const support::ScratchFolder folder;
  const auto games = [](const support::ScratchFolder& of) {
    return store::GameDatabase{of.file("kept.xqdb")}.count({});
  };
  Hall before{keeping(folder)};
  Table table{before};
  table.play({"h2e2"});
  // killed before the database had it
  support::ScratchFolder early;
  static_cast<void>(copy(folder, early));
  table.red.send(R"({"type":"resign"})");
  CHECK_FALSE(table.red.ear().wait_for("resignation").empty());
  CHECK(games(folder) == 1);
  // killed between the database and the journal: the line that says so is cut off
  support::ScratchFolder late;
  static_cast<void>(copy(folder, late));
  const auto journal = late.file("kept.xqdb.running.jsonl");
  std::ifstream in{journal};
  std::string text{std::istreambuf_iterator<char>{in}, {}};
  in.close();
  const auto last = text.rfind("{\"id\"");
  REQUIRE(text.find("\"in_database\":true", last) != std::string::npos);
  std::ofstream{journal, std::ios::binary | std::ios::trunc} << text.substr(0, last + 20);
  {
    const Hall after{keeping(late)};
    const Guest red{after, table.id, at(table.game, "key")};
    CHECK(red.says("result.reason") == "resignation");
    after.rooms->shut_down();
    CHECK(games(late) == 1);
  }
  const Hall after{keeping(late)};
  after.rooms->shut_down();
  CHECK(games(late) == 1);
}

TEST_CASE("play: days for a move pass while the server is away", "[threads]") {
  const support::ScratchFolder folder;
  support::ScratchFolder later;
  Hall before{keeping(folder)};
  Table table{before, R"({"days":2})"};
  table.play({"h2e2"});
  const std::int64_t hours = std::chrono::milliseconds{30h}.count();
  Hall after{keeping(copy(folder, later), 1'000'000 + hours)};
  const Guest black{after, table.id, at(table.game, "other.key")};
  CHECK(black.says("clocks.flag") == std::to_string(std::chrono::milliseconds{18h}.count()));
  after.clock.pass(18h + 1ms);
  after.rooms->tick(after.clock.now());
  CHECK_FALSE(black.ear().wait_for(R"("winner":"red")").empty());
}

TEST_CASE("play: what is damaged in the file is passed over and told", "[threads]") {
  const support::ScratchFolder folder;
  const support::Listener told;
  auto options = keeping(folder);
  std::ofstream{folder.file("kept.xqdb.running.jsonl")}
      << R"({"id":"a","setup":{"fen":"9/9"}})"
      << "\n{\"id\":\n\n[]\n"
      << R"({"id":"b","move":"h2e2","left":[0,0],"time":1})" << '\n'
      << R"({"id":"c","setup":{"rules":"wxf"},"log":[["a0a9",0,0]]})" << '\n'
      << R"({"id":"d","setup":{"rules":"wxf"},"log":[["h2e2",0,0]]})" << '\n';
  options.tell = [outlet = told.outlet()](std::string_view text) {
    outlet.send(to_message(std::string{text}));
  };
  const Hall hall{std::move(options)};
  CHECK(told.last().find("2 games") != std::string::npos);
  CHECK(hall.rooms->pgn("d").status == 200);
  CHECK_THROWS_AS(hall.rooms->pgn("c"), HttpError);
}

TEST_CASE("game journal: two servers do not share a file", "[threads]") {
  const support::ScratchFolder folder;
  const GameJournal first{{folder.file("j"), {}}};
  CHECK_THROWS_AS((GameJournal{{folder.file("j"), {}}}), FileError);
}

TEST_CASE("game journal: the file stays small, and has the last of each game", "[threads]") {
  const support::ScratchFolder folder;
  const auto path = folder.file("j");
  {
    GameJournal journal{{path, {}}};
    const std::string long_text(20'000, 'x');
    for (int i = 0; i < 200; ++i) {
      journal.put("a",
                  R"({"id":"a","setup":")" + long_text + R"(","n":)" + std::to_string(i) + "}");
    }
    journal.add("a", R"({"id":"a","move":"h2e2"})");
    journal.put("b", R"({"id":"b","setup":{}})");
    journal.forget("b");
  }
  CHECK(std::filesystem::file_size(path) < 1'200'000);
  const GameJournal journal{{path, {}}};
  const auto games = journal.games();
  REQUIRE(games.size() == 1);
  REQUIRE(games[0].size() == 2);
  CHECK(games[0][0].ends_with("\"n\":199}"));
}
