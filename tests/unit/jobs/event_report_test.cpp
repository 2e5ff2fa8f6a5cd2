#include "jobs/reports/event_games.hpp"
#include "jobs/reports/standings.hpp"
#include "support/catch.hpp"
#include "support/games.hpp"
#include "support/scratch_folder.hpp"

#include <xq/board/fen.hpp>
#include <xq/reports.hpp>
#include <xq/store/game_import.hpp>

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace xq;
using namespace xq::reports;
using record::Result;

namespace {

/// A game of an event with these headers and moves.
record::Game played(std::string_view red, std::string_view black, Result result,
                    const std::vector<std::pair<std::string, std::string>>& more = {},
                    const std::string& moves = "h2e2 h9g7 h0g2") {
  record::Game game = support::game(std::string{start_fen}, moves);
  game.add_tag("Event", "Cup");
  game.add_tag("Red", red);
  game.add_tag("Black", black);
  for (const auto& [name, value] : more) {
    game.add_tag(name, value);
  }
  game.set_result(result);
  return game;
}

EventReport report_of(const std::vector<record::Game>& games, const EventOptions& options = {},
                      const store::Filter& filter = {}) {
  const support::ScratchFolder folder;
  const std::string path = folder.file("games.xqdb");
  store::GameImport import{path};
  for (const auto& game : games) {
    REQUIRE(import.add(game));
  }
  import.finish();
  return event_report(path, filter, {}, options);
}

std::vector<std::string> places(const EventReport& report) {
  std::vector<std::string> out;
  for (const Standing& s : report.standings) {
    out.push_back(std::to_string(s.place) + s.name);
  }
  return out;
}

using Names = std::vector<std::string>;

} // namespace

TEST_CASE("a round is a number in whatever words") {
  const auto label = [](std::string_view text) { return read_round(text).label; };
  CHECK(label("3") == "3");
  CHECK(label(" 第03轮 ") == "3");
  CHECK(label("第三輪") == "3");
  CHECK(label("第十轮") == "10");
  CHECK(label("第十二轮") == "12");
  CHECK(label("第二十轮") == "20");
  CHECK(label("第二十一轮") == "21");
  CHECK(label("第１１回合") == "11");
  CHECK(label("Round 7") == "7");
  CHECK(label("R7") == "7");
  CHECK(label("semi") == "semi");
  CHECK(label("?").empty());
  CHECK(label("").empty());
  CHECK(label("0") == "0");
  CHECK(label("99999999999999999999") == "99999999999999999999");
  // A number among other words says what comes first, and stays as it is written.
  CHECK(label("W-4") == "W-4");
  CHECK(read_round("W-4").number == 4);
  CHECK(read_round("8进4").number == 0); // two numbers
}

TEST_CASE("a round robin by the Chinese rules: points, small points, wins, the game of the two") {
  // A 4 points, B 4, C 2, D 2. Small points: A beat D (2) and B (4) = 6, B beat C and D = 4.
  const auto report =
      report_of({played("A", "B", Result::red_wins), played("A", "C", Result::black_wins),
                 played("D", "A", Result::black_wins), played("B", "C", Result::red_wins),
                 played("B", "D", Result::red_wins), played("C", "D", Result::black_wins)});
  CHECK(report.ranking == Ranking::round_robin);
  CHECK(places(report) == Names{"1A", "2B", "3C", "4D"});
  CHECK(report.standings[0].points == 4);
  CHECK(report.standings[0].small_points_twice == 12);
  CHECK(report.standings[1].small_points_twice == 8);
  CHECK(report.standings[2].small_points_twice == 8); // beat A
  CHECK(report.standings[3].small_points_twice == 4); // beat C
  CHECK(report.standings[0].opponents_points == 8);
  CHECK(report.pairs.met == 6);
  CHECK(report.pairs.all == 6);
}

TEST_CASE("players who are equal in everything share a place") {
  const auto report = report_of({played("A", "B", Result::draw), played("C", "D", Result::draw)});
  CHECK(report.ranking == Ranking::swiss);
  CHECK(places(report) == Names{"1B", "1D", "3A", "3C"}); // B and D had Black
}

TEST_CASE("the games of equal players count only if they met equally often") {
  EventOptions options;
  options.ranking = Ranking::asian;
  // A, B and C have 2 points and opponents' points alike: A beat B, B beat C, C beat A.
  const auto cycle =
      report_of({played("A", "B", Result::red_wins), played("B", "C", Result::red_wins),
                 played("C", "A", Result::red_wins)},
                options);
  CHECK(places(cycle) == Names{"1A", "1B", "1C"});
  CHECK(cycle.standings[0].mutual == 2);
  // A and B are equal in points and opponents; A won their game.
  const auto pair =
      report_of({played("A", "B", Result::red_wins), played("C", "A", Result::red_wins),
                 played("B", "D", Result::red_wins), played("D", "C", Result::red_wins)},
                options);
  CHECK(pair.standings.size() == 4);
  for (const Standing& s : pair.standings) { // not all of the four met each other
    CHECK(s.points == 2);
    CHECK_FALSE(s.mutual);
  }
}

TEST_CASE("cumulative points need the round of every game") {
  const std::vector<record::Game> games{
      played("A", "B", Result::red_wins, {{"Round", "1"}}),
      played("B", "A", Result::red_wins, {{"Round", "第2轮"}}, "b2e2")};
  const auto report = report_of(games, {.scoring = {}, .ranking = Ranking::cumulative});
  CHECK(places(report) == Names{"1A", "2B"});
  CHECK(report.standings[0].cumulative == 4); // 2, 2
  CHECK(report.standings[1].cumulative == 2); // 0, 2
  auto one_without = games;
  one_without.push_back(played("A", "C", Result::draw));
  CHECK_FALSE(report_of(one_without).standings[0].cumulative);
}

TEST_CASE("records of one game count once, and lend each other what they lack") {
  const auto report =
      report_of({played("A", "B", Result::unknown, {{"Date", "2001.??.??"}}, "h2e2 h9g7 h0g2 i9h9"),
                 played("A", "B", Result::red_wins, {{"Round", "3"}, {"Date", "2001.02.03"}}),
                 played("B", "A", Result::draw), // colours reversed: another game
                 played("A", "B", Result::draw, {{"Round", "4"}}, "h2e2 h9g7 h0g2 i9i8")});
  REQUIRE(report.games.size() == 3);
  CHECK(report.games[0].number == 1); // the longer record
  CHECK(report.games[0].round == "3");
  CHECK(report.games[0].date == "2001.02.03");
  CHECK(report.games[0].result == Result::red_wins);
  CHECK(report.games[1].number == 4);
  REQUIRE(report.left_out.size() == 1);
  CHECK(report.left_out[0].number == 2);
  CHECK(report.left_out[0].of == 1);
  CHECK(report.left_out[0].why == LeftOutGame::Why::repeats);
  CHECK(report.undated == 2);
}

TEST_CASE("records with forty plies in common are of one game, whatever else they say") {
  const auto moves = [](int rounds) { // horses and cannons go out and come back
    std::string out;
    for (int i = 0; i < rounds; ++i) {
      out += i % 2 == 0 ? "h0g2 h9g7 " : "g2h0 g7h9 ";
    }
    return out;
  };
  const auto other_headers = [&](const std::string& text) {
    return report_of(
        {played("A", "B", Result::draw, {{"Round", "1"}, {"Date", "2001.02.03"}}, text),
         played("A", "B", Result::draw, {{"Round", "2"}, {"Date", "2001.02.03"}}, text),
         played("A", "B", Result::draw, {{"Round", "1"}, {"Date", "2001.02.04"}}, text),
         played("A", "B", Result::red_wins, {{"Round", "1"}}, text)});
  };
  using Why = LeftOutGame::Why;
  const auto sure = other_headers(moves(20));
  CHECK(sure.games.size() == 1);
  REQUIRE(sure.left_out.size() == 3);
  CHECK(sure.left_out[0].why == Why::other_round);
  CHECK(sure.left_out[1].why == Why::other_date);
  CHECK(sure.left_out[2].why == Why::other_result);
  CHECK(other_headers(moves(19) + "g2h0").games.size() == 4); // 39 plies
}

TEST_CASE("names that an alias file has on one line are one player") {
  const auto names = record::Aliases::read("许银川 | 廣東 許銀川");
  REQUIRE(names);
  store::Filter filter;
  filter.names = std::make_shared<const record::Aliases>(*names);
  const std::vector<record::Game> games{
      played("许银川", "B", Result::red_wins), played("廣東 許銀川", "C", Result::red_wins),
      played("廣東 許銀川", "B", Result::red_wins, {{"Round", "1"}}, "h2e2 h9g7 h0g2 i9h9")};
  CHECK(report_of(games).standings.size() == 4);
  const auto report = report_of(games, {}, filter);
  CHECK(places(report) == Names{"1许银川", "2B", "2C"});
  CHECK(report.standings[0].games == 2);
  CHECK(report.left_out.size() == 1);
}

TEST_CASE("what counts for nothing is listed with the reason") {
  using Why = LeftOutGame::Why;
  const auto report =
      report_of({played("A", "?", Result::draw), played("A", "A", Result::draw, {}, "b2e2"),
                 played("A", "B", Result::unknown, {}, "c3c4")});
  CHECK(report.games.empty());
  CHECK(report.standings.empty());
  REQUIRE(report.left_out.size() == 3);
  CHECK(report.left_out[0].why == Why::no_player);
  CHECK(report.left_out[1].why == Why::one_player);
  CHECK(report.left_out[2].why == Why::no_result);
}

TEST_CASE("a page of a report shows names as text") {
  const auto report = report_of({played("<b>A", "B & \"C\"", Result::draw)});
  const auto page = as_html(report);
  CHECK(page.find("<b>A") == std::string::npos);
  CHECK(page.find("&lt;b&gt;A") == std::string::npos); // `>` needs no escape
  CHECK(page.find("&lt;b>A") != std::string::npos);
  CHECK(page.find("B &amp; &quot;C&quot;") != std::string::npos);
}
