#include "book/builder/game_pool.hpp"
#include "book/rows/row_source.hpp"
#include "support/catch.hpp"
#include "support/positions.hpp"
#include "support/small_archive.hpp"

#include <xq/board/fen.hpp>

#include <algorithm>
#include <map>
#include <random>
#include <string_view>
#include <tuple>
#include <vector>

namespace {

using namespace xq;
using namespace xq::book;

using Place = std::tuple<std::int64_t, std::int64_t, std::uint16_t>;
using Rows = std::map<Place, Row>;

void put(Rows& rows, const Row& row) {
  const auto [at, added] = rows.try_emplace({row.key, row.lock, row.move}, row);
  if (!added) {
    add(at->second, row);
  }
}

Rows count(GamePool& pool, std::size_t threads = 1, std::size_t piece_plies = 1000) {
  std::vector<PackedRows> packed(threads);
  std::vector<RowSink*> sinks;
  sinks.reserve(threads);
  for (auto& sink : packed) {
    sinks.push_back(&sink);
  }
  pool.count(sinks, piece_plies);
  CHECK(pool.bytes() == 0);
  Rows rows;
  for (const auto& some : packed) {
    for_each_row(some.words(), [&](PackedRow row) { put(rows, row.unpack()); });
  }
  return rows;
}

Rows rows_of_game(std::string_view sequence, std::string_view fen = start_fen) {
  SequenceBatch sequences;
  sequences.add((*read_fen(fen)).position, support::line_of(sequence),
                {record::Result::red_wins, 1990, {2400, 0}});
  GamePool pool;
  pool.add(sequences);
  return count(pool);
}

/// One game after another, by the board, each place of a game once.
Rows count_naively(const std::vector<support::SmallGame>& games) {
  Rows rows;
  for (const auto& game : games) {
    std::map<Place, Row> own;
    Position position = game.start;
    for (const Move move : game.moves) {
      const CanonicalKey id = position.canonical();
      Row row;
      row.key = static_cast<std::int64_t>(id.key);
      row.lock = static_cast<std::int64_t>(id.lock);
      row.move = to_canonical(id, move).disk();
      row.counts.games = 1;
      row.counts.red_wins = game.result == record::Result::red_wins ? 1 : 0;
      row.counts.draws = game.result == record::Result::draw ? 1 : 0;
      row.counts.black_wins = game.result == record::Result::black_wins ? 1 : 0;
      row.years = {game.year, game.year};
      const auto level = game.levels[to_index(position.side_to_move())];
      row.levels = {level, level == 0 ? 0U : 1U, level};
      own.try_emplace({row.key, row.lock, row.move}, row);
      position.do_move(move);
    }
    for (const auto& [place, row] : own) {
      put(rows, row);
    }
  }
  return rows;
}

void check_equal(const Rows& a, const Rows& b) {
  REQUIRE(a.size() == b.size());
  const auto equal = [](const auto& x, const auto& y) {
    return x.first == y.first && x.second.counts == y.second.counts &&
           x.second.years == y.second.years && x.second.levels == y.second.levels;
  };
  CHECK(std::equal(a.begin(), a.end(), b.begin(), equal));
}

} // namespace

TEST_CASE("a game gives one row a ply, with the canonical pair of the position", "[book]") {
  const auto rows = rows_of_game("h2e2 h9g7 h0g2");
  CHECK(rows.size() == 3);
  Position position = Position::start();
  for (const Move move : support::line_of("h2e2 h9g7 h0g2")) {
    const CanonicalKey id = position.canonical();
    const auto at = rows.find({static_cast<std::int64_t>(id.key),
                               static_cast<std::int64_t>(id.lock), to_canonical(id, move).disk()});
    REQUIRE(at != rows.end());
    CHECK(at->second.counts == Counts{1, 1, 0, 0});
    CHECK(at->second.years == Years{1990, 1990});
    const bool red = position.side_to_move() == Color::red;
    CHECK(at->second.levels == (red ? Levels{2400, 1, 2400} : Levels{}));
    position.do_move(move);
  }
}

TEST_CASE("in a symmetric position a move and its mirror image are one", "[book]") {
  CHECK(rows_of_game("b2e2").begin()->second.move == support::squares("b2e2").disk());
  CHECK(rows_of_game("h2e2").begin()->second.move == support::squares("b2e2").disk());
  // Straight ahead on the middle file a move is its own image.
  CHECK(rows_of_game("e3e4").begin()->second.move == support::squares("e3e4").disk());
}

TEST_CASE("moves are stored in the orientation of the smaller pair, and come back", "[book]") {
  Position position = Position::start();
  position.do_move(support::squares("h2e2"));
  const Position image = position.mirrored();
  const CanonicalKey here = position.canonical();
  const CanonicalKey there = image.canonical();
  REQUIRE(here.mirrored != there.mirrored);
  CHECK(here.key == there.key);
  const Move reply = support::squares("h9g7");
  CHECK(to_canonical(here, reply) == to_canonical(there, mirror(reply)));
  CHECK(from_canonical(here, to_canonical(here, reply)) == reply);
  CHECK(from_canonical(there, to_canonical(there, mirror(reply))) == mirror(reply));
}

TEST_CASE("a position and move that come again in a game count once", "[book]") {
  // Both sides shuffle a rook: after four plies the position of the start is back.
  constexpr std::string_view once = "a0a1 a9a8 a1a0 a8a9";
  std::string sequence{once};
  for (int i = 0; i < 9; ++i) {
    sequence.append(" ").append(once);
  }
  for (const auto& [place, row] : rows_of_game(sequence)) {
    CHECK(row.counts.games == 1);
  }
  CHECK(rows_of_game(sequence).size() == 4);
  // The same to the other side: in the symmetric start that is the same move again, and then the
  // mirror images of the same positions.
  CHECK(rows_of_game("a0a1 a9a8 a1a0 a8a9 i0i1 i9i8 i1i0 i8i9").size() == 4);
  // Another move from a position seen before has a row of its own.
  CHECK(rows_of_game("a0a1 a9a8 a1a0 a8a9 b0c2").size() == 5);
}

TEST_CASE("sequences of all kinds count as one game after another would", "[book][threads]") {
  std::mt19937 random{3};
  auto games = support::small_archive(random, 400);
  // SequenceList that end inside others, that are others, that have no move, that repeat
  // themselves.
  for (std::size_t i = 0; i < 100; ++i) {
    auto copy = games[i];
    copy.result = games[i + 1].result;
    copy.year = games[i + 2].year;
    copy.moves.resize(copy.moves.size() * (i % 5) / 4);
    games.push_back(copy);
  }
  for (int i = 0; i < 20; ++i) {
    auto game = games[static_cast<std::size_t>(i)];
    game.start = Position::start();
    game.moves = support::line_of("a0a1 a9a8 a1a0 a8a9 a0a1 a9a8 b0c2 b9c7 c2b0 c7b9");
    game.moves.resize(static_cast<std::size_t>(i % 10));
    games.push_back(game);
    game.start = (*read_fen("3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1")).position;
    game.moves = support::line_of("a0a1 d9d8 a1a0 d8d9 a0a1 d9d8 a1b1");
    games.push_back(game);
  }
  const auto expected = count_naively(games);
  for (const unsigned threads : {1U, 3U}) {
    for (const std::size_t max_rows : {std::size_t{1}, std::size_t{50}, std::size_t{100'000}}) {
      GamePool pool;
      SequenceBatch sequences; // in batches, as readers make them
      for (std::size_t i = 0; i < games.size(); ++i) {
        sequences.add(games[i].start, games[i].moves,
                      {games[i].result, games[i].year, games[i].levels});
        if (i % 7 == 0) {
          pool.add(sequences);
          sequences.clear();
        }
      }
      pool.add(sequences);
      CHECK(pool.bytes() > 0);
      check_equal(count(pool, threads, max_rows), expected);
      CHECK(count(pool).empty());
    }
  }
}

TEST_CASE("a game of many plies keeps all its places apart", "[book]") {
  // A rook walks up and down, the other side shuffles: 16 rook moves, and king moves with the rook
  // on each of nine ranks, over and over.
  support::SmallGame game;
  game.start = (*read_fen("3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1")).position;
  for (int round = 0; round < 400; ++round) {
    for (int rank = 0; rank < 8; ++rank) {
      const bool up = round % 2 == 0;
      const auto from = make_square(0, up ? rank : 8 - rank);
      game.moves.emplace_back(from, make_square(0, up ? rank + 1 : 7 - rank));
      game.moves.push_back(rank % 2 == 0 ? support::squares("d9d8") : support::squares("d8d9"));
    }
  }
  SequenceBatch sequences;
  sequences.add(game.start, game.moves, {record::Result::draw, 0, {}});
  GamePool pool;
  pool.add(sequences);
  CHECK(count(pool).size() == 16 + 9);
}
