#include "base/sort/byte_sorter.hpp"
#include "support/catch.hpp"
#include "support/make_book.hpp"
#include "support/random_games.hpp"
#include "support/scratch_folder.hpp"

#include <xq/book/book.hpp>
#include <xq/book/build.hpp>
#include <xq/book/maintenance.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>

namespace {

using namespace xq;
using namespace xq::book;

BuildOptions keeping(std::uint32_t samples) {
  BuildOptions options;
  options.samples = samples;
  return options;
}

} // namespace

TEST_CASE("sorted bytes equal a set, in memory and in runs", "[book]") {
  std::mt19937 random{support::seed};
  std::set<std::string> expected;
  const support::ScratchFolder folder;
  for (const std::size_t memory : {std::size_t{4000}, std::size_t{64} << 20U}) {
    ByteSorter sorter{memory, folder.path().string()};
    expected.clear();
    for (int i = 0; i < 5000; ++i) {
      std::string item;
      for (auto n = random() % 20; n > 0; --n) {
        item += static_cast<char>(random() % 3 == 0 ? random() % 256 : 0);
      }
      expected.insert(item);
      sorter.add(item);
    }
    std::vector<std::string> sorted;
    const auto source = sorter.finish();
    for (std::string item; source->next(item);) {
      sorted.push_back(item);
    }
    CHECK(std::equal(sorted.begin(), sorted.end(), expected.begin(), expected.end()));
  }
  CHECK(folder.files() == 0);
}

TEST_CASE("a book that keeps its games names those that played a move", "[book]") {
  INFO("seed " << support::seed);
  const auto games = support::small_archive(support::seed + 77, 300);
  std::map<std::tuple<std::uint64_t, std::uint64_t, unsigned>, std::map<int, int>> expected;
  for (const auto& game : games) {
    Position position = game.start;
    int ply = 0;
    for (const Move move : game.moves) {
      const CanonicalKey id = position.canonical();
      expected[{to_integer(id.key), to_integer(id.lock), to_canonical(id, move).disk()}].emplace(
          game.number, ++ply);
      position.do_move(move);
    }
  }
  const support::ScratchFolder folder;
  const std::string path = folder.file("a.xqbook");
  for (const std::uint32_t samples : {1000U, 3U}) {
    support::make_book(path, games, keeping(samples));
    CHECK(verify_book(path).problem_count == 0);
    Book book{path};
    CHECK(book.info().samples == samples);
    std::size_t asked = 0;
    for (std::size_t g = 0; g < games.size(); g += 7) {
      Position position = games[g].start;
      for (const Move move : games[g].moves) {
        const CanonicalKey id = position.canonical();
        const auto& all =
            expected.at({to_integer(id.key), to_integer(id.lock), to_canonical(id, move).disk()});
        std::map<int, int> got;
        for (const BookGame& game : book.games(position, move)) {
          got.emplace(static_cast<int>(game.name.line), game.ply);
        }
        ++asked;
        REQUIRE(got.size() == std::min<std::size_t>(all.size(), samples));
        REQUIRE(std::includes(all.begin(), all.end(), got.begin(), got.end()));
        position.do_move(move);
      }
    }
    CHECK(asked > 1000);
  }
}

TEST_CASE("named games: parts in any order, appending, threads and memory give one build's bytes",
          "[book][threads]") {
  INFO("seed " << support::seed);
  const auto games = support::small_archive(support::seed + 77, 800);
  BuildOptions options = keeping(4);
  options.max_ply = 30;
  const std::string bytes = support::book_bytes(games, options);
  {
    auto shuffled = games;
    std::mt19937 random{support::seed};
    std::shuffle(shuffled.begin(), shuffled.end(), random);
    BuildOptions small = options;
    small.memory = std::size_t{1} << 20U;
    small.threads = 3;
    CHECK(support::book_bytes(shuffled, small) == bytes);
  }
  const support::ScratchFolder folder;
  std::vector<std::string> paths;
  for (std::size_t i = 0; i < 16; ++i) {
    std::vector<support::SmallGame> part;
    for (std::size_t g = i; g < games.size(); g += 16) {
      part.push_back(games[g]);
    }
    paths.push_back(folder.file(fmt::format("{}.xqbook", i)));
    support::make_book(paths.back(), part, options);
  }
  std::mt19937 random{support::seed};
  const std::string out = folder.file("out.xqbook");
  std::shuffle(paths.begin(), paths.end(), random);
  merge_books(paths, out, {1, 2});
  CHECK(support::read_file(out) == bytes);
  while (paths.size() > 1) { // in steps, one bracketing after another
    std::shuffle(paths.begin(), paths.end(), random);
    const std::size_t number = std::min<std::size_t>(paths.size(), 2 + random() % 4);
    merge_books(std::span{paths}.last(number), paths[paths.size() - number], {});
    paths.resize(paths.size() - number + 1);
  }
  CHECK(support::read_file(paths.front()) == bytes);

  const auto half = games.begin() + 400;
  support::make_book(out, {games.begin(), half}, options);
  options.append = true;
  support::make_book(out, {half, games.end()}, options);
  CHECK(support::read_file(out) == bytes);
}

TEST_CASE("samples of rare moves go with them, and books of fewer samples decide", "[book]") {
  const auto games = support::small_archive(support::seed + 77, 500);
  const support::ScratchFolder folder;
  BuildOptions options = keeping(5);
  support::make_book(folder.file("a.xqbook"), games, options);
  options.min_games = 3;
  support::make_book(folder.file("rare.xqbook"), games, options);
  CHECK(verify_book(folder.file("rare.xqbook")).problem_count == 0);
  const std::vector<std::string> one{folder.file("a.xqbook")};
  merge_books(one, folder.file("b.xqbook"), {3, 1});
  CHECK(support::read_file(folder.file("b.xqbook")) ==
        support::read_file(folder.file("rare.xqbook")));

  support::make_book(folder.file("less.xqbook"), games, keeping(2));
  const std::vector<std::string> two{folder.file("a.xqbook"), folder.file("less.xqbook")};
  CHECK(merge_books(two, folder.file("b.xqbook"), {}).samples == 2);
  support::make_book(folder.file("none.xqbook"), games, {});
  const std::vector<std::string> none{folder.file("a.xqbook"), folder.file("none.xqbook")};
  CHECK(merge_books(none, folder.file("b.xqbook"), {}).samples == 0);
  CHECK(verify_book(folder.file("b.xqbook")).problem_count == 0);
}
