// bench_book BOOK.xqbook: how long a probe takes through the library, warm: 10,000 positions of the
// book, drawn at random from those of the first 40 plies, asked about again and again.

#include <xq/book/book.hpp>
#include <xq/book/explore.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <random>
#include <vector>

int main(int argc, char* argv[]) {
  using Clock = std::chrono::steady_clock;
  if (argc != 2) {
    fmt::print(stderr, "bench_book BOOK.xqbook\n");
    return 2;
  }
  xq::book::Book book{argv[1]};
  std::vector<xq::Position> positions;
  xq::book::WalkOptions options;
  options.max_ply = 40;
  xq::book::walk(book, options, [&](const xq::Position& position, int, const auto&) {
    positions.push_back(position);
    return true;
  });
  std::mt19937 random{1};
  std::shuffle(positions.begin(), positions.end(), random);
  positions.resize(std::min<std::size_t>(positions.size(), 10'000));

  std::vector<xq::book::BookMove> moves;
  std::vector<double> rounds;
  std::uint64_t found = 0;
  for (int round = 0; round < 21; ++round) {
    const auto begin = Clock::now();
    for (const xq::Position& position : positions) {
      book.probe(position, moves);
      found += moves.size();
    }
    const std::chrono::duration<double, std::micro> took = Clock::now() - begin;
    rounds.push_back(took.count() / static_cast<double>(positions.size()));
  }
  std::sort(rounds.begin(), rounds.end());
  fmt::print("{} positions, {:.1f} moves each: {:.2f} us a probe (median), {:.2f} (fastest)\n",
             positions.size(),
             static_cast<double>(found) / 21 / static_cast<double>(positions.size()),
             rounds[rounds.size() / 2], rounds.front());
  return 0;
}
