#include "support/catch.hpp"
#include "support/games.hpp"
#include "support/scratch_folder.hpp"

#include <xq/base/error.hpp>
#include <xq/board/fen.hpp>
#include <xq/reports.hpp>
#include <xq/store/game_database.hpp>
#include <xq/store/game_import.hpp>
#include <xq/store/query.hpp>

#include <algorithm>
#include <string>

using namespace xq;
using Catch::Matchers::ContainsSubstring;

namespace {

/// Two games, of which the second one answers with the other horse.
void make_database(const std::string& path) {
  store::GameImport import{path};
  for (const std::string moves : {"h2e2 h9g7 h0g2", "h2e2 b9c7"}) {
    record::Game game = support::game(std::string{start_fen}, moves);
    game.add_tag("Red", moves.size() > 10 ? "胡荣华" : "柳大华");
    game.add_tag("Date", "1982.??.??");
    import.add(game);
  }
  import.finish();
}

} // namespace

TEST_CASE("conditions by the names of xq search find what their texts say", "[jobs][filter]") {
  const support::ScratchFolder folder;
  const auto path = folder.file("games.xqdb");
  make_database(path);
  store::GameDatabase database{path};
  using store::read_filter;
  CHECK(database.count(read_filter({})) == 2);
  CHECK(database.count(read_filter({{"player", "胡榮華"}})) == 1);
  CHECK(database.count(read_filter({{"since", "1983"}})) == 0);
  CHECK(database.count(read_filter({{"min-plies", "3"}, {"unique", ""}})) == 1);
  CHECK(database.count(read_filter({{"moves", "炮二平五 马8进7"}, {"then", "马二进三"}})) == 1);
  CHECK(database.count(read_filter({{"moves", "炮二平五"}, {"at-ply", "2-"}})) == 0);
  CHECK(database.count(read_filter({}, Position::start())) == 2);
}

TEST_CASE("a condition that is none says so", "[jobs][filter]") {
  using store::read_filter;
  CHECK_THROWS_AS(read_filter({{"colour", "red"}}), UsageError);
  CHECK_THROWS_WITH(read_filter({{"since", "soon"}}), ContainsSubstring("since: "));
  CHECK_THROWS_WITH(read_filter({{"then", "h2e2"}}), ContainsSubstring("needs position"));
  CHECK_THROWS_WITH(read_filter({{"position", "startpos"}}, Position::start()),
                    ContainsSubstring("position"));
}

TEST_CASE("all conditions have a name, and flags no value", "[jobs][filter]") {
  const auto all = store::filters();
  CHECK(std::ranges::all_of(all, [](const auto& info) { return !info.name.empty(); }));
  const auto unique = std::ranges::find(all, "unique", &store::FilterInfo::name);
  REQUIRE(unique != all.end());
  CHECK(unique->value.empty());
  CHECK(unique->needs_database);
  CHECK(std::ranges::count(all, "player", &store::FilterInfo::name) == 1);
}

TEST_CASE("games of a database are counted as xq stats does", "[jobs][stats]") {
  const support::ScratchFolder folder;
  const auto path = folder.file("games.xqdb");
  make_database(path);
  const auto counted = reports::statistics(path, {});
  CHECK(counted.all.games() == 2);
  CHECK(counted.plies == 5);
  CHECK_THAT(reports::as_json(counted, 1),
             ContainsSubstring(R"("years":[{"name":"1982","games":2)"));
  CHECK_THROWS_AS(reports::statistics(path, {}, 1, [] { return false; }), Interrupted);
}

TEST_CASE("a search that is told to stop ends with Interrupted", "[store]") {
  const support::ScratchFolder folder;
  const auto path = folder.file("games.xqdb");
  {
    store::GameImport import{path};
    for (int number = 0; number < 12000; ++number) { // enough for SQLite to ask
      record::Game game = support::game(std::string{start_fen}, "h2e2");
      game.add_tag("Event", std::to_string(number));
      import.add(game);
    }
    import.finish();
  }
  store::GameDatabase database{path};
  const auto filter = store::read_filter({{"player", "no such player"}, {"comment", "none"}});
  CHECK(database.find_numbers(filter).empty());
  int asked = 0;
  {
    const store::KeepGoing watched{database, [&] { return ++asked < 0; }};
    CHECK_THROWS_AS(database.find_numbers(store::read_filter({{"opening", "no such opening"}})),
                    Interrupted);
    CHECK(asked == 1);
  }
  CHECK(database.count({}) == 12000);
}
