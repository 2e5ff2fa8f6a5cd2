// Points, tie breaks, places and the cross table of random events: against sums over the list of
// games.
#include "base/text/text.hpp"
#include "jobs/reports/standings.hpp"
#include "support/catch.hpp"

#include <xq/reports.hpp>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <random>
#include <sstream>
#include <string>
#include <vector>

using namespace xq;
using namespace xq::reports;
using record::Result;

namespace {

struct Event {
  std::vector<std::string> names;
  std::vector<EventGame> games;
  Scoring scoring;
};

/// A round robin of one or two cycles, or any pairs; few results, so that many are equal.
Event random_event(std::mt19937& random) {
  Event event;
  const std::size_t players = 2 + random() % 7;
  for (std::size_t i = 0; i < players; ++i) {
    event.names.push_back("棋手" + std::to_string(i));
  }
  event.scoring = random() % 2 == 0 ? Scoring{2, 1, 0} : Scoring{3, 1, 0};
  const auto add = [&](std::size_t red, std::size_t black, int round) {
    EventGame& game = event.games.emplace_back();
    game.number = static_cast<std::int64_t>(event.games.size());
    game.red = red;
    game.black = black;
    game.result = random() % 2 == 0   ? Result::draw
                  : random() % 2 == 0 ? Result::red_wins
                                      : Result::black_wins;
    game.round_number = round;
    game.round = round == 0 ? "" : std::to_string(round);
    game.red_rating = random() % 3 == 0 ? 0 : static_cast<int>(2000 + random() % 600);
    game.black_rating = random() % 3 == 0 ? 0 : static_cast<int>(2000 + random() % 600);
  };
  const bool rounds = random() % 2 == 0;
  const auto round = [&] { return rounds ? static_cast<int>(1 + random() % 6) : 0; };
  if (random() % 3 != 0) {
    for (auto cycles = 1 + random() % 2; cycles > 0; --cycles) {
      for (std::size_t a = 0; a < players; ++a) {
        for (std::size_t b = a + 1; b < players; ++b) {
          random() % 2 == 0 ? add(a, b, round()) : add(b, a, round());
        }
      }
    }
  } else {
    for (auto games = 1 + random() % 12; games > 0; --games) {
      const std::size_t a = random() % players;
      const std::size_t b = (a + 1 + random() % (players - 1)) % players;
      add(a, b, round());
    }
  }
  return event;
}

int points_for(const Event& e, const EventGame& game, std::size_t player) {
  if (game.result == Result::draw) {
    return e.scoring.draw;
  }
  const auto winner = game.result == Result::red_wins ? game.red : game.black;
  return winner == player ? e.scoring.win : e.scoring.loss;
}

/// Sum over the games of `player` of what `value` makes of the game and the opponent.
template <typename F>
int sum(const Event& e, std::size_t player, F&& value) {
  int out = 0;
  for (const EventGame& game : e.games) {
    if (game.red == player) {
      out += value(game, game.black);
    } else if (game.black == player) {
      out += value(game, game.red);
    }
  }
  return out;
}

int points(const Event& e, std::size_t player) {
  return sum(e, player, [&](const EventGame& g, std::size_t) { return points_for(e, g, player); });
}

int games_between(const Event& e, std::size_t a, std::size_t b) {
  return sum(e, a, [&](const EventGame&, std::size_t opponent) { return opponent == b ? 1 : 0; });
}

bool won(const Event& e, const EventGame& game, std::size_t player) {
  return game.result != Result::draw && points_for(e, game, player) == e.scoring.win;
}

/// What the criterion says of a player among those who are equal so far.
int value(const Event& e, Criterion criterion, std::size_t player,
          const std::vector<std::size_t>& equals) {
  const auto is_equal = [&](std::size_t other) {
    return std::ranges::find(equals, other) != equals.end();
  };
  const auto met_equally = [&] {
    const int times = equals.size() < 2 ? 0 : games_between(e, equals[0], equals[1]);
    for (const auto a : equals) {
      for (const auto b : equals) {
        if (a != b && games_between(e, a, b) != times) {
          return false;
        }
      }
    }
    return times > 0;
  };
  switch (criterion) {
  case Criterion::points:
    return points(e, player);
  case Criterion::small_points:
    return sum(e, player, [&](const EventGame& g, std::size_t other) {
      return won(e, g, player)          ? 2 * points(e, other)
             : g.result == Result::draw ? points(e, other)
                                        : 0;
    });
  case Criterion::opponents_points:
    return sum(e, player, [&](const EventGame&, std::size_t other) { return points(e, other); });
  case Criterion::cumulative: {
    int out = 0;
    for (int round = 1; round <= 6; ++round) { // rounds that nobody played add the same to all
      out += sum(e, player, [&](const EventGame& g, std::size_t) {
        return g.round_number != 0 && g.round_number <= round ? points_for(e, g, player) : 0;
      });
    }
    return out;
  }
  case Criterion::wins:
    return sum(e, player,
               [&](const EventGame& g, std::size_t) { return won(e, g, player) ? 1 : 0; });
  case Criterion::mutual:
    return !met_equally() ? 0 : sum(e, player, [&](const EventGame& g, std::size_t other) {
      return is_equal(other) ? points_for(e, g, player) : 0;
    });
  case Criterion::mutual_black:
    return !met_equally() ? 0 : sum(e, player, [&](const EventGame& g, std::size_t other) {
      return is_equal(other) && g.black == player ? 1 : 0;
    });
  case Criterion::black_games:
    return sum(e, player,
               [&](const EventGame& g, std::size_t) { return g.black == player ? 1 : 0; });
  case Criterion::black_wins:
    return sum(e, player, [&](const EventGame& g, std::size_t) {
      return g.black == player && won(e, g, player) ? 1 : 0;
    });
  }
  return 0;
}

/// For each player the values of all criteria, each among those whose values before are equal.
std::vector<std::vector<int>> naive_keys(const Event& e, Ranking ranking) {
  std::vector<std::vector<int>> keys(e.names.size());
  for (const Criterion criterion : criteria(ranking)) {
    const auto before = keys;
    for (std::size_t player = 0; player < keys.size(); ++player) {
      std::vector<std::size_t> equals;
      for (std::size_t other = 0; other < keys.size(); ++other) {
        if (before[other] == before[player]) {
          equals.push_back(other);
        }
      }
      keys[player].push_back(value(e, criterion, player, equals));
    }
  }
  return keys;
}

} // namespace

TEST_CASE("places and tie breaks are what sums over the games give") {
  const auto seed = std::random_device{}();
  INFO("seed " << seed);
  std::mt19937 random{seed};
  for (int round = 0; round < 400; ++round) {
    const Event event = random_event(random);
    for (std::size_t r = 0; r < ranking_count; ++r) {
      const auto ranking = static_cast<Ranking>(r);
      const auto table = standings(event.names, event.games, event.scoring, ranking);
      REQUIRE(table.size() == event.names.size());
      const auto keys = naive_keys(event, ranking);
      for (const Standing& s : table) {
        const auto player =
            static_cast<std::size_t>(std::ranges::find(event.names, s.name) - event.names.begin());
        INFO("round " << round << ", ranking " << name(ranking) << ", " << s.name);
        const auto better =
            std::ranges::count_if(keys, [&](const auto& key) { return key > keys[player]; });
        CHECK(s.place == static_cast<std::size_t>(better) + 1);
        CHECK(s.games == sum(event, player, [](const EventGame&, std::size_t) { return 1; }));
        CHECK(s.wins + s.draws + s.losses == s.games);
        CHECK(s.points == value(event, Criterion::points, player, {}));
        CHECK(s.small_points_twice == value(event, Criterion::small_points, player, {}));
        CHECK(s.opponents_points == value(event, Criterion::opponents_points, player, {}));
        CHECK(s.wins == value(event, Criterion::wins, player, {}));
        CHECK(s.black_games == value(event, Criterion::black_games, player, {}));
        CHECK(s.black_wins == value(event, Criterion::black_wins, player, {}));
        const auto rating = [&](const EventGame& g) {
          return g.red == player ? g.black_rating : g.red_rating;
        };
        const int rated = sum(
            event, player, [&](const EventGame& g, std::size_t) { return rating(g) != 0 ? 1 : 0; });
        CHECK(s.performance.has_value() == (rated != 0));
        if (s.performance) {
          const int ratings =
              sum(event, player, [&](const EventGame& g, std::size_t) { return rating(g); });
          CHECK(s.performance->games == rated);
          CHECK(std::abs(s.performance->average - static_cast<double>(ratings) / rated) <= 0.5);
        }
      }
      CHECK(std::ranges::is_sorted(table, {}, &Standing::place));
    }
  }
}

TEST_CASE("a rating by performance is the opponents' average and FIDE's difference") {
  const auto of =
      [](const std::vector<std::pair<int, Result>>& games) { // opponent's rating, result
        std::vector<EventGame> all;
        all.reserve(games.size());
        for (const auto& [rating, result] : games) {
          all.push_back(
              {.number = 1, .red = 0, .black = 1, .result = result, .black_rating = rating});
        }
        const std::vector<std::string> names{"A", "B"};
        const auto table = standings(names, all, {}, Ranking::swiss);
        return std::ranges::find(table, "A", &Standing::name)->performance;
      };
  CHECK_FALSE(of({{0, Result::draw}}));
  // 2.5 of 3: 83 %, 273 above the average of 2450. A game against a player without rating is left
  // out.
  const auto good = of({{2400, Result::red_wins},
                        {2500, Result::red_wins},
                        {2450, Result::draw},
                        {0, Result::black_wins}});
  REQUIRE(good);
  CHECK(good->games == 3);
  CHECK(good->average == 2450);
  CHECK(good->rating == 2723);
  CHECK(of({{2400, Result::draw}})->rating == 2400);
  CHECK(of({{2400, Result::red_wins}})->rating == 3200);
  CHECK(of({{2400, Result::black_wins}, {2401, Result::black_wins}})->rating == 2401 - 800);
  CHECK(of({{2400, Result::black_wins}, {2400, Result::draw}})->rating == 2400 - 193); // 25 %
  CHECK(of({{2400, Result::red_wins}, {2400, Result::black_wins}, {2400, Result::black_wins}})
            ->rating == 2400 - 125); // 33 %
}

TEST_CASE("the tables of an event line up and have every game once for each player") {
  const auto seed = std::random_device{}();
  INFO("seed " << seed);
  std::mt19937 random{seed};
  for (int round = 0; round < 100; ++round) {
    const Event event = random_event(random);
    EventReport report;
    report.games = event.games;
    report.standings = standings(event.names, event.games, event.scoring, Ranking::swiss);
    for (EventGame& game : report.games) {
      for (auto* player : {&game.red, &game.black}) {
        const auto at = std::ranges::find(report.standings, event.names[*player], &Standing::name);
        *player = static_cast<std::size_t>(at - report.standings.begin());
      }
    }
    std::istringstream text{as_text(report)};
    std::string line;
    while (std::getline(text, line) && line != "cross table") {
    }
    REQUIRE(std::getline(text, line)); // headings
    const std::size_t width = display_width(line);
    std::size_t signs = 0;
    for (std::size_t i = 0; i < event.names.size(); ++i) {
      REQUIRE(std::getline(text, line));
      CHECK(display_width(line) == width);
      signs += static_cast<std::size_t>(
          std::ranges::count_if(line, [](char c) { return c == '+' || c == '=' || c == '-'; }));
    }
    CHECK(signs == 2 * event.games.size());
  }
}
