// The first games of the archive in other dress, two dresses at a time: the same moves, or a
// problem is reported.

#include "base/os/path.hpp"
#include "support/dressed_games.hpp"
#include "support/rounds.hpp"
#include "support/shared_data.hpp"

using namespace xq;

namespace {

/// The legal moves of the first games that have some.
std::vector<record::Game> first_games(const std::string& path, std::size_t count) {
  std::vector<record::Game> games;
  format::ReadOptions options;
  options.threads = 1;
  const std::vector<std::string> inputs{path};
  const auto enough = [&](const format::ReadProgress&) { return games.size() < count; };
  try {
    format::read_games<std::vector<record::Game>>(
        inputs, options,
        [](record::Game& game, std::vector<record::Game>& out) {
          if (game.usable() && game.standard_start() && game.plies() > 1) {
            out.push_back(game);
          }
        },
        [&](std::vector<record::Game>&& out) { games.insert(games.end(), out.begin(), out.end()); },
        [](const format::FileProblem&) {}, enough);
  } catch (const std::exception&) { // interrupted: there are enough
  }
  games.resize(std::min(games.size(), count));
  return games;
}

} // namespace

TEST_CASE("dressed games of the archive are read with their moves, or a problem is reported") {
  support::skip_without(support::archive);
  const std::size_t rounds = support::rounds(1'750); // each game in each style
  const auto games = first_games(os::name_of(support::shared(support::archive)), 250);
  REQUIRE(games.size() == 250);
  const support::ScratchFolder folder;
  std::mt19937 random{36};
  std::size_t as_meant = 0;
  for (std::size_t round = 0; round < rounds; ++round) {
    const auto& game = games[round % games.size()];
    std::vector<Move> moves;
    game.main_moves(moves);
    const auto style = static_cast<unsigned>(round / games.size() % support::written_styles);
    const auto dress = support::random_dress(random);
    const auto text = support::in_dress(support::written_moves(game, style), dress);
    const auto found = support::read_text(folder, text);
    const bool same = found.games.size() == 1 && found.games[0] == moves;
    if (!same && found.problems.empty()) {
      FAIL_CHECK("silently another game:\n" << text);
    }
    as_meant += same ? 1 : 0;
  }
  INFO(as_meant << " of " << rounds);
  CHECK(as_meant * 100 >= rounds * 95);
}
