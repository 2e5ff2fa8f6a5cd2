#include "book/builder/recorder.hpp"
#include "support/catch.hpp"
#include "support/positions.hpp"

#include <string_view>

namespace {

using namespace xq;
using namespace xq::book;

} // namespace

TEST_CASE("only so many plies count as were asked for", "[book]") {
  const auto plies = [](std::string_view line, int max_ply) {
    BatchContents batch;
    GameRecorder{max_ply}.add(Position::start(), support::line_of(line), {}, batch);
    CHECK(batch.games == 1);
    REQUIRE(batch.sequences.sequences().sequences().size() == 1);
    return batch.sequences.sequences().sequences()[0].plies;
  };
  CHECK(plies("h2e2 h9g7 h0g2", 2) == 2);
  CHECK(plies("h2e2 h9g7 h0g2", 10) == 3);
  CHECK(plies("h2e2 h9g7 h0g2", 0) == 3);
  CHECK(plies("", 10) == 0);
}

TEST_CASE("a named game has one sample for each place, with the ply it came there first",
          "[book]") {
  BatchContents batch;
  GameRecorder recorder{0, true};
  recorder.add(Position::start(), support::line_of("a0a1 a9a8 a1a0 a8a9 a0a1 h9g7"), {}, batch);
  recorder.add(Position::start(), support::line_of("a0a1"), {}, batch);
  CHECK(batch.names.size() == 2);
  REQUIRE(batch.samples.size() == 6);
  std::vector<int> plies;
  for (const auto& sample : batch.samples) {
    plies.push_back(sample.ply);
  }
  CHECK(plies == std::vector<int>{1, 2, 3, 4, 6, 1});
  CHECK(batch.samples[0].key == batch.samples[5].key);
  CHECK(batch.samples[0].game != batch.samples[5].game);
}

TEST_CASE("the main line of a game counts, its variations do not", "[book]") {
  record::Game game;
  game.set_result(record::Result::black_wins);
  const auto first = game.add_move(record::root_node, support::squares("h2e2"));
  game.add_move(first, support::squares("h9g7"));
  game.add_move(first, support::squares("b9c7"));
  game.add_move(record::root_node, support::squares("c3c4"));
  BatchContents batch;
  GameRecorder{}.add(game, batch);
  const SequenceList& list = batch.sequences.sequences();
  REQUIRE(list.sequences().size() == 1);
  const auto moves = list.moves(list.sequences()[0]);
  CHECK(std::vector<Move>(moves.begin(), moves.end()) == support::line_of("h2e2 h9g7"));
  CHECK(list.sequences()[0].facts.result == record::Result::black_wins);
}

TEST_CASE("the levels of the players are read from their headers", "[book]") {
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
    const auto levels = facts_of(game).levels;
    CHECK(levels[to_index(Color::red)] == c.red);
    CHECK(levels[to_index(Color::black)] == c.black);
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
