// Every file of ../shared/data/records/samples2: how many games and moves it holds, each move
// legal, and the names, results and remarks of its first and last game.

#include "support/catch.hpp"
#include "support/legal_moves.hpp"
#include "support/shared_data.hpp"

#include <xq/format/format.hpp>

#include <array>
#include <filesystem>
#include <map>
#include <set>

using namespace xq;

namespace {

struct WantedFacts {
  std::size_t games = 0;
  std::size_t moves = 0; ///< of all trees
  std::string results;   ///< how many of 1-0, 0-1, 1/2-1/2, *
  std::string first;     ///< Title|Red|Black|Event|Date|result|plies of the first game
  std::string last;      ///< the same of the last one
  std::string problems;  ///< codes
};

const std::map<std::string, WantedFacts>& wanted_facts() {
  static const std::map<std::string, WantedFacts> all{
      {"event_names.cbl",
       {123, 11635, "65 31 26 1", "飞相局对左中炮|胡荣华|吕钦|全运会|79-4-30|1-0|103",
        "中炮巡河炮对屏风马|吕钦|柳大华|五羊杯|95-1-10|1-0|137", ""}},
      {"fen_moves_columns.csv", {79, 543, "0 0 0 79", "1步杀|||||*|1", "9步杀|||||*|17", ""}},
      {"letter_digit.epd", {10, 0, "0 0 0 10", "|||||*|0", "|||||*|0", ""}},
      {"name_fen_moves.eglib",
       {60, 0, "0 0 0 60", "兵的杀法|||||*|0", "借将杀法|||||*|0", "impossible-position"}},
      {"no_start_word.wxf", {1, 94, "0 0 0 1", "|||||*|94", "|||||*|94", ""}},
      {"one_game_on_five_lines.uci", {1, 82, "0 0 0 1", "|||||*|82", "|||||*|82", ""}},
      {"ply_rows_with_names.csv",
       {4, 178, "2 2 0 0", "|xV3gi1vIi8f5|9hJAL2t7Xodm||2026-07-07|1-0|97",
        "|KgdSK8XHQSSY|ivPFSiqRN9Ea||2026-07-07|1-0|11", ""}},
      {"qq_new_1.che", {1, 1, "0 0 0 1", "|||||*|1", "|||||*|1", ""}},
      {"qq_new_2.che", {1, 100, "0 0 0 1", "|||||*|100", "|||||*|100", ""}},
      {"qq_new_3.che", {1, 33, "0 0 0 1", "|||||*|33", "|||||*|33", ""}},
      {"qq_new_4.che", {1, 90, "0 0 0 1", "|||||*|90", "|||||*|90", ""}},
      {"qq_new_5.che", {1, 47, "0 0 0 1", "|||||*|47", "|||||*|47", ""}},
      {"record_1.SG",
       {1, 88, "0 0 1 0", "|舆粽铿|绶控||2004-12-29|1/2-1/2|88",
        "|舆粽铿|绶控||2004-12-29|1/2-1/2|88", ""}},
      {"record_2.SG",
       {1, 60, "1 0 0 0", "|蚂囡舆|腾陲||2004-11-02|1-0|60", "|蚂囡舆|腾陲||2004-11-02|1-0|60",
        ""}},
      {"record_3.SG",
       {1, 114, "0 1 0 0", "|最缣闭|脐м||2004-12-29|0-1|114", "|最缣闭|脐м||2004-12-29|0-1|114",
        ""}},
      {"record_4.SG",
       {1, 48, "1 0 0 0", "|最辆闭|绽||2004-12-29|1-0|48", "|最辆闭|绽||2004-12-29|1-0|48", ""}},
      {"san_ranks_1_10.pgn",
       {5, 410, "0 5 0 0", "|davide2022|Fairy-Stockfish|PyChess casual game|2023.02.25|0-1|80",
        "|davide2022|Fairy-Stockfish|PyChess casual game|2023.02.25|0-1|112", ""}},
      {"score_tags_1.xqn",
       {1, 181, "0 0 0 1", "superja vs ---|superja|---||01/18/2005|*|181",
        "superja vs ---|superja|---||01/18/2005|*|181", ""}},
      {"score_tags_2.xqn",
       {1, 25, "0 0 0 1", "--- vs ---|---|---||2004年9月5日|*|25",
        "--- vs ---|---|---||2004年9月5日|*|25", ""}},
      {"score_tags_3.xqn",
       {1, 20, "0 0 0 1", "--- vs ---|---|---||2004年9月6日|*|20",
        "--- vs ---|---|---||2004年9月6日|*|20", ""}},
      {"score_tags_4.xqn",
       {1, 38, "0 0 0 1", "--- vs ---|---|---||2004年9月6日|*|38",
        "--- vs ---|---|---||2004年9月6日|*|38", ""}},
      {"side_in_check_1.xqf",
       {1, 0, "0 0 0 1", "侧面虎杀法示意图A|||||*|0", "侧面虎杀法示意图A|||||*|0",
        "impossible-position"}},
      {"side_in_check_2.xqf",
       {1, 0, "0 0 0 1", "A借将杀法示意图|||||*|0", "A借将杀法示意图|||||*|0", "wrong-side"}},
      {"side_in_check_3.xqf",
       {1, 0, "0 0 0 1", "A-卧槽马杀法杀法示意图|||||*|0", "A-卧槽马杀法杀法示意图|||||*|0",
        "impossible-position"}},
  };
  return all;
}

struct FoundFacts {
  WantedFacts all;
  std::size_t unusable = 0;
  std::string problems; ///< as people read them
};

std::string facts_of(const record::Game& game) {
  std::string out;
  for (const auto* const name : {"Title", "Red", "Black", "Event", "Date"}) {
    out.append(game.tag(name)).append("|");
  }
  return out + std::string{to_text(game.result())} + "|" + std::to_string(game.plies());
}

FoundFacts read_facts(const std::filesystem::path& path) {
  FoundFacts found;
  std::array<std::size_t, 4> results{}; // as in record::Result
  std::set<std::string> codes;
  const std::vector<std::string> inputs{path.string()};
  format::read_games<std::vector<record::Game>>(
      inputs, {},
      [](record::Game& game, std::vector<record::Game>& games) { games.push_back(game); },
      [&](std::vector<record::Game>&& games) {
        for (const auto& game : games) {
          found.all.last = facts_of(game);
          found.all.first = found.all.games++ == 0 ? found.all.last : found.all.first;
          found.all.moves += support::legal_moves(game);
          ++results[static_cast<std::size_t>(game.result())];
          found.unusable += game.usable() ? 0U : 1U;
          for (const auto& problem : game.problems) {
            codes.emplace(info(problem.code).name);
            found.problems += format_problem({}, 0, problem) + "\n";
          }
        }
      },
      [&](const format::FileProblem& problem) {
        found.problems += problem.problem.message;
        codes.emplace(info(problem.problem.code).name);
      });
  for (const auto i : {1, 2, 3, 0}) {
    found.all.results += (i == 1 ? "" : " ") + std::to_string(results[static_cast<std::size_t>(i)]);
  }
  for (const auto& code : codes) {
    found.all.problems += (found.all.problems.empty() ? "" : " ") + code;
  }
  return found;
}

} // namespace

TEST_CASE("every file of the second samples is read as it is, each move legal") {
  support::skip_without("records/samples2");
  std::set<std::string> seen;
  for (const auto& entry :
       std::filesystem::directory_iterator{support::shared("records/samples2")}) {
    const auto name = entry.path().filename().string();
    const auto found = read_facts(entry.path());
    INFO(name << "\n" << found.problems);
    seen.insert(name);
    const auto row = wanted_facts().find(name);
    REQUIRE(row != wanted_facts().end()); // a sample that nobody has looked at
    const auto& want = row->second;
    CHECK(found.all.games == want.games);
    CHECK(found.unusable == 0);
    CHECK(found.all.moves == want.moves);
    CHECK(found.all.results == want.results);
    CHECK(found.all.first == want.first);
    CHECK(found.all.last == want.last);
    CHECK(found.all.problems == want.problems);
  }
  for (const auto& [name, row] : wanted_facts()) {
    INFO(name);
    CHECK(seen.count(name) == 1);
  }
}
