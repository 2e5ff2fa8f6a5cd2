#include <xq/board/fen.hpp>
#include <xq/book/recorder.hpp>
#include <xq/record/date.hpp>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <string_view>

namespace {

using namespace xq;
using namespace xq::book;

Move move_of(std::string_view uci) {
  const auto square = [&](std::size_t i) { return make_square(uci[i] - 'a', uci[i + 1] - '0'); };
  return {square(0), square(2)};
}

std::vector<Move> moves_of(std::string_view line) {
  std::vector<Move> moves;
  for (std::size_t i = 0; i < line.size(); i += 5) {
    moves.push_back(move_of(line.substr(i, 4)));
  }
  return moves;
}

Batch records_of(std::string_view line, int max_ply = 0, std::string_view fen = start_fen) {
  Batch batch;
  Recorder recorder{max_ply};
  recorder.add((*read_fen(fen)).position, moves_of(line), {record::Result::red_wins}, batch);
  return batch;
}

} // namespace

TEST_CASE("a game gives one record a ply, with the canonical pair of the position", "[book]") {
  const Batch batch = records_of("h2e2 h9g7 h0g2");
  CHECK(batch.games == 1);
  REQUIRE(batch.records.size() == 3);
  Position position = Position::start();
  for (std::size_t i = 0; i < 3; ++i) {
    const CanonicalKey id = position.canonical();
    CHECK(batch.records[i].key == static_cast<std::int64_t>(id.key));
    CHECK(batch.records[i].lock == static_cast<std::int64_t>(id.lock));
    CHECK(+batch.records[i].games == 1);
    CHECK(+batch.records[i].result == static_cast<unsigned>(record::Result::red_wins));
    position.do_move(moves_of("h2e2 h9g7 h0g2")[i]);
  }
}

TEST_CASE("in a symmetric position a move and its mirror image are one", "[book]") {
  const Batch left = records_of("b2e2");
  const Batch right = records_of("h2e2");
  REQUIRE(left.records.size() == 1);
  REQUIRE(right.records.size() == 1);
  CHECK(+left.records[0].move == move_of("b2e2").disk());
  CHECK(+right.records[0].move == move_of("b2e2").disk());
  // Straight ahead on the middle file a move is its own image.
  CHECK(+records_of("e3e4").records[0].move == move_of("e3e4").disk());
}

TEST_CASE("moves are stored in the orientation of the smaller pair, and come back", "[book]") {
  Position position = Position::start();
  position.do_move(move_of("h2e2"));
  const Position image = position.mirrored();
  const CanonicalKey here = position.canonical();
  const CanonicalKey there = image.canonical();
  REQUIRE(here.mirrored != there.mirrored);
  CHECK(here.key == there.key);
  const Move reply = move_of("h9g7");
  CHECK(to_canonical(here, reply) == to_canonical(there, mirror(reply)));
  CHECK(from_canonical(here, to_canonical(here, reply)) == reply);
  CHECK(from_canonical(there, to_canonical(there, mirror(reply))) == mirror(reply));
}

TEST_CASE("a position and move that come again in a game count once", "[book]") {
  // Both sides shuffle a rook: after four plies the position of the start is back.
  constexpr std::string_view once = "a0a1 a9a8 a1a0 a8a9";
  std::string line{once};
  for (int i = 0; i < 9; ++i) {
    line.append(" ").append(once);
  }
  CHECK(records_of(line).records.size() == 4);
  // The same to the other side: in the symmetric start that is the same move again, and then the
  // mirror images of the same positions.
  CHECK(records_of("a0a1 a9a8 a1a0 a8a9 i0i1 i9i8 i1i0 i8i9").records.size() == 4);
  // Another move from a position seen before is a record of its own.
  CHECK(records_of("a0a1 a9a8 a1a0 a8a9 b0c2").records.size() == 5);
}

TEST_CASE("games are told apart: the next one counts again", "[book]") {
  Batch batch;
  Recorder recorder;
  for (int i = 0; i < 1000; ++i) {
    recorder.add(Position::start(), moves_of("a0a1 a9a8 a1a0 a8a9 a0a1"), {record::Result::draw},
                 batch);
  }
  CHECK(batch.games == 1000);
  CHECK(batch.records.size() == 4000);
}

TEST_CASE("a game of many plies keeps all its records apart", "[book]") {
  // A rook walks up and down, the other side shuffles: 16 rook moves, and king moves with the rook
  // on each of nine ranks, over and over.
  std::vector<Move> moves;
  Position position = (*read_fen("3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1")).position;
  const Position start = position;
  for (int round = 0; round < 400; ++round) {
    for (int rank = 0; rank < 8; ++rank) {
      const bool up = round % 2 == 0;
      const auto from = make_square(0, up ? rank : 8 - rank);
      moves.push_back({from, make_square(0, up ? rank + 1 : 7 - rank)});
      moves.push_back(rank % 2 == 0 ? move_of("d9d8") : move_of("d8d9"));
    }
  }
  Batch batch;
  Recorder recorder;
  recorder.add(start, moves_of("a0a1"), {record::Result::draw}, batch); // short before long
  recorder.add(start, moves, {record::Result::draw}, batch);
  CHECK(batch.records.size() == 1 + 16 + 9);
}

TEST_CASE("only so many plies count as were asked for", "[book]") {
  CHECK(records_of("h2e2 h9g7 h0g2", 2).records.size() == 2);
  CHECK(records_of("h2e2 h9g7 h0g2", 10).records.size() == 3);
  CHECK(records_of("", 10).records.empty());
}

TEST_CASE("the main line of a game counts, its variations do not", "[book]") {
  record::Game game;
  game.set_result(record::Result::black_wins);
  const auto first = game.add_move(record::root_node, move_of("h2e2"));
  game.add_move(first, move_of("h9g7"));
  game.add_move(first, move_of("b9c7"));
  game.add_move(record::root_node, move_of("c3c4"));
  Batch batch;
  Recorder{}.add(game, batch);
  REQUIRE(batch.records.size() == 2);
  CHECK(+batch.records[1].result == static_cast<unsigned>(record::Result::black_wins));
}

TEST_CASE("a record has the level of the player who moves", "[book]") {
  struct Case {
    std::vector<std::pair<std::string, std::string>> headers;
    unsigned red, black;
  };
  for (const Case& c : std::vector<Case>{{{{"RedElo", "2610"}, {"BlackElo", "2487"}}, 2610, 2487},
                                         {{{"RedRating", "1500"}}, 1500, 0},
                                         {{{"WhiteElo", "2222"}, {"BlackRating", "7"}}, 2222, 7},
                                         {{{"RedElo", "?"}, {"RedRating", "1900"}}, 1900, 0},
                                         {{{"RedElo", "99999"}, {"BlackElo", "-5"}}, 0, 0},
                                         {{{"RedTeamElo", "2000"}, {"Elo", "2000"}}, 0, 0}}) {
    record::Game game;
    for (const auto& [name, value] : c.headers) {
      game.add_tag(name, value);
    }
    const auto first = game.add_move(record::root_node, move_of("h2e2"));
    game.add_move(first, move_of("h9g7"));
    Batch batch;
    Recorder{}.add(game, batch);
    REQUIRE(batch.records.size() == 2);
    CHECK(+batch.records[0].level == c.red);
    CHECK(+batch.records[1].level == c.black);
  }
}

TEST_CASE("the year is read from dates as people write them", "[book]") {
  for (const auto& [date, year] :
       std::vector<std::pair<std::string, unsigned>>{{"1982", 1982},
                                                     {"1982.04.01", 1982},
                                                     {"2004-05-06", 2004},
                                                     {"????.??.??", 0},
                                                     {"", 0},
                                                     {"1982年4月", 1982},
                                                     {"198?", 0},
                                                     {"abc", 0}}) {
    record::Game game;
    game.add_tag("Date", date);
    INFO(date);
    CHECK(facts_of(game).year == year);
  }
}

TEST_CASE("the year read at once is the year that normalising finds", "[book]") {
  const auto check = [](const std::string& date) {
    record::Game game;
    game.add_tag("Date", date);
    const std::string normal = record::normalise_date(date);
    const std::string year = normal.substr(0, 4);
    const bool known = year.find_first_not_of("0123456789") == std::string::npos && !year.empty();
    INFO(date << " is " << normal);
    CHECK(facts_of(game).year == (known ? std::stoi(year) : 0));
  };
  for (const std::string mark : {".", "-", "年"}) {
    for (int month = 0; month < 100; ++month) {
      for (const std::string day : {"", "0", "1", "7", "07", "28", "31", "32", "99", "1-3"}) {
        const std::string last = mark == "年"  ? (day.empty() ? "月" : "月" + day + "日")
                                 : day.empty() ? ""
                                               : mark + day;
        check(fmt::format("1987{}{}{}", mark, month, last));
        check(fmt::format("2004{}{:02}{}", mark, month, last));
      }
    }
  }
  for (const char* const date :
       {"1999年", "1999.", "1999-", "1999-2000", "1999.5 北京", "2001 05"}) {
    check(date);
  }
}
