// Text records that programs and sites have written: players, event, result, and every move legal.

#include "support/shared_data.hpp"

#include <xq/format/format.hpp>
#include <xq/notation/notation.hpp>
#include <xq/record/game.hpp>

#include <array>

using namespace xq;

namespace {

struct Facts {
  std::string headers; ///< Red|Black|Event|Title|Date|Result
  int plies = 0;
  std::size_t moves = 0; ///< in the tree
  std::string problems;
};

std::vector<Facts> read(const std::string& sample) {
  std::vector<Facts> all;
  const std::vector<std::string> inputs{support::shared("records/samples/" + sample).string()};
  format::read_games<std::vector<Facts>>(
      inputs, {},
      [](record::Game& game, std::vector<Facts>& out) {
        Facts facts;
        for (const auto* const name : {"Red", "Black", "Event", "Title", "Date"}) {
          facts.headers.append(game.tag(name)).append("|");
        }
        facts.headers += to_text(game.result());
        facts.plies = game.plies();
        facts.moves = game.node_count() - 1;
        for (const auto& problem : game.problems) {
          facts.problems += format_problem({}, 0, problem) + "\n";
        }
        out.push_back(std::move(facts));
      },
      [&](std::vector<Facts>&& out) { all.insert(all.end(), out.begin(), out.end()); },
      [&](const format::FileProblem& problem) {
        all.push_back({"", 0, 0, problem.problem.message});
      });
  return all;
}

void check(const std::string& sample, const std::string& headers, int plies, std::size_t moves,
           const std::string& problems = {}) {
  const auto games = read(sample);
  INFO(sample);
  REQUIRE(games.size() == 1);
  CHECK(games[0].problems == problems);
  CHECK(games[0].headers == headers);
  CHECK(games[0].plies == plies);
  CHECK(games[0].moves == moves);
}

} // namespace

TEST_CASE("samples of XML and DhtmlXQ yield their games, every move legal") {
  support::skip_without("records/samples");
  check("test.cbf", "||居荣鑫《象棋古谱全局三种》|第一局 屏风马巡河炮抵当头炮局(和)||*", 50, 50);
  check("test2.cbf", "|||第十局 当头炮抵当头炮局(和)||1/2-1/2", 75, 75);
  // Two of its variations run into a check. 15,352 moves in all; 110 hang on those two.
  check("sample_22_ccbridge.cbf", "|||五七炮对屏风马||*", 45, 15242,
        "10397:3: ply 70: it leaves the king in check by the red cannon on a9; this variation ends "
        "before it (token \"50-41\"). Check this move and the ones before it.\n"
        "10814:3: ply 82: it puts the king in check by the red rook on c8; this variation ends "
        "before "
        "it (token \"40-41\"). Check this move and the ones before it.\n");
  check("sample_31_pengfei.pfc", "|||||*", 3, 3);
  check("dhtmlxq_7stars.txt",
        "|||pj the big four 01 The gathering of the 7 stars 七星聚会 v3||1/2-1/2", 85, 4561);
}
