#include "base/os/file.hpp"
#include "sqlite/new_database.hpp"
#include "sqlite/schema.hpp"
#include "support/catch.hpp"
#include "support/scratch_folder.hpp"

#include <xq/store/game_database.hpp>
#include <xq/store/game_import.hpp>

#include <algorithm>
#include <fstream>
#include <numeric>
#include <random>
#include <vector>

using namespace xq;
using namespace xq::sqlite;
using namespace xq::store;
using Catch::Matchers::ContainsSubstring;

namespace {

void make_game(record::Game& game, int number) {
  game.clear();
  game.add_tag("Event", "Cup");
  game.add_tag("Date", number % 3 == 0 ? "1998.?\?.?\?" : number % 3 == 1 ? "1999.05.?\?" : "");
  game.add_tag("Red", number % 2 == 0 ? "胡荣华" : "Lee_100%");
  game.add_tag("Black", "吕钦");
  game.add_tag("Round", std::to_string(number));
  game.add_tag("ECCO", number % 2 == 0 ? "C23" : "A45");
  game.set_result(static_cast<record::Result>(number % 4));
  auto node = record::root_node;
  const Move there{make_square(0, 0), make_square(0, 1)};
  const Move answer{make_square(0, 9), make_square(0, 8)};
  for (int i = 0; i < number % 5; ++i) {
    const auto move = i % 2 == 0 ? there : answer;
    const bool back = i % 4 >= 2;
    node = game.add_move(node, back ? Move{move.to(), move.from()} : move);
  }
}

void import_made(const std::string& path, int count) {
  GameImport import{path};
  record::Game game;
  for (int i = 0; i < count; ++i) {
    make_game(game, i);
    import.add(game);
  }
  import.finish();
}

} // namespace

TEST_CASE("a new database appears when it is finished, and not before", "[store]") {
  support::ScratchFolder folder;
  const auto path = folder.file("a.xqdb");
  record::Game game;
  make_game(game, 1);
  {
    GameImport import{path};
    CHECK(import.is_new_database());
    import.add(game);
    CHECK_FALSE(std::filesystem::exists(path));
  }
  CHECK(folder.files() == 0); // given up: nothing is left
  import_made(path, 1);
  CHECK(folder.files() == 1);
  sqlite::Database db{path, sqlite::Database::Mode::read_only};
  CHECK(db.query_integer("PRAGMA integrity_check") == 0); // the text "ok" reads as 0
  CHECK_NOTHROW(require(db, sqlite::game_schema()));
}

TEST_CASE("an import that is given up leaves an old database as it was", "[store]") {
  support::ScratchFolder folder;
  const auto path = folder.file("a.xqdb");
  import_made(path, 10);
  const auto before = support::read_file(path);
  {
    GameImport import{path};
    CHECK_FALSE(import.is_new_database());
    record::Game game;
    make_game(game, 11);
    CHECK(import.add(game));
  }
  CHECK(support::read_file(path) == before);
}

TEST_CASE("two imports into one new file: the second is told to run again", "[store]") {
  support::ScratchFolder folder;
  const auto path = folder.file("a.xqdb");
  record::Game game;
  make_game(game, 1);
  sqlite::NewFile other{path, sqlite::NewFile::Existing::keep};
  std::ofstream{path} << "made meanwhile";
  CHECK_THROWS_WITH(other.commit(),
                    ContainsSubstring("has made this file meanwhile. Run the command again."));
}

TEST_CASE("partial files of killed processes are cleaned up, those of living ones are not",
          "[store]") {
  support::ScratchFolder folder;
  const auto path = folder.file("a.xqdb");
  const auto partial = [&](const std::string& rest) { return folder.file(".a.xqdb." + rest); };
  const std::string of_living = std::to_string(os::process_id()) + "-77.tmp";
  for (const std::string& name :
       {std::string{"999999999-0.tmp"}, std::string{"999999999-0.tmp-journal"},
        std::string{"999999998-7.tmp-journal"}, of_living, std::string{"x.tmp"}}) {
    std::ofstream{partial(name)} << "left";
  }
  import_made(path, 1);
  CHECK_FALSE(std::filesystem::exists(partial("999999999-0.tmp")));
  CHECK_FALSE(std::filesystem::exists(partial("999999999-0.tmp-journal")));
  CHECK_FALSE(std::filesystem::exists(partial("999999998-7.tmp-journal")));
  CHECK(std::filesystem::exists(partial(of_living)));
  CHECK(std::filesystem::exists(partial("x.tmp"))); // not ours
}

TEST_CASE("a second writer gets a busy error, and nothing is lost", "[store]") {
  support::ScratchFolder folder;
  const auto path = folder.file("a.xqdb");
  import_made(path, 3);
  record::Game game;
  make_game(game, 100);
  GameImport first{path};
  first.add(game);
  CHECK_THROWS_AS((GameImport{path, {.busy_milliseconds = 0}}), sqlite::BusyError);
  CHECK(GameDatabase{path}.counts().games == 3); // readers are not kept out
  first.finish();
  import_made(path, 5);
  CHECK(GameDatabase{path}.counts().games == 6);
}

TEST_CASE("two writers in turn see each other's names and layouts", "[store]") {
  support::ScratchFolder folder;
  const auto path = folder.file("a.xqdb");
  import_made(path, 1);
  record::Game game;
  // A transaction a game: the second writer comes in between two of the first.
  GameImport first{path, {.games_per_transaction = 1}};
  make_game(game, 1);
  first.add(game);
  first.finish();
  GameImport second{path, {.games_per_transaction = 1}};
  game.clear();
  game.add_tag("Annotator", "new layout");
  second.add(game);
  second.finish();
  import_made(path, 2);
  CHECK(GameDatabase{path}.counts().games == 3);
}

TEST_CASE("a deleted game can be imported again", "[store]") {
  support::ScratchFolder folder;
  const auto path = folder.file("a.xqdb");
  import_made(path, 4);
  {
    sqlite::Database db{path, sqlite::Database::Mode::read_write};
    db.execute("DELETE FROM game WHERE round = '2'");
  }
  import_made(path, 4);
  GameDatabase games{path};
  CHECK(games.counts().games == 4);
  CHECK(games.sqlite().query_integer("SELECT count(*) FROM game WHERE round = '2'") == 1);
}

TEST_CASE("different games with one hash are both kept", "[store]") {
  support::ScratchFolder folder;
  const auto path = folder.file("a.xqdb");
  {
    GameImport import{path};
    record::Game game;
    make_game(game, 9); // so that the others do not come again in the order of the database
    import.add(game);
    import.finish();
  }
  import_made(path, 2);
  {
    // Let the hashes of game 2 lie about game 3: then game 2 seems to be another record.
    sqlite::Database db{path, sqlite::Database::Mode::read_write};
    db.execute("UPDATE line SET game = 5 - game WHERE game > 1");
  }
  import_made(path, 2); // neither is recognised, both are added ...
  CHECK(GameDatabase{path}.counts().games == 5);
  import_made(path, 2); // ... and found the next time
  CHECK(GameDatabase{path}.counts().games == 5);
}

TEST_CASE("an archive that comes again changes nothing, in any order", "[store]") {
  support::ScratchFolder folder;
  const auto path = folder.file("a.xqdb");
  import_made(path, 40);
  const auto before = support::read_file(path);
  std::vector<int> order(40);
  std::iota(order.begin(), order.end(), 0);
  std::mt19937 random{3};
  for (int round = 0; round < 5; ++round) {
    GameImport import{path};
    record::Game game;
    for (const int number : order) {
      make_game(game, number);
      CHECK_FALSE(import.add(game));
    }
    import.finish();
    CHECK(support::read_file(path) == before);
    std::shuffle(order.begin(), order.end(), random);
  }
}

namespace {

/// A game of one line with the headers given.
record::Game game_with(std::initializer_list<record::Game::Tag> tags, std::string_view source) {
  record::Game game;
  game.source = source;
  for (const auto& tag : tags) {
    game.add_tag(tag.name, tag.value);
  }
  game.add_move(record::root_node, {make_square(7, 2), make_square(4, 2)});
  return game;
}

} // namespace

TEST_CASE("of two records of one game the richer one stays, with both sources", "[store]") {
  support::ScratchFolder folder;
  const auto path = folder.file("a.xqdb");
  const auto poor = game_with({{"Red", "胡荣华"}, {"Date", "1982"}, {"Event", "?"}}, "poor.pgn");
  auto rich =
      game_with({{"Event", "Cup"}, {"Red", "胡荣华"}, {"Date", "1982.05.01"}, {"Annotator", "x"}},
                "rich.pgn");
  const bool rich_first = GENERATE(false, true);
  const bool separately = GENERATE(false, true); // the first one's row is written already
  const auto& first = rich_first ? rich : poor;
  const auto& second = rich_first ? poor : rich;
  {
    GameImport import{path};
    CHECK(import.add(first));
    if (!separately) {
      CHECK_FALSE(import.add(second));
    }
    import.finish();
  }
  if (separately) {
    GameImport import{path};
    CHECK_FALSE(import.add(second));
    import.finish();
  }
  GameDatabase games{path};
  CHECK(games.counts().games == 1);
  games.for_each({}, [&](record::Game& game) {
    CHECK(record::equal(game, rich));
    CHECK(game.source == "rich.pgn");
    return true;
  });
  CHECK(games.sqlite().query_integer("SELECT count(*) FROM also_in JOIN source ON source.id = "
                                     "also_in.source WHERE name = 'poor.pgn'") == 1);
  CHECK(games.sqlite().query_integer("SELECT count(*) FROM tag WHERE value = 'x'") == 1);
  GameImport again{path};
  CHECK_FALSE(again.add(rich));
  CHECK_FALSE(again.add(poor));
}

TEST_CASE("records of the same moves that contradict each other are both kept", "[store]") {
  support::ScratchFolder folder;
  const auto path = folder.file("a.xqdb");
  const auto base = game_with({{"Red", "胡荣华"}, {"Date", "1982.05"}, {"Event", "Cup"}}, "a");
  auto won = base;
  won.set_result(record::Result::red_wins);
  auto lost = base;
  lost.set_result(record::Result::black_wins);
  auto annotated = base;
  annotated.add_comment(1, "a comment");
  auto otherwise = base;
  otherwise.add_comment(1, "another");
  GameImport import{path};
  CHECK(import.add(won));
  CHECK(import.add(lost));
  CHECK(import.add(game_with({{"Red", "吕钦"}, {"Date", "1982.05"}}, "a")));
  CHECK(import.add(game_with({{"Red", "胡荣华"}, {"Date", "1983"}}, "a")));
  CHECK(import.add(game_with({{"Red", "胡荣华"}, {"Event", "League"}}, "a")));
  CHECK(import.add(game_with({{"Red", "胡荣华"}, {"Event", "Cup"}, {"Table", "3"}}, "a")));
  CHECK(import.add(annotated));
  CHECK(import.add(otherwise));
  CHECK_FALSE(import.add(base)); // nothing that the first does not say
  import.finish();
}

TEST_CASE("a filter lets through what it says", "[store]") {
  support::ScratchFolder folder;
  const auto path = folder.file("a.xqdb");
  import_made(path, 60);
  GameDatabase games{path};
  const auto count = [&](const Filter& filter) {
    std::int64_t visited = 0;
    games.for_each(filter, [&](record::Game&) {
      ++visited;
      return true;
    });
    CHECK(visited == games.count(filter));
    return visited;
  };
  CHECK(Filter{}.empty());
  CHECK(count({}) == 60);
  CHECK(count({.player = "胡荣"}) == 30);
  CHECK(count({.player = "吕钦"}) == 60);
  CHECK(count({.player = "lee"}) == 30);
  CHECK(count({.player = "e_1"}) == 30); // the underscore is itself ...
  CHECK(count({.player = "e%"}) == 0);   // ... and so is the percent sign
  CHECK(count({.red = "吕钦"}) == 0);
  CHECK(count({.red = "0%"}) == 30);
  CHECK(count({.black = "吕钦"}) == 60);
  CHECK(count({.event = "up"}) == 60);
  CHECK(count({.event = "' OR 1 --"}) == 0);
  CHECK(count({.from = 19980000}) == 40);
  CHECK(count({.from = 19980615}) == 40); // 1998.??.?? may be later than that day
  CHECK(count({.from = 19990100}) == 20);
  CHECK(count({.from = 19990600}) == 0);
  CHECK(count({.until = 19981231}) == 20);
  CHECK(count({.until = 19980000}) == 20);
  CHECK(count({.until = 19990500}) == 40);
  CHECK(count({.until = 19990430}) == 20);
  CHECK(count({.from = 19990000, .until = 19990000}) == 20);
  CHECK(count({.result = record::Result::draw}) == 15);
  CHECK(count({.ecco = "C"}) == 30);
  CHECK(count({.ecco = "a45"}) == 30);
  CHECK(count({.ecco = "C2%"}) == 0);
  CHECK(count({.min_plies = 3}) == 24);
  CHECK(count({.red = "胡荣华", .ecco = "C23", .min_plies = 4}) == 6);
}

TEST_CASE("dates of a filter", "[store]") {
  CHECK(read_filter_date("1998") == 19980000);
  CHECK(read_filter_date("1998.12") == 19981200);
  CHECK(read_filter_date("1998-02-09") == 19980209);
  CHECK(read_filter_date("1998/2/9") == 19980209);
  for (const char* wrong : {"", "98", "19980209", "1998.13", "1998.00", "1998.1.32", "1998.",
                            "1998.1.1.", "1998.1.1.1", "x", "1998.x", "1998 1", "-1998"}) {
    INFO(wrong);
    CHECK_FALSE(read_filter_date(wrong));
  }
}

TEST_CASE("a damaged game is named", "[store]") {
  support::ScratchFolder folder;
  const auto path = folder.file("a.xqdb");
  import_made(path, 4);
  {
    sqlite::Database db{path, sqlite::Database::Mode::read_write};
    db.execute("UPDATE game SET moves = x'0000' WHERE id = 3");
  }
  GameDatabase games{path};
  CHECK_THROWS_WITH(games.for_each({}, [](record::Game&) { return true; }),
                    ContainsSubstring(path) && ContainsSubstring("game 3 is damaged"));
}

TEST_CASE("the view shows names, dates and results", "[store]") {
  support::ScratchFolder folder;
  const auto path = folder.file("a.xqdb");
  import_made(path, 60);
  GameDatabase games{path};
  CHECK(
      games.sqlite().query_integer(
          "SELECT count(*) FROM games WHERE red = '胡荣华' AND black = '吕钦' AND event = 'Cup'") ==
      30);
  CHECK(games.sqlite().query_integer(
            "SELECT count(*) FROM games WHERE date GLOB '1998.[?][?].[?][?]'") == 20);
  CHECK(games.sqlite().query_integer("SELECT count(*) FROM games WHERE date IS NULL") == 20);
  CHECK(games.sqlite().query_integer("SELECT count(*) FROM games WHERE result = '1/2-1/2'") == 15);
}

TEST_CASE("games read in portions are those that one reader sees, in the same order",
          "[store][threads]") {
  support::ScratchFolder folder;
  const auto path = folder.file("a.xqdb");
  import_made(path, 2500); // several portions
  {
    sqlite::Database db{path, sqlite::Database::Mode::read_write};
    db.execute("DELETE FROM game WHERE id BETWEEN 400 AND 1700 OR id % 7 = 0"); // one is empty
  }
  Filter of_event;
  of_event.event = "Cup";
  of_event.min_plies = 2;
  Filter of_nobody;
  of_nobody.player = "nobody";
  for (const Filter& filter : {Filter{}, of_event, of_nobody}) {
    std::vector<std::uint64_t> wanted;
    GameDatabase{path}.for_each(filter, [&](const record::Game& game) {
      wanted.push_back(game.number);
      return true;
    });
    for (const unsigned threads : {1U, 2U, 5U}) {
      INFO(threads << " threads");
      using Numbers = std::vector<std::uint64_t>;
      Numbers got;
      read_games<Numbers>(
          path, filter, threads,
          [](record::Game& game, Numbers& numbers) { numbers.push_back(game.number); },
          [&](Numbers&& numbers) { got.insert(got.end(), numbers.begin(), numbers.end()); });
      CHECK(got == wanted);
    }
  }
  const auto stop = [](std::vector<int>&&) { throw Interrupted{"enough"}; };
  CHECK_THROWS_AS(read_games<std::vector<int>>(
                      path, {}, 2, [](auto&, auto&) {}, stop),
                  Interrupted);
}

TEST_CASE("copies within an import are told from games that were there", "[store]") {
  support::ScratchFolder folder;
  const auto path = folder.file("a.xqdb");
  record::Game game;
  for (int run = 0; run < 2; ++run) {
    GameImport::Options options;
    options.games_per_transaction = 1; // a transaction begins in the middle of the run
    GameImport import{path, options};
    for (const int number : {1, 2, 1, 2, 3 + run, 3 + run}) {
      make_game(game, number);
      import.add(game);
    }
    import.finish();
    CHECK(import.counts().added == (run == 0 ? 3 : 1));
    CHECK(import.counts().duplicates == (run == 0 ? 3 : 5));
    CHECK(import.counts().copies == (run == 0 ? 3 : 1));
  }
}

TEST_CASE("a game that names a player who is not there is an error that names the game",
          "[store]") {
  support::ScratchFolder folder;
  const auto path = folder.file("a.xqdb");
  import_made(path, 3);
  Database{path, Database::Mode::read_write}.execute(
      "PRAGMA foreign_keys = OFF; UPDATE game SET red = 77 WHERE id = 2");
  GameDatabase database{path};
  const auto read = [&] { database.for_each({}, [](const record::Game&) { return true; }); };
  CHECK_THROWS_WITH(read(), ContainsSubstring("game 2: column red is 77"));
}
