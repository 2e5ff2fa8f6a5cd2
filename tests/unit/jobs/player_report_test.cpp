// The moves of a player that were marked: in the record, or by what `xq annotate --db` keeps.
#include "sqlite/sqlite.hpp"
#include "support/catch.hpp"
#include "support/games.hpp"
#include "support/scratch_folder.hpp"

#include <xq/board/fen.hpp>
#include <xq/reports.hpp>
#include <xq/store/game_import.hpp>

#include <string>
#include <string_view>
#include <vector>

using namespace xq;
using namespace xq::reports;

namespace {

record::Game played_on(std::string_view red, std::string_view black, std::string_view date,
                       const std::string& moves) {
  record::Game game = support::game(std::string{start_fen}, moves);
  game.add_tag("Red", red);
  game.add_tag("Black", black);
  game.add_tag("Date", date);
  return game;
}

} // namespace

TEST_CASE("player report: moves marked by the database are told, each position once") {
  const support::ScratchFolder folder;
  const std::string path = folder.file("games.xqdb");
  {
    store::GameImport import{path};
    REQUIRE(import.add(played_on("A", "B", "2001.01.01", "h2e2 h9g7 h0g2 i9h9")));
    REQUIRE(import.add(played_on("B", "A", "2002.01.01", "h2e2 h9g7 c3c4 g6g5")));
    REQUIRE(import.add(played_on("B", "C", "2003.01.01", "h2e2 b9c7 c3c4 g6g5")));
    import.finish();
  }
  {
    sqlite::Database db{path, sqlite::Database::Mode::read_write};
    db.execute("INSERT INTO analyst VALUES (1, 'an engine')");
    for (const int game : {1, 2, 3}) {
      const auto id = std::to_string(game);
      db.execute("INSERT INTO annotation VALUES (" + id +
                 ", 1, 0, 90, 90, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)");
      db.execute("INSERT INTO annotation_move VALUES (" + id + ", 1, 1, 35, 0, ''), (" + id +
                 ", 1, 2, 35, 0.3, '?\?'), (" + id + ", 1, 3, 35, 0.1, '?')");
    }
  }
  const PlayerReport report = player_report(path, {}, "A");
  REQUIRE(report.games.size() == 2);
  // Game 1: A is Red, the marked move is the third ply. Game 2: A is Black, the second ply. Game 3
  // is one of others.
  REQUIRE(report.marked.size() == 2);
  CHECK(report.games[report.marked[0].game].number == 2);
  CHECK(report.marked[0].ply == 1);
  CHECK(report.marked[0].mark == 4);
  CHECK(report.games[report.marked[1].game].number == 1);
  CHECK(report.marked[1].ply == 2);
  CHECK(report.marked[1].mark == 2);
  CHECK(report.marked_games == 2);
  CHECK(as_json(report).find(
            R"("marked":[{"game":2,"ply":1,"mark":"??"},{"game":1,"ply":2,"mark":"?"}])") !=
        std::string::npos);
}
