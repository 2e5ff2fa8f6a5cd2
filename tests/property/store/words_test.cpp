// Words of comments by the index, while games come, change and go, against a look at each game.

#include "sqlite/sqlite.hpp"
#include "store/rows/notes_code.hpp"
#include "store/words/word_index.hpp"
#include "support/catch.hpp"
#include "support/scratch_folder.hpp"

#include <xq/board/movegen.hpp>
#include <xq/store/game_database.hpp>
#include <xq/store/game_editor.hpp>
#include <xq/store/game_import.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

using namespace xq;
using namespace xq::store;

namespace {

constexpr Move central_cannon{make_square(7, 2), make_square(4, 2)};
constexpr const char* pieces[] = {
    "车", "車", "弃", "棄", "马", "绝杀", "屏风马", "屏風馬", "Rook", "rooks", "a",        "b", " ",
    " ",  "，", "-",  "é",  "8",  "８",   "の",     "한",     "🐎",    "“",     "\xC2\xA0", "xx"};

std::string some_text(std::mt19937& random, std::size_t most) {
  std::string text;
  for (auto n = random() % most; n > 0; --n) {
    text += pieces[random() % std::size(pieces)];
  }
  return random() % 40 == 0 ? text + std::string(55 + random() % 15, 'x') : text;
}

/// A text that a comment may have: characters that stand there, or others.
std::string some_query(std::mt19937& random) {
  std::string text = some_text(random, 4);
  std::erase(text, '"');
  if (random() % 20 == 0) {
    text += std::string(55 + random() % 15, 'x');
  }
  if (random() % 2 == 0) {
    text = '"' + text + '"';
  }
  return text + (random() % 3 == 0 ? "*" : "") +
         (random() % 4 == 0 ? " " + some_text(random, 3) : "");
}

class Games {
public:
  Games(std::mt19937& random, std::string path) : m_random{random}, m_path{std::move(path)} {}

  void import(int games) {
    GameImport import{m_path};
    for (int i = 0; i < games; ++i) {
      record::Game game;
      game.add_tag("Round", std::to_string(++m_number));
      commented(game);
      import.add(game);
    }
    import.finish();
  }

  /// As the sqlite3 shell, or another program, does it.
  void change() {
    const auto id = fmt::format("(SELECT id FROM game ORDER BY id LIMIT 1 OFFSET abs({}) % "
                                "(SELECT count(*) FROM game))",
                                m_random() % 1000);
    switch (m_random() % 5) {
    case 0:
      run(fmt::format("DELETE FROM game WHERE id = {}", id));
      break;
    case 1: { // notes of another game
      record::Game game;
      commented(game);
      std::string notes;
      encode_notes(game, notes);
      sqlite::Database db{m_path, sqlite::Database::Mode::read_write};
      sqlite::Statement update{db, fmt::format("UPDATE game SET notes = ? WHERE id = {}", id)};
      update.use()(sqlite::Blob{notes}).exec();
      break;
    }
    case 2:
      run(fmt::format("UPDATE game SET notes = NULL WHERE id = {}", id));
      break;
    case 3: // another block of the index
      run(fmt::format("UPDATE OR IGNORE game SET id = id + {} WHERE id = {}",
                      (static_cast<int>(m_random() % 5) - 2) * 65536, id));
      break;
    default: // comments that are no UTF-8, with `b` as a word and behind a letter
      run(fmt::format("UPDATE game SET notes = x'{}' WHERE id = {}",
                      m_random() % 2 == 0 ? "01050561FF626162" : "010504C3A9A962", id));
    }
  }
  void index() { build_indexes(m_path, {.plies = 2}); }

  /// Queries find what a look at each game finds; returns how many games they found.
  std::size_t compare(int queries) {
    GameDatabase database{m_path};
    const auto games = stored(database.sqlite());
    std::size_t hits = 0;
    for (int i = 0; i < queries; ++i) {
      Filter filter;
      filter.comment = some_query(m_random);
      const WordQuery words{filter.comment};
      if (words.words().empty()) {
        continue;
      }
      CAPTURE(filter.comment);
      if (m_random() % 4 == 0) {
        filter.min_plies = 2;
      }
      if (m_random() % 4 == 0) {
        Position position = Position::start();
        position.do_move(central_cannon);
        filter.position = {BoardPattern::exactly(position), position.canonical()};
      }
      std::vector<std::int64_t> expected;
      for (const auto& game : games) {
        const int plies = static_cast<int>(game.moves.size() / 2);
        if (words(game.notes) && plies >= filter.min_plies &&
            (!filter.position || begins_with_cannon(game.moves))) {
          expected.push_back(game.id);
        }
      }
      CHECK(database.find_numbers(filter) == expected);
      hits += expected.size();
    }
    CHECK(WordIndex{database.sqlite()}.is_sound());
    return hits;
  }

private:
  struct Row {
    std::int64_t id = 0;
    std::string moves, notes;
  };
  /// As bytes: the reader refuses games with comments that are no text.
  static std::vector<Row> stored(sqlite::Database& db) {
    std::vector<Row> rows;
    sqlite::Statement query{db, "SELECT id, moves, notes FROM game ORDER BY id"};
    for (auto row = query.use(); row.next();) {
      rows.push_back({row.integer(0), std::string{row.blob(1)}, std::string{row.blob(2)}});
    }
    return rows;
  }
  /// Or with its mirror image.
  static bool begins_with_cannon(std::string_view moves) {
    std::vector<Move> all;
    return decode_moves(moves, all) && !all.empty() &&
           (all[0] == central_cannon || all[0] == Move{make_square(1, 2), make_square(4, 2)});
  }

  void run(const std::string& sql) {
    sqlite::Database{m_path, sqlite::Database::Mode::read_write}.execute(sql);
  }

  void commented(record::Game& game) {
    auto node = record::root_node;
    Position position = Position::start();
    for (auto plies = m_random() % 4; plies > 0; --plies) {
      MoveList moves;
      generate_legal(position, moves);
      const auto move = node == record::root_node && m_random() % 2 == 0
                            ? central_cannon
                            : moves[m_random() % moves.size()];
      node = game.add_move(node, move);
      position.do_move(move);
      if (m_random() % 2 == 0) {
        game.add_comment(node, some_text(m_random, 8));
      }
    }
  }

  std::mt19937& m_random;
  std::string m_path;
  int m_number = 0;
};

} // namespace

TEST_CASE("words are found by index as by a look at each game, whatever changes",
          "[store][property]") {
  const auto seed = std::random_device{}();
  CAPTURE(seed);
  std::mt19937 random{seed};
  support::ScratchFolder folder;
  Games games{random, folder.file("games.xqdb")};
  games.import(60);
  std::size_t hits = games.compare(20); // no index yet
  for (int round = 0; round < 6; ++round) {
    games.index();
    hits += games.compare(40);
    for (int i = 0; i < 4; ++i) {
      games.change();
      hits += games.compare(10);
    }
    games.import(5);
    hits += games.compare(20);
  }
  CHECK(hits > 500);
}

TEST_CASE("words are found in databases of schema 8, which have no index of them", "[store]") {
  std::mt19937 random{8};
  support::ScratchFolder folder;
  const auto path = folder.file("games.xqdb");
  Games games{random, path};
  games.import(60);
  sqlite::Database{path, sqlite::Database::Mode::read_write}.execute(
      "DROP TRIGGER words_gone; DROP TRIGGER words_changed; DROP TABLE word; DROP TABLE word_index;"
      "DROP TABLE word_changed; DROP TABLE edit_import; PRAGMA user_version = 8");
  CHECK(games.compare(100) > 50);
  games.index();
  CHECK(WordIndex{GameDatabase{path}.sqlite()}.last_game() == 60);
  CHECK(games.compare(100) > 50);
}

TEST_CASE("games that come back with their numbers are found by their words", "[store]") {
  support::ScratchFolder folder;
  const auto path = folder.file("games.xqdb");
  {
    GameImport import{path};
    for (int i = 0; i < 4; ++i) {
      record::Game game;
      game.add_tag("Round", std::to_string(i));
      game.add_comment(record::root_node, "弃车");
      import.add(game);
    }
    import.finish();
  }
  const auto edit = [&](const auto& what) {
    GameEditor editor{path};
    what(editor);
    editor.commit();
  };
  const auto found = [&] { return GameDatabase{path}.find_numbers({.comment = "弃车"}); };
  edit([](GameEditor& editor) { editor.remove(std::vector<std::int64_t>{2, 4}, "delete"); });
  build_indexes(path, {});
  CHECK(found() == std::vector<std::int64_t>{1, 3});
  edit([](GameEditor& editor) { editor.undo({}); });
  CHECK(found() == std::vector<std::int64_t>{1, 2, 3, 4});
  edit([](GameEditor& editor) { editor.remove(std::vector<std::int64_t>{1}, "delete"); });
  CHECK(found() == std::vector<std::int64_t>{2, 3, 4});
  build_indexes(path, {});
  CHECK(found() == std::vector<std::int64_t>{2, 3, 4});
}
