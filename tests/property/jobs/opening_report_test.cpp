// The tree of an opening: against a count through plain lists of games.
#include "support/catch.hpp"
#include "support/make_database.hpp"
#include "support/scratch_folder.hpp"
#include "support/small_archive.hpp"

#include <xq/board/fen.hpp>
#include <xq/reports.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <string>
#include <vector>

using namespace xq;
using namespace xq::reports;
using support::SmallGame;

namespace {

std::string name_of(const Position& p) {
  return std::min(write_short_fen(p), write_short_fen(p.mirrored()));
}

using Counts = std::array<std::size_t, 4>; ///< games, red wins, draws, black wins

void add(Counts& counts, record::Result result) {
  ++counts[0];
  counts[1] += result == record::Result::red_wins ? 1U : 0U;
  counts[2] += result == record::Result::draw ? 1U : 0U;
  counts[3] += result == record::Result::black_wins ? 1U : 0U;
}

Counts counts_of(const OpeningMove& m) { return {m.games, m.red_wins, m.draws, m.black_wins}; }

/// The positions after the root, each the same for its mirror image, joined: a path of the tree.
/// Moves that lead to mirror images of one another are one.
std::map<std::string, Counts> naive(const std::vector<SmallGame>& games, const Position& root,
                                    std::size_t plies) {
  std::map<std::string, Counts> paths;
  for (const SmallGame& game : games) {
    Position position = game.start;
    std::size_t ply = 0;
    while (name_of(position) != name_of(root) && ply < game.moves.size()) {
      position.do_move(game.moves[ply++]);
    }
    if (name_of(position) != name_of(root)) {
      continue;
    }
    std::string path;
    add(paths[path], game.result);
    for (std::size_t i = ply; i < game.moves.size() && i < ply + plies; ++i) {
      position.do_move(game.moves[i]);
      path += name_of(position) + "\n";
      add(paths[path], game.result);
    }
  }
  return paths;
}

} // namespace

TEST_CASE("an opening's tree is what a count through all games gives") {
  const auto seed = std::random_device{}();
  INFO("seed " << seed);
  std::mt19937 random{seed};
  const support::ScratchFolder folder;
  for (int round = 0; round < 6; ++round) {
    std::vector<SmallGame> archive;
    for (int number = 1; number <= 60; ++number) {
      SmallGame game = support::small_game(random);
      while (game.moves.size() < 20) { // no game repeats another one
        game = support::small_game(random);
      }
      game.number = number;
      archive.push_back(game);
    }
    const auto path = folder.file(std::to_string(round) + ".xqdb");
    support::make_database(path, archive);
    Position root = Position::start();
    for (std::size_t ply = 0; ply < static_cast<std::size_t>(round); ++ply) {
      root.do_move(archive[0].moves[ply]);
    }
    store::Filter filter;
    filter.position = {BoardPattern::exactly(root), root.canonical()};
    constexpr std::size_t plies = 4;
    const auto report = opening_report(path, filter, root, {.min_games = 1, .tree_plies = plies});
    const auto expected = naive(archive, root, plies);
    CHECK(counts_of(report.all) == expected.at(""));
    CHECK(report.tree.size() + 1 == expected.size());
    std::vector<std::string> above{""}; ///< paths by depth
    for (const OpeningMove& m : report.tree) {
      const auto depth = static_cast<std::size_t>(m.depth);
      REQUIRE(depth < above.size());
      Position after = m.before;
      REQUIRE(after.is_legal(m.move));
      after.do_move(m.move);
      above.resize(depth + 1);
      above.push_back(above[depth] + name_of(after) + "\n");
      REQUIRE(expected.contains(above.back()));
      CHECK(counts_of(m) == expected.at(above.back()));
    }
    std::vector<int> lengths;
    for (const auto& game : archive) {
      if (naive({game}, root, 0).size() == 1) {
        lengths.push_back(static_cast<int>(game.moves.size()));
      }
    }
    std::ranges::sort(lengths);
    CHECK(report.lengths.front() == lengths.front());
    CHECK(report.lengths[2] == lengths[(lengths.size() - 1) / 2]);
    CHECK(report.lengths.back() == lengths.back());
  }
}
