#include "support/catch.hpp"
#include "support/make_book.hpp"
#include "support/random_positions.hpp"
#include "support/scratch_folder.hpp"

#include <xq/book/build.hpp>

#include <fmt/core.h>

#include <algorithm>

using namespace xq;
using namespace xq::book;

namespace {} // namespace

TEST_CASE("the same games in any order, orientation and batches give the same bytes", "[book]") {
  INFO("seed " << support::seed);
  auto games = support::small_archive(support::seed, 400);
  const std::string bytes = support::book_bytes(games);
  REQUIRE(bytes.size() > 100'000);

  std::mt19937 random{support::seed + 1};
  std::shuffle(games.begin(), games.end(), random);
  CHECK(support::book_bytes(games) == bytes);
  for (auto& game : games) {
    game = support::mirrored(game);
  }
  CHECK(support::book_bytes(games) == bytes);
  games.pop_back();
  CHECK(support::book_bytes(games) != bytes);
}

TEST_CASE("memory and threads do not change the bytes", "[book][threads]") {
  INFO("seed " << support::seed);
  const auto games = support::small_archive(support::seed, 3000);
  const std::string bytes = support::book_bytes(games);
  for (const std::size_t megabytes : {1U, 4U, 512U}) {
    for (const unsigned threads : {1U, 8U}) {
      INFO("memory " << megabytes << "M, threads " << threads);
      BuildOptions options;
      options.memory = megabytes << 20U;
      options.threads = threads;
      CHECK(support::book_bytes(games, options) == bytes);
    }
  }
}

TEST_CASE("memory and threads do not change the bytes of a limited book", "[book][threads]") {
  const auto games = support::small_archive(support::seed, 3000);
  BuildOptions options;
  options.max_ply = 30;
  options.min_games = 2;
  const std::string bytes = support::book_bytes(games, options);
  options.memory = std::size_t{1} << 20U;
  options.threads = 2;
  CHECK(support::book_bytes(games, options) == bytes);
}

namespace {

/// `games` dealt out to `number` books in the folder.
std::vector<std::string> shards(const support::ScratchFolder& folder,
                                const std::vector<support::SmallGame>& games, std::size_t number,
                                const BuildOptions& options = {}) {
  std::vector<std::string> paths;
  for (std::size_t i = 0; i < number; ++i) {
    std::vector<support::SmallGame> part;
    for (std::size_t g = i; g < games.size(); g += number) {
      part.push_back(games[g]);
    }
    paths.push_back(folder.file(fmt::format("{}.xqbook", i)));
    support::make_book(paths.back(), part, options);
  }
  return paths;
}

} // namespace

TEST_CASE("sixteen parts merged in any order and in steps are one build", "[book][threads]") {
  INFO("seed " << support::seed);
  const auto games = support::small_archive(support::seed, 800);
  const support::ScratchFolder folder;
  auto paths = shards(folder, games, 16);
  const std::string bytes = support::book_bytes(games);
  const std::string out = folder.file("out.xqbook");

  std::mt19937 random{support::seed};
  for (const unsigned threads : {1U, 2U}) {
    std::shuffle(paths.begin(), paths.end(), random);
    const BookInfo info = merge_books(paths, out, {1, threads});
    CHECK(support::read_file(out) == bytes);
    CHECK(info.games == 800);
  }
  // (0 + 1 + ... ) + ((n-1) + n) in one bracketing after another, the target among the sources.
  while (paths.size() > 1) {
    std::shuffle(paths.begin(), paths.end(), random);
    const std::size_t number = std::min<std::size_t>(paths.size(), 2 + random() % 4);
    merge_books(std::span{paths}.last(number), paths[paths.size() - number], {});
    paths.resize(paths.size() - number + 1);
  }
  CHECK(support::read_file(paths.front()) == bytes);
}

TEST_CASE("rare moves are left out of the sum, not of the parts", "[book]") {
  const auto games = support::small_archive(support::seed, 600);
  const support::ScratchFolder folder;
  BuildOptions options;
  options.max_ply = 30;
  const auto paths = shards(folder, games, 5, options);
  options.min_games = 3;
  const std::string bytes = support::book_bytes(games, options);
  merge_books(paths, folder.file("out.xqbook"), {3, 1});
  CHECK(support::read_file(folder.file("out.xqbook")) == bytes);
  merge_books(paths, folder.file("all.xqbook"), {});
  const std::string all = folder.file("all.xqbook");
  merge_books(std::span{&all, 1}, folder.file("out.xqbook"), {3, 1});
  CHECK(support::read_file(folder.file("out.xqbook")) == bytes);
}

TEST_CASE("adding games to a book is building from all of them", "[book]") {
  INFO("seed " << support::seed);
  const auto games = support::small_archive(support::seed, 500);
  const support::ScratchFolder folder;
  const std::string path = folder.file("a.xqbook");
  BuildOptions options;
  options.append = true;
  std::mt19937 random{support::seed};
  for (std::size_t done = 0; done < games.size();) {
    const std::size_t end = std::min(games.size(), done + 1 + random() % 150);
    const auto totals = support::make_book(path,
                                           {games.begin() + static_cast<std::ptrdiff_t>(done),
                                            games.begin() + static_cast<std::ptrdiff_t>(end)},
                                           options);
    CHECK(totals.games_before == done);
    CHECK(totals.games == end - done);
    done = end;
  }
  CHECK(support::read_file(path) == support::book_bytes(games));
}
