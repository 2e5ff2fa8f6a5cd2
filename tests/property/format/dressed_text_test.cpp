// Text in any dress is read as it is meant, or a problem is reported: no moves are lost, no games
// merged and nothing invented without a word.

#include "support/catch.hpp"
#include "support/dressed_games.hpp"
#include "support/random_games.hpp"
#include "support/rounds.hpp"

using namespace xq;

namespace {

const unsigned dress_seed = support::seed_or(20'261'125U);

record::Game random_game(std::mt19937& random) {
  record::Game game;
  Position position = game.start();
  auto node = record::root_node;
  for (auto plies = 4 + random() % 40; plies != 0; --plies) {
    const auto move = support::random_move(random, position);
    if (!move) {
      break;
    }
    node = game.add_move(node, move);
    position.do_move(move);
  }
  return game;
}

} // namespace

TEST_CASE("dressed games are read with their moves, or a problem is reported") {
  const support::ScratchFolder folder;
  std::mt19937 random{dress_seed};
  INFO("XQ_TEST_SEED=" << dress_seed);
  std::size_t as_meant = 0;
  const std::size_t rounds = support::rounds(1000);
  for (std::size_t round = 0; round < rounds; ++round) {
    const auto game = random_game(random);
    std::vector<Move> moves;
    game.main_moves(moves);
    const auto style = static_cast<unsigned>(random() % support::written_styles);
    const auto dress = support::random_dress(random);
    const auto text = support::in_dress(support::written_moves(game, style), dress);
    const auto found = support::read_text(folder, text);
    INFO(text);
    const bool same = found.games.size() == 1 && found.games[0] == moves;
    CHECK((same || !found.problems.empty()));
    as_meant += same ? 1 : 0;
  }
  INFO(as_meant << " of " << rounds);
  CHECK(as_meant * 100 >= rounds * 90);
}
