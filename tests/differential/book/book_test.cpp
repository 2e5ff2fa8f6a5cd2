#include "sqlite/sqlite.hpp"
#include "support/catch.hpp"
#include "support/make_book.hpp"
#include "support/random_positions.hpp"
#include "support/scratch_folder.hpp"

#include <xq/book/book.hpp>

#include <map>
#include <set>

using namespace xq;
using namespace xq::book;

namespace {

/// Counts by the text of positions and moves: no keys, no canonical form, no sorting.
class NaiveBook {
public:
  void add(const support::SmallGame& game) {
    std::set<std::pair<std::string, std::string>> once;
    Position position = game.start;
    for (const Move move : game.moves) {
      // Under both orientations; where they are the same position, the first name stands for both.
      for (const bool flip : {false, true}) {
        const Position here = flip ? position.mirrored() : position;
        once.emplace(write_short_fen(here), name(here, flip ? mirror(move) : move));
      }
      position.do_move(move);
    }
    for (const auto& [fen, move] : once) {
      Counts& counts = m_counts[fen][move];
      ++counts.games;
      counts.red_wins += game.result == record::Result::red_wins ? 1U : 0U;
      counts.draws += game.result == record::Result::draw ? 1U : 0U;
      counts.black_wins += game.result == record::Result::black_wins ? 1U : 0U;
    }
  }

  [[nodiscard]] const std::map<std::string, std::map<std::string, Counts>>& counts() const {
    return m_counts;
  }

private:
  static std::string name(const Position& here, Move move) {
    const bool symmetric = write_short_fen(here) == write_short_fen(here.mirrored());
    const auto order = [](Move m) { return std::pair{m.from(), m.to()}; };
    return support::uci(symmetric && order(mirror(move)) < order(move) ? mirror(move) : move);
  }

  std::map<std::string, std::map<std::string, Counts>> m_counts;
};

} // namespace

TEST_CASE("a book answers what counting by FEN text gives", "[book]") {
  INFO("seed " << support::seed);
  std::mt19937 random{support::seed};
  const auto games = support::small_archive(random, 1500);
  NaiveBook naive;
  for (const auto& game : games) {
    naive.add(game);
  }
  const support::ScratchFolder folder;
  support::make_book(folder.file("a.xqbook"), games);
  Book book{folder.file("a.xqbook")};

  REQUIRE(naive.counts().size() > 20'000);
  std::size_t repeated = 0;
  std::size_t wrong = 0;
  for (const auto& [fen, expected] : naive.counts()) {
    std::map<std::string, Counts> got;
    const Position position = (*read_fen(fen)).position;
    const CanonicalKey id = position.canonical();
    for (const BookMove& m : book.probe(position)) {
      got[support::uci(id.symmetric ? to_canonical(id, m.move) : m.move)] = m.counts;
      repeated += m.counts.games > 1 ? 1U : 0U;
    }
    wrong += got == expected ? 0U : 1U;
  }
  CHECK(wrong == 0);
  CHECK(repeated > 1000); // or the games share too little to show anything
}

TEST_CASE("a book equals counting with plain SQL", "[book]") {
  INFO("seed " << support::seed);
  std::mt19937 random{support::seed + 1};
  const auto games = support::small_archive(random, 800);
  const support::ScratchFolder folder;
  support::make_book(folder.file("a.xqbook"), games);

  sqlite::Database db{folder.file("plain.db"), sqlite::Database::Mode::create};
  db.execute(
      "CREATE TABLE ply (game INTEGER, result TEXT, key INTEGER, lock INTEGER, move INTEGER)");
  sqlite::Statement insert{db, "INSERT INTO ply VALUES (?, ?, ?, ?, ?)"};
  sqlite::Transaction transaction{db};
  for (std::size_t i = 0; i < games.size(); ++i) {
    Position position = games[i].start;
    for (const Move move : games[i].moves) {
      const CanonicalKey id = position.canonical();
      insert
          .use()(i)(record::to_text(games[i].result))(to_integer(id.key))(to_integer(id.lock))(
              to_canonical(id, move).disk())
          .exec();
      position.do_move(move);
    }
  }
  transaction.commit();
  db.execute("ATTACH '" + folder.file("a.xqbook") + "' AS book");
  db.execute("CREATE TABLE counted AS "
             "SELECT key, lock, move, count (DISTINCT game) AS games,"
             " count (DISTINCT CASE result WHEN '1-0' THEN game END) AS red_wins,"
             " count (DISTINCT CASE result WHEN '1/2-1/2' THEN game END) AS draws,"
             " count (DISTINCT CASE result WHEN '0-1' THEN game END) AS black_wins "
             "FROM ply GROUP BY key, lock, move");
  CHECK(db.query_integer("SELECT count (*) FROM counted") > 10'000);
  CHECK(db.query_integer(
            "SELECT count (*) FROM (SELECT * FROM counted EXCEPT "
            "SELECT key, lock, move, games, red_wins, draws, black_wins FROM book.move)") == 0);
  CHECK(db.query_integer("SELECT count (*) FROM (SELECT key, lock, move, games, "
                         "red_wins, draws, black_wins FROM book.move EXCEPT "
                         "SELECT * FROM counted)") == 0);
}
