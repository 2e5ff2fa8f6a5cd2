// What stands in a database is data: whatever value stands in a column of numbers, every reader
// works or says that the file is damaged, and what verifies the file finds it, unless the value may
// stand there.
#include "service/data/game_table.hpp"
#include "service/service.hpp"
#include "sqlite/schema.hpp"
#include "sqlite/sqlite.hpp"
#include "store/annotation_journal.hpp"
#include "store/order/page.hpp"
#include "support/catch.hpp"
#include "support/key_analyst.hpp"
#include "support/make_book.hpp"
#include "support/make_database.hpp"
#include "support/random_positions.hpp"
#include "support/rounds.hpp"
#include "support/scratch_folder.hpp"

#include <xq/base/error.hpp>
#include <xq/book/book.hpp>
#include <xq/book/build.hpp>
#include <xq/book/maintenance.hpp>
#include <xq/reports.hpp>
#include <xq/scoring.hpp>
#include <xq/store/game_database.hpp>
#include <xq/store/game_editor.hpp>
#include <xq/store/game_import.hpp>
#include <xq/store/maintenance.hpp>
#include <xq/store/name_proposals.hpp>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

using namespace xq;

namespace {

using sqlite::Database;
using Texts = std::vector<std::string>;

/// In SQL.
constexpr const char* odd_values[] = {"-1",      "7",    "2147483648", "9223372036854775807",
                                      "'seven'", "NULL", "x'00FF'"};

Texts texts(Database& db, const std::string& sql) {
  sqlite::Statement query{db, sql};
  Texts found;
  for (auto row = query.use(); row.next();) {
    found.emplace_back(row.text(0));
  }
  return found;
}

std::string replaced(std::string text, std::string_view what, std::string_view by) {
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size())) {
    text.replace(at, what.size(), by);
  }
  return text;
}

/// A definition that demands nothing of what stands in its columns.
std::string lenient(std::string sql) {
  for (auto at = sql.find("CHECK ("); at != std::string::npos; at = sql.find("CHECK (", at + 1)) {
    const auto begin = at + 7;
    auto end = begin;
    for (int depth = 1; depth > 0; ++end) {
      depth += sql[end] == '(' ? 1 : sql[end] == ')' ? -1 : 0;
    }
    sql.replace(begin, end - 1 - begin, "1");
  }
  return replaced(replaced(replaced(sql, "STRICT, ", ""), ") STRICT", ")"), " NOT NULL", "");
}

/// Copies a file in place of another. (mingw's copy_file() does not know overwrite_existing.)
void copy_over(const std::string& from, const std::string& to) {
  std::filesystem::remove(to);
  std::filesystem::copy_file(from, to);
}

/// A copy of a database whose tables take everything.
void copy_lenient(const std::string& from, const std::string& to) {
  Database old{from, Database::Mode::read_only};
  Database db{to, Database::Mode::create};
  db.execute("PRAGMA foreign_keys = OFF; PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF;"
             "ATTACH '" +
             from + "' AS old");
  for (const auto* pragma : {"application_id", "user_version"}) {
    db.execute(fmt::format("PRAGMA {0} = {1}", pragma,
                           old.query_integer(fmt::format("PRAGMA {}", pragma))));
  }
  const auto definitions = [&](const char* which) {
    return texts(old,
                 fmt::format("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT "
                             "LIKE 'sqlite%' AND type {}",
                             which));
  };
  for (const auto& sql : definitions("= 'table'")) {
    db.execute(lenient(sql));
  }
  for (const auto& table :
       texts(old, "SELECT name FROM sqlite_schema WHERE type = 'table' AND name "
                  "NOT LIKE 'sqlite%'")) {
    db.execute(fmt::format("INSERT INTO main.{0} SELECT * FROM old.{0}", table));
  }
  for (const auto& sql : definitions("<> 'table'")) {
    db.execute(sql);
  }
}

struct Column {
  std::string table, name;
};

std::vector<Column> columns_of_numbers(const std::string& path) {
  Database db{path, Database::Mode::read_only};
  std::vector<Column> columns;
  sqlite::Statement query{db, "SELECT t.name, c.name FROM sqlite_schema AS t, pragma_table_info("
                              "t.name) AS c WHERE t.type = 'table' AND c.type = 'INTEGER' AND "
                              "t.name NOT LIKE 'sqlite%' ORDER BY t.name, c.cid"};
  for (auto row = query.use(); row.next();) {
    columns.push_back({std::string{row.text(0)}, std::string{row.text(1)}});
  }
  return columns;
}

/// Set a row's column; false when the table cannot hold the value, or is empty.
bool set_value(const std::string& path, const Column& column, const char* value) {
  Database db{path, Database::Mode::read_write};
  db.execute("PRAGMA foreign_keys = OFF; PRAGMA synchronous = OFF");
  const sqlite::WithoutTriggers quiet{db};
  try {
    db.execute(fmt::format("UPDATE {0} SET {1} = {2} WHERE {1} IS (SELECT {1} FROM {0} LIMIT 1) "
                           "AND {1} IS NOT {2}",
                           column.table, column.name, value));
  } catch (const sqlite::DbError&) {
    return false;
  }
  return db.changes() > 0;
}

/// Runs it; an error in our words is an answer, too.
void attempt(const char* what, const std::function<void()>& read) {
  INFO(what);
  try {
    read();
  } catch (const Error&) {
  }
}

bool ask_always(double) { return true; }

/// A small database with something in each table.
void make_games(const std::string& path) {
  std::mt19937 random{support::seed};
  const auto games = support::small_archive(random, 12);
  support::make_database(path, games, 9);
  {
    store::GameImport import{path};
    auto game = support::as_record(games[0]);
    game.source = "again.pgn";
    import.add(game);
    game = support::as_record(games[2]);
    game.source = "again.pgn";
    import.add(game);
    auto noted = support::as_record(games[1]);
    noted.set_tag("Annotator", "x");
    noted.set_tag("RedTeam", "北京");
    noted.set_tag("BlackTeam", "上海");
    noted.set_tag("Site", "北京");
    noted.set_tag("Game", "Chinese Chess");
    noted.add_comment(record::root_node, "弃车 rook");
    import.add(noted);
    import.finish();
  }
  store::save_aliases(path, [] {
    record::Aliases aliases;
    static_cast<void>(aliases.add({record::NameKind::player, {"Li Ming", "李明 <b>"}, {}, 0}));
    static_cast<void>(aliases.add({record::NameKind::event, {"Event 1", "Event 2"}, {}, 0}));
    return aliases;
  }());
  {
    store::AnnotationJournal journal{path, "engine"};
    const store::AnnotationMoveRow move{1, 30, 0.25, "?!"};
    journal.save({.game = 1, .accuracy = {99, 50}}, {&move, 1});
    journal.save({.game = 3, .accuracy = {99, 50}}, {&move, 1});
    journal.add({.key = 1, .lock = 2, .context = 0}, {10, 5, 1000, {}});
    journal.add_failure(3, "a.pgn", "no answer");
    journal.add_part_game(1, "text", "page");
  }
  const auto edit = [&](std::vector<std::int64_t> ids, const store::HeaderEdits& edits) {
    store::GameEditor editor{path};
    editor.edit(ids, edits, "edit");
    editor.commit();
  };
  edit({1, 2}, {.settings = {{"Event", "League"}}});
  edit({2, 4}, {.removals = {"Red"}});
  store::GameEditor remover{path};
  const std::vector<std::int64_t> gone{3, 5};
  remover.remove(gone, "delete");
  remover.commit();
  store::GameEditor undoer{path};
  undoer.undo(2);
  undoer.commit();
  {
    sqlite::Database db{path, sqlite::Database::Mode::read_write}; // an import that was taken back
    db.execute(
        "INSERT INTO edit (time, what, kind, in_force, games) "
        "VALUES ('2026-01-01T00:00:00Z', 'import a.pgn', 'edit', 0, 2);"
        "INSERT INTO edit_import (edit, first, last) VALUES (last_insert_rowid(), 100, 101)");
  }
  store::build_indexes(path, {.plies = 6});
}

void read_games(const std::string& path, const support::ScratchFolder& folder) {
  attempt("games", [&] {
    store::GameDatabase db{path};
    static_cast<void>(db.counts());
    db.for_each({}, [](record::Game&) { return true; });
  });
  attempt("searches", [&] {
    store::GameDatabase db{path};
    static_cast<void>(db.duplicates({}));
    for (const store::Filter& filter :
         {store::Filter{.player = "li"}, store::Filter{.comment = "rook"},
          store::Filter{.from = 1960'01'01, .min_plies = 3},
          store::Filter{.result = record::Result::draw}, store::Filter{.unique = true}}) {
      static_cast<void>(db.find_numbers(filter));
    }
    store::Filter filter;
    Position position = Position::start();
    filter.position = {BoardPattern::exactly(position), position.canonical()};
    const auto found = db.find_numbers(filter);
    static_cast<void>(db.reached(found, filter));
    for (std::size_t column = 0; column < store::list_column_count; ++column) {
      const store::SortKey key{static_cast<store::ListColumn>(column), column % 2 == 1};
      static_cast<void>(store::select_page(db, found, {.order = {&key, 1}, .limit = 5}));
    }
  });
  attempt("names", [&] {
    static_cast<void>(store::propose_names(path, store::load_aliases(path), {.min_confidence = 0}));
  });
  attempt("player",
          [&] { static_cast<void>(as_text(reports::player_report(path, {}, "Li Ming"))); });
  attempt("event", [&] {
    const Texts events{"Event 6"};
    static_cast<void>(as_json(reports::event_report(path, {}, events)));
  });
  attempt("opening", [&] {
    static_cast<void>(as_html(reports::opening_report(path, {}, Position::start())));
  });
  attempt("novelties",
          [&] { static_cast<void>(as_text(reports::novelties(path, {}, {.earlier = 1}))); });
  attempt("journal of edits", [&] {
    store::GameEditor editor{path, store::GameEditor::Mode::preview};
    for (const auto& operation : editor.operations()) {
      attempt("show", [&] { editor.show(operation.id, {}); });
      attempt("undo", [&] { editor.undo(operation.id); });
    }
    const std::vector<std::int64_t> all{1, 2, 4};
    editor.edit(all, {.settings = {{"Round", "9"}}}, "edit");
  });
  attempt("table of the explorer", [&] {
    Database db{path, Database::Mode::read_only};
    const service::GameTable table{db};
    static_cast<void>(table.years());
  });
  const auto copy = folder.file("changed.xqdb");
  const auto copied = [&](const char* what, const std::function<void()>& write) {
    copy_over(path, copy);
    attempt(what, write);
  };
  copied("journal of answers", [&] {
    store::AnnotationJournal journal{copy, "engine"};
    static_cast<void>(journal.find({.key = 1, .lock = 2, .context = 0}));
    static_cast<void>(journal.digest());
  });
  copied("import", [&] {
    std::mt19937 random{support::seed};
    store::GameImport import{copy};
    for (const auto& game : support::small_archive(random, 14)) {
      import.add(support::as_record(game));
    }
    import.finish();
  });
  copied("index", [&] { store::build_indexes(copy, {.plies = 4}, ask_always); });
  copied("compact", [&] { store::compact_database(copy, false); });
  std::filesystem::remove(copy);
  attempt("import of the database", [&] {
    store::GameImport import{copy};
    import.add_database(path);
    import.finish();
  });
  std::filesystem::remove(copy);
}

void ask_service(const std::string& database, const std::string& book) {
  attempt("service", [&] {
    service::ServiceOptions options;
    options.databases = {database};
    options.books = book.empty() ? Texts{} : Texts{book};
    options.hash_megabytes = 1;
    service::Service service{options};
    const std::string start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR%20w";
    for (const std::string& target : std::vector<std::string>{
             "/about", "/explorer", "/explorer?source=book", "/game/1", "/game/4.pgn",
             "/search?sort=date", "/search?player=li", "/stats", "/report/player?player=Li%20Ming",
             "/report/event?event=Event%206", "/chessdb.php?action=queryall&board=" + start}) {
      INFO(target);
      service::Request request;
      request.method = "GET";
      request.target = target;
      static_cast<void>(service.answer(request));
    }
  });
}

void read_book(const std::string& path, const std::string& other,
               const support::ScratchFolder& folder) {
  attempt("book", [&] {
    book::Book book{path};
    for (const auto& move : book.probe(Position::start())) {
      static_cast<void>(book.games(Position::start(), move.move));
    }
    static_cast<void>(book.probe_all(Position::start()));
    book.for_each([](const book::Row&) {});
  });
  attempt("diff", [&] { static_cast<void>(book::compare_books(path, other)); });
  attempt("merge", [&] {
    const Texts both{path, other};
    book::merge_books(both, folder.file("merged.xqbook"), {});
  });
  attempt("append", [&] {
    const auto copy = folder.file("appended.xqbook");
    copy_over(path, copy);
    std::mt19937 random{7};
    support::make_book(copy, support::small_archive(random, 3),
                       {.max_ply = 10, .samples = 2, .append = true});
  });
}

/// How many of the odd values are verified for each that all rooms read: reading takes a tenth of a
/// second. XQ_ODD_NUMBERS=1 reads all.
int reading_step() {
  const char* const step = std::getenv("XQ_ODD_NUMBERS");
  return step == nullptr ? 19 : std::max(std::atoi(step), 1); // 19 comes to each value in turn
}

/// One of so many pairs of a column and an odd value is tried: two or three values a column, each
/// value in a third of the columns. With XQ_ROUNDS all are.
std::size_t verifying_step() { return support::rounds(1) > 1 ? 1 : 3; }

/// Set each column of numbers to each odd value, verify, and read some. `free`: columns whose
/// numbers may be any, as `table.column`, or any but some, as `table.column value`.
void try_all(const std::string& original, const support::ScratchFolder& folder,
             const std::set<std::string>& free, const std::function<void(const std::string&)>& read,
             const std::function<std::uint64_t(const std::string&)>& problems) {
  const auto sound = folder.file("sound");
  copy_lenient(original, sound);
  REQUIRE(problems(sound) == 0);
  const auto path = folder.file("odd");
  int tried = 0;
  std::size_t next = 0;
  for (const auto& column : columns_of_numbers(sound)) {
    for (const auto* value : odd_values) {
      if (next++ % verifying_step() != 0) {
        continue;
      }
      copy_over(sound, path);
      if (!set_value(path, column, value)) {
        continue;
      }
      ++tried;
      const auto name = fmt::format("{}.{}", column.table, column.name);
      CAPTURE(name, value);
      if (tried % reading_step() == 0) {
        read(path);
      }
      std::uint64_t found = 0;
      try {
        found = problems(path);
      } catch (const sqlite::DbError&) {
        found = 1;
      }
      const bool is_number = value[0] == '-' || std::isdigit(static_cast<unsigned char>(value[0]));
      const bool legal = (is_number && free.contains(name)) || free.contains(name + " " + value);
      CHECK((found > 0 || legal));
    }
  }
  CHECK(static_cast<std::size_t>(tried) * verifying_step() > 100);
}

} // namespace

TEST_CASE("odd numbers in a game database", "[odd_numbers][threads]") {
  const support::ScratchFolder folder;
  const auto path = folder.file("games.xqdb");
  make_games(path);
  {
    Database db{path, Database::Mode::read_only};
    for (const auto& table :
         texts(db, "SELECT name FROM sqlite_schema WHERE type = 'table' AND "
                   "name NOT LIKE 'sqlite%' AND name NOT IN ('part', 'word_changed')")) {
      INFO(table << " has a row");
      CHECK(db.query_integer(fmt::format("SELECT count(*) FROM {}", table)) > 0);
    }
  }
  // Hashes, versions, numbers in other files and rows that nothing names may be any number; a
  // count, a ply or a score may be 7.
  std::set<std::string> free{"also_in.game 7", "edit_base.game 7", "edit_value.game 7"};
  for (const auto* any :
       {"annotation_failure.id", "annotation_failure.game", "deleted_line.hash",
        "deleted_line.record", "evaluation.key", "evaluation.lock", "evaluation.context",
        "event.id", "line.record", "position_index.zobrist", "word_index.tokens"}) {
    free.insert(any);
  }
  for (const std::string table : {"annotation", "deleted_annotation"}) {
    for (const auto* count :
         {"book_plies", "red_good", "black_good", "red_dubious", "black_dubious", "red_mistakes",
          "black_mistakes", "red_blunders", "black_blunders", "mates_missed"}) {
      free.insert(table + "." + count + " 7");
    }
    for (const auto* rest : {".ply 7", ".score 7", ".score -1"}) {
      free.insert(table + "_move" + rest);
    }
  }
  for (const auto* number : {"7", "2147483648", "9223372036854775807"}) {
    free.insert(std::string{"alias.owner "} + number);     // of a whole group
    free.insert(std::string{"word_index.game "} + number); // the last games may have been deleted
  }
  for (const auto* one :
       {"edit.games 7", "edit_value.number 7", "evaluation.score 7", "evaluation.score -1",
        "evaluation.depth 7", "evaluation.nodes 7", "evaluation.nodes 2147483648",
        "evaluation.nodes 9223372036854775807", "part_game.number 7", "part_game.number 2147483648",
        "part_game.number 9223372036854775807", "position_index.plies 7", "edit_import.first 7",
        "edit_import.last 2147483648", "edit_import.last 9223372036854775807",
        "position_index.game 7"}) {
    free.insert(one);
  }
  try_all(
      path, folder, free,
      [&](const std::string& odd) {
        read_games(odd, folder);
        ask_service(odd, {});
      },
      [](const std::string& odd) { return store::verify_database(odd).problem_count; });
}

TEST_CASE("odd numbers in a book", "[odd_numbers][threads]") {
  const support::ScratchFolder folder;
  const auto plain = folder.file("plain.xqbook");
  std::mt19937 random{support::seed};
  support::make_book(plain, support::small_archive(random, 8), {.max_ply = 10, .samples = 2});
  const auto path = folder.file("judged.xqbook");
  support::KeyEngine engine;
  ScoringSetup setup;
  setup.book = plain;
  setup.target = path;
  setup.journal = path + ".journal";
  setup.analysts = support::key_analysts(engine);
  {
    ScoringRun run{setup};
    REQUIRE(run.run() == StopReason::none);
    run.remove_journal();
  }
  const auto games = folder.file("games.xqdb");
  support::make_database(games, support::small_archive(random, 2));
  const std::set<std::string> free{};
  try_all(
      path, folder, free,
      [&](const std::string& odd) {
        read_book(odd, plain, folder);
        ask_service(games, odd);
      },
      [](const std::string& odd) { return book::verify_book(odd).problem_count; });
}
