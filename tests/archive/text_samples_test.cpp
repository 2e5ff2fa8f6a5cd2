// Text records that programs and sites have written: players, event, result, and every move legal.

#include "base/os/path.hpp"
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

std::vector<Facts> read_sample(const std::string& sample) {
  std::vector<Facts> all;
  const std::vector<std::string> inputs{
      os::name_of(support::shared("records/samples") / os::path_of(sample))};
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
  const auto games = read_sample(sample);
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

TEST_CASE("samples of plain text yield their games, every move legal") {
  support::skip_without("records/samples");
  check("sample_04x.txt", "|||五七炮对屏风马||*", 45, 45);
  check("sample_12x_ourgame-chess.txt",
        "木易四郎(05355621689)|温柔一刀(jyq0811)||红方[689] - 黑方[811]|2016年12月27日20时|*", 44,
        44);
  check("sample_01x_gmchess.pgn", "|||||*", 37, 37);
  check("sample_02_pgn.pgn", "||五七炮对屏风马|||*", 45, 45);
  check("sample_03_pgn.pgn", "于幼华|赵国荣|2001年全国象棋团体锦标赛||2001年|0-1", 131, 131);

  const auto positions = read_sample("sample_41_fen.fen");
  REQUIRE(positions.size() == 2);
  CHECK(positions[0].problems.empty());
  CHECK(positions[1].problems.empty());

  const auto lines = read_sample("uci_1000.txt");
  CHECK(lines.size() == 1000);
  for (const auto& game : lines) {
    CHECK(game.problems.empty());
    CHECK(game.plies > 0);
  }
}

TEST_CASE("the games of a computer championship, in GBK, yield players, event and result") {
  support::skip_without("records/samples");
  std::size_t games = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator{support::shared("records/samples")}) {
    const auto name = os::name_of(entry.path().filename());
    if (!name.ends_with(".PGN")) {
      continue;
    }
    ++games;
    const auto found = read_sample(name);
    INFO(name);
    REQUIRE(found.size() == 1);
    CHECK(found[0].problems.empty());
    CHECK(found[0].plies > 20);
    // Red's name stands before the result in the file's name: `01.RED(先负)BLACK(A1-A2).PGN`.
    const auto& headers = found[0].headers;
    const auto red = headers.substr(0, headers.find('|'));
    CHECK(name.find("." + red + "(") == 2);
    CHECK(headers.find("|1st Chinese Computer Games Championship, Beijing 2006|") !=
          std::string::npos);
    CHECK(headers.ends_with(name.find("先胜") != std::string::npos   ? "|1-0"
                            : name.find("先负") != std::string::npos ? "|0-1"
                                                                     : "|1/2-1/2"));
  }
  CHECK(games == 20);
}
