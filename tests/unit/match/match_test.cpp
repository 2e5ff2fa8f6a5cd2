#include "match/match.hpp"
#include "support/catch.hpp"

#include <xq/board/fen.hpp>
#include <xq/uci/external.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

using namespace xq;
using namespace xq::engine;
using namespace xq::match;

namespace {

Move uci(std::string_view text) { return parse_move(text, uci::RankBase::zero); }

Position position(std::string_view fen) {
  const auto reading = read_fen(fen);
  REQUIRE(reading);
  return reading->position;
}

/// Plays what it was given, then nothing. Tells a score with each move, and takes `thinks` for it.
class Script final : public Searcher {
public:
  explicit Script(std::vector<std::string_view> moves, std::optional<Score> score = {})
      : m_moves{std::move(moves)}, m_score{score} {}
  const std::string& name() const noexcept override { return m_name; }
  void new_game() override { m_next = 0; }
  void stop() noexcept override {}
  Answer search(const Position&, std::span<const Move>, const Limits& limits,
                const std::function<void(const Report&)>&) override {
    asked.push_back(limits);
    Answer answer;
    answer.wall = thinks;
    if (m_next == m_moves.size()) {
      answer.fault = end;
      answer.detail = "the script ends";
      return answer;
    }
    answer.best = uci(m_moves[m_next++]);
    if (m_score) {
      answer.report.lines.push_back({*m_score, false, false, {answer.best}});
    }
    return answer;
  }
  std::vector<Limits> asked;
  std::chrono::milliseconds thinks{0};
  Fault end = Fault::no_move;

private:
  std::string m_name = "script";
  std::vector<std::string_view> m_moves;
  std::optional<Score> m_score;
  std::size_t m_next = 0;
};

Seat seat(Searcher& searcher) {
  Seat out;
  out.searcher = &searcher;
  return out;
}

match::Referee::Verdict referee_says(std::string_view fen,
                                     const std::vector<std::string_view>& moves,
                                     const match::RefereeRules& rules = {}) {
  match::Referee referee{position(fen), rules};
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
  CHECK(mate.end == match::GameEnd::checkmate);
  CHECK(mate.winner == Color::red);

  const auto stalemate = referee_says("3k5/4P4/9/9/9/9/9/9/9/4K4 w - - 0 1", {"e0e1"});
  CHECK(stalemate.end == match::GameEnd::stalemate);
  CHECK(stalemate.winner == Color::red);

  const std::vector<std::string_view> checks{"h8h9", "f9f8", "h9h8", "f8f9",
                                             "h8h9", "f9f8", "h9h8", "f8f9"};
  const auto perpetual = referee_says("c2a1k3/2c1a2R1/b6P1/8p/9/9/9/9/4K4/9 w - - 0 1", checks);
  CHECK(perpetual.end == match::GameEnd::perpetual);
  CHECK(perpetual.winner == Color::black);

  const std::vector<std::string_view> shuffle{"a0a1", "a9a8", "a1a0", "a8a9",
                                              "a0a1", "a9a8", "a1a0", "a8a9"};
  const auto idle = referee_says(start_fen, shuffle);
  CHECK(idle.end == match::GameEnd::repetition);
  CHECK_FALSE(idle.winner);

  const auto limit =
      referee_says("3ak4/9/9/9/9/9/9/9/R8/5K3 w - - 119 90", {"a1a2"}, {.natural_limit = 120});
  CHECK(limit.end == match::GameEnd::natural_limit);
  CHECK_FALSE(limit.winner);

  const auto bare = referee_says("3ak4/9/9/9/9/9/9/3p5/3K5/9 w - - 0 1", {"d1d2"});
  CHECK(bare.end == match::GameEnd::no_attackers);
}

TEST_CASE("the referee leaves checks beyond ten out of the natural limit, as the Asian rules do") {
  // 12 checks from six ranks, with a quiet move of each side between them: 34 plies
  const Position start = position("5k3/9/9/9/p8/9/9/4R4/9/3K5 w - - 0 1");
  std::vector<std::string> moves;
  const std::vector<std::string> waiting{"a5a4", "a4a3", "a3a2", "a2a1", "a1b1"};
  for (std::size_t i = 0; i < 6; ++i) {
    const std::string e = fmt::format("e{}", i + 2);
    const std::string f = fmt::format("f{}", i + 2);
    moves.insert(moves.end(), {e + f, "f9e9", f + e, "e9f9"});
    if (i < waiting.size()) {
      moves.insert(moves.end(), {fmt::format("{}e{}", e, i + 3), waiting[i]});
    }
  }
  const auto plies_until_verdict = [&](RuleSet rules) {
    match::Referee referee{start, {.natural_limit = 32, .repetition = rules}};
    std::size_t plies = 0;
    while (plies < moves.size() && !referee.verdict()) {
      REQUIRE(referee.play(parse_move(moves[plies++], uci::RankBase::zero)));
    }
    return plies;
  };
  CHECK(plies_until_verdict(RuleSet::cxa) == 32);
  CHECK(plies_until_verdict(RuleSet::wxf) == 34); // no verdict: two checks and answers less
}

TEST_CASE("who makes an illegal move, or none, loses") {
  Script illegal{{"a0a1", "a1b9"}};
  Script silent{{"a9a8"}};
  const match::PlayedGame game = play_game({}, seat(illegal), seat(silent), {});
  CHECK(game.verdict.end == match::GameEnd::illegal_move);
  CHECK(game.verdict.winner == Color::black);
  CHECK(game.moves.size() == 2);

  const match::PlayedGame reversed =
      play_game({}, seat(silent), seat(illegal), {}); // Red's a9a8 is Black's piece
  CHECK(reversed.verdict.winner == Color::black);
}

TEST_CASE("self-play is legal to the end and repeats itself exactly") {
  Settings settings;
  settings.hash = 1;
  InternalEngine first{settings};
  InternalEngine second{settings};
  Seat red = seat(first);
  Seat black = seat(second);
  red.limits.nodes = 150;
  black.limits.nodes = 150;
  std::vector<std::vector<Move>> firsts;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const Opening opening = match::random_opening(seed, 6);
    REQUIRE(opening.moves.size() == 6);
    CHECK(opening.moves == match::random_opening(seed, 6).moves);
    const match::PlayedGame game = play_game(opening, red, black, {});
    INFO("seed " << seed);
    CHECK(game.verdict.end != match::GameEnd::illegal_move);
    CHECK(std::equal(opening.moves.begin(), opening.moves.end(), game.moves.begin()));
    const match::PlayedGame again = play_game(opening, red, black, {});
    CHECK(again.moves == game.moves);
    firsts.push_back(opening.moves);
  }
  std::sort(firsts.begin(), firsts.end());
  CHECK(std::unique(firsts.begin(), firsts.end()) - firsts.begin() >= 8); // openings vary
}

TEST_CASE("faults lose, each under its name, and the score is kept by colour") {
  const auto ends_with = [](Fault fault) {
    Script red{{"h2e2"}};
    Script black{{"h9g7"}};
    red.end = fault;
    const match::PlayedGame game = play_game({}, seat(red), seat(black), {});
    CHECK(game.verdict.winner == Color::black);
    CHECK(game.verdict.detail == "the script ends");
    return game.verdict.end;
  };
  CHECK(ends_with(Fault::crash) == match::GameEnd::crash);
  CHECK(ends_with(Fault::timeout) == match::GameEnd::time);
  CHECK(ends_with(Fault::no_move) == match::GameEnd::illegal_move);
}

TEST_CASE("clocks run down, get their increment, and fall") {
  using namespace std::chrono_literals;
  Script red{{"h2e2", "e2h2", "h2e2", "e2h2"}};
  Script black{{"h9g7", "g7h9", "h9g7", "g7h9"}};
  red.thinks = 300ms;
  Seat with_clock = seat(red);
  with_clock.base = 500ms;
  with_clock.increment = 100ms;
  const match::PlayedGame game = play_game({}, with_clock, seat(black), {});
  CHECK(game.verdict.end ==
        match::GameEnd::time); // 500, 300, 100 left: the third move takes too long
  CHECK(game.verdict.winner == Color::black);
  CHECK(game.moves.size() == 4);
  REQUIRE(red.asked.size() == 3);
  CHECK(red.asked[0].time_left == 500ms);
  CHECK(red.asked[1].time_left == 300ms);
  CHECK(red.asked[2].time_left == 100ms);
  CHECK(black.asked[0].time_left == 0ms); // it has none

  match::GameRules patient;
  patient.time_margin = 250ms;
  CHECK(play_game({}, with_clock, seat(black), patient).verdict.end != match::GameEnd::time);
}

TEST_CASE("games end early only when both engines agree for long enough") {
  const std::vector<std::string_view> red_moves{"h2e2", "e2h2", "h2e2", "e2h2", "h2e2", "e2h2"};
  const std::vector<std::string_view> black_moves{"h9g7", "g7h9", "h9g7", "g7h9", "h9g7", "g7h9"};
  const auto verdict = [&](Score red_score, Score black_score, const match::Adjudication& rules) {
    Script red{red_moves, red_score};
    Script black{black_moves, black_score};
    return play_game({}, seat(red), seat(black), {{}, rules, {}});
  };
  const match::Adjudication resign{.resign_score = 500, .resign_moves = 2};
  const match::PlayedGame won = verdict(600, -700, resign);
  CHECK(won.verdict.end == match::GameEnd::agreed_win);
  CHECK(won.verdict.winner == Color::red);
  CHECK(won.moves.size() == 5); // the first of four plies that count is the second
  CHECK(verdict(-600, 700, resign).verdict.winner == Color::black);
  CHECK(verdict(600, 700, resign).verdict.end == match::GameEnd::repetition); // both think they win
  CHECK(verdict(600, -499, resign).verdict.end == match::GameEnd::repetition);
  CHECK(verdict(600, -700, {}).verdict.end == match::GameEnd::repetition);

  const match::Adjudication draw{.draw_score = 10, .draw_moves = 1, .draw_from = 6};
  const match::PlayedGame drawn = verdict(10, -3, draw);
  CHECK(drawn.verdict.end == match::GameEnd::agreed_draw);
  CHECK(drawn.moves.size() == 7);
  CHECK(verdict(11, 0, draw).verdict.end == match::GameEnd::repetition);
}

TEST_CASE("without rules of repetition every repetition is a draw") {
  const std::vector<std::string_view> checks{"h8h9", "f9f8", "h9h8", "f8f9",
                                             "h8h9", "f9f8", "h9h8", "f8f9"};
  const std::string_view fen = "c2a1k3/2c1a2R1/b6P1/8p/9/9/9/9/4K4/9 w - - 0 1";
  const auto verdict = referee_says(fen, checks, {.repetition = RuleSet::none});
  CHECK(verdict.end == match::GameEnd::repetition);
  CHECK_FALSE(verdict.winner);
  const std::vector<std::string_view> three_rounds{"h8h9", "f9f8", "h9h8", "f8f9", "h8h9", "f9f8",
                                                   "h9h8", "f8f9", "h8h9", "f9f8", "h9h8", "f8f9"};
  CHECK(referee_says(fen, three_rounds, {.repetition = RuleSet::cxa}).winner == Color::black);
}

TEST_CASE("the referee counts nine rounds by the Chinese rules") {
  // reference figure 8 of the Chinese rules of 2020: no position stands for a fourth time
  const std::vector<std::string_view> moves{"c9c8", "d8d9", "c8c9", "d9d8", "c9i9", "i3h3",
                                            "i9h9", "h3i3", "h9i9", "i3h3", "i9h9", "h3i3",
                                            "h9h3", "i3i0", "h3h0", "i0i3", "h0h3", "i3i0"};
  const std::string_view fen = "2R6/3ka4/3a5/9/9/4p4/8c/4B1r2/4A4/3A1KB2 w";
  const auto verdict = referee_says(fen, moves, {.repetition = RuleSet::cxa});
  CHECK(verdict.end == match::GameEnd::perpetual);
  CHECK(verdict.winner == Color::black);
}

TEST_CASE("match scores") {
  match::MatchScore score;
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

  match::MatchScore sweep;
  sweep.add(2);
  sweep.add(2);
  REQUIRE(sweep.elo());
  CHECK(std::isinf(sweep.elo()->value));
  CHECK(sweep.elo()->low == Approx(-216.3).margin(0.1)); // a share of 0.05^(1/2) wins both games
  CHECK(sweep.elo()->superiority == Approx(0.875));
  match::MatchScore lost;
  lost.add(0);
  lost.add(0);
  REQUIRE(lost.elo());
  CHECK(std::isinf(lost.elo()->low));
  CHECK(lost.elo()->high == Approx(216.3).margin(0.1));
  CHECK(lost.elo()->superiority == Approx(0.125));
  match::MatchScore alike; // one pair tells no spread
  alike.add(2);
  alike.add(1);
  REQUIRE(alike.elo());
  CHECK(alike.elo()->no_spread);
  CHECK_FALSE(elo->no_spread);

  match::MatchScore resumed; // behind a first game of a pair that was played before
  resumed.add_single(0);
  resumed.add(2);
  resumed.add(1);
  CHECK(resumed.games() == 3);
  CHECK(resumed.losses() == 1);
  CHECK(resumed.pairs() == std::array<int, 5>{0, 0, 0, 1, 0});
}

TEST_CASE("the probability of being stronger, and the sequential test") {
  // 60 pairs: 6 of 1/4, 30 even, 24 of 3/4 of the points. Worked out by hand: mean 0.575,
  // variance 0.025625 (standard error 0.020666), so 3.629 standard errors above even.
  match::MatchScore score;
  const auto add_pairs = [&](int count, int first, int second) {
    for (int i = 0; i < count; ++i) {
      score.add(first);
      score.add(second);
    }
  };
  add_pairs(6, 0, 1);
  add_pairs(30, 2, 0);
  add_pairs(24, 1, 2);
  REQUIRE(score.elo());
  CHECK(score.elo()->superiority == Approx(0.99986).margin(0.00002));
  CHECK(score.elo()->value == Approx(52.5).margin(0.1));

  Sprt sprt{.elo0 = 0, .elo1 = 20, .alpha = 0.05, .beta = 0.05};
  CHECK(sprt.lower_bound() == Approx(-2.9444).margin(0.0001));
  CHECK(sprt.upper_bound() == Approx(2.9444).margin(0.0001));
  // From an independent calculation in Python, which maximises both likelihoods.
  CHECK(sprt.ratio(score) == Approx(3.24855).margin(0.0001));
  CHECK(sprt.state(score) == Sprt::State::accepted_elo1);
  CHECK(sprt.state(MatchScore{}) == Sprt::State::open);
  sprt.elo0 = 100;
  sprt.elo1 = 120;
  CHECK(sprt.ratio(score) == Approx(-4.51062).margin(0.0001));
  CHECK(sprt.state(score) == Sprt::State::accepted_elo0);

  // A clean sweep has no spread, and is no proof at once.
  sprt = {.elo0 = 0, .elo1 = 100};
  match::MatchScore sweep;
  sweep.add(2);
  sweep.add(2);
  CHECK(sprt.state(sweep) == Sprt::State::open);
  for (int i = 1; i < 12; ++i) {
    sweep.add(2);
    sweep.add(2);
  }
  CHECK(sprt.ratio(sweep) == Approx(2.96420).margin(0.0001));
}
