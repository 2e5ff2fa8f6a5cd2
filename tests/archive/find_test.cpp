// Each kind of search of the archive against a replay of every game.

#include "notation/read_path.hpp"
#include "support/archive_part.hpp"
#include "support/catch.hpp"
#include "support/naive_find.hpp"
#include "support/scratch_folder.hpp"
#include "support/shared_data.hpp"

#include <xq/format/format.hpp>
#include <xq/reports.hpp>
#include <xq/store/game_database.hpp>
#include <xq/store/game_import.hpp>
#include <xq/store/name_proposals.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

using namespace xq;
using namespace xq::store;

namespace {

constexpr std::int64_t some_games = 4000;

void import_file(const std::string& file, const std::string& database) {
  struct Batch {
    PackedGames games;
  };
  GameImport import{database};
  const std::vector<std::string> inputs{file};
  format::read_games<Batch>(
      inputs, {},
      [](record::Game& game, Batch& batch) {
        if (game.usable()) { // it has no comments of its own
          game.add_comment(record::root_node,
                           fmt::format("{} in year {}", game.tag("Event"), game.tag("Date")));
          batch.games.add(game);
        }
      },
      [&](Batch&& batch) { import.add(batch.games); },
      [](const format::FileProblem& problem) { FAIL(problem.problem.message); });
  import.finish();
}

std::vector<Filter> searched_filters() {
  std::vector<Filter> all;
  for (const char* balance : {"R-CC", "N-C", "-P"}) {
    Filter filter;
    filter.position = PositionFilter{*BoardPattern::read_balance(balance)};
    filter.position->hold = 4;
    filter.ply = Range{20, 60};
    filter.exchanged = true;
    all.push_back(filter);
  }
  Filter material;
  material.position = PositionFilter{*BoardPattern::read_material("RP-RN")};
  all.push_back(material);
  Filter squares;
  squares.position = PositionFilter{*BoardPattern::read_squares(
      "____k____/____R____/_________/_________/_________/_________/_________/_________/_________/"
      "_________")};
  squares.exchanged = true;
  all.push_back(squares);
  Filter follows;
  follows.position = PositionFilter{BoardPattern::exactly(Position::start())};
  follows.position->key = Position::start().canonical();
  follows.position->then = notation::read_path("h2-e2")->steps[0].moves[0];
  all.push_back(follows);
  follows.mirrored = false;
  all.push_back(follows);
  return all;
}

} // namespace

TEST_CASE("each kind of search finds in the archive what a replay finds", "[archive]") {
  support::skip_without(support::archive);
  support::ScratchFolder folder;
  const auto path = folder.file("a.xqdb");
  import_file(support::first_records(folder, some_games + 1000), path);
  GameDatabase database{path};
  std::vector<record::Game> games;
  database.read(1, some_games, [&](const record::Game& game) {
    games.push_back(game);
    return true;
  });
  REQUIRE(games.size() == some_games);
  const auto first_games = [](support::Numbers found) {
    std::erase_if(found, [](std::int64_t number) { return number > some_games; });
    return found;
  };
  for (const auto& filter : searched_filters()) {
    const auto expected = support::naive(
        games, [&](const record::Game& game) { return support::naive_ply(game, filter) >= 0; });
    CHECK_FALSE(expected.empty());
    CHECK(first_games(database.find_numbers(filter)) == expected);
  }
  for (const char* text : {"马二进三,马三进四,马四进五", "h0-g2-e3", "车9平8,车8进4"}) {
    Filter filter;
    filter.path = *notation::read_path(text);
    const auto expected = support::naive(
        games, [&](const record::Game& game) { return support::naive_path(game, filter) >= 0; });
    CHECK_FALSE(expected.empty());
    CHECK(first_games(database.find_numbers(filter)) == expected);
  }
  std::vector<Filter> headers(4);
  headers[0].site = "广州";
  headers[1].opening = "屏风马";
  headers[2].max_plies = 40;
  headers[3].opening = "反宫马";
  headers[3].min_plies = 100;
  for (const auto& filter : headers) {
    const Matcher matches{filter};
    const auto expected = support::naive(games, matches);
    CHECK_FALSE(expected.empty());
    CHECK(first_games(database.find_numbers(filter)) == expected);
  }
  build_indexes(path, {});
  for (const char* words : {"杯", "团体", "五羊杯", "全国象棋个人赛", "year", "YEA*", "1982",
                            "\"in year 1982\"", "19* 全国", "）", "第 团體賽 year"}) {
    CAPTURE(words);
    const Filter filter{.comment = words};
    const Matcher matches{filter};
    const auto expected = support::naive(games, matches);
    CHECK_FALSE(expected.empty());
    CHECK(first_games(database.find_numbers(filter)) == expected);
  }
}

TEST_CASE("the Wuyang cup of 1990 is a double round robin of five: twenty games", "[archive]") {
  support::skip_without(support::archive);
  // Fifty records tell them: copies, beginnings, an endgame by itself, and twins with slips, such
  // as games 9883 and 9907, which differ in one move of 84.
  const support::ScratchFolder folder;
  const auto path = folder.file("games.xqdb");
  import_file(support::shared(support::archive).string(), path);
  record::Aliases aliases;
  for (const auto& group : propose_names(path, {})) {
    record::NameGroup line{group.kind, {}};
    std::ranges::transform(group.names, std::back_inserter(line.names), &ProposedName::name);
    REQUIRE_FALSE(aliases.add(line));
  }
  save_aliases(path, aliases);
  Filter filter;
  filter.from = 19900100;
  filter.until = 19909999;
  const std::vector<std::string> events{"五羊杯"};
  const auto report = reports::event_report(path, filter, events);
  CHECK(report.games.size() == 20);
  CHECK(report.pairs.met == 10);
  CHECK(report.pairs.equally_often);
  CHECK(report.standings.size() == 5);
  for (const auto& player : report.standings) {
    CHECK(player.games == 8);
  }
  // The list of winners, zh.wikipedia.org, 五羊杯全国象棋冠军赛: January 1990, 呂欽.
  CHECK(report.standings.front().name == "呂欽");
  CHECK(report.standings.front().place == 1);
  CHECK(reports::as_text(report).starts_with("五羊杯\n"));

  // search --duplicates and --unique follow the same rule
  const auto duplicates = GameDatabase{path}.duplicates({});
  CHECK(std::ranges::count(duplicates, Duplicate::How::retyped, &Duplicate::how) > 100);
}
