// Scores and departures of a player: against a search through plain lists of games.
#include "support/catch.hpp"
#include "support/make_database.hpp"
#include "support/scratch_folder.hpp"
#include "support/small_archive.hpp"

#include <xq/board/fen.hpp>
#include <xq/record/ecco.hpp>
#include <xq/reports.hpp>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace xq;
using namespace xq::reports;
using support::SmallGame;

namespace {

/// A move in a position, the same for its mirror image.
std::pair<std::string, std::string> name_of_move(const Position& before, Move move) {
  const auto text = [](const Position& p, Move m) {
    return std::pair{write_short_fen(p), std::to_string(m.disk())};
  };
  return std::min(text(before, move), text(before.mirrored(), mirror(move)));
}

/// Whether the game makes the move in its first plies.
bool makes(const SmallGame& game, const std::pair<std::string, std::string>& wanted, int plies) {
  Position position = game.start;
  for (int ply = 0; ply < plies && ply < static_cast<int>(game.moves.size()); ++ply) {
    if (name_of_move(position, game.moves[static_cast<std::size_t>(ply)]) == wanted) {
      return true;
    }
    position.do_move(game.moves[static_cast<std::size_t>(ply)]);
  }
  return false;
}

std::string tag(const SmallGame& game, const char* name) {
  return std::string{support::as_record(game).tag(name)};
}

} // namespace

TEST_CASE("a player's departures are what a search through all games finds") {
  const auto seed = std::random_device{}();
  INFO("seed " << seed);
  std::mt19937 random{seed};
  const support::ScratchFolder folder;
  constexpr int plies = 10;
  constexpr std::size_t common = 3;
  for (int round = 0; round < 6; ++round) {
    auto archive = support::small_archive(random, 60);
    for (auto& game : archive) { // no game repeats another one: 40 plies, all different
      game = support::small_game(random);
      while (game.moves.size() < 20) {
        game = support::small_game(random);
      }
    }
    for (std::size_t i = 0; i < archive.size(); ++i) {
      archive[i].number = static_cast<int>(i) + 1;
    }
    const auto path = folder.file(std::to_string(round) + ".xqdb");
    support::make_database(path, archive);
    const std::string player = "许银川";
    const auto report = player_report(path, {}, player, {.common = common, .plies = plies});

    std::map<std::pair<std::string, std::string>, std::set<std::int64_t>> expected;
    Score all;
    std::size_t both = 0;
    for (const auto& game : archive) {
      const bool red = tag(game, "Red") == player;
      const bool black = tag(game, "Black") == player;
      both += red && black ? 1U : 0U;
      if (red == black) {
        continue;
      }
      const auto winner = red ? record::Result::red_wins : record::Result::black_wins;
      ++(game.result == record::Result::unknown ? all.unknown
         : game.result == record::Result::draw  ? all.draws
         : game.result == winner                ? all.wins
                                                : all.losses);
      Position position = game.start;
      for (std::size_t ply = 0; ply < plies && ply < game.moves.size(); ++ply) {
        const auto wanted = name_of_move(position, game.moves[ply]);
        const auto others = std::ranges::count_if(archive, [&](const SmallGame& other) {
          const bool of_both = tag(other, "Red") == player && tag(other, "Black") == player;
          const bool own =
              (tag(other, "Red") == player || tag(other, "Black") == player) && !of_both;
          return !own && makes(other, wanted, plies);
        });
        if (others < static_cast<std::ptrdiff_t>(common)) {
          if ((position.side_to_move() == Color::red) == red) {
            expected[wanted].insert(game.number);
          }
          break;
        }
        position.do_move(game.moves[ply]);
      }
    }
    CHECK(report.both == both);
    CHECK(report.left_out == 0);
    CHECK(report.all.wins == all.wins);
    CHECK(report.all.draws == all.draws);
    CHECK(report.all.losses == all.losses);
    CHECK(report.all.unknown == all.unknown);
    CHECK(report.red.games() + report.black.games() == report.all.games());
    CHECK(report.departures.size() == expected.size());
    for (const PlayerMove& move : report.departures) {
      const auto found = expected.find(name_of_move(move.before, move.move));
      REQUIRE(found != expected.end());
      std::set<std::int64_t> games;
      for (const std::size_t game : move.games) {
        games.insert(report.games[game].number);
      }
      CHECK(games == found->second);
    }
  }
}
