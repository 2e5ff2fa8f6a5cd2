// Corrections of games in a database, their journal, and what takes them back.
#include "sqlite/sqlite.hpp"
#include "store/annotation_journal.hpp"
#include "support/catch.hpp"
#include "support/scratch_folder.hpp"

#include <xq/store/game_database.hpp>
#include <xq/store/game_editor.hpp>
#include <xq/store/game_import.hpp>
#include <xq/store/maintenance.hpp>

#include <fmt/core.h>

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

using namespace xq;
using namespace xq::store;
using Catch::Matchers::ContainsSubstring;

namespace {

using Tags = std::vector<std::pair<std::string, std::string>>;

/// A game of one move that says which number it has.
record::Game game_of(const Tags& tags, int rank = 1,
                     record::Result result = record::Result::unknown) {
  record::Game game;
  for (const auto& [name, value] : tags) {
    game.add_tag(name, value);
  }
  game.set_result(result);
  game.add_move(record::root_node, {make_square(0, 0), make_square(0, rank)});
  return game;
}

void import_games(const std::string& path, const std::vector<record::Game>& games,
                  std::string_view source = "a.pgn") {
  GameImport import{path};
  for (auto game : games) {
    game.source = source;
    import.add(game);
  }
  import.finish();
}

std::string text_of(const record::Game& game) {
  std::string out;
  for (std::size_t i = 0; i < game.tag_count(); ++i) {
    out += fmt::format("{}={} ", game.tag_at(i).name, game.tag_at(i).value);
  }
  return out + std::string{to_text(game.result())};
}

std::map<std::int64_t, std::string> games_in(const std::string& path) {
  std::map<std::int64_t, std::string> found;
  GameDatabase{path}.for_each({}, [&](record::Game& game) {
    found[static_cast<std::int64_t>(game.number)] = text_of(game);
    return true;
  });
  return found;
}

GameEditor::Done edit(const std::string& path, std::vector<std::int64_t> games, HeaderEdits edits) {
  check(edits);
  GameEditor editor{path};
  const auto done = editor.edit(games, edits, "test");
  editor.commit();
  return done;
}

GameEditor::Done remove(const std::string& path, std::vector<std::int64_t> games) {
  GameEditor editor{path};
  const auto done = editor.remove(games, "test");
  editor.commit();
  return done;
}

GameEditor::Done undo(const std::string& path, std::optional<std::int64_t> operation = {}) {
  GameEditor editor{path};
  const auto done = editor.undo(operation);
  editor.commit();
  return done;
}

void check_sound(const std::string& path) {
  const auto findings = verify_database(path);
  CHECK(findings.problem_count == 0);
  for (const auto& problem : findings.problems) {
    UNSCOPED_INFO(problem);
    CHECK(problem.empty());
  }
}

/// Rows of all tables that belong to games, without those of the journal.
std::string all_rows_of(const std::string& path) {
  sqlite::Database db{path, sqlite::Database::Mode::read_only};
  std::string out;
  constexpr const char* games = "SELECT v.*, hex(g.moves), quote(g.notes), g.date_text "
                                "FROM games AS v JOIN game AS g USING (id) ORDER BY id";
  constexpr const char* others = "SELECT a.game, s.name FROM also_in AS a "
                                 "JOIN source AS s ON s.id = a.source ORDER BY 1, 2";
  for (const auto* sql :
       {games, "SELECT game, place, value FROM tag ORDER BY game, place", others,
        "SELECT name FROM source ORDER BY 1", "SELECT * FROM line ORDER BY 1, 2, 3",
        "SELECT * FROM annotation ORDER BY 1, 2",
        "SELECT * FROM annotation_move ORDER BY 1, 2, 3"}) {
    sqlite::Statement query{db, sql};
    for (auto row = query.use(); row.next();) {
      for (int i = 0; i < row.columns(); ++i) {
        out += fmt::format("{}|", row.text(i));
      }
      out += '\n';
    }
    out += "--\n";
  }
  return out;
}

} // namespace

TEST_CASE("headers are set, removed and renamed, in their places", "[store]") {
  support::ScratchFolder folder;
  const auto path = folder.file("a.xqdb");
  import_games(path,
               {game_of({{"Event", "Cup"}, {"White", "A"}, {"Black", "B"}, {"Result", "*"}}),
                game_of({{"Red", "B"}, {"Black", "A"}, {"Round", "1"}, {"Annotator", "x"}}, 2)});
  edit(path, {1, 2},
       {.settings = {{"Event", "League"}, {"annotator", "y"}}, .removals = {"round"}});
  CHECK(games_in(path) == std::map<std::int64_t, std::string>{
                              {1, "Event=League White=A Black=B Result=* annotator=y *"},
                              {2, "Red=B Black=A Annotator=y Event=League *"}});
  // Names are exchanged; White is Red.
  edit(path, {1, 2},
       {.renamings = {{HeaderEdits::Named::player, "A", "B"},
                      {HeaderEdits::Named::player, "B", "A"}},
        .settings = {{"Result", "红胜"}}});
  CHECK(games_in(path) == std::map<std::int64_t, std::string>{
                              {1, "Event=League White=B Black=A Result=1-0 annotator=y 1-0"},
                              {2, "Red=A Black=B Annotator=y Event=League Result=1-0 1-0"}});
  check_sound(path);
  CHECK(edit(path, {1}, {.settings = {{"Event", "League"}}}).operation == 0);
  undo(path);
  undo(path);
  CHECK(games_in(path) ==
        std::map<std::int64_t, std::string>{{1, "Event=Cup White=A Black=B Result=* *"},
                                            {2, "Red=B Black=A Round=1 Annotator=x *"}});
  check_sound(path);
}

TEST_CASE("edits that cannot be are refused", "[store]") {
  const auto refused = [](HeaderEdits edits) { CHECK_THROWS_AS(check(edits), UsageError); };
  refused({.settings = {{"FEN", "x"}}});
  refused({.removals = {"fen"}});
  refused({.removals = {"Result"}});
  refused({.settings = {{"Result", "maybe"}}});
  refused({.settings = {{"two words", "x"}}});
  refused({.settings = {{"", "x"}}});
  refused({.settings = {{"Red", "x"}, {"White", "y"}}});
  refused({.settings = {{"Red", "x"}}, .removals = {"RED"}});
  support::ScratchFolder folder;
  const auto path = folder.file("a.xqdb");
  import_games(path, {game_of({})});
  CHECK_THROWS_AS(edit(path, {1, 2}, {.settings = {{"Red", "x"}}}), EditRefused);
  CHECK(games_in(path) == std::map<std::int64_t, std::string>{{1, "*"}});
  CHECK_THROWS_AS(undo(path), EditRefused);
  CHECK_THROWS_AS(undo(path, 7), EditRefused);
}

TEST_CASE("operations are taken back in any order, and done again", "[store]") {
  support::ScratchFolder folder;
  const auto path = folder.file("a.xqdb");
  import_games(path, {game_of({{"Event", "1"}, {"Site", "2"}, {"Round", "3"}, {"Red", "4"}})});
  const auto now = [&] { return games_in(path).at(1); };
  const auto first = edit(path, {1}, {.removals = {"Event"}}).operation;
  const auto second = edit(path, {1}, {.removals = {"Site"}}).operation;
  const auto third = edit(path, {1}, {.settings = {{"Black", "5"}}}).operation;
  CHECK(now() == "Round=3 Red=4 Black=5 *");
  const auto back = undo(path, first).operation;
  CHECK(now() == "Event=1 Round=3 Red=4 Black=5 *");
  undo(path, second);
  CHECK(now() == "Event=1 Site=2 Round=3 Red=4 Black=5 *");
  undo(path, back);
  CHECK(now() == "Site=2 Round=3 Red=4 Black=5 *");
  CHECK_THROWS_WITH(undo(path, back), ContainsSubstring("was taken back"));
  CHECK_THROWS_WITH(undo(path, second), ContainsSubstring("was taken back"));
  undo(path); // the last in force
  CHECK(now() == "Site=2 Round=3 Red=4 *");
  undo(path);
  CHECK(now() == "Event=1 Site=2 Round=3 Red=4 *");
  CHECK_THROWS_WITH(undo(path), ContainsSubstring("nothing to take back"));
  CHECK_THROWS_AS(undo(path, third), EditRefused);
  const auto operations = GameEditor{path, GameEditor::Mode::preview}.operations();
  REQUIRE(operations.size() == 8);
  CHECK(operations[3].kind == EditOperation::Kind::undo);
  CHECK(operations[3].target == first);
  CHECK(operations[5].kind == EditOperation::Kind::redo);
  CHECK_FALSE(operations[0].in_force);
  check_sound(path);
}

TEST_CASE("what changed the same headers later comes first", "[store]") {
  support::ScratchFolder folder;
  const auto path = folder.file("a.xqdb");
  import_games(path, {game_of({{"White", "1"}}), game_of({{"Red", "2"}}, 2)});
  const auto first = edit(path, {1, 2}, {.settings = {{"Red", "3"}}}).operation;
  const auto second = edit(path, {2}, {.settings = {{"red", "4"}}}).operation;
  CHECK_THROWS_WITH(undo(path, first), ContainsSubstring("operation 2 changed Red of game 2"));
  CHECK(games_in(path).at(1) == "White=3 *"); // nothing is half done
  const auto third = remove(path, {2}).operation;
  CHECK_THROWS_WITH(undo(path, second), ContainsSubstring("operation 3 deleted game 2"));
  undo(path, third);
  undo(path, second);
  undo(path, first);
  CHECK(games_in(path) == std::map<std::int64_t, std::string>{{1, "White=1 *"}, {2, "Red=2 *"}});
  SECTION("SQL") {
    edit(path, {1}, {.settings = {{"Red", "5"}}});
    sqlite::Database{path, sqlite::Database::Mode::read_write}.execute(
        "UPDATE player SET name = 'six' WHERE name = '5'");
    CHECK_THROWS_WITH(undo(path), ContainsSubstring("by something else than xq edit"));
    // What is done from now on can be taken back again.
    edit(path, {1}, {.settings = {{"Red", "7"}}});
    undo(path);
    CHECK(games_in(path).at(1) == "White=six *");
    CHECK_THROWS_AS(undo(path), EditRefused);
  }
}

TEST_CASE("a game that was deleted comes back with all that belongs to it", "[store]") {
  support::ScratchFolder folder;
  const auto path = folder.file("a.xqdb");
  auto noted =
      game_of({{"Event", "Cup"}, {"Table", "3"}, {"Result", "1-0"}}, 2, record::Result::red_wins);
  noted.add_comment(1, "a comment");
  import_games(path, {game_of({{"Red", "A"}}), noted, game_of({{"Red", "B"}}, 1)});
  import_games(path, {game_of({{"Event", "Cup"}}, 2)}, "poorer.pgn");
  {
    AnnotationJournal journal{path, "engine"};
    const AnnotationMoveRow move{1, 30, 0.1 / 3, "?!"};
    journal.save({.game = 2, .accuracy = {99.1, 100.0 / 7}, .loss = {0.1, 1.0 / 3}}, {&move, 1});
  }
  const auto before = all_rows_of(path);
  remove(path, {2, 3});
  CHECK(games_in(path) == std::map<std::int64_t, std::string>{{1, "Red=A *"}});
  CHECK(all_rows_of(path).find("poorer.pgn") == std::string::npos);
  check_sound(path);
  import_games(path, {game_of({{"Red", "C"}}, 1)}); // gets another number
  CHECK(games_in(path).contains(4));
  const auto back = undo(path);
  CHECK(back.games == 2);
  CHECK(back.repeated == 0);
  check_sound(path);
  remove(path, {4});
  CHECK(all_rows_of(path) == before);
  undo(path, back.operation); // deleted again
  CHECK(games_in(path).size() == 1);
  undo(path);
  CHECK(games_in(path).size() == 2); // game 4: the last operation in force
  undo(path, 4);                     // that did operation 1 again
  CHECK(games_in(path).size() == 4);
  CHECK_THROWS_AS(undo(path, 4), EditRefused);
  check_sound(path);
}

TEST_CASE("a record that was corrected is known when it comes again", "[store]") {
  support::ScratchFolder folder;
  const auto path = folder.file("a.xqdb");
  const std::vector<record::Game> games{game_of({{"Event", "Cup"}, {"Red", "A"}})};
  import_games(path, games);
  const auto first = edit(path, {1}, {.settings = {{"Red", "B"}}}).operation;
  edit(path, {1}, {.settings = {{"Event", "League"}}});
  const auto corrected = games_in(path);
  import_games(path, games, "b.pgn");
  import_games(path, {game_of({{"Red", "A"}})}, "c.pgn");                   // says less
  import_games(path, {game_of({{"Event", "Cup"}, {"Red", "B"}})}, "d.pgn"); // in between
  CHECK(games_in(path) == corrected);
  CHECK(all_rows_of(path).find("1|d.pgn") != std::string::npos);
  import_games(path, {game_of({{"Event", "League"}, {"Red", "A"}})}); // never said
  CHECK(games_in(path).size() == 2);
  undo(path, first);
  CHECK(games_in(path).at(1) == "Event=League Red=A *");
  import_games(path, {game_of({{"Event", "Cup"}, {"Red", "B"}})}); // it is not so any more
  CHECK(games_in(path).size() == 3);
  check_sound(path);
}

TEST_CASE("an import does not bring back what a correction took away", "[store]") {
  support::ScratchFolder folder;
  const auto path = folder.file("a.xqdb");
  const Tags all{{"Event", "Cup"}, {"Date", "1999.12.09"}, {"Red", "A"}, {"Black", "B"}};
  const auto old = game_of(all, 1, record::Result::red_wins);
  import_games(path, {old});
  const auto branch = folder.file("branch.xqdb");
  import_games(branch, {old}, "branch.pgn");
  HeaderEdits edits;
  SECTION("a header") { edits.removals = {"Event"}; }
  SECTION("the result") { edits.settings = {{"Result", "*"}}; }
  SECTION("the date") { edits.settings = {{"Date", "????.??.??"}}; }
  SECTION("the day") { edits.settings = {{"Date", "1999.12.??"}}; }
  SECTION("a player") { edits.settings = {{"Red", "?"}}; }
  SECTION("all of it") {
    edits.settings = {{"Result", "*"}, {"Red", "?"}, {"Date", "?"}};
    edits.removals = {"Event"};
  }
  edit(path, {1}, edits);
  const auto corrected = games_in(path);
  // A file, a poorer record that was not seen before, an older branch of the database.
  import_games(path, {old}, "again.pgn");
  import_games(path, {game_of({all.begin(), all.begin() + 3}, 1, record::Result::red_wins)});
  {
    GameImport import{path};
    import.add_database(branch);
    import.finish();
  }
  CHECK(games_in(path) == corrected);
  // What knows more but contradicts the correction is another record, as for other corrections.
  auto richer = old;
  richer.add_tag("Annotator", "C");
  import_games(path, {richer}, "richer.pgn");
  CHECK(games_in(path).size() == 2);
  CHECK(games_in(path).at(1) == corrected.at(1));
  undo(path);
  CHECK(games_in(path).at(1) == text_of(old));
  check_sound(path);
}

TEST_CASE("a correction stays behind an import that knew more, and a later one", "[store]") {
  support::ScratchFolder folder;
  const auto path = folder.file("a.xqdb");
  import_games(path, {game_of({{"Event", "Cup"}, {"Site", "X"}})});
  edit(path, {1}, {.removals = {"Event"}});
  import_games(path, {game_of({{"Site", "X"}, {"Round", "2"}})});
  REQUIRE(games_in(path).at(1) == "Site=X Round=2 *");
  edit(path, {1}, {.settings = {{"Black", "B"}}});
  const auto corrected = games_in(path).at(1);
  import_games(path, {game_of({{"Event", "Cup"}, {"Site", "X"}})}); // as it came first
  CHECK(games_in(path) == std::map<std::int64_t, std::string>{{1, corrected}});
  import_games(path, {game_of({{"Event", "Cup"}, {"Site", "X"}, {"Round", "2"}, {"Black", "B"}})});
  CHECK(games_in(path).at(1) == corrected);
  check_sound(path);
}

TEST_CASE("an operation is not done again to another value", "[store]") {
  support::ScratchFolder folder;
  const auto path = folder.file("a.xqdb");
  import_games(path, {game_of({{"Red", "A"}, {"Event", "E"}})});
  const auto rename = [&](const char* from, const char* to) {
    return edit(path, {1}, {.renamings = {{HeaderEdits::Named::player, from, to}}}).operation;
  };
  const auto a_to_b = rename("A", "B");
  const auto not_b = undo(path, a_to_b).operation;
  const auto a_to_c = rename("A", "C");
  const auto c_to_d = rename("C", "D");
  const auto not_d = undo(path, c_to_d).operation;
  const auto not_c = undo(path, a_to_c).operation;
  undo(path, not_b);
  REQUIRE(games_in(path).at(1) == "Red=B Event=E *");
  CHECK_THROWS_WITH(undo(path, not_d), ContainsSubstring("Red of game 1 is not what operation"));
  CHECK_THROWS_AS(undo(path, not_c), EditRefused);
  CHECK(games_in(path).at(1) == "Red=B Event=E *");
  undo(path); // to A, from which it goes on
  undo(path, not_c);
  undo(path, not_d);
  CHECK(games_in(path).at(1) == "Red=D Event=E *");
  check_sound(path);
}

TEST_CASE("a preview leaves the file as it is", "[store]") {
  support::ScratchFolder folder;
  const auto path = folder.file("a.xqdb");
  import_games(path, {game_of({{"Red", "A"}}), game_of({{"Red", "B"}}, 2)});
  edit(path, {1}, {.settings = {{"Red", "C"}}});
  const auto before = support::read_file(path);
  std::vector<std::string> seen;
  const auto visit = [&](const GameChange& change) {
    seen.push_back(fmt::format("{} {}", change.game, change.headers.size()));
    return true;
  };
  const auto preview = [&](auto&& work) {
    GameEditor editor{path, GameEditor::Mode::preview};
    const auto done = work(editor);
    editor.commit();
    CHECK(done.operation == 0);
    CHECK(support::read_file(path) == before);
    return done.games;
  };
  const std::vector<std::int64_t> both{1, 2};
  const HeaderEdits edits{.settings = {{"Red", "C"}}};
  CHECK(preview([&](GameEditor& e) { return e.edit(both, edits, "", visit); }) == 1);
  CHECK(preview([&](GameEditor& e) { return e.remove(both, "", visit); }) == 2);
  CHECK(preview([&](GameEditor& e) { return e.undo(std::nullopt, visit); }) == 1);
  CHECK(seen == std::vector<std::string>{"2 1", "1 0", "2 0", "1 1"});
  GameEditor stopped{path};
  CHECK_THROWS_AS(stopped.remove(both, "", [](const GameChange&) { return false; }), Interrupted);
}

TEST_CASE("a game that says the same as another one is told", "[store]") {
  support::ScratchFolder folder;
  const auto path = folder.file("a.xqdb");
  import_games(path, {game_of({{"Red", "A"}}), game_of({{"Red", "B"}})});
  const auto done = edit(path, {1, 2}, {.settings = {{"Red", "C"}}});
  CHECK(done.games == 2);
  CHECK(done.repeated == 1);
  CHECK(undo(path).repeated == 0);
  check_sound(path);
}

TEST_CASE("a damaged journal is told, not followed", "[store]") {
  support::ScratchFolder folder;
  const auto path = folder.file("a.xqdb");
  import_games(path, {game_of({{"Red", "A"}}), game_of({{"Red", "B"}}, 2)});
  edit(path, {1}, {.settings = {{"Red", "C"}}});
  remove(path, {2});
  const auto undone = undo(path, 1).operation;
  const auto run = [&](const char* sql) {
    sqlite::Database db{path, sqlite::Database::Mode::read_write};
    db.execute("PRAGMA foreign_keys = OFF");
    db.execute(sql);
  };
  SECTION("an operation about none") {
    run("UPDATE edit SET target = 77 WHERE target = 1");
    CHECK_THROWS_AS(undo(path, undone), sqlite::DbError);
    CHECK_THROWS_AS(GameEditor(path, GameEditor::Mode::preview).show(undone, {}), sqlite::DbError);
  }
  SECTION("an operation about itself") {
    run("UPDATE edit SET target = id WHERE target = 1");
    CHECK_THROWS_AS(undo(path, undone), sqlite::DbError);
  }
  SECTION("no game") {
    run("UPDATE deleted_game SET record = x'0102FFFFFF'");
    CHECK_THROWS_AS(undo(path, 2), sqlite::DbError);
    CHECK(games_in(path).size() == 1);
    CHECK(verify_database(path).problem_count == 1);
  }
  SECTION("no headers") {
    run("UPDATE edit_base SET record = x''");
    CHECK_THROWS_AS(undo(path, undone), sqlite::DbError);
    CHECK(verify_database(path).problem_count == 1);
  }
  SECTION("headers that nobody changed") {
    run("DELETE FROM edit_base");
    CHECK_THROWS_AS(undo(path, undone), EditRefused);
  }
}

TEST_CASE("an import into a database that has games is an operation that is taken back",
          "[store]") {
  support::ScratchFolder folder;
  const auto path = folder.file("games.xqdb");
  const auto import = [&](const std::vector<record::Game>& games, const char* name) {
    GameImport target{path,
                      {.games_per_transaction = 2, .operation = fmt::format("import {}", name)}};
    for (auto game : games) {
      game.source = name;
      target.add(game);
    }
    target.finish();
  };
  const auto games = [](const char* event, int count) {
    std::vector<record::Game> all;
    all.reserve(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) {
      all.push_back(game_of({{"Event", event}, {"Round", std::to_string(i)}}));
    }
    return all;
  };
  import(games("first", 2), "a.pgn");
  CHECK(GameEditor{path, GameEditor::Mode::preview}.operations().empty()); // a new file
  const auto before = games_in(path);
  import(games("second", 5), "b.pgn"); // three transactions
  const auto after = games_in(path);
  REQUIRE(after.size() == 7);
  import(games("second", 5), "b.pgn"); // nothing new
  auto operations = GameEditor{path, GameEditor::Mode::preview}.operations();
  REQUIRE(operations.size() == 1);
  CHECK(operations[0].kind == EditOperation::Kind::import);
  CHECK(operations[0].what == "import b.pgn");
  CHECK(operations[0].games == 5);
  edit(path, {4}, {.settings = {{"Event", "corrected"}}});
  const auto corrected = games_in(path);
  CHECK(undo(path, 1).games == 5);
  CHECK(games_in(path) == before);
  CHECK_THAT(verify_database(path).problems, Catch::Matchers::Equals(std::vector<std::string>{}));
  CHECK(undo(path, 3).games == 5); // the undo itself
  CHECK(games_in(path) == corrected);
  undo(path, 1); // again, with what the games say now
  import(games("third", 1), "c.pgn");
  CHECK(games_in(path).size() == 3);
  CHECK(games_in(path).contains(8)); // numbers of games that may come back stay theirs
}
