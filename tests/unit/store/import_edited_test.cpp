// Imports into databases that somebody changed by SQL: rows deleted or changed, ids used again. The
// sqlite3 shell enforces no foreign keys unless it is told to, and files that older versions wrote
// have no triggers that remove what belongs to a deleted game.
#include "sqlite/schema.hpp"
#include "store/annotation_journal.hpp"
#include "support/catch.hpp"
#include "support/scratch_folder.hpp"

#include <xq/store/game_database.hpp>
#include <xq/store/game_import.hpp>

#include <fmt/core.h>

#include <cstdint>
#include <limits>
#include <set>
#include <string>
#include <vector>

using namespace xq;
using namespace xq::sqlite;
using namespace xq::store;
using Catch::Matchers::ContainsSubstring;

namespace {

/// The red rook of file a goes out and back seven times, one rank or two, as the bits of `number`
/// say: games differ by their moves. `headers`: else none.
record::Game numbered_game(int number, bool headers = true, std::string_view source = "a.pgn") {
  record::Game game;
  game.source = source;
  if (headers) {
    game.add_tag("Event", fmt::format("Cup {}", number / 10));
    game.add_tag("Red", fmt::format("Player {}", number));
    game.add_tag("Table", std::to_string(number)); // a row of table tag
  }
  auto node = record::root_node;
  for (int bit = 0; bit < 7; ++bit) {
    const Square corner = make_square(0, 0);
    const Square out = make_square(0, (number >> bit & 1) != 0 ? 2 : 1);
    const Square palace = make_square(4, 9);
    const Square forward = make_square(4, 8);
    for (const Move move :
         {Move{corner, out}, Move{palace, forward}, Move{out, corner}, Move{forward, palace}}) {
      node = game.add_move(node, move);
    }
  }
  return game;
}

std::vector<Move> moves_of(const record::Game& game) {
  std::vector<Move> moves;
  game.main_moves(moves);
  return moves;
}

/// Returns how many were added.
std::uint64_t import_numbered(const std::string& path, int first, int end) {
  GameImport import{path};
  for (int i = first; i < end; ++i) {
    import.add(numbered_game(i));
  }
  import.finish();
  return import.counts().added;
}

/// As the sqlite3 shell does it.
void run_sql(const std::string& path, const std::string& sql) {
  sqlite::Database db{path, sqlite::Database::Mode::read_write};
  db.execute("PRAGMA foreign_keys = OFF");
  db.execute(sql);
}

constexpr const char* referred_tables[] = {"player", "team",   "event",  "site",
                                           "source", "layout", "analyst"};

/// Make the file one of version 4: without triggers on what belongs to a game, and on names.
void make_old(const std::string& path) {
  sqlite::Database db{path, sqlite::Database::Mode::read_write};
  db.execute("PRAGMA foreign_keys = OFF");
  if (db.query_integer("PRAGMA user_version") > 9) {
    db.execute("DROP TABLE edit_import");
  }
  if (db.query_integer("PRAGMA user_version") > 8) {
    db.execute("DROP TRIGGER words_gone; DROP TRIGGER words_changed;"
               "DROP TABLE word; DROP TABLE word_index; DROP TABLE word_changed");
  }
  if (db.query_integer("PRAGMA user_version") > 7) {
    db.execute("DROP TRIGGER analyst_of_deleted_game");
    for (const auto* table :
         {"deleted_annotation_move", "deleted_annotation", "deleted_line", "deleted_also_in",
          "deleted_game", "edit_base", "edit_value", "edit"}) {
      db.execute(fmt::format("DROP TABLE {}", table));
    }
  }
  if (db.query_integer("PRAGMA user_version") > 6) {
    db.execute("DROP TABLE alias");
  }
  if (db.query_integer("PRAGMA user_version") > 5) {
    for (const auto* table : referred_tables) {
      db.execute(fmt::format("DROP TRIGGER {0}_deleted; DROP TRIGGER {0}_renumbered", table));
    }
  }
  if (db.query_integer("PRAGMA user_version") > 4) {
    db.execute("DROP TRIGGER game_parts_gone; DROP TRIGGER game_renumbered;"
               "DROP TRIGGER game_moves_changed; DROP INDEX line_game; PRAGMA user_version = 4");
  }
}

/// Numbers of the games that can be read from the database, from their headers, with their moves
/// compared.
std::multiset<int> numbers_in(const std::string& path) {
  std::multiset<int> found;
  GameDatabase{path}.for_each({}, [&](record::Game& game) {
    const int number = std::stoi(std::string{game.tag("Table")});
    CHECK(record::equal(game, numbered_game(number)));
    found.insert(number);
    return true;
  });
  return found;
}

std::multiset<int> numbers(int first, int end) {
  std::multiset<int> all;
  for (int i = first; i < end; ++i) {
    all.insert(i);
  }
  return all;
}

constexpr const char* parts_of_games[] = {"tag", "also_in", "line", "annotation",
                                          "annotation_move"};

/// Rows of all tables that belong to games, but to none that is there.
std::int64_t orphans(const std::string& path) {
  sqlite::Database db{path, sqlite::Database::Mode::read_only};
  std::int64_t sum = 0;
  for (const auto* table : parts_of_games) {
    sum += db.query_integer(
        fmt::format("SELECT count(*) FROM {} WHERE game NOT IN (SELECT id FROM game)", table));
  }
  return sum;
}

void check_whole(const std::string& path) {
  sqlite::Database db{path, sqlite::Database::Mode::read_only};
  sqlite::Statement check{db, "SELECT group_concat(integrity_check) FROM pragma_integrity_check"};
  auto row = check.use();
  REQUIRE(row.next());
  CHECK(row.text(0) == "ok");
  CHECK(db.query_integer("SELECT count(*) FROM pragma_foreign_key_check") == 0);
}

} // namespace

TEST_CASE("games that SQL deleted come back, whichever they were", "[store]") {
  support::ScratchFolder folder;
  const auto path = folder.file("a.xqdb");
  import_numbered(path, 0, 40);
  const bool old = GENERATE(false, true);
  const auto which = GENERATE(as<std::string>{}, "id = 40", "id > 30", "id = 1", "id % 3 = 0",
                              "id BETWEEN 10 AND 20", "1");
  INFO(which << (old ? ", no triggers" : ", triggers"));
  if (old) {
    make_old(path);
  }
  run_sql(path, "DELETE FROM game WHERE " + which);
  const auto left = numbers_in(path).size();
  SECTION("the same games") {
    CHECK(import_numbered(path, 0, 40) == 40 - left);
    CHECK(numbers_in(path) == numbers(0, 40));
  }
  SECTION("other games first, which get their ids") {
    CHECK(import_numbered(path, 40, 90) == 50);
    CHECK(import_numbered(path, 0, 40) == 40 - left);
    CHECK(numbers_in(path) == numbers(0, 90));
  }
  SECTION("other games first, in the same transaction") {
    GameImport import{path};
    for (int i = 80; i >= 0; --i) {
      import.add(numbered_game(i));
    }
    import.finish();
    CHECK(numbers_in(path) == numbers(0, 81));
  }
  CHECK(import_numbered(path, 0, 40) == 0);
  CHECK(orphans(path) == 0);
  check_whole(path);
}

TEST_CASE("a record is compared by its moves before a game takes its place", "[store]") {
  support::ScratchFolder folder;
  const auto path = folder.file("a.xqdb");
  const bool old = GENERATE(false, true);
  {
    GameImport import{path};
    for (int i = 0; i < 4; ++i) { // nothing but the moves differs
      auto game = numbered_game(i, false);
      game.add_tag("Red", "胡荣华");
      CHECK(import.add(game));
    }
    import.finish();
  }
  if (old) {
    make_old(path);
  }
  const auto sql = GENERATE(
      as<std::string>{}, "UPDATE line SET game = 5 - game", // the hashes lie
      "UPDATE game SET moves = (SELECT moves FROM game WHERE id = 4) WHERE id = 1",
      "UPDATE game SET moves = (SELECT moves FROM game WHERE id = 4), plies = 0 WHERE id < 4",
      "UPDATE line SET game = 1");
  INFO(sql << (old ? ", no triggers" : ", triggers"));
  run_sql(path, "PRAGMA ignore_check_constraints = ON; " + sql);
  for (const bool richer : {true, false}) { // than the rows, or poorer
    GameImport import{path};
    for (int i = 0; i < 4; ++i) {
      auto game = numbered_game(i, false);
      if (richer) {
        game.add_tag("Red", "胡荣华");
        game.add_tag("Black", "吕钦");
      }
      import.add(game);
    }
    import.finish();
  }
  std::set<int> found;
  GameDatabase{path}.for_each({}, [&](record::Game& game) {
    for (int i = 0; i < 4; ++i) {
      if (moves_of(game) == moves_of(numbered_game(i))) {
        found.insert(i);
      }
    }
    return true;
  });
  CHECK(found == std::set<int>{0, 1, 2, 3});
}

TEST_CASE("ids in table line may be any numbers", "[store]") {
  support::ScratchFolder folder;
  const auto path = folder.file("a.xqdb");
  import_numbered(path, 0, 20);
  if (GENERATE(false, true)) {
    make_old(path);
  }
  const auto id =
      GENERATE(std::numeric_limits<std::int64_t>::min(), std::int64_t{-1}, std::int64_t{0},
               std::int64_t{20}, std::int64_t{21}, std::numeric_limits<std::int64_t>::max());
  INFO(id);
  run_sql(path, fmt::format("UPDATE OR IGNORE line SET game = {0} WHERE game % 2 = 0;"
                            "INSERT OR IGNORE INTO tag SELECT {0}, place, value FROM tag;"
                            "INSERT OR IGNORE INTO also_in VALUES ({0}, 1)",
                            id));
  SECTION("backwards") {
    GameImport import{path};
    for (int i = 29; i >= 0; --i) {
      import.add(numbered_game(i));
    }
    import.finish();
  }
  SECTION("new games, then all") {
    CHECK(import_numbered(path, 20, 30) == 10);
    import_numbered(path, 0, 30);
  }
  const auto found = numbers_in(path);
  CHECK(std::set<int>(found.begin(), found.end()).size() == 30);
}

TEST_CASE("no game is written when the largest id is used", "[store]") {
  support::ScratchFolder folder;
  const auto path = folder.file("a.xqdb");
  import_numbered(path, 0, 5);
  run_sql(path, fmt::format("UPDATE game SET id = {} WHERE id = 5",
                            std::numeric_limits<std::int64_t>::max()));
  CHECK(import_numbered(path, 0, 5) == 0);
  CHECK_THROWS_WITH(import_numbered(path, 0, 6), ContainsSubstring(path) &&
                                                     ContainsSubstring("9223372036854775807") &&
                                                     ContainsSubstring("game"));
  CHECK(GameDatabase{path}.counts().games == 5);
}

TEST_CASE("ids of names may be any numbers", "[store]") {
  support::ScratchFolder folder;
  const auto path = folder.file("a.xqdb");
  import_numbered(path, 0, 20);
  const auto sql =
      GENERATE(as<std::string>{}, "DELETE FROM player WHERE id = 20",
               "UPDATE player SET id = -20 WHERE id = 20", "UPDATE player SET id = 0 WHERE id = 1",
               "UPDATE player SET id = -id", "UPDATE player SET id = 1000000000000 WHERE id = 3",
               "UPDATE game SET red = 9223372036854775807 WHERE id = 20",
               "UPDATE game SET red = -1 WHERE id = 20", "DELETE FROM player");
  INFO(sql);
  make_old(path); // later ones refuse most of this
  run_sql(path, sql);
  import_numbered(path, 20, 40);
  CHECK(import_numbered(path, 0, 40) <= 20);
  CHECK(import_numbered(path, 0, 40) == 0);
  // Reading refuses games that name nobody; each of them was imported again.
  run_sql(path, "DELETE FROM game WHERE red NOT IN (SELECT id FROM player)");
  std::set<int> tables;
  GameDatabase{path}.for_each({}, [&](record::Game& game) {
    const int number = std::stoi(std::string{game.tag("Table")});
    if (record::equal(game, numbered_game(number))) {
      tables.insert(number);
    }
    return true;
  });
  CHECK(tables.size() == 40);
}

TEST_CASE("names that games have are neither deleted nor renumbered", "[store]") {
  support::ScratchFolder folder;
  const auto path = folder.file("a.xqdb");
  {
    GameImport import{path};
    for (int i = 0; i < 4; ++i) {
      auto game = numbered_game(i / 2, true, i % 2 == 0 ? "a.pgn" : "b.pgn");
      game.set_tag("Black", "X");
      game.set_tag("RedTeam", "Y");
      game.set_tag("BlackTeam", "Z");
      game.set_tag("Site", "Here");
      import.add(game);
    }
    import.finish();
  }
  run_sql(path, "INSERT INTO analyst VALUES (1, 'an engine'), (2, 'another');"
                "INSERT INTO evaluation VALUES (1, 1, 0, 1, 0, 1, 1, x'');"
                "INSERT INTO annotation VALUES (1, 2, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)");
  sqlite::Database db{path, sqlite::Database::Mode::read_write};
  db.execute("PRAGMA foreign_keys = OFF");
  for (const auto* table : referred_tables) {
    sqlite::Statement all{db, fmt::format("SELECT DISTINCT id FROM {}", table)};
    std::vector<std::int64_t> ids;
    for (auto row = all.use(); row.next();) {
      ids.push_back(row.integer(0));
    }
    CHECK_FALSE(ids.empty());
    for (const auto id : ids) { // every row is used
      INFO(table << " " << id);
      CHECK_THROWS_WITH(db.execute(fmt::format("DELETE FROM {} WHERE id = {}", table, id)),
                        ContainsSubstring("first"));
      CHECK_THROWS_WITH(
          db.execute(fmt::format("UPDATE {} SET id = id + 100 WHERE id = {}", table, id)),
          ContainsSubstring("first"));
    }
    CHECK_THROWS(db.execute(fmt::format("DELETE FROM {}", table)));
  }
  // What nothing refers to goes.
  db.execute("UPDATE player SET id = id; DELETE FROM annotation; DELETE FROM evaluation;"
             "DELETE FROM game");
  for (const auto* table : referred_tables) {
    db.execute(fmt::format("UPDATE {0} SET id = id + 100; DELETE FROM {0}", table));
  }
}

TEST_CASE("ids of names that are gone from an old database are given to no other", "[store]") {
  support::ScratchFolder folder;
  const auto path = folder.file("a.xqdb");
  import_numbered(path, 0, 20);
  make_old(path);
  // The games of players 16 to 20 and of event 2 have names that are not there.
  run_sql(path, "DELETE FROM player WHERE id > 15; DELETE FROM event WHERE id = 2;"
                "DELETE FROM source; DELETE FROM layout");
  import_numbered(path, 20, 40);
  sqlite::Database db{path, sqlite::Database::Mode::read_only};
  const auto names = [&](const char* column, const char* table) {
    sqlite::Statement query{db, fmt::format("SELECT DISTINCT {1}.name FROM game JOIN {1} ON "
                                            "{1}.id = {0} WHERE game.id BETWEEN 16 AND 20",
                                            column, table)};
    std::string found;
    for (auto row = query.use(); row.next();) {
      found += row.text(0);
    }
    return found;
  };
  CHECK(names("red", "player") == "?");
  CHECK(names("event", "event") == "?");
  CHECK(names("source", "source") == "?");
  CHECK(db.query_integer("SELECT count(*) FROM game WHERE layout = 0") == 20);
  CHECK(db.query_integer("SELECT count(*) FROM game WHERE id > 20 AND layout <> 0") == 20);
  check_whole(path);
}

TEST_CASE("a table of names whose largest id is used takes no more", "[store]") {
  support::ScratchFolder folder;
  const auto path = folder.file("a.xqdb");
  import_numbered(path, 0, 5);
  make_old(path);
  run_sql(path, "UPDATE player SET id = 9223372036854775807 WHERE id = 5;"
                "UPDATE game SET red = 9223372036854775807 WHERE red = 5");
  CHECK(import_numbered(path, 0, 5) == 0);
  CHECK_THROWS_WITH(import_numbered(path, 5, 6),
                    ContainsSubstring(path) && ContainsSubstring("player"));
}

TEST_CASE("what belongs to a game goes with it", "[store]") {
  support::ScratchFolder folder;
  const auto path = folder.file("a.xqdb");
  import_numbered(path, 0, 6);
  {
    GameImport import{path};
    for (int i = 0; i < 6; ++i) {
      CHECK_FALSE(import.add(numbered_game(i, true, "b.pgn")));
    }
    import.finish();
  }
  {
    AnnotationJournal journal{path, "an engine"};
    for (int id = 1; id <= 6; ++id) {
      AnnotationRow row;
      row.game = id;
      const AnnotationMoveRow moves[] = {{.ply = 1, .mark = "?"}};
      journal.save(row, moves);
    }
  }
  const auto rows = [&](const char* table, int id) {
    return Database{path, sqlite::Database::Mode::read_only}.query_integer(
        fmt::format("SELECT count(*) FROM {} WHERE game = {}", table, id));
  };
  for (const auto* table : parts_of_games) {
    INFO(table);
    REQUIRE(rows(table, 2) == 1);
    REQUIRE(rows(table, 3) == 1);
  }
  const std::string keys = GENERATE(as<std::string>{}, "ON", "OFF");
  INFO("foreign keys " << keys);
  SECTION("deleted") {
    run_sql(path, "PRAGMA foreign_keys = " + keys + "; DELETE FROM game WHERE id IN (2, 5, 6)");
    for (const auto* table : parts_of_games) {
      INFO(table);
      CHECK(rows(table, 2) == 0);
      CHECK(rows(table, 3) == 1);
    }
  }
  SECTION("moved to another id") {
    run_sql(path, "PRAGMA foreign_keys = " + keys + "; UPDATE game SET id = 20 WHERE id = 2");
    for (const auto* table : parts_of_games) {
      INFO(table);
      CHECK(rows(table, 2) == 0);
      CHECK(rows(table, 20) == 1);
    }
    CHECK(import_numbered(path, 0, 6) == 0);
  }
  SECTION("changed in its moves") {
    run_sql(path, "PRAGMA foreign_keys = " + keys +
                      "; UPDATE game SET moves = x'', plies = 0 WHERE id = 2");
    CHECK(rows("line", 2) == 0);
    CHECK(rows("annotation", 2) == 0);
    CHECK(rows("annotation_move", 2) == 0);
    CHECK(rows("tag", 2) == 1);
  }
  CHECK(orphans(path) == 0);
  check_whole(path);
}

TEST_CASE("an old database loses the rows of games that are gone, and can be read before",
          "[store]") {
  support::ScratchFolder folder;
  const auto path = folder.file("a.xqdb");
  import_numbered(path, 0, 10);
  make_old(path);
  run_sql(path, "DELETE FROM game WHERE id IN (3, 10)");
  CHECK(orphans(path) == 4);
  CHECK(GameDatabase{path}.counts().games == 8); // what the schema lacks is for writing
  CHECK(import_numbered(path, 0, 1) == 0);
  CHECK(orphans(path) == 0);
  CHECK(sqlite::Database{path, sqlite::Database::Mode::read_only}.query_integer(
            "PRAGMA user_version") == sqlite::game_schema().newest());
  check_whole(path);
}
