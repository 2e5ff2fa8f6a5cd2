#include "base/workers.hpp"
#include "support/catch.hpp"

#include <xq/base/error.hpp>

#include <atomic>
#include <thread>
#include <vector>

using namespace xq;

namespace {

/// Squares its number; counts how many such jobs exist and run.
class Square final : public Job {
public:
  explicit Square(int n) : number{n} { ++alive; }
  ~Square() override { --alive; }
  void run() override {
    ++ran;
    if (number == failing) {
      throw Error{"failed"};
    }
    if (number % 7 == 0) { // some take longer than those behind them
      std::this_thread::sleep_for(std::chrono::microseconds{200});
    }
    result = number * number;
  }

  int number;
  int result = -1;
  static inline std::atomic<int> alive = 0;
  static inline std::atomic<int> ran = 0;
  static inline int failing = -1;
};

struct Run {
  std::vector<int> results;
  int most_alive = 0;
};

Run run_squares(unsigned threads, int count) {
  Run out;
  int made = 0;
  Square::ran = 0;
  run_ordered(
      threads,
      [&]() -> std::unique_ptr<Job> {
        out.most_alive = std::max(out.most_alive, Square::alive.load());
        return made == count ? nullptr : std::make_unique<Square>(made++);
      },
      [&](std::unique_ptr<Job> job) {
        out.results.push_back(static_cast<const Square&>(*job).result);
      });
  return out;
}

} // namespace

TEST_CASE("results arrive in order for any number of threads", "[threads]") {
  for (const unsigned threads : {1U, 2U, 3U, 8U}) {
    for (const int count : {0, 1, 2, 5, 500}) {
      INFO(threads << " threads, " << count << " jobs");
      const auto run = run_squares(threads, count);
      REQUIRE(run.results.size() == static_cast<std::size_t>(count));
      for (int i = 0; i < count; ++i) {
        REQUIRE(run.results[static_cast<std::size_t>(i)] == i * i);
      }
      CHECK(run.most_alive <= static_cast<int>(threads * 4));
      CHECK(Square::alive == 0);
    }
  }
}

TEST_CASE("a job's exception arrives in its turn", "[threads]") {
  for (const unsigned threads : {1U, 4U}) {
    Square::failing = 40;
    std::vector<int> delivered;
    int made = 0;
    CHECK_THROWS_AS(run_ordered(
                        threads, [&] { return std::make_unique<Square>(made++); },
                        [&](std::unique_ptr<Job> job) {
                          delivered.push_back(static_cast<const Square&>(*job).number);
                        }),
                    Error);
    Square::failing = -1;
    CHECK(delivered.size() == 40);
    CHECK(Square::alive == 0);
  }
}

TEST_CASE("throwing from next or deliver stops the run", "[threads]") {
  for (const unsigned threads : {1U, 4U}) {
    Square::ran = 0;
    int made = 0;
    CHECK_THROWS_AS(run_ordered(
                        threads, [&] { return std::make_unique<Square>(made++); },
                        [&](std::unique_ptr<Job>) { throw Interrupted{"stop"}; }),
                    Interrupted);
    CHECK(Square::ran <= static_cast<int>(threads * 4));
    CHECK(Square::alive == 0);
    made = 0;
    CHECK_THROWS_AS(run_ordered(
                        threads,
                        [&]() -> std::unique_ptr<Job> {
                          if (made == 10) {
                            throw Interrupted{"stop"};
                          }
                          return std::make_unique<Square>(made++);
                        },
                        [](std::unique_ptr<Job>) {}),
                    Interrupted);
    CHECK(Square::alive == 0);
  }
}

TEST_CASE("one thread means the calling thread") {
  const auto caller = std::this_thread::get_id();
  class Where final : public Job {
  public:
    void run() override { id = std::this_thread::get_id(); }
    std::thread::id id;
  };
  int made = 0;
  run_ordered(
      1, [&]() -> std::unique_ptr<Job> { return made++ < 5 ? std::make_unique<Where>() : nullptr; },
      [&](std::unique_ptr<Job> job) { CHECK(static_cast<const Where&>(*job).id == caller); });
  CHECK(resolve_threads(3) == 3);
  CHECK(resolve_threads(0) >= 1);
}
