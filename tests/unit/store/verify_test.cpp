#include "sqlite/schema.hpp"
#include "sqlite/sqlite.hpp"
#include "store/import/sequence_index.hpp"
#include "store/position_index.hpp"
#include "support/catch.hpp"
#include "support/random_games.hpp"
#include "support/scratch_folder.hpp"

#include <xq/record/ecco.hpp>
#include <xq/store/game_database.hpp>
#include <xq/store/game_editor.hpp>
#include <xq/store/game_import.hpp>
#include <xq/store/maintenance.hpp>

#include <fmt/core.h>

#include <cstdint>
#include <string>
#include <vector>

using namespace xq;
using namespace xq::sqlite;
using namespace xq::store;

namespace {

/// Games of two plies that differ.
void import_rounds(const std::string& path, int count) {
  GameImport import{path};
  for (int i = 0; i < count; ++i) {
    record::Game game;
    game.source = "a.pgn";
    game.set_tag("Round", std::to_string(i));
    game.add_move(game.add_move(record::root_node, Move{make_square(7, 2), make_square(4, 2)}),
                  Move{make_square(7, 9), make_square(6, 7)});
    import.add(game);
  }
  import.finish();
}

} // namespace

TEST_CASE("a database of an older schema that can be read can be verified", "[store]") {
  const support::ScratchFolder folder;
  const auto& schema = game_schema();
  for (int version = schema.oldest_readable; version <= schema.newest(); ++version) {
    const auto path = folder.file(std::to_string(version) + ".xqdb");
    {
      Database db{path, Database::Mode::create};
      for (const auto& migration : schema.migrations.first(static_cast<std::size_t>(version))) {
        db.execute(migration.sql);
      }
      db.execute("PRAGMA application_id = " + std::to_string(schema.application_id) +
                 "; PRAGMA user_version = " + std::to_string(version));
    }
    INFO("schema " << version);
    CHECK(verify_database(path).problem_count == 0);
  }
}

TEST_CASE("a database whose last games were deleted is sound, journal or not", "[store]") {
  const support::ScratchFolder folder;
  const auto path = folder.file("games.xqdb");
  import_rounds(path, 4);
  build_indexes(path, {});
  GameEditor{path}.remove(std::vector<std::int64_t>{3, 4}, "--delete");
  CHECK(verify_database(path).problem_count == 0);
  compact_database(path, true);
  CHECK(verify_database(path).problem_count == 0);
}

TEST_CASE("an index of positions that begins before the games or goes beyond them is none",
          "[store]") {
  const support::ScratchFolder folder;
  const auto path = folder.file("games.xqdb");
  import_rounds(path, 4);
  build_indexes(path, {});
  const std::string game = GENERATE("-5", "5", "9223372036854775807");
  CAPTURE(game);
  Database{path, Database::Mode::read_write}.execute("UPDATE position_index SET game = " + game);
  CHECK(verify_database(path).problem_count > 0);
  Database db{path, Database::Mode::read_only};
  CHECK_FALSE(PositionIndex{db}.games(Position::start().canonical()));
}

TEST_CASE("a database is sound until something in it changes", "[store]") {
  const support::ScratchFolder folder;
  const auto path = folder.file("games.xqdb");
  {
    GameImport import{path};
    record::Game game;
    for (int i = 0; i < 3; ++i) {
      game.clear();
      game.source = i == 0 ? "a.pgn" : "b.pgn";
      game.set_tag("Event", "Cup");
      game.set_tag("Red", i == 0 ? "胡荣华" : "吕钦");
      game.set_tag("Black", "x");
      game.set_tag("Round", std::to_string(i));
      game.set_tag("WhiteClock", std::to_string(i));
      const auto node =
          game.add_move(record::root_node, Move{make_square(7, 2), make_square(4, 2)});
      game.add_move(node, i == 1 ? Move{make_square(7, 9), make_square(6, 7)}
                                 : Move{make_square(1, 9), make_square(2, 7)});
      game.add_comment(node, i == 1 ? "弃车 rook" : "好棋");
      import.add(game);
    }
    import.finish();
  }
  build_indexes(path, {});
  const auto sound = verify_database(path);
  CAPTURE(sound.problems.empty() ? "" : sound.problems[0]);
  REQUIRE(sound.problem_count == 0);
  CHECK(sound.games == 3);
  const std::string change = GENERATE(
      "UPDATE player SET name = '胡荣花' WHERE id = 1", "UPDATE event SET hash = hash + 1",
      "UPDATE game SET result = 1 WHERE id = 2", "UPDATE game SET plies = 3 WHERE id = 2",
      "UPDATE game SET ecco = 'E00' WHERE id = 2", "UPDATE game SET red = 77 WHERE id = 1",
      "UPDATE game SET red = 2 WHERE id = 1", "UPDATE tag SET value = 'y' WHERE game = 3",
      "DELETE FROM tag WHERE game = 3", "UPDATE game SET round = '9' WHERE id = 3",
      "UPDATE position SET games = x'01'", "UPDATE word SET games = x'03' WHERE word = 'rook'",
      "UPDATE word SET games = x'01FFFFFF7F' WHERE word = 'rook'",
      "UPDATE word SET word = 'hook' WHERE word = 'rook'",
      "UPDATE word SET block = 9223372036854775807 WHERE word = 'rook'",
      "DELETE FROM word WHERE word = '好棋'", "UPDATE word_index SET game = 2",
      "INSERT INTO word VALUES (7, 'rook', x'01')",
      "DROP TRIGGER source_deleted; DELETE FROM source WHERE id = 2",
      "UPDATE layout SET name = name || 'x' WHERE place = 1");
  CAPTURE(change);
  Database{path, Database::Mode::read_write}.execute("PRAGMA foreign_keys = OFF; " + change);
  CHECK(verify_database(path).problem_count > 0);
}

TEST_CASE("databases that kept an empty ECCO header in its column are sound and stay readable",
          "[store]") {
  const support::ScratchFolder folder;
  const auto path = folder.file("old.xqdb");
  record::Game game;
  game.add_tag("Red", "胡荣华");
  game.add_tag("Black", "吕钦");
  game.add_tag("ECCO", GENERATE("", "?"));
  const auto node = game.add_move(record::root_node, Move{make_square(7, 2), make_square(4, 2)});
  game.add_move(node, Move{make_square(7, 9), make_square(6, 7)});
  const auto import = [&] {
    GameImport out{path};
    const bool is_new = out.add(game);
    out.finish();
    return is_new;
  };
  REQUIRE(import());
  std::string bytes;
  GamePacker packer;
  static_cast<void>(packer.pack(game, bytes));
  CHECK(packer.opening().size() == 3);
  bytes.clear();
  packer.leave_column_to_header();
  const auto span = packer.pack(game, bytes);
  const auto key = key_of(hashes_of(bytes, 0, span));
  CHECK(packer.opening().empty());
  {
    Database db{path, Database::Mode::read_write};
    db.execute(fmt::format("UPDATE layout SET kind = 0, value = NULL WHERE name = 'ECCO'; "
                           "UPDATE game SET ecco = {}; UPDATE line SET record = {}",
                           game.tag("ECCO").empty() ? "NULL" : "'?'", key.record));
  }
  const auto sound = verify_database(path);
  CAPTURE(sound.problems.empty() ? "" : sound.problems[0]);
  CHECK(sound.problem_count == 0);
  const auto has_game = [&](const std::string& file, const Filter& filter) {
    bool same = false;
    GameDatabase{file}.for_each(filter, [&](const record::Game& stored) {
      same = equal(stored, game);
      return true;
    });
    return same;
  };
  CHECK(has_game(path, {}));
  CHECK_FALSE(import()); // the same record
  // A deleted game comes back as it was, and another database made of this one finds it.
  const auto edited = [&](auto&& edit) {
    GameEditor editor{path};
    static_cast<void>(edit(editor));
    editor.commit();
  };
  edited([](GameEditor& editor) { return editor.remove(std::vector<std::int64_t>{1}, "test"); });
  edited([](GameEditor& editor) { return editor.undo({}); });
  CHECK(has_game(path, {}));
  CHECK(verify_database(path).problem_count == 0);
  const auto copy = folder.file("copy.xqdb");
  GameImport out{copy};
  out.add_database(path);
  out.finish();
  CHECK(has_game(copy, {.ecco = std::string{record::opening_code(game)}}));
}
