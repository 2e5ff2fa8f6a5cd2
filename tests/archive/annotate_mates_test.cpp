#include "engine/search/proof_search.hpp"
#include "support/shared_data.hpp"

#include <xq/analysis/annotate.hpp>
#include <xq/board/fen.hpp>

#include <fstream>

using namespace xq;

namespace {

/// A move that lets the mate go, by an exact search that knows nothing of the annotator: no mate in
/// `moves` more begins with it.
Move careless_move(const Position& position, int moves) {
  MoveList legal;
  generate_legal(position, legal);
  for (const Move m : legal) {
    const std::array candidate{m};
    engine::ProofSearch solver{1U << 20U};
    solver.set_budget(300'000);
    using enum engine::ProofSearch::Verdict;
    if (solver.solve(position, moves, candidate).verdict == none) {
      return m;
    }
  }
  return Move::none();
}

} // namespace

TEST_CASE("a game that misses a mate is marked as such") {
  support::skip_without("suites/mates.epd");
  std::ifstream file{support::shared("suites/mates.epd")};
  engine::Limits limits;
  limits.nodes = 20'000;
  const auto analyst = analysis::own_analysts(limits, {.hash_megabytes = 2}, "test").make();
  int games = 0;
  int seen = 0;
  int missed = 0;
  int number = 0;
  for (std::string line; std::getline(file, line);) {
    const auto at = line.find(" dm ");
    if (at == std::string::npos || line[at + 4] < '1' || line[at + 4] > '3' ||
        line[at + 5] != ';' || ++number % 16 != 0) { // a sample: the whole takes minutes
      continue;
    }
    const auto reading = read_fen(line.substr(0, line.find(';')));
    REQUIRE(reading);
    const Move careless = careless_move(reading->position, line[at + 4] - '0' + 1);
    if (!careless) {
      continue;
    }
    record::Game game;
    game.set_start(reading->position);
    game.add_move(record::root_node, careless);
    const auto review = analysis::review(game, {.analyst = analyst.get()});
    const auto mates = [&](std::size_t n) { // for the side that began
      const int plies = engine::mate_plies(review.positions[n]->score);
      return reading->position.side_to_move() == Color::red ? plies > 0 : plies < 0;
    };
    ++games;
    seen += mates(0) ? 1 : 0;
    if (!mates(0) || mates(1)) {
      continue; // not seen, or there is still one that is longer
    }
    ++missed;
    INFO(line);
    const auto& move = review.moves[0];
    CHECK(move.mark >= analysis::Mark::dubious);
    CHECK(move.misses_mate >= 1);
    const auto result = analysis::annotated(game, review, {});
    std::string words;
    result.for_each_note(1, [&](const record::Game::Note& n) { words += n.text; });
    CHECK(words.find("misses mate in ") != std::string::npos);
    CHECK(result.has_variations());
  }
  INFO(seen << " seen, " << missed << " missed, of " << games);
  CHECK(games > 40);
  CHECK(seen * 100 >= games * 97); // of the whole suite 976 in 1,000
  CHECK(missed * 100 >= games * 75);
}
