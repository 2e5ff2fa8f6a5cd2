#include "support/make_book.hpp"
#include "support/random_positions.hpp"
#include "support/scratch_folder.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace xq;
using namespace xq::book;

namespace {

std::string bytes_of(const std::vector<support::SmallGame>& games,
                     const BuildOptions& options = {}) {
  const support::ScratchFolder folder;
  support::make_book(folder.file("a.xqbook"), games, options);
  return support::read_bytes(folder.file("a.xqbook"));
}

std::vector<support::SmallGame> archive(int games) {
  std::mt19937 random{support::seed};
  return support::small_archive(random, games);
}

} // namespace

TEST_CASE("the same games in any order, orientation and batches give the same bytes", "[book]") {
  INFO("seed " << support::seed);
  auto games = archive(400);
  const std::string bytes = bytes_of(games);
  REQUIRE(bytes.size() > 100'000);

  std::mt19937 random{support::seed + 1};
  std::shuffle(games.begin(), games.end(), random);
  CHECK(bytes_of(games) == bytes);
  for (auto& game : games) {
    game = support::mirrored(game);
  }
  CHECK(bytes_of(games) == bytes);
  games.pop_back();
  CHECK(bytes_of(games) != bytes);
}

TEST_CASE("memory and threads do not change the bytes", "[book]") {
  INFO("seed " << support::seed);
  const auto games = archive(3000);
  const std::string bytes = bytes_of(games);
  for (const std::size_t megabytes : {1U, 4U, 512U}) {
    for (const unsigned threads : {1U, 8U}) {
      INFO("memory " << megabytes << "M, threads " << threads);
      BuildOptions options;
      options.memory = megabytes << 20U;
      options.threads = threads;
      CHECK(bytes_of(games, options) == bytes);
    }
  }
}

TEST_CASE("memory and threads do not change the bytes of a limited book", "[book]") {
  const auto games = archive(3000);
  BuildOptions options;
  options.max_ply = 30;
  options.min_games = 2;
  const std::string bytes = bytes_of(games, options);
  options.memory = std::size_t{1} << 20U;
  options.threads = 2;
  CHECK(bytes_of(games, options) == bytes);
}
