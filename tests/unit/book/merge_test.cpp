#include "book/file/lock.hpp"
#include "book/formats/foreign.hpp"
#include "sqlite/sqlite.hpp"
#include "support/catch.hpp"
#include "support/make_book.hpp"
#include "support/scratch_folder.hpp"

#include <xq/book/build.hpp>
#include <xq/book/explore.hpp>
#include <xq/book/maintenance.hpp>

#include <fmt/core.h>

using namespace xq;
using namespace xq::book;
using Catch::Matchers::ContainsSubstring;
using support::ScratchFolder;

namespace {

std::vector<support::SmallGame> some_games(unsigned seed, int number) {
  std::mt19937 random{seed};
  return support::small_archive(random, number);
}

void change(const std::string& path, const char* sql) {
  sqlite::Database db{path, sqlite::Database::Mode::read_write};
  db.execute("PRAGMA ignore_check_constraints = ON");
  db.execute(sql);
}

/// All problems of a book as one text.
std::string problems(const std::string& path) {
  std::string text;
  for (const std::string& problem : verify_book(path).problems) {
    text += problem + '\n';
  }
  return text;
}

} // namespace

TEST_CASE("books that cannot be added up are refused with advice", "[book]") {
  const ScratchFolder folder;
  const auto games = some_games(1, 20);
  const std::vector<std::string> paths{folder.file("a.xqbook"), folder.file("b.xqbook")};
  const std::string out = folder.file("out.xqbook");
  BuildOptions options;
  support::make_book(paths[0], games, options);
  options.max_ply = 10;
  support::make_book(paths[1], games, options);
  CHECK_THROWS_WITH(merge_books(paths, out, {}), ContainsSubstring("all plies") &&
                                                     ContainsSubstring("first 10") &&
                                                     ContainsSubstring("--max-ply"));
  options.append = true;
  CHECK_THROWS_WITH(Builder(paths[0], options), ContainsSubstring("--max-ply"));
  options = {};
  options.min_games = 2;
  support::make_book(paths[1], games, options);
  CHECK_THROWS_WITH(merge_books(paths, out, {}), ContainsSubstring("b.xqbook") &&
                                                     ContainsSubstring("--min-games 2") &&
                                                     ContainsSubstring("last book"));
  options.append = true;
  CHECK_THROWS_AS(Builder(paths[1], options), UsageError);
  CHECK(folder.files() == 2);
}

TEST_CASE("two at a time cannot add games to one book", "[book]") {
  const ScratchFolder folder;
  const std::string path = folder.file("a.xqbook");
  const auto games = some_games(2, 5);
  support::make_book(path, games);
  BuildOptions options;
  options.append = true;
  {
    Builder first{path, options};
    CHECK_THROWS_WITH(Builder(path, options), ContainsSubstring("another program"));
    first.finish();
  }
  CHECK(support::make_book(path, games, options).games_before == 5);
}

TEST_CASE("what no build makes is found in a book", "[book]") {
  const ScratchFolder folder;
  const std::string path = folder.file("a.xqbook");
  const auto games = some_games(3, 60);
  const auto fresh = [&] { support::make_book(path, games); };
  fresh();
  const VerifyResult sound = verify_book(path);
  CHECK(sound.problem_count == 0);
  CHECK(sound.reached_moves == sound.moves);
  CHECK(sound.reached_positions == sound.positions);

  change(path, "UPDATE property SET value = value + 1 WHERE name IN ('moves', 'positions')");
  CHECK_THAT(problems(path),
             ContainsSubstring("moves and says") && ContainsSubstring("positions and says"));
  fresh();
  change(path, "UPDATE move SET red_wins = games + 1 WHERE games = 2");
  CHECK_THAT(problems(path), ContainsSubstring("more results than games"));
}

TEST_CASE("illegal moves and pairs of the wrong orientation are found", "[book]") {
  const ScratchFolder folder;
  const std::string path = folder.file("a.xqbook");
  support::make_book(path, some_games(4, 60));
  const CanonicalKey id = Position::start().canonical();
  const auto start = fmt::format("key = {}", static_cast<std::int64_t>(id.key));
  change(path, ("UPDATE move SET move = 3 WHERE " + start +
                " AND move = (SELECT min (move) FROM move WHERE " + start + ")")
                   .c_str());
  CHECK_THAT(problems(path), ContainsSubstring("move 3 is not legal"));

  support::make_book(path, some_games(4, 60));
  Position position = Position::start();
  while (position.canonical().symmetric) {
    position.do_move(Book{path}.probe(position).front().move);
  }
  const CanonicalKey after = position.canonical();
  REQUIRE(!after.symmetric);
  const Hashes& h = position.hashes();
  change(path, fmt::format("INSERT INTO move VALUES ({}, {}, 100, 1, 0, 0, 0, NULL, NULL, 0, 0, 0)",
                           static_cast<std::int64_t>(after.mirrored ? h.key : h.mirror_key),
                           static_cast<std::int64_t>(after.mirrored ? h.lock : h.mirror_lock))
                   .c_str());
  CHECK_THAT(problems(path), ContainsSubstring("wrong one of the position"));
}

TEST_CASE("a walk visits each position once and counts plies from the start", "[book]") {
  const ScratchFolder folder;
  support::make_book(folder.file("a.xqbook"), some_games(5, 100));
  Book book{folder.file("a.xqbook")};
  int last = 0;
  std::uint64_t rows = 0;
  const auto visited = walk(book, {}, [&](const Position&, int ply, const auto& moves) {
    CHECK(ply >= last);
    last = ply;
    rows += moves.size();
    return true;
  });
  CHECK(visited == book.info().positions);
  CHECK(rows == book.info().moves);
  CHECK(walk(book, {1, 1}, [](const Position&, int, const auto&) { return true; }) == 1);
}

TEST_CASE("books that differ in levels alone are different", "[book]") {
  const ScratchFolder folder;
  const auto made = [&](const std::string& name, std::uint16_t level) {
    ForeignRows rows;
    rows.add(Position::start(), Move{make_square(7, 2), make_square(4, 2)}, {1, 0, 1, 0}, {},
             {level, 1, level});
    BookInfo info;
    write_book(rows, folder.file(name), info);
    return folder.file(name);
  };
  const auto a = made("a.xqbook", 2400);
  CHECK(compare_books(a, made("same.xqbook", 2400)).differences() == 0);
  CHECK(compare_books(a, made("b.xqbook", 2500)).changed == 1);
}

TEST_CASE("differences of two books are counted and listed", "[book]") {
  const ScratchFolder folder;
  const std::string a = folder.file("a.xqbook");
  const std::string b = folder.file("b.xqbook");
  auto games = some_games(6, 100);
  support::make_book(a, games);
  support::make_book(b, games);
  CHECK(compare_books(a, b).differences() == 0);
  games.resize(60);
  support::make_book(b, games);
  const DiffTotals totals = compare_books(a, b);
  CHECK(totals.only_a > 0);
  CHECK(totals.only_b == 0);
  CHECK(totals.changed > 0);
  CHECK(compare_books(b, a).only_b == totals.only_a);
  Book left{a};
  Book right{b};
  std::uint64_t listed = 0;
  list_differences(left, right, [&](const Position& position, int, const auto& moves) {
    for (const MoveDifference& d : moves) {
      CHECK(position.is_legal(d.move));
      CHECK(d.a.games > d.b.games);
    }
    listed += moves.size();
    return true;
  });
  CHECK(listed == totals.differences());
}
