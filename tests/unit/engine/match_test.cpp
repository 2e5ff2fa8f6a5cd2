#include <xq/board/fen.hpp>
#include <xq/engine/match.hpp>
#include <xq/engine/move_text.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

using namespace xq;
using namespace xq::engine;

namespace {

Move uci(std::string_view text) { return parse_move(text, RankBase::zero); }

Position position(std::string_view fen) {
  const auto reading = read_fen(fen);
  REQUIRE(reading);
  return reading->position;
}

/// Plays what it was given, then nothing.
class Script final : public Player {
public:
  explicit Script(std::vector<std::string_view> moves) : m_moves{std::move(moves)} {}
  void new_game() override { m_next = 0; }
  Move choose(const Position&, std::span<const Move>) override {
    return m_next < m_moves.size() ? uci(m_moves[m_next++]) : Move::none();
  }

private:
  std::vector<std::string_view> m_moves;
  std::size_t m_next = 0;
};

Referee::Verdict referee_says(std::string_view fen, std::vector<std::string_view> moves,
                              const RefereeRules& rules = {}) {
  Referee referee{position(fen), rules};
  for (const std::string_view m : moves) {
    REQUIRE_FALSE(referee.verdict());
    REQUIRE(referee.play(uci(m)));
  }
  const auto verdict = referee.verdict();
  REQUIRE(verdict);
  return *verdict;
}

} // namespace

TEST_CASE("the referee ends games by the rules") {
  const auto mate = referee_says("5k3/9/9/9/9/9/9/9/R8/3RK4 w - - 0 1", {"a1f1"});
  CHECK(mate.end == GameEnd::checkmate);
  CHECK(mate.winner == Color::red);

  const auto stalemate = referee_says("3k5/4P4/9/9/9/9/9/9/9/4K4 w - - 0 1", {"e0e1"});
  CHECK(stalemate.end == GameEnd::stalemate);
  CHECK(stalemate.winner == Color::red);

  const std::vector<std::string_view> checks{"h8h9", "f9f8", "h9h8", "f8f9",
                                             "h8h9", "f9f8", "h9h8", "f8f9"};
  const auto perpetual = referee_says("c2a1k3/2c1a2R1/b6P1/8p/9/9/9/9/4K4/9 w - - 0 1", checks);
  CHECK(perpetual.end == GameEnd::perpetual);
  CHECK(perpetual.winner == Color::black);

  const std::vector<std::string_view> shuffle{"a0a1", "a9a8", "a1a0", "a8a9",
                                              "a0a1", "a9a8", "a1a0", "a8a9"};
  const auto idle = referee_says(start_fen, shuffle);
  CHECK(idle.end == GameEnd::repetition);
  CHECK_FALSE(idle.winner);

  const auto limit =
      referee_says("3ak4/9/9/9/9/9/9/9/R8/5K3 w - - 119 90", {"a1a2"}, {.natural_limit = 120});
  CHECK(limit.end == GameEnd::natural_limit);
  CHECK_FALSE(limit.winner);

  const auto bare = referee_says("3ak4/9/9/9/9/9/9/3p5/3K5/9 w - - 0 1", {"d1d2"});
  CHECK(bare.end == GameEnd::no_attackers);
}

TEST_CASE("who makes an illegal move, or none, loses") {
  Script illegal{{"a0a1", "a1b9"}};
  Script silent{{"a9a8"}};
  const PlayedGame game = play_game({}, illegal, silent, {});
  CHECK(game.verdict.end == GameEnd::illegal_move);
  CHECK(game.verdict.winner == Color::black);
  CHECK(game.moves.size() == 2);

  const PlayedGame reversed = play_game({}, silent, illegal, {}); // Red's a9a8 is Black's piece
  CHECK(reversed.verdict.winner == Color::black);
}

TEST_CASE("self-play is legal to the end and repeats itself exactly") {
  Limits limits;
  limits.nodes = 150;
  Options options;
  options.hash_megabytes = 1;
  EnginePlayer red{options, limits};
  EnginePlayer black{options, limits};
  std::vector<std::vector<Move>> firsts;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const Opening opening = random_opening(seed, 6);
    REQUIRE(opening.moves.size() == 6);
    CHECK(opening.moves == random_opening(seed, 6).moves);
    const PlayedGame game = play_game(opening, red, black, {});
    INFO("seed " << seed);
    CHECK(game.verdict.end != GameEnd::illegal_move);
    CHECK(std::equal(opening.moves.begin(), opening.moves.end(), game.moves.begin()));
    const PlayedGame again = play_game(opening, red, black, {});
    CHECK(again.moves == game.moves);
    firsts.push_back(opening.moves);
  }
  std::sort(firsts.begin(), firsts.end());
  CHECK(std::unique(firsts.begin(), firsts.end()) - firsts.begin() >= 8); // openings vary
}

TEST_CASE("match scores") {
  MatchScore score;
  CHECK_FALSE(score.elo());
  for (const int points : {2, 1, 2, 1, 0, 2, 1, 1}) {
    score.add(points);
  }
  CHECK(score.games() == 8);
  CHECK(score.wins() == 3);
  CHECK(score.draws() == 4);
  CHECK(score.losses() == 1);
  CHECK(score.share() == Approx(0.625));
  CHECK(score.pairs() == std::array<int, 5>{0, 0, 2, 2, 0});
  const auto elo = score.elo();
  REQUIRE(elo);
  CHECK(elo->value == Approx(400 * std::log10(0.625 / 0.375)));
  CHECK(elo->low < elo->value);
  CHECK(elo->high > elo->value);

  MatchScore sweep;
  sweep.add(2);
  sweep.add(2);
  REQUIRE(sweep.elo());
  CHECK(std::isinf(sweep.elo()->value));
}
