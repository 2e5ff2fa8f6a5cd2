#include "book/book_rows.hpp"
#include "book/formats/foreign.hpp"
#include "sqlite/sqlite.hpp"
#include "support/catch.hpp"
#include "support/make_book.hpp"
#include "support/positions.hpp"
#include "support/random_positions.hpp"
#include "support/scratch_folder.hpp"

#include <xq/board/fen.hpp>

#include <fmt/core.h>

#include <bit>
#include <map>
#include <tuple>

using namespace xq;
using namespace xq::book;
using support::ScratchFolder;

namespace {

using Place = std::tuple<std::int64_t, std::int64_t, std::uint16_t>;

std::map<Place, Counts> rows_of(RowSource& source) {
  std::map<Place, Counts> rows;
  for (std::vector<Row> block; source.next(block);) {
    for (const Row& row : block) {
      rows[{row.key, row.lock, row.move}] = row.counts;
    }
  }
  return rows;
}

std::map<Place, Counts> rows_of(const std::string& path) { return rows_of(*read_rows(Book{path})); }

Position black_to_move(Position position) {
  position.set_side_to_move(Color::black);
  return position;
}

} // namespace

TEST_CASE("keys of other programs are what these programs look up", "[book]") {
  CHECK(obk_key(Position::start()) == 0x628D04D7C9C144AEU);
  CHECK(obk_key(black_to_move(Position::start())) == 0xC2432E2EC5846BF6U);
  CHECK(eleeye_key(Position::start()) == 0x052656D5U);
}

TEST_CASE("squares of the 16x16 board come back", "[book]") {
  CHECK(to_square16(make_square(0, 9)) == 0x33);
  CHECK(to_square16(make_square(8, 0)) == 0xCB);
  int on_board = 0;
  for (unsigned n = 0; n < 300; ++n) {
    if (const Square s = from_square16(n); s != Square::none) {
      ++on_board;
      CHECK(to_square16(s) == n);
    }
  }
  CHECK(on_board == 90);
}

TEST_CASE("a book goes through OBK and comes back", "[book]") {
  const ScratchFolder folder;
  std::mt19937 random{support::seed};
  support::make_book(folder.file("a.xqbook"), support::small_archive(random, 200));
  Book book{folder.file("a.xqbook")};
  const auto written = write_obk(book, {}, folder.file("a.obk"));
  const auto expected = rows_of(folder.file("a.xqbook"));
  CHECK(written + 5 >= expected.size()); // a key in 4096 cannot be stored

  ForeignRows rows;
  const auto totals = resolve_keys(read_obk(folder.file("a.obk")), obk_key, rows);
  CHECK(totals.entries == written);
  CHECK(totals.illegal == 0);
  std::size_t wrong = 0;
  const auto got = rows_of(*rows.take());
  for (const auto& [place, counts] : got) {
    const auto found = expected.find(place);
    wrong += found != expected.end() && found->second == counts ? 0U : 1U;
  }
  CHECK(wrong == 0);
  CHECK(got.size() + totals.unexplained == written);
  CHECK(totals.unexplained < written / 50); // behind keys that could not be stored
}

TEST_CASE("keys from 2^63 up are real numbers in OBK, also where a column made them integers",
          "[book]") {
  const ScratchFolder folder;
  std::mt19937 random{support::seed};
  support::make_book(folder.file("a.xqbook"), support::small_archive(random, 100));
  Book book{folder.file("a.xqbook")};
  const std::string path = folder.file("a.obk");
  write_obk(book, {}, path);
  const auto before = read_obk(path);
  {
    sqlite::Database db{path, sqlite::Database::Mode::read_write};
    CHECK(db.query_integer("SELECT count(*) FROM bhobk WHERE typeof (vkey) = 'real'") > 20);
    CHECK(db.query_integer("SELECT count(*) FROM bhobk WHERE typeof (vkey) = 'integer' AND "
                           "vkey < 0") == 0);
    db.execute("CREATE TABLE other (id INTEGER PRIMARY KEY, vkey INTEGER, vmove INTEGER, vscore "
               "INTEGER, vwin INTEGER, vdraw INTEGER, vlost INTEGER, vvalid INTEGER, vmemo TEXT, "
               "vindex INTEGER); INSERT INTO other SELECT * FROM bhobk; DROP TABLE bhobk; ALTER "
               "TABLE other RENAME TO bhobk");
  }
  const auto after = read_obk(path);
  CHECK(after.size() == before.size());
  for (const auto& [key, moves] : before) {
    CHECK(after.contains(key));
  }
}

TEST_CASE("moves of OBK that are not in use, and numbers that mean nothing, do no harm", "[book]") {
  const ScratchFolder folder;
  const std::string path = folder.file("a.obk");
  {
    sqlite::Database db{path, sqlite::Database::Mode::create};
    db.execute("CREATE TABLE bhobk (id, vkey, vmove, vscore, vwin, vdraw, vlost, vvalid, vmemo, "
               "vindex)");
    const auto row = [&](unsigned move, int score, int wins, int draws, int losses, int valid) {
      db.execute(fmt::format("INSERT INTO bhobk VALUES (1, {}, {}, {}, {}, {}, {}, {}, NULL, 0)",
                             0x628D04D7C9C144AE, move, score, wins, draws, losses, valid));
    };
    row(0xA4A7, -50, 7, 2, 1, 1); // b2e2
    row(0xA4A6, 900, 0, 0, 0, 1); // b2d2, a score alone
    row(0xA4A5, 900, 1, 1, 1, 0); // not in use
    row(0x3343, 10, 0, 0, 0, 1);  // of Black
    row(0xFFFF, 10, -9, 0, 0, 1); // no move
  }
  ForeignRows rows;
  const auto totals = resolve_keys(read_obk(path), obk_key, rows);
  CHECK(totals.entries == 4);
  CHECK(totals.illegal == 2);
  const auto got = rows_of(*rows.take());
  REQUIRE(got.size() == 2);
  const CanonicalKey id = Position::start().canonical();
  const auto counts = [&](Square from, Square to) {
    return got.at({static_cast<std::int64_t>(id.key), static_cast<std::int64_t>(id.lock),
                   to_canonical(id, {from, to}).disk()});
  };
  CHECK(counts(make_square(1, 2), make_square(4, 2)) == Counts{10, 7, 2, 1});
  CHECK(counts(make_square(1, 2), make_square(3, 2)) == Counts{900, 0, 0, 0});
}

TEST_CASE("a book goes through ElephantEye's format and comes back with its games", "[book]") {
  const ScratchFolder folder;
  std::mt19937 random{support::seed};
  support::make_book(folder.file("a.xqbook"), support::small_archive(random, 200));
  Book book{folder.file("a.xqbook")};
  EleeyeTotals written;
  const std::string bytes = write_eleeye(book, {}, written);
  CHECK(bytes.size() == 8 * written.moves);
  ForeignRows rows;
  const auto totals = resolve_keys(
      read_eleeye(bytes, "BOOK.DAT"), [](const Position& p) { return eleeye_key(p); }, rows);
  CHECK(totals.unexplained == 0);
  CHECK(totals.illegal == 0);
  const auto expected = rows_of(folder.file("a.xqbook"));
  const auto got = rows_of(*rows.take());
  CHECK(written.clashes == 0);
  REQUIRE(got.size() == expected.size());
  std::size_t wrong = 0;
  for (const auto& [place, counts] : got) {
    wrong += expected.contains(place) && expected.at(place).games == counts.games ? 0U : 1U;
  }
  CHECK(wrong == 0);
  CHECK_THROWS_AS(read_eleeye("123456789", "x"), FileError);
  CHECK_THROWS_AS(read_eleeye(bytes.substr(bytes.size() - 8) + bytes, "x"), FileError);
}

TEST_CASE("a book of one side alone is found through every move of the other", "[book]") {
  // Black's answers to the cannon, and his next move after a reply that the book does not have.
  Position position = Position::start();
  KeyedMoves keyed;
  const auto add = [&](const char* uci) {
    const Move move = support::squares(uci);
    keyed[obk_key(position)].push_back({move, 5, 1, 0, 4});
    position.do_move(move);
  };
  const auto play = [&](const char* uci) { position.do_move(support::squares(uci)); };
  play("h2e2");
  add("h9g7");
  play("a0a1");
  add("i9h9");
  ForeignRows rows;
  const auto totals = resolve_keys(keyed, obk_key, rows);
  CHECK(totals.unexplained == 0);
  const auto got = rows_of(*rows.take());
  REQUIRE(got.size() == 2);
  CHECK(got.begin()->second == Counts{5, 4, 0, 1}); // Black's wins and losses
}
