#include "jobs/annotation/work_estimate.hpp"
#include "support/catch.hpp"

#include <cmath>
#include <random>
#include <vector>

using namespace xq::jobs;

namespace {

/// A run of which everything is known beforehand: games on some threads, each question taking as
/// long as it costs.
struct SimulatedRun {
  std::vector<std::vector<double>>
      games; ///< costs of the questions; as many positions as of cost 1
  std::size_t threads = 1;

  [[nodiscard]] static std::uint64_t positions(const std::vector<double>& game) {
    return static_cast<std::uint64_t>(std::count(game.begin(), game.end(), 1.0));
  }
  [[nodiscard]] std::uint64_t total() const {
    std::uint64_t sum = 0;
    for (const auto& game : games) {
      sum += positions(game);
    }
    return sum;
  }
};

/// Games of different lengths, whose second looks come after all the first ones.
SimulatedRun random_run(unsigned seed, double deep_share, std::size_t games, std::size_t threads) {
  std::mt19937 random{seed};
  SimulatedRun run;
  run.threads = threads;
  for (std::size_t g = 0; g < games; ++g) {
    const auto length = 20 + random() % 120;
    std::vector<double> costs(length, 1.0);
    for (std::size_t i = 0; i < length; ++i) {
      if (std::generate_canonical<double, 20>(random) < deep_share) {
        costs.push_back(4);
      }
    }
    run.games.push_back(costs);
  }
  return run;
}

/// `tell(fraction, part of the time)` after each question, by a clock that only the questions move.
template <typename Tell>
void simulate(const SimulatedRun& run, Tell&& tell) {
  struct Working {
    std::size_t game = 0;
    std::size_t question = 0;
    double until = 0; ///< when its question is answered
    WorkEstimate::Handle handle;
  };
  WorkEstimate work{searches_a_position({})};
  std::vector<Working> threads;
  std::vector<std::pair<double, double>> told; // time, fraction
  std::size_t next = 0;
  double now = 0;
  const auto begin_game = [&] {
    if (next < run.games.size()) {
      threads.push_back({next, 0, now + run.games[next][0],
                         work.begin(SimulatedRun::positions(run.games[next]))});
      ++next;
    }
  };
  for (std::size_t i = 0; i < run.threads; ++i) {
    begin_game();
  }
  const auto total = static_cast<double>(run.total());
  while (!threads.empty()) {
    const auto first =
        std::min_element(threads.begin(), threads.end(),
                         [](const auto& a, const auto& b) { return a.until < b.until; });
    now = first->until;
    const auto& costs = run.games[first->game];
    work.add(first->handle, costs[first->question]);
    if (++first->question < costs.size()) {
      first->until += costs[first->question];
    } else {
      work.end(first->handle);
      threads.erase(first);
      begin_game();
    }
    told.emplace_back(now, static_cast<double>(work.done()) / total);
  }
  for (const auto& [time, fraction] : told) {
    tell(fraction, time / now);
  }
}

} // namespace

TEST_CASE("the part of an annotation that is done grows as the time does") {
  for (const double deep_share : {0.1, 0.2, 0.3, 0.47, 0.8}) { // 0.2: as foretold
    for (const std::size_t threads : {1U, 4U}) {
      INFO(deep_share << " of all positions looked at again, " << threads << " threads");
      double before = 0;
      double last = 0;
      simulate(random_run(7, deep_share, 60, threads), [&](double fraction, double time) {
        INFO(time << " of the time, " << fraction << " told");
        CHECK(fraction >= before);
        CHECK((fraction < 1 || time == 1));
        if (time > 0.1) { // when a few games are done: the time foretold is right within a fifth
          CHECK(time / fraction > 0.8);
          CHECK(time / fraction < 1.2);
        }
        before = fraction;
        last = fraction;
      });
      CHECK(last == 1);
    }
  }
}

TEST_CASE("one game alone is not done before its second looks are") {
  for (const double deep_share : {0.0, 0.47, 1.0}) {
    INFO(deep_share);
    double before = 0;
    simulate(random_run(3, deep_share, 1, 1), [&](double fraction, double time) {
      CHECK(fraction >= before);
      CHECK((fraction < 1 || time == 1));
      before = fraction;
    });
    CHECK(before == 1);
  }
}
