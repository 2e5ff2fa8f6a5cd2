// bench_count_back [NODES] [SEED]: how long it takes to count scores back through a graph of NODES
// positions (10,000,000) with three moves each, a tenth of which give check and a fiftieth of which
// go back, and the memory that it takes. The graph alone is made by chance; see `xq book score` for
// the whole way.

#include "analysis/book_graph/count_back.hpp"

#include <fmt/core.h>

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <sys/resource.h>
#include <vector>

using namespace xq::analysis;

int main(int argc, char** argv) {
  const auto nodes = static_cast<std::uint32_t>(argc > 1 ? std::atol(argv[1]) : 10'000'000);
  std::mt19937_64 random{static_cast<std::uint64_t>(argc > 2 ? std::atol(argv[2]) : 1)};
  std::vector<std::uint8_t> black;
  std::vector<std::size_t> first{0};
  std::vector<std::uint32_t> targets;
  std::vector<std::uint8_t> checks;
  std::vector<std::int16_t> open;
  for (std::uint32_t node = 0; node < nodes; ++node) {
    black.push_back(static_cast<std::uint8_t>(node % 2));
    for (int i = 0; i < 3; ++i) {
      const auto step = 1 + 2 * (random() % 100'000);
      const bool back = random() % 50 == 0;
      if (back ? node >= step : node + step < nodes) {
        targets.push_back(static_cast<std::uint32_t>(back ? node - step : node + step));
        checks.push_back(random() % 10 == 0 ? 1 : 0);
      }
    }
    first.push_back(targets.size());
    open.push_back(static_cast<std::int16_t>(static_cast<int>(random() % 601) - 300));
  }
  const auto begin = std::chrono::steady_clock::now();
  const auto scores = count_back({black, first, targets, checks, {}}, open);
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  fmt::print("{} positions, {} moves: {:.2f} s, {} MB with the graph; first score {}\n", nodes,
             targets.size(), time.count(), usage.ru_maxrss / 1024, scores[0]);
}
