// Games, search, statistics, conversion; files that change, are locked or damaged.
#include "base/os/file.hpp"
#include "service/data/library.hpp"
#include "service/service.hpp"
#include "sqlite/sqlite.hpp"
#include "support/answer_schema.hpp"
#include "support/catch.hpp"
#include "support/make_book.hpp"
#include "support/make_database.hpp"
#include "support/scratch_folder.hpp"

#include <xq/store/name_proposals.hpp>
#include <xq/store/query.hpp>
#include <xq/uci/external.hpp>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

namespace {

using namespace xq;
using nlohmann::json;
using service::Request;
using service::Response;
using service::Service;
using support::SmallGame;

Response send(Service& service, std::string method, std::string target, std::string body = {},
              std::string accept = {}) {
  Request request;
  request.method = std::move(method);
  request.target = std::move(target);
  request.body = std::move(body);
  request.accept = std::move(accept);
  auto response = service.answer(request);
  CHECK(support::faults_of_answer(service, request, response).empty());
  return response;
}

json ask(Service& service, const std::string& target) {
  const auto response = send(service, "GET", target);
  INFO(target << ": " << *response.body);
  REQUIRE(response.status == 200);
  return json::parse(*response.body);
}

std::vector<SmallGame> some_games() {
  std::mt19937 random{31};
  return support::small_archive(random, 50);
}

struct Shelf {
  Shelf() : games{some_games()} {
    support::make_database(path, games, games.size());
    service::ServiceOptions options;
    options.databases = {path};
    service = std::make_unique<Service>(options);
  }
  support::ScratchFolder folder;
  std::string path = folder.file("games.xqdb");
  std::vector<SmallGame> games;
  std::unique_ptr<Service> service;
};

} // namespace

TEST_CASE("at /game/ID: a game as JSON and as PGN", "[threads]") {
  const Shelf shelf;
  const auto game = ask(*shelf.service, "/game/4");
  CHECK(game["id"] == "4");
  CHECK(game["db"] == "games");
  CHECK(game["event"] == "Event 4");
  CHECK(game["tags"]["Event"] == "Event 4");
  CHECK(game["result"] == std::string{to_text(shelf.games[3].result)});
  REQUIRE(game["moves"].size() == shelf.games[3].moves.size());
  CHECK(game["plies"] == shelf.games[3].moves.size());

  const auto pgn = send(*shelf.service, "GET", "/game/4.pgn");
  CHECK(pgn.content_type == "application/x-chess-pgn; charset=utf-8");
  CHECK(pgn.body->starts_with("["));
  CHECK(pgn.body->find("[Event \"Event 4\"]") != std::string::npos);
  CHECK(pgn.file_name.ends_with(".pgn"));
  CHECK(pgn.file_name.find('/') == std::string::npos);
  CHECK(*send(*shelf.service, "GET", "/game/4", {}, "application/x-chess-pgn").body == *pgn.body);
  CHECK(send(*shelf.service, "GET", "/game/4", {}, "text/html, application/json;q=0.9, */*")
            .content_type == "application/json");
  CHECK(pgn.etag != send(*shelf.service, "GET", "/game/4").etag);
}

TEST_CASE("at /game/ID: values and marks that xq annotate --db left", "[threads]") {
  const Shelf shelf;
  {
    sqlite::Database db{shelf.path, sqlite::Database::Mode::read_write};
    db.execute("INSERT INTO analyst VALUES (1, 'one'), (2, 'two');"
               "INSERT INTO annotation SELECT 4, id, 0, 90, 90, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 "
               "FROM analyst;"
               "INSERT INTO annotation_move VALUES (4, 1, 1, 999, 0, ''), (4, 2, 1, 35, 0, ''), "
               "(4, 2, 2, 280, 0.24, '?\?'), (4, 2, 3, -29997, 0, '!'), (4, 2, 900, 1, 0, '')");
  }
  const auto moves = ask(*shelf.service, "/game/4")["moves"];
  CHECK(moves[0]["score"] == 35); // of the last analyst
  CHECK_FALSE(moves[0].contains("nags"));
  CHECK(moves[1]["score"] == 280);
  CHECK(moves[1]["nags"] == json::array({4}));
  CHECK(moves[2]["score"] == -29997);
  CHECK(moves[2]["nags"] == json::array({1}));
  const auto pgn = *send(*shelf.service, "GET", "/game/4.pgn").body;
  CHECK(pgn.find("$4 {[%eval +2.80] loses 24 %}") != std::string::npos);
  CHECK(pgn.find("[%eval -#2] the only move") != std::string::npos);
}

TEST_CASE("a file of some games is no dear question, as a large one is", "[threads]") {
  const Shelf shelf;
  const auto is_dear = [&](std::string method, std::string target, std::size_t bytes) {
    Request request;
    request.method = std::move(method);
    request.target = std::move(target);
    request.body.assign(bytes, 'x');
    return shelf.service->is_dear(request);
  };
  CHECK_FALSE(is_dear("POST", "/read", 20));
  CHECK_FALSE(is_dear("POST", "/read", 65536));
  CHECK(is_dear("POST", "/read", 65537));
  CHECK(is_dear("GET", "/stats", 0));
}

TEST_CASE("whether an answer takes long is known without waiting for a locked database",
          "[threads]") {
  const Shelf shelf;
  ask(*shelf.service, "/about");
  ask(*shelf.service, "/explorer");
  const auto is_slow = [&](std::string target) {
    Request request;
    request.method = "GET";
    request.target = std::move(target);
    return shelf.service->is_slow(request);
  };
  CHECK_FALSE(is_slow("/about"));
  CHECK_FALSE(is_slow("/explorer"));
  CHECK(is_slow("/explorer?play=h2e2"));
  CHECK(is_slow("/game/1"));
  // Another program has written it and writes on: to open it means to wait.
  sqlite::Database writer{shelf.path, sqlite::Database::Mode::read_write};
  writer.execute("BEGIN EXCLUSIVE");
  std::filesystem::last_write_time(shelf.path, std::filesystem::last_write_time(shelf.path) +
                                                   std::chrono::seconds{2});
  const auto begin = std::chrono::steady_clock::now();
  CHECK(is_slow("/about"));
  CHECK(is_slow("/explorer"));
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::milliseconds{100});
  writer.execute("ROLLBACK");
}

TEST_CASE("at /game/ID: what is no game is 404 with advice", "[threads]") {
  const Shelf shelf;
  for (const auto* const target :
       {"/game/0", "/game/-1", "/game/51", "/game/x", "/game/4x", "/game/.pgn",
        "/game/99999999999999999999", "/game/4?db=other", "/game/%00", "/game/4/5"}) {
    INFO(target);
    const auto response = send(*shelf.service, "GET", target);
    CHECK((response.status == 404 || response.status == 400));
    CHECK(response.body->ends_with(R"(."})"));
  }
  Service empty{service::ServiceOptions{}};
  CHECK(send(empty, "GET", "/game/1").status == 404);
  CHECK(send(empty, "GET", "/search").status == 404);
  CHECK(send(empty, "GET", "/stats").status == 404);
  CHECK(send(empty, "GET", "/explorer").status == 200);
}

TEST_CASE("at /explorer: the opening of a position without the moves that lead there",
          "[threads]") {
  const Shelf shelf;
  const auto moves_of = [](const SmallGame& game, std::size_t plies) {
    std::string text;
    for (std::size_t i = 0; i < plies; ++i) {
      text += (i == 0 ? "" : ",") + uci::move_text(game.moves[i], uci::RankBase::zero);
    }
    return text;
  };
  // A position that one game alone came to.
  const auto& game = shelf.games[3];
  const auto played = ask(*shelf.service, "/explorer?play=" + moves_of(game, game.moves.size()));
  REQUIRE(played["topGames"].size() == 1);
  std::string fen = played["fen"];
  std::replace(fen.begin(), fen.end(), ' ', '_');
  const auto given = ask(*shelf.service, "/explorer?fen=" + fen);
  CHECK(given["opening"].is_object());
  CHECK(given["opening"]["english"].is_string());
  CHECK(given["opening"] == played["opening"]);
  CHECK(ask(*shelf.service, "/explorer?fen=" + fen + "&since=2100")["opening"] == given["opening"]);
  CHECK(ask(*shelf.service, "/explorer?fen=3k5/9/9/9/9/9/9/9/9/4K4_w")["opening"].is_null());
  CHECK(ask(*shelf.service, "/explorer")["opening"].is_null());
}

TEST_CASE("hostile names come out as JSON text", "[threads]") {
  const Shelf shelf;
  int seen = 0;
  const auto answer = ask(*shelf.service, "/explorer?topGames=50");
  for (const auto& game : answer["topGames"]) {
    seen += game["red"]["name"] == "李明 <b>" || game["red"]["name"] == "a\"b&c" ? 1 : 0;
  }
  CHECK(seen == 20);
  CHECK(ask(*shelf.service, "/search?red=a%22b%26c")["count"] == 10);
}

TEST_CASE("at /search: the filters of xq search, page by page", "[threads]") {
  const Shelf shelf;
  store::GameDatabase games{shelf.path};
  const auto check = [&](const std::string& query, const store::Filter& filter) {
    INFO(query);
    const auto expected = games.find_numbers(filter);
    std::vector<std::int64_t> found;
    for (std::string after = "0"; !after.empty();) {
      const auto page = ask(*shelf.service, "/search?limit=7&after=" + after + "&" + query);
      CHECK(page["count"] == expected.size());
      CHECK(page["games"].size() <= 7);
      for (const auto& game : page["games"]) {
        found.push_back(std::stoll(game["id"].get<std::string>()));
      }
      CHECK(page["more"] == !page["next"].is_null());
      after = page["next"].is_null() ? std::string{} : page["next"].get<std::string>();
    }
    CHECK(found == expected);
  };
  check("", {});
  check("player=%E8%A8%B1%E9%8A%80%E5%B7%9D", {.player = "许银川"});
  check("red=li", {.red = "li"});
  check("black=li&since=1960", {.black = "li", .from = 19600000});
  check("event=event+1&until=1990-11", {.event = "event 1", .until = 19901100});
  check("result=1-0&min-plies=20", {.result = record::Result::red_wins, .min_plies = 20});
  check("ecco=A", {.ecco = "A"});
  check("unique=1", {.unique = true});
  Position position = Position::start();
  position.do_move(shelf.games[7].moves[0]);
  store::Filter reaching;
  reaching.position = {BoardPattern::exactly(position), position.canonical()};
  check("play=" + uci::move_text(shelf.games[7].moves[0], uci::RankBase::zero), reaching);
  store::Filter material;
  material.position = {*BoardPattern::read_material("RRHHCCPPPPP-RRHHCCPPPPP"), {}};
  check("material=RRHHCCPPPPP-RRHHCCPPPPP", material);
}

TEST_CASE("at /search and /explorer take the names of one person together", "[threads]") {
  const Shelf shelf;
  const auto count = [&](const std::string& query) {
    return ask(*shelf.service, "/search?" + query)["count"].get<std::size_t>();
  };
  const auto explored = [&](const std::string& query) {
    const auto answer = ask(*shelf.service, "/explorer?" + query);
    return answer["white"].get<std::size_t>() + answer["black"].get<std::size_t>() +
           answer["draws"].get<std::size_t>();
  };
  const auto searched = count("player=%E8%A8%B1%E9%8A%80%E5%B7%9D");
  const auto reached = explored("player=%E8%A8%B1%E9%8A%80%E5%B7%9D");
  REQUIRE(searched > 0);
  REQUIRE(reached > 0);
  CHECK(count("player=Xu+Yinchuan") == searched); // Pinyin of the whole name needs no list
  REQUIRE(count("player=Nanfang+Ren") == 0);
  record::Aliases aliases;
  REQUIRE_FALSE(aliases.add({record::NameKind::player, {"Nanfang Ren", "許銀川", "许银川"}}));
  store::save_aliases(shelf.path, aliases);
  CHECK(count("player=Nanfang+Ren") == searched);
  CHECK(explored("player=Nanfang+Ren") == reached);
}

TEST_CASE("at /stats counts the names of one person together, and as written where that is asked",
          "[threads]") {
  const Shelf shelf;
  const auto games_of = [&](const std::string& name, const std::string& query) {
    const auto answer = ask(*shelf.service, "/stats?" + query);
    for (const auto& player : answer["players"]) {
      if (player["name"] == name) {
        return player["games"].get<int>();
      }
    }
    return 0;
  };
  const int written = games_of("许银川", "");
  const int other = games_of("Li Ming", "");
  REQUIRE(written > 0);
  REQUIRE(other > 0);
  record::Aliases aliases;
  REQUIRE_FALSE(aliases.add({record::NameKind::player, {"Xu Yinchuan", "许银川", "Li Ming"}}));
  store::save_aliases(shelf.path, aliases);
  CHECK(games_of("Xu Yinchuan", "") == written + other);
  CHECK(games_of("许银川", "") == 0);
  CHECK(games_of("Xu Yinchuan", "no-names=1") == 0);
  CHECK(games_of("许银川", "no-names=1") == written);
}

TEST_CASE("at /search: a value with a line feed in it is not the answer to another question",
          "[threads]") {
  const Shelf shelf;
  CHECK(ask(*shelf.service, "/search?player=Li+Ming&result=1-0")["count"] > 0);
  CHECK(ask(*shelf.service, "/search?player=Li+Ming%0Aresult=1-0")["count"] == 0);
}

TEST_CASE("at /search: what a game does is told where something is asked of its moves",
          "[threads]") {
  const Shelf shelf;
  const auto first = [&](const std::string& query) {
    return ask(*shelf.service, "/search?limit=1&" + query)["games"][0];
  };
  CHECK_FALSE(first("").contains("ply"));
  CHECK(first("fen=startpos")["ply"] == 0);
  CHECK(first("columns=game,at")["ply"].is_null());
  const auto named = ask(*shelf.service, "/search?limit=1&columns=opening&script=traditional");
  CHECK(named["games"][0].size() == 1);
}

TEST_CASE("at /search and /stats: what is not understood is 400 with advice", "[threads]") {
  const Shelf shelf;
  for (const auto* const query : {"since=soon",
                                  "result=won",
                                  "ecco=nonsense",
                                  "min-plies=-1",
                                  "limit=0",
                                  "limit=1000",
                                  "after=x",
                                  "fen=x",
                                  "material=%3F",
                                  "play=h2e2&material=R-R",
                                  "sub-position=zz",
                                  "sort=name",
                                  "sort=source",
                                  "sort=date,event,red,black,site",
                                  "columns=x",
                                  "columns=source",
                                  "limit=1&sort=date&after=99",
                                  "then=h2e2",
                                  "hold=2",
                                  "no-mirror=1",
                                  "play=h2e2&moves=h2e2",
                                  "comment=%22",
                                  "balance=x",
                                  "manoeuvre=x",
                                  "red-elo=9-1"}) {
    for (const std::string path : {"/search?", "/stats?"}) {
      const bool of_a_page = std::string_view{query}.find("after") != std::string_view::npos ||
                             std::string_view{query}.starts_with("sort") ||
                             std::string_view{query}.starts_with("columns");
      if (path == "/stats?" && of_a_page) {
        continue;
      }
      INFO(path << query);
      const auto response = send(*shelf.service, "GET", path + query);
      CHECK(response.status == 400);
      CHECK(response.body->ends_with(R"(."})"));
    }
  }
}

TEST_CASE("at /report: what is not understood is 400 with advice, what is not served 404",
          "[threads]") {
  const Shelf shelf;
  for (const auto* const target :
       {"/report/player", "/report/player?name=", "/report/opponent?name=Li",
        "/report/player?name=Li&player=Li", "/report/event?name=Event&event=Event",
        "/report/event?name=Event&points=2-1", "/report/event?name=Event&ranking=best",
        "/report/player?name=Li&common=0", "/report/player?name=Li&since=soon"}) {
    INFO(target);
    const auto response = send(*shelf.service, "GET", target);
    CHECK(response.status == 400);
    CHECK(response.body->ends_with(R"(."})"));
  }
  CHECK(send(*shelf.service, "GET", "/report/novelties").status == 404);
  const auto games_of = [&](const std::string& target) {
    return ask(*shelf.service, target)["games"].size();
  };
  const auto all = games_of("/report/player?name=Li");
  CHECK(all > games_of("/report/opponent?name=Li&other=%E8%AE%B8"));
  CHECK(ask(*shelf.service, "/report/player?name=nobody")["games"].empty());
  CHECK(ask(*shelf.service, "/report/event?name=Event")["events"].size() > 1);
}

TEST_CASE("at /about: the same with and without the table of the games", "[threads]") {
  const Shelf shelf;
  service::GameFile file{shelf.path, "games", service::state_of(shelf.path), {}};
  const auto before = file.summary();
  CHECK_FALSE(file.has_table());
  CHECK(before.games == file.table().size());
  const auto after = file.summary();
  CHECK(after.games == before.games);
  CHECK(after.from == before.from);
  CHECK(after.until == before.until);
  CHECK(after.from.size() == 4);
}

TEST_CASE("at /stats: sums over the games that pass", "[threads]") {
  const Shelf shelf;
  const auto all = ask(*shelf.service, "/stats");
  CHECK(all["games"] == 50);
  int of_years = 0;
  for (const auto& year : all["years"]) {
    of_years += year["games"].get<int>();
  }
  CHECK(of_years == 50);
  int of_players = 0;
  for (const auto& player : all["players"]) {
    of_players += player["games"].get<int>();
    CHECK(player["games"].get<int>() >=
          player["won"].get<int>() + player["lost"].get<int>() + player["draws"].get<int>());
  }
  CHECK(of_players == 100);
  store::GameDatabase games{shelf.path};
  CHECK(ask(*shelf.service, "/stats?red=li")["games"] == games.count({.red = "li"}));
  CHECK(ask(*shelf.service, "/stats?red=li&limit=1")["players"].size() == 1);
}

TEST_CASE("at /read: a file in any format and encoding", "[threads]") {
  Service service{service::ServiceOptions{}};
  const auto read = [&](const std::string& body) {
    const auto response = send(service, "POST", "/read", body);
    CHECK(response.status == 200);
    return json::parse(*response.body);
  };
  const std::string pgn = "[Event \"<b>\"]\n[Red \"甲\"]\n[Result \"1-0\"]\n\n"
                          "1. 炮二平五 {[%eval +0.35,12] good} 马8进7 (1... 炮8平5 2. 马二进三 $2) "
                          "2. 马二进三 {[%eval -#2,9]} 1-0\n";
  const auto answer = read(pgn);
  REQUIRE(answer["games"].size() == 1);
  const auto& game = answer["games"][0];
  CHECK(game["red"] == "甲");
  CHECK(game["usable"] == true);
  REQUIRE(game["moves"].size() == 3);
  CHECK(game["moves"][0]["uci"] == "h2e2");
  CHECK(game["moves"][0]["san"] == "炮二平五");
  CHECK(game["moves"][0]["wxf"] == "C2=5");
  CHECK(game["moves"][0]["score"] == 35);
  CHECK(game["moves"][0]["depth"] == 12);
  CHECK(game["moves"][2]["score"] == -29997);
  CHECK(game["moves"][1]["variations"][0][0]["uci"] == "h7e7");
  CHECK(game["moves"][1]["variations"][0][1]["nags"] == json::array({2}));
  CHECK(answer["more"] == false);

  // GB18030
  CHECK(read("[Red \"\xBC\xD7\"]\n\n1. \xC5\xDA\xB6\xFE\xC6\xBD\xCE\xE5 *\n")["games"][0]["red"] ==
        "甲");
  const auto bad = read("[Red \"x\"]\n\n1. 炮二平五 马8进9 2. 炮二进一 *\n");
  CHECK(bad["games"][0]["usable"] == false);
  CHECK(bad["problems"][0]["severity"] == "error");
  CHECK(bad["problems"][0]["ply"] == 3);
  CHECK(read("")["games"].empty());
  for (const char* const pasted :
       {"炮二平五，马8进7", "炮二平五→馬8進7", "C2.5 H8+7", "C2=5\nH8+7\n", "H2-E2, H9-G7",
        "h2e2 h9g7", "h3e3 h10g8", "P2-5 M8.7", "①炮二平五 马8进7",
        "{\"games\":[{\"moves\":\"h2e2 h9g7\"}]}\n"}) {
    INFO(pasted);
    const auto list = read(pasted);
    REQUIRE(list["games"].size() == 1);
    CHECK(list["games"][0]["usable"] == true);
    CHECK(list["games"][0]["moves"][1]["uci"] == "h9g7");
  }
  CHECK(read("nothing of the kind")["problems"].size() == 1);
  std::string many;
  for (int i = 0; i < 205; ++i) {
    many += "[Event \"x\"]\n\n1. 炮二平五 *\n\n";
  }
  const auto first = read(many);
  CHECK(first["games"].size() == 200);
  CHECK(first["more"] == true);
  CHECK(send(service, "POST", "/read", std::string((std::size_t{4} << 20U) + 1, ' ')).status ==
        413);
}

TEST_CASE("at /write: what /read gives comes back as a file", "[threads]") {
  Service service{service::ServiceOptions{}};
  const std::string body =
      R"({"tags":{"Red":"甲 \"x\"","Result":"1-0"},"comment":"before","moves":[)"
      R"({"uci":"h2e2","comment":"good","nags":[1]},)"
      R"({"uci":"h9g7","variations":[[{"uci":"h7e7"},{"uci":"h0g2"}]]},{"uci":"h0g2"}]})";
  const auto response = send(service, "POST", "/write?to=pgn", body);
  REQUIRE(response.status == 200);
  CHECK(response.file_name == "game.pgn");
  CHECK(response.body->find("炮二平五") != std::string::npos);
  CHECK(response.body->find("good") != std::string::npos);
  const auto back = json::parse(*send(service, "POST", "/read", *response.body).body)["games"][0];
  CHECK(back["result"] == "1-0");
  CHECK(back["red"] == "甲 \"x\"");
  CHECK(back["comment"] == "before");
  CHECK(back["moves"].size() == 3);
  CHECK(back["moves"][1]["variations"][0].size() == 2);
  // The answer of /read is a question of /write.
  const auto again = send(service, "POST", "/write?to=pgn", back.dump());
  CHECK(*again.body == *response.body);
  for (const auto* const to : {"xml", "uci", "jsonl", "dhtmlxq", "xqf"}) {
    INFO(to);
    const auto written = send(service, "POST", std::string{"/write?to="} + to, body);
    CHECK(written.status == 200);
    CHECK_FALSE(written.body->empty());
  }
}

TEST_CASE("at /write: what is no game is 400 with advice", "[threads]") {
  Service service{service::ServiceOptions{}};
  std::string deep = R"({"moves":)";
  for (int i = 0; i < 400; ++i) {
    deep += R"([{"uci":"h2e2","variations":[)";
  }
  std::string brackets(200'000, '[');
  for (const std::string& body :
       {std::string{}, std::string{"[]"}, std::string{"{"}, std::string{R"({"moves":1})"},
        std::string{R"({"moves":[1]})"}, std::string{R"({"moves":[{"uci":1}]})"},
        std::string{R"({"moves":[{"uci":"h2e9"}]})"}, std::string{R"({"fen":"x"})"},
        std::string{R"({"fen":1})"}, std::string{R"({"tags":{"Red":1}})"},
        std::string{R"({"tags":[]})"}, std::string{R"({"moves":[{"uci":"h2e2","nags":[-1]}]})"},
        std::string{"{\"tags\":{\"Red\":\"\xff\"}}"}, deep, brackets}) {
    INFO(body.substr(0, 60));
    const auto response = send(service, "POST", "/write", body);
    CHECK(response.status == 400);
    CHECK(response.body->ends_with(R"(."})"));
  }
  CHECK(send(service, "POST", "/write?to=nonsense", "{}").status == 400);
  CHECK(send(service, "POST", "/write", "{}").status == 200);
}

TEST_CASE("a database that is replaced or written is served as it is now", "[threads]") {
  Shelf shelf;
  CHECK(ask(*shelf.service, "/stats")["games"] == 50);
  const auto before = send(*shelf.service, "GET", "/explorer");
  CHECK(send(*shelf.service, "GET", "/explorer").etag == before.etag);
  const std::vector<SmallGame> few{shelf.games.begin(), shelf.games.begin() + 20};
  support::make_database(shelf.folder.file("new.xqdb"), few);
  REQUIRE_FALSE(os::rename(shelf.folder.file("new.xqdb"), shelf.path));
  CHECK(ask(*shelf.service, "/stats")["games"] == 20);
  const auto after = send(*shelf.service, "GET", "/explorer");
  CHECK(after.etag != before.etag);
  CHECK(json::parse(*after.body)["games"] != json::parse(*before.body)["games"]);
  // More games, into the same file.
  store::GameImport import{shelf.path};
  for (std::size_t i = 20; i < 30; ++i) {
    import.add(support::as_record(shelf.games[i]));
  }
  import.finish();
  CHECK(ask(*shelf.service, "/stats")["games"] == 30);
  CHECK(ask(*shelf.service, "/about")["databases"][0]["games"] == 30);
}

TEST_CASE("a database that is locked, damaged or gone is 503, and comes back", "[threads]") {
  Shelf shelf;
  CHECK(send(*shelf.service, "GET", "/search").status == 200);
  {
    sqlite::Database writer{shelf.path, sqlite::Database::Mode::read_write};
    writer.execute("BEGIN EXCLUSIVE");
    const auto response = send(*shelf.service, "GET", "/search?player=x");
    CHECK(response.status == 503);
    CHECK(response.retry_after > 0);
    CHECK(response.body->find("locked") != std::string::npos);
    CHECK(send(*shelf.service, "GET", "/search").status == 200); // an answer that is known
    writer.execute("ROLLBACK");
  }
  CHECK(send(*shelf.service, "GET", "/search?player=x").status == 200);
  std::filesystem::copy_file(shelf.path, shelf.folder.file("copy.xqdb"));
  std::ofstream{shelf.folder.file("bad.xqdb")} << std::string(5000, 'x');
  REQUIRE_FALSE(os::rename(shelf.folder.file("bad.xqdb"), shelf.path));
  for (const auto* const target : {"/search", "/explorer", "/game/1", "/stats", "/about"}) {
    INFO(target);
    const auto response = send(*shelf.service, "GET", target);
    CHECK(response.status == 503);
    CHECK(response.body->find(shelf.folder.path().string()) ==
          std::string::npos); // paths stay here
  }
  std::filesystem::remove(shelf.path);
  CHECK(send(*shelf.service, "GET", "/search").status == 503);
  REQUIRE_FALSE(os::rename(shelf.folder.file("copy.xqdb"), shelf.path));
  CHECK(send(*shelf.service, "GET", "/search").status == 200);
}

TEST_CASE("several databases and books are chosen by name", "[threads]") {
  const Shelf shelf;
  const support::ScratchFolder other;
  const std::vector<SmallGame> few{shelf.games.begin(), shelf.games.begin() + 10};
  support::make_database(other.file("games.xqdb"), few);
  support::make_book(other.file("small.xqbook"), few);
  support::make_book(other.file("all.xqbook"), shelf.games);
  service::ServiceOptions options;
  options.databases = {shelf.path, other.file("games.xqdb")};
  options.books = {other.file("all.xqbook"), other.file("small.xqbook")};
  Service service{options};
  const auto about = ask(service, "/about");
  CHECK(about["databases"][1]["name"] == "games-2");
  CHECK(ask(service, "/stats")["games"] == 50);
  CHECK(ask(service, "/stats?db=games-2")["games"] == 10);
  CHECK(ask(service, "/explorer?book=small")["games"].get<int>() <
        ask(service, "/explorer?book=all")["games"].get<int>());
  CHECK(ask(service, "/explorer?book=small")["source"] == "book");
  CHECK(ask(service, "/explorer?since=1950")["source"] == "games");
  CHECK(send(service, "GET", "/explorer?book=none").status == 404);
  CHECK(send(service, "GET", "/explorer?db=none").status == 404);
}

TEST_CASE("Service: what is not kept yet and looks at games is slow", "[threads]") {
  const Shelf shelf;
  Request request;
  request.method = "GET";
  request.target = "/explorer?play=h2e2";
  CHECK(shelf.service->is_slow(request));
  CHECK(shelf.service->answer(request).status == 200);
  CHECK_FALSE(shelf.service->is_slow(request));
  request.target = "/explorer?play=%zz";
  CHECK(shelf.service->answer(request).status == 400);
  request.target = "/position";
  CHECK_FALSE(shelf.service->is_slow(request));
  request.target = "/search";
  CHECK(shelf.service->is_slow(request));
}
