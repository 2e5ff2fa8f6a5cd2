// Every sample of ../shared/data/records/samples: what is read of it is a game whose moves are
// legal, with the players, event and result that it names.

#include "support/legal_moves.hpp"
#include "support/shared_data.hpp"

#include <xq/format/format.hpp>
#include <xq/record/game.hpp>

#include <filesystem>
#include <map>
#include <set>

using namespace xq;

namespace {

struct Wanted {
  std::string facts; ///< Red|Black|Event|result of the first game
  std::size_t games = 1;
  std::size_t moves = 0; ///< of all trees
};

/// The games of the computer championship have names that say as much; see text_samples_test.
const std::map<std::string, Wanted>& wanted() {
  static const std::map<std::string, Wanted> all{
      {"bjyxgj8.cbl", {"|||*", 4, 217}},
      {"dhtmlxq_7stars.txt", {"|||1/2-1/2", 1, 4561}},
      {"sample_01x_gmchess.pgn", {"|||*", 1, 37}},
      {"sample_02_pgn.pgn", {"||五七炮对屏风马|*", 1, 45}},
      {"sample_03_pgn.pgn", {"于幼华|赵国荣|2001年全国象棋团体锦标赛|0-1", 1, 131}},
      {"sample_04x.txt", {"|||*", 1, 45}},
      // 558 bytes of tree: the root and 135 moves of 4 bytes, two comments of 4 + 3.
      {"sample_07_XQStudio.xqf", {"|||*", 1, 135}},
      {"sample_08_movesky.mxq", {"guest96928(5r)|zzxxbb(3r)||0-1", 1, 68}},
      {"sample_10_17pk.CCM", {"|||*", 1, 100}},
      {"sample_11_ourgame-chess.chn", {"木易四郎|温柔一刀||*", 1, 45}},
      {"sample_12x_ourgame-chess.txt", {"木易四郎(05355621689)|温柔一刀(jyq0811)||*", 1, 44}},
      {"sample_13_ourgame-chess.xqi", {"木易四郎|温柔一刀||*", 1, 44}},
      {"sample_14_QQchess.che", {"|||0-1", 1, 60}},
      {"sample_21_MeiHuaPu.cbl", {"让先屏风马|当头直车||0-1", 47, 1970}},
      {"sample_22_ccbridge.cbf", {"|||*", 1, 15242}},
      {"sample_23_ccbridge.cbr", {"|||*", 1, 15242}},
      {"sample_31_pengfei.pfc", {"|||*", 1, 3}},
      {"sample_32_xiexieXiangqi.xgf",
       {"吉林 洪智|火车头 于幼华|第25届五羊杯全国象棋冠军邀请赛|1-0", 1, 53}},
      {"sample_41_fen.fen", {"||标准象棋开局|*", 2, 0}},
      {"test.cbf", {"||居荣鑫《象棋古谱全局三种》|*", 1, 50}},
      {"test2.cbf", {"|||1/2-1/2", 1, 75}},
      {"uci_1000.txt", {"|||*", 1000, 0}},
  };
  return all;
}

struct Found {
  std::string facts;
  std::size_t games = 0, moves = 0, unusable = 0;
  std::string problems;
};

Found read(const std::filesystem::path& path) {
  Found found;
  const std::vector<std::string> inputs{path.string()};
  format::read_games<std::vector<record::Game>>(
      inputs, {},
      [](record::Game& game, std::vector<record::Game>& games) { games.push_back(game); },
      [&](std::vector<record::Game>&& games) {
        for (const auto& game : games) {
          if (found.games++ == 0) {
            for (const auto* const name : {"Red", "Black", "Event"}) {
              found.facts.append(game.tag(name)).append("|");
            }
            found.facts += to_text(game.result());
          }
          found.moves += support::legal_moves(game);
          found.unusable += game.usable() ? 0U : 1U;
          for (const auto& problem : game.problems) {
            found.problems += format_problem({}, 0, problem) + "\n";
          }
        }
      },
      [&](const format::FileProblem& problem) { found.problems += problem.problem.message; });
  return found;
}

} // namespace

TEST_CASE("every sample is read: players, event, result, and each move legal") {
  support::skip_without("records/samples");
  std::set<std::string> seen;
  for (const auto& entry :
       std::filesystem::directory_iterator{support::shared("records/samples")}) {
    const auto name = entry.path().filename().string();
    const auto found = read(entry.path());
    INFO(name << "\n" << found.problems);
    seen.insert(name);
    CHECK(found.games > 0);
    CHECK(found.unusable == 0);
    if (name.ends_with(".PGN")) {
      continue;
    }
    const auto row = wanted().find(name);
    REQUIRE(row != wanted().end()); // a sample that nobody has looked at
    CHECK(found.facts == row->second.facts);
    CHECK(found.games == row->second.games);
    if (row->second.moves != 0) {
      CHECK(found.moves == row->second.moves);
    }
  }
  for (const auto& [name, row] : wanted()) {
    CHECK(seen.count(name) == 1);
  }
}
