// What the explorer lists beside its table: each game once, and of the same games as the table.
#include "service/service.hpp"
#include "support/answer_schema.hpp"
#include "support/catch.hpp"
#include "support/make_book.hpp"
#include "support/make_database.hpp"
#include "support/scratch_folder.hpp"

#include <xq/uci/external.hpp>

#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

namespace {

using namespace xq;
using nlohmann::json;
using support::SmallGame;

SmallGame played(int number, std::initializer_list<const char*> moves) {
  SmallGame out;
  out.number = number;
  out.result = record::Result::red_wins;
  for (const char* text : moves) {
    out.moves.push_back(uci::parse_move(text, uci::RankBase::zero));
  }
  return out;
}

struct ExplorerShelf {
  explicit ExplorerShelf(const std::vector<SmallGame>& games, int book_plies = 0) {
    support::make_database(folder.file("games.xqdb"), games);
    service::ServiceOptions options;
    options.databases = {folder.file("games.xqdb")};
    if (book_plies > 0) {
      book::BuildOptions build;
      build.max_ply = book_plies;
      support::make_book(folder.file("games.xqbook"), games, build);
      options.books = {folder.file("games.xqbook")};
    }
    service = std::make_unique<service::Service>(options);
  }
  [[nodiscard]] json ask(const std::string& target) const {
    service::Request request;
    request.method = "GET";
    request.target = target;
    const auto response = service->answer(request);
    CHECK(support::faults_of_answer(*service, request, response).empty());
    return json::parse(*response.body);
  }
  support::ScratchFolder folder;
  std::unique_ptr<service::Service> service;
};

std::size_t events_among(const json& games) {
  std::set<std::string> names;
  for (const auto& one : games) {
    names.insert(one["red"]["name"].get<std::string>() + one["black"]["name"].get<std::string>());
  }
  return names.size();
}

} // namespace

TEST_CASE("explorer: a game that several records tell is listed once", "[threads]") {
  // make_database() names players by the number: 0 and 10 are the same two, of other events, else
  // the import would leave them out.
  std::vector<SmallGame> games;
  games.reserve(8);
  for (int copy = 0; copy < 6; ++copy) {
    games.push_back(played(20 + 10 * copy, {"h2e2", "h9g7", "h0g2"}));
  }
  games.push_back(played(21, {"h2e2", "h9g7", "h0g2"})); // other people, the same three moves
  games.push_back(played(22, {"h2e2", "b9c7"}));
  const ExplorerShelf shelf{games};
  for (const char* list : {"topGames", "recentGames"}) {
    const auto answer = shelf.ask("/explorer?topGames=8&recentGames=8");
    INFO(answer[list].dump());
    CHECK(answer[list].size() == 3);
    CHECK(events_among(answer[list]) == 3);
  }
  CHECK(shelf.ask("/explorer?repeats=1")["games"] == 8);
  CHECK(shelf.ask("/explorer")["games"] == 3);
  CHECK(shelf.ask("/explorer?topGames=2")["topGames"].size() == 2);
}

TEST_CASE("explorer: a game that several records tell is counted once, unless all are asked for",
          "[threads]") {
  std::vector<SmallGame> games;
  for (const int number : {20, 30, 40}) { // the same two people
    games.push_back(played(number, {"h2e2", "h9g7", "h0g2"}));
  }
  games.push_back(played(21, {"h2e2", "h9g7", "h0g2"}));
  games.push_back(played(22, {"h2e2", "b9c7"}));
  const ExplorerShelf shelf{games};
  CHECK(shelf.ask("/explorer")["games"] == 3);
  CHECK(shelf.ask("/explorer?repeats=1")["games"] == 5);
  const auto moves = shelf.ask("/explorer?play=h2e2")["moves"];
  CHECK(moves[0]["games"] == 2);
  CHECK(moves[1]["games"] == 1);
  CHECK(shelf.ask("/explorer?history=1")["history"].empty() ==
        shelf.ask("/explorer?history=1&repeats=1")["history"].empty());
}

TEST_CASE("explorer: a game of two databases is counted once where both are asked together",
          "[threads]") {
  const std::vector<SmallGame> first{played(20, {"h2e2", "h9g7", "h0g2"}),
                                     played(21, {"c3c4", "h9g7", "h0g2"})};
  const std::vector<SmallGame> second{played(30, {"h2e2", "h9g7", "h0g2"}), // that of 20
                                      played(22, {"h2e2", "h9g7", "h0g2"}), // other people
                                      played(23, {"c3c4", "g6g5"})};
  support::ScratchFolder folder;
  support::make_database(folder.file("one.xqdb"), first);
  support::make_database(folder.file("two.xqdb"), second);
  service::ServiceOptions options;
  options.databases = {folder.file("one.xqdb"), folder.file("two.xqdb")};
  service::Service service{options};
  const auto games = [&](const std::string& query) {
    service::Request request;
    request.method = "GET";
    request.target = "/explorer?" + query;
    return json::parse(*service.answer(request).body)["games"].get<int>();
  };
  CHECK(games("db=one&together=1") == 2);
  CHECK(games("db=two") == 3);
  CHECK(games("db=two&together=1") == 2);
  CHECK(games("db=two&together=1&repeats=1") == 3);
  CHECK(games("db=two&together=1&play=h2e2") == 1);
  // Where the filter leaves out the record of the first database, that of the second one counts.
  CHECK(games("db=one&together=1&event=nowhere") == 0);
}

TEST_CASE("explorer: behind the last ply of a book the games are counted that are listed",
          "[threads]") {
  // A transposition: one game comes to the position sooner, within the book.
  std::vector<SmallGame> games;
  games.reserve(6);
  for (int i = 0; i < 5; ++i) {
    games.push_back(
        played(i, {"h0g2", "h9g7", "g2h0", "g7h9", "h2e2", i % 2 == 0 ? "h9g7" : "b9c7"}));
  }
  games.push_back(played(6, {"h2e2", "b9a7"}));
  const ExplorerShelf shelf{games, 4};
  const auto behind = shelf.ask("/explorer?play=h0g2,h9g7,g2h0,g7h9,h2e2");
  CHECK(behind["source"] == "games");
  CHECK(behind["games"] == 6);
  CHECK(behind["topGames"].size() == 6);
  CHECK(shelf.ask("/explorer?play=h2e2")["source"] == "book");
}

TEST_CASE("explorer: results, events and years of the games that are counted", "[threads]") {
  std::vector<SmallGame> games;
  for (int number = 0; number < 4; ++number) {
    games.push_back(played(number, {"h2e2", "h9g7", "h0g2", number % 2 == 0 ? "i9h9" : "b9c7"}));
    games.back().result =
        number == 0 ? record::Result::draw : record::Result::red_wins; // of a year each
  }
  const ExplorerShelf shelf{games};
  const auto all = shelf.ask("/explorer?history=1");
  CHECK(all["games"] == 4);
  std::int64_t counted = 0;
  int last = 0;
  for (const auto& year : all["history"]) {
    CHECK(year["year"].get<int>() > last);
    last = year["year"].get<int>();
    counted += year["games"].get<std::int64_t>();
  }
  CHECK(counted <= 4);
  CHECK_FALSE(shelf.ask("/explorer").contains("history"));
  CHECK(shelf.ask("/explorer?result=1-0")["games"] == 3);
  CHECK(shelf.ask("/explorer?result=1/2-1/2")["games"] == 1);
  CHECK(shelf.ask("/explorer?result=0-1")["games"] == 0);
  CHECK(shelf.ask("/explorer?event=no+such+event")["games"] == 0);
  CHECK(shelf.ask("/explorer?rating=2400")["games"] == 0); // they tell none
  CHECK(shelf.ask("/explorer?result=won").contains("error"));
  CHECK(shelf.ask("/explorer?rating=high").contains("error"));
}
