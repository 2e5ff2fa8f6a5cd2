// A database as input of an import.
#include "sqlite/sqlite.hpp"
#include "store/annotation_journal.hpp"
#include "support/catch.hpp"
#include "support/random_games.hpp"
#include "support/scratch_folder.hpp"

#include <xq/store/game_database.hpp>
#include <xq/store/game_import.hpp>
#include <xq/store/maintenance.hpp>

#include <fmt/core.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

using namespace xq;
using namespace xq::store;

namespace {

std::vector<record::Game> some_games(std::uint32_t seed, std::size_t count) {
  std::mt19937 random{seed};
  std::vector<record::Game> games(count);
  for (auto& game : games) {
    do {
      support::random_record(random, game);
    } while (game.plies() < 4);
    game.source = random() % 2 == 0 ? "a.pgn" : "b.pgn";
  }
  return games;
}

void import_as_they_are(const std::string& path, const std::vector<record::Game>& games) {
  GameImport import{path};
  for (const auto& game : games) {
    import.add(game);
  }
  import.finish();
}

GameImport::Counts add_database(const std::string& from, const std::string& to,
                                std::size_t per_transaction = 50'000) {
  GameImport import{to, {.games_per_transaction = per_transaction}};
  import.add_database(from);
  import.finish();
  return import.counts();
}

/// All that is known about the games, with the order of their numbers, but without these.
std::string rows_of(const std::string& path) {
  sqlite::Database db{path, sqlite::Database::Mode::read_only};
  std::string out;
  for (const auto* sql :
       {"SELECT s.name FROM game JOIN source AS s ON s.id = source ORDER BY game.id",
        "SELECT a.game, s.name FROM also_in AS a JOIN source AS s ON s.id = a.source ORDER BY 1, 2",
        "SELECT x.identity, a.game, quote(red_accuracy), quote(black_loss), mates_missed "
        "FROM annotation AS a JOIN analyst AS x ON x.id = analyst ORDER BY 1, 2",
        "SELECT x.identity, m.game, ply, score, quote(loss), mark FROM annotation_move AS m "
        "JOIN analyst AS x ON x.id = analyst ORDER BY 1, 2, 3",
        "SELECT x.identity, key, lock, context, score, depth, nodes, quote(lines) "
        "FROM evaluation JOIN analyst AS x ON x.id = analyst ORDER BY 1, 2, 3, 4"}) {
    sqlite::Statement query{db, sql};
    for (auto row = query.use(); row.next();) {
      for (int i = 0; i < row.columns(); ++i) {
        out += fmt::format("{}|", row.text(i));
      }
      out += '\n';
    }
    out += "--\n";
  }
  GameDatabase{path}.for_each({}, [&](record::Game& game) {
    for (std::size_t i = 0; i < game.tag_count(); ++i) {
      out += fmt::format("{}={} ", game.tag_at(i).name, game.tag_at(i).value);
    }
    out += fmt::format("{} {}\n", to_text(game.result()), game.node_count());
    return true;
  });
  return out;
}

void annotate(const std::string& path, const std::string& identity, std::int64_t game, int score) {
  AnnotationJournal journal{path, identity};
  journal.add({static_cast<std::uint64_t>(game), ~std::uint64_t{0}, 3}, {score, 9, 1000, "x"});
  const AnnotationMoveRow moves[] = {{1, score, 1.0 / 3, "?!"}, {2, -score, 0.1, ""}};
  journal.save(
      {.game = game, .accuracy = {100.0 / 7, 99}, .loss = {0.25, 0.1 / 3}, .mates_missed = score},
      moves);
}

} // namespace

TEST_CASE("a database into an empty one is a copy of it", "[store]") {
  support::ScratchFolder folder;
  const auto one = folder.file("one.xqdb");
  auto games = some_games(support::seed, 300);
  import_as_they_are(one, games);
  for (auto& game : games) { // each again, from elsewhere
    game.source = "c.pgn";
  }
  import_as_they_are(one, games);
  annotate(one, "first", 1, 20);
  annotate(one, "second", 1, 30);
  annotate(one, "first", 7, 40);
  for (const std::size_t per_transaction : {std::size_t{7}, std::size_t{50'000}}) {
    const auto copy = folder.file(fmt::format("copy{}.xqdb", per_transaction));
    const auto counts = add_database(one, copy, per_transaction);
    CHECK(counts.judgements == 3);
    CHECK(counts.answers == 3);
    CHECK(rows_of(copy) == rows_of(one));
    CHECK(verify_database(copy).problem_count == 0);
    const auto again = add_database(one, copy, per_transaction);
    CHECK(again.added + again.judgements + again.answers == 0);
    CHECK(rows_of(copy) == rows_of(one));
  }
}

TEST_CASE("two databases make what their files make", "[store]") {
  support::ScratchFolder folder;
  auto games = some_games(support::seed + 1, 200);
  const auto more = some_games(support::seed + 1, 100); // the first ones again
  for (auto& game : games) {
    game.source = "north.pgn";
  }
  import_as_they_are(folder.file("north.xqdb"), games);
  import_as_they_are(folder.file("south.xqdb"), more);
  annotate(folder.file("north.xqdb"), "engine", 1, 20);
  annotate(folder.file("south.xqdb"), "engine", 1, 99); // north's stays
  annotate(folder.file("south.xqdb"), "engine", 2, 98);
  add_database(folder.file("north.xqdb"), folder.file("both.xqdb"));
  const auto counts = add_database(folder.file("south.xqdb"), folder.file("both.xqdb"));
  CHECK(counts.added == 0);
  CHECK(counts.duplicates == 100);
  CHECK(counts.judgements == 1);
  import_as_they_are(folder.file("files.xqdb"), games);
  import_as_they_are(folder.file("files.xqdb"), more);
  annotate(folder.file("files.xqdb"), "engine", 1, 20);
  annotate(folder.file("files.xqdb"), "engine", 2, 98);
  CHECK(rows_of(folder.file("both.xqdb")) == rows_of(folder.file("files.xqdb")));
}

TEST_CASE("what no engine can have said is not taken from a damaged database", "[store]") {
  support::ScratchFolder folder;
  const auto path = folder.file("a.xqdb");
  import_as_they_are(path, some_games(support::seed + 3, 3));
  annotate(path, "engine", 2, 20);
  const auto damage = [&](const std::string& sql) {
    sqlite::Database db{path, sqlite::Database::Mode::read_write};
    db.execute("PRAGMA ignore_check_constraints = 1; UPDATE " + sql);
  };
  const auto is_refused = [&] {
    CHECK_THROWS_AS(add_database(path, folder.file("b.xqdb")), sqlite::DbError);
    CHECK(verify_database(path).problem_count > 0);
  };
  SECTION("a value of a move") {
    damage("annotation_move SET score = 5000000000");
    is_refused();
    sqlite::Database db{path, sqlite::Database::Mode::read_only};
    CHECK_THROWS_AS(StoredAnnotation{db}.of(2), sqlite::DbError);
  }
  SECTION("a place of a move") {
    damage("annotation_move SET ply = ply + 5000000000");
    is_refused();
    sqlite::Database db{path, sqlite::Database::Mode::read_only};
    CHECK_THROWS_AS(StoredAnnotation{db}.of(2), sqlite::DbError);
  }
  SECTION("a count") {
    damage("annotation SET red_blunders = 5000000000");
    is_refused();
  }
  SECTION("an answer of the engine") {
    damage("evaluation SET depth = -5000000000");
    is_refused();
    AnnotationJournal journal{folder.file("c.xqdb"), "engine"};
    CHECK_THROWS_AS(journal.take_from(path), sqlite::DbError);
  }
}

TEST_CASE("compacting gives space back and drops names that no game has", "[store]") {
  support::ScratchFolder folder;
  const auto path = folder.file("a.xqdb");
  import_as_they_are(path, some_games(support::seed + 2, 300));
  {
    sqlite::Database db{path, sqlite::Database::Mode::read_write};
    db.execute("DELETE FROM game WHERE id % 3 <> 0; INSERT INTO player VALUES (999, 'nobody', 1)");
  }
  const auto before = rows_of(path);
  const auto done = compact_database(path, false);
  CHECK(done.bytes_after < done.bytes_before);
  CHECK(done.names >= 1);
  CHECK(done.operations == 0);
  CHECK(rows_of(path) == before);
  const auto sound = verify_database(path);
  CAPTURE(sound.problems.empty() ? "" : sound.problems[0]);
  CHECK(sound.problem_count == 0);
  CHECK(GameDatabase{path}.find_numbers({.player = "nobody"}).empty());
}
