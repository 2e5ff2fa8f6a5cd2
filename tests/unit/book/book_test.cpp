#include "sqlite/schema.hpp"
#include "support/catch.hpp"
#include "support/make_book.hpp"
#include "support/positions.hpp"
#include "support/random_positions.hpp"
#include "support/scratch_folder.hpp"

#include <xq/book/book.hpp>

#include <filesystem>

using namespace xq;
using namespace xq::book;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;
using record::Result;
using support::ScratchFolder;
using support::SmallGame;

namespace {

SmallGame game(std::string_view uci, Result result) {
  return {Position::start(), support::line_of(uci), result, 0};
}

Position after(std::string_view uci) {
  Position position = Position::start();
  for (const Move m : support::line_of(uci)) {
    position.do_move(m);
  }
  return position;
}

/// `b2e2 3 1/1/0, c3c4 ...`: moves with games and red wins/draws/black wins.
std::string text(const std::vector<BookMove>& moves) {
  std::string out;
  for (const BookMove& m : moves) {
    out += fmt::format("{}{} {} {}/{}/{}", out.empty() ? "" : ", ", support::uci(m.move),
                       m.counts.games, m.counts.red_wins, m.counts.draws, m.counts.black_wins);
  }
  return out;
}

const std::vector<SmallGame> games = {
    game("h2e2 h9g7 h0g2", Result::red_wins), game("b2e2 b9c7 b0c2", Result::draw),
    game("h2e2 b9c7", Result::unknown),       game("c3c4 c6c5", Result::black_wins),
    game("g3g4", Result::black_wins),
};

std::string refusal(const std::string& path) {
  try {
    const Book book{path};
  } catch (const sqlite::DbError& e) {
    return e.what();
  }
  return "(opened)";
}

} // namespace

TEST_CASE("a book counts games and results by position and move", "[book]") {
  const ScratchFolder folder;
  const auto totals = support::make_book(folder.file("a.xqbook"), games);
  CHECK(totals.games == 5);
  CHECK(totals.records == 11);
  CHECK(totals.positions == 4); // start, after the cannon, after both horses, after the pawn
  CHECK(totals.moves == 6);
  CHECK(folder.files() == 1);

  Book book{folder.file("a.xqbook")};
  CHECK(text(book.probe(Position::start())) == "h2e2 3 1/1/0, c3c4 2 0/0/2");
  CHECK(total_games(book.probe(Position::start())) == 5);
  CHECK(book.info().games == 5);
  CHECK(book.info().moves == 6);
  CHECK(book.info().positions == 4);
  CHECK(book.info().max_ply == 0);
  CHECK(book.info().min_games == 1);
}

TEST_CASE("moves come back in the orientation of the position asked about", "[book]") {
  const ScratchFolder folder;
  support::make_book(folder.file("a.xqbook"), games);
  Book book{folder.file("a.xqbook")};
  CHECK(text(book.probe(after("h2e2"))) == "h9g7 2 1/1/0, b9c7 1 0/0/0");
  CHECK(text(book.probe(after("b2e2"))) == "b9c7 2 1/1/0, h9g7 1 0/0/0");
  CHECK(text(book.probe(after("b2e2 b9c7"))) == "b0c2 2 1/1/0");
  CHECK(text(book.probe(after("h2e2 h9g7"))) == "h0g2 2 1/1/0");
  CHECK(text(book.probe(after("g3g4"))) == "g6g5 1 0/0/1");
  CHECK(book.probe(after("a3a4")).empty());
  CHECK(book.probe(after("h2e2 h9g7 h0g2")).empty()); // the end of a game has no move
}

TEST_CASE("a move of a position that is its own mirror image has the name that records use") {
  for (const std::string_view usual : {"h2e2", "g0e2", "i0i1", "f0e1", "b0c2", "c3c4", "e3e4",
                                       "b7e7", "h9g7"}) { // Black's right and left
    const Move move = support::squares(usual);
    const Piece piece = Position::start().at(move.from());
    INFO(usual);
    CHECK(usual_image(piece, move) == move);
    CHECK(usual_image(piece, mirror(move)) == move);
  }
}

TEST_CASE("moves of the same number of games come in the order of their squares", "[book]") {
  const ScratchFolder folder;
  support::make_book(folder.file("a.xqbook"),
                     {game("i0i1", Result::draw), game("h0g2", Result::draw),
                      game("c3c4", Result::draw), game("b2e2", Result::draw),
                      game("h2e2", Result::draw)});
  Book book{folder.file("a.xqbook")};
  CHECK(text(book.probe(Position::start())) ==
        "h2e2 2 0/2/0, b0c2 1 0/1/0, i0i1 1 0/1/0, c3c4 1 0/1/0");
}

TEST_CASE("plies and games can be limited when a book is built", "[book]") {
  const ScratchFolder folder;
  BuildOptions options;
  options.max_ply = 1;
  options.min_games = 3;
  const auto totals = support::make_book(folder.file("a.xqbook"), games, options);
  CHECK(totals.records == 5);
  CHECK(totals.moves == 1);
  Book book{folder.file("a.xqbook")};
  CHECK(text(book.probe(Position::start())) == "h2e2 3 1/1/0");
  CHECK(book.info().max_ply == 1);
  CHECK(book.info().min_games == 3);
  CHECK(book.info().games == 5);
  CHECK(book.info().positions == 1);
}

TEST_CASE("rows come in the order of the file", "[book]") {
  const ScratchFolder folder;
  std::mt19937 random{support::seed};
  const auto totals =
      support::make_book(folder.file("a.xqbook"), support::small_archive(random, 50));
  Book book{folder.file("a.xqbook")};
  std::vector<Row> rows;
  std::uint64_t played = 0;
  book.for_each([&](const Row& row) {
    CHECK((rows.empty() || precedes(rows.back(), row)));
    rows.push_back(row);
    played += row.counts.games;
  });
  CHECK(rows.size() == totals.moves);
  CHECK(played == totals.records);
}

TEST_CASE("a book is a sound SQLite file that SQL can read", "[book]") {
  const ScratchFolder folder;
  support::make_book(folder.file("a.xqbook"), games);
  sqlite::Database db{folder.file("a.xqbook"), sqlite::Database::Mode::read_only};
  sqlite::Statement check{db, "PRAGMA integrity_check"};
  auto use = check.use();
  REQUIRE(use.next());
  CHECK(use.text(0) == "ok");
  CHECK(db.query_integer("PRAGMA application_id") == 0x5851626B);
  CHECK(db.query_integer("SELECT count(*) FROM moves WHERE move = 'b2e2' AND games = 3") == 1);
  const std::string key = fmt::format("{:016x}", to_integer(Position::start().canonical().key));
  CHECK(db.query_integer("SELECT sum (games) FROM moves WHERE key = '" + key + "'") == 5);
}

TEST_CASE("the checks of the schema refuse rows that no build makes", "[book]") {
  const ScratchFolder folder;
  support::make_book(folder.file("a.xqbook"), games);
  sqlite::Database db{folder.file("a.xqbook"), sqlite::Database::Mode::read_write};
  CHECK_THROWS_AS(
      db.execute("INSERT INTO move VALUES (1, 2, 8100, 1, 0, 0, 0, NULL, NULL, 0, 0, 0)"),
      sqlite::DbError);
  CHECK_THROWS_AS(db.execute("INSERT INTO move VALUES (1, 2, 3, 1, 1, 1, 0, NULL, NULL, 0, 0, 0)"),
                  sqlite::DbError);
  CHECK_THROWS_AS(db.execute("INSERT INTO move VALUES (1, 2, 3, 0, 0, 0, 0, NULL, NULL, 0, 0, 0)"),
                  sqlite::DbError);
  CHECK_THROWS_AS(db.execute("INSERT INTO move VALUES (1, 2, 3, 1, -1, 0, 0, NULL, NULL, 0, 0, 0)"),
                  sqlite::DbError);
  CHECK_THROWS_AS(db.execute("INSERT INTO move VALUES (1, 2, 3, 2, 1, 0, 0, 2000, NULL, 0, 0, 0)"),
                  sqlite::DbError);
  CHECK_THROWS_AS(db.execute("INSERT INTO move VALUES (1, 2, 3, 2, 1, 0, 0, 2000, 1999, 0, 0, 0)"),
                  sqlite::DbError);
  for (const char* const levels : {"3, 30, 10", "1, 0, 0", "1, 2500, 2400", "1, 2400, 0"}) {
    CHECK_THROWS_AS(db.execute(fmt::format("INSERT INTO move VALUES (1, 2, 3, 2, 1, 0, 0, NULL, "
                                           "NULL, {})",
                                           levels)),
                    sqlite::DbError);
  }
  db.execute("INSERT INTO move VALUES (1, 2, 3, 2, 1, 0, 0, NULL, NULL, 2, 4500, 2400)");
}

TEST_CASE("files of another kind or version are refused with advice", "[book]") {
  const ScratchFolder folder;
  const std::string path = folder.file("a.xqbook");
  support::make_book(path, games);
  const auto change = [&](const char* sql) {
    sqlite::Database{path, sqlite::Database::Mode::read_write}.execute(sql);
    return refusal(path);
  };
  CHECK(refusal(path) == "(opened)");
  CHECK_THAT(change("UPDATE property SET value = 2 WHERE name = 'zobrist_version'"),
             StartsWith(path) && ContainsSubstring("version 2") &&
                 ContainsSubstring("Build the book again"));
  CHECK_THAT(change("DELETE FROM property WHERE name = 'zobrist_version'"),
             ContainsSubstring("zobrist_version") && ContainsSubstring("damaged"));
  CHECK_THAT(change("PRAGMA user_version = 99"),
             ContainsSubstring("99") && ContainsSubstring("newer xq"));
  CHECK_THAT(change("PRAGMA application_id = 5"), ContainsSubstring("not an xq opening book"));
  CHECK_THAT(refusal(folder.file("missing.xqbook")), ContainsSubstring("missing.xqbook"));
  std::ofstream{folder.file("text")} << "1. h2e2 h9g7 and a good deal of other text beside it";
  CHECK_THAT(refusal(folder.file("text")), ContainsSubstring("text"));
}

TEST_CASE("moves that are not legal in the position are left out", "[book]") {
  const ScratchFolder folder;
  const std::string path = folder.file("a.xqbook");
  support::make_book(path, games);
  sqlite::Database{path, sqlite::Database::Mode::read_write}.execute(
      "INSERT INTO move SELECT key, lock, 5 * 90 + 80, 9, 0, 0, 0, NULL, NULL, 0, 0, 0 FROM move "
      "WHERE "
      "games = 3");
  Book book{path};
  CHECK(text(book.probe(Position::start())) == "h2e2 3 1/1/0, c3c4 2 0/0/2");
}

TEST_CASE("a book that is replaced stays the same for those who have it open", "[book]") {
  const ScratchFolder folder;
  const std::string path = folder.file("a.xqbook");
  support::make_book(path, games);
  Book old{path};
  support::make_book(path, {game("a3a4", Result::draw)});
  CHECK(text(old.probe(Position::start())) == "h2e2 3 1/1/0, c3c4 2 0/0/2");
  CHECK(text(Book{path}.probe(Position::start())) == "a3a4 1 0/1/0");
}

TEST_CASE("an unfinished build leaves the old book and no new file", "[book]") {
  const ScratchFolder folder;
  const std::string path = folder.file("a.xqbook");
  support::make_book(path, games);
  const std::string before = support::read_file(path);
  {
    Builder builder{path, {}};
    CHECK(folder.files() == 2);
  }
  CHECK(folder.files() == 1);
  Builder builder{path, {}};
  CHECK_THROWS_AS(builder.finish([](std::uint64_t) { return false; }), Interrupted);
  CHECK(support::read_file(path) == before);
}

TEST_CASE("a build says at once when it cannot write or has too little memory", "[book]") {
  const ScratchFolder folder;
  CHECK_THROWS_AS(Builder(folder.file("no/such/folder/a.xqbook"), {}), FileError);
  CHECK_THROWS_WITH(Builder(folder.file(""), {}), ContainsSubstring("folder or a device"));
  CHECK_THROWS_WITH(Builder("/dev/null", {}), ContainsSubstring("folder or a device"));
  BuildOptions options;
  options.memory = 4096;
  CHECK_THROWS_AS(Builder(folder.file("a.xqbook"), options), UsageError);
  CHECK(folder.files() == 0);
}

TEST_CASE("a book of no games is a book", "[book]") {
  const ScratchFolder folder;
  const auto totals = support::make_book(folder.file("a.xqbook"), {});
  CHECK(totals.moves == 0);
  Book book{folder.file("a.xqbook")};
  CHECK(book.probe(Position::start()).empty());
  CHECK(book.info().games == 0);
}
