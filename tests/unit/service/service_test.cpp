#include "service/service.hpp"
#include "support/answer_schema.hpp"
#include "support/catch.hpp"
#include "support/listener.hpp"
#include "support/make_database.hpp"
#include "support/scratch_folder.hpp"

#include <xq/uci/external.hpp>

#include <nlohmann/json.hpp>
#include <string>

using nlohmann::json;
using xq::service::Request;
using xq::service::Response;
using xq::service::Service;
using xq::service::ServiceOptions;

namespace {

Response get(Service& service, std::string target, std::string method = "GET") {
  Request request;
  request.method = std::move(method);
  request.target = std::move(target);
  auto response = service.answer(request);
  CHECK(support::faults_of_answer(service, request, response).empty());
  return response;
}

} // namespace

TEST_CASE("Service: addresses that do not exist, methods that are not taken", "[threads]") {
  Service service{ServiceOptions{}};
  for (const auto* const target :
       {"", "/nothing", "//", "/about/", "/../etc/passwd", "*", "\xff"}) {
    INFO(target);
    const auto response = get(service, target);
    CHECK(response.status == 404);
    CHECK(response.body->starts_with(R"({"error":")"));
  }
  const auto response = get(service, "/about", "DELETE");
  CHECK(response.status == 405);
  CHECK(response.allow == "GET, HEAD");
  CHECK(get(service, "/about", "HEAD").status == 200);
  CHECK(get(service, "/about", "").status == 405);
  CHECK(get(service, "/about", "GE").status == 405);
  CHECK(get(service, "/about?lang=en&_=1").status == 200);
  CHECK(get(service, "/about?langs=en").status == 400);
  CHECK(get(service, "/play?minuts=3", "POST").status == 400);
  CHECK(get(service, "/play/x.pgn?y=1").status == 400);
}

TEST_CASE("Service: /about names what is served", "[threads]") {
  ServiceOptions options;
  options.version = "1.2.3";
  Service service{options};
  CHECK(
      *get(service, "/about").body ==
      R"({"version":"1.2.3","databases":[],"books":[],"analyses":1,"studies":false,"play":true,"lobby":false,"levels":8,"puzzles":0})");
}

TEST_CASE("Service: the page brings the answers of its first picture", "[threads]") {
  support::SmallGame game;
  game.number = 3; // whose red player has a `<` in his name
  game.moves = {xq::uci::parse_move("h2e2", xq::uci::RankBase::zero)};
  const support::ScratchFolder folder;
  support::make_database(folder.file("games.xqdb"), {game});
  ServiceOptions options;
  options.databases = {folder.file("games.xqdb")};
  Service service{options};
  static_cast<void>(get(service, "/explorer")); // into the cache
  const auto page = get(service, "/");
  CHECK(page.content_type == "text/html; charset=utf-8");
  CHECK(get(service, "/").body == page.body); // made once
  CHECK(page.body->find("rel=\"preload\"") == std::string::npos);

  const std::string start = R"(<script type="application/json" id="first">)";
  const auto begin = page.body->find(start);
  REQUIRE(begin != std::string::npos);
  const auto text = page.body->substr(begin + start.size());
  const auto first = text.substr(0, text.find('<'));
  CHECK(text.substr(first.size()).starts_with("</script>\n</head>"));
  for (const auto* const address : {"/about", "/position", "/explorer"}) {
    INFO(address);
    CHECK(json::parse(first).at(address) == json::parse(*get(service, address).body));
  }
  CHECK(json::parse(first).at("/explorer").at("topGames").at(0).at("red").at("name") ==
        support::small_players[3]);
}

TEST_CASE("Service: the page asks itself for what is not there yet", "[threads]") {
  ServiceOptions options;
  options.cache_megabytes = 0;
  Service service{options};
  static_cast<void>(get(service, "/about"));
  const auto page = get(service, "/");
  CHECK(page.body->find(
            "<link rel=\"preload\" as=\"fetch\" crossorigin=\"anonymous\" href=\"/explorer\">") !=
        std::string::npos);
  CHECK(page.body->find("\"/explorer\":") == std::string::npos);
  CHECK(page.body->find("\"/position\":{") != std::string::npos);
}

TEST_CASE("Service: /position plays moves and names the legal ones", "[threads]") {
  Service service{ServiceOptions{}};
  const auto response = get(service, "/position?play=h2e2,h9g7");
  CHECK(response.status == 200);
  CHECK(response.body->starts_with(
      R"({"fen":"rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 2 2",)"
      R"("turn":"red","check":false,"legal":[{"uci":)"));
  CAPTURE(*response.body);
  CHECK(response.body->find(R"("played":[{"uci":"h2e2","san":"炮二平五","wxf":"C2=5","fen":)") !=
        std::string::npos);
  CHECK(response.body->ends_with(R"("over":null})"));

  // Ranks from 1, other notations, traditional characters, a FEN as addresses have it.
  const auto played = [&](const std::string& query) {
    return *get(service, "/position?" + query).body;
  };
  CHECK(played("play=h3e3,h10g8") == *response.body);
  CHECK(played("play=%E7%82%AE%E4%BA%8C%E5%B9%B3%E4%BA%94,H8%2B7") == *response.body);
  CHECK(played("play=h2e2%20h9g7") == *response.body);
  CHECK(played("dialect=1-10&play=h3e3").find(R"("uci":"h3e3")") != std::string::npos);
  CHECK(played("script=traditional&play=h2e2,h9g7").find("馬８進７") != std::string::npos);
  CHECK(played("fen=3k5/9/9/9/9/9/9/9/9/4K4_r").find(R"("turn":"red")") != std::string::npos);
}

TEST_CASE("Service: /position says that it is over", "[threads]") {
  Service service{ServiceOptions{}};
  CHECK(get(service, "/position?fen=3k5/3R5/3R5/9/9/9/9/9/9/4K4+b")
            .body->ends_with(R"("over":{"winner":"red","reason":"checkmate"}})"));
  CHECK(get(service, "/position?fen=3k5/1R7/4R4/9/9/9/9/9/9/4K4+b")
            .body->ends_with(R"("over":{"winner":"red","reason":"stalemate"}})"));
}

TEST_CASE("Service: /position refuses what it cannot understand, with advice", "[threads]") {
  Service service{ServiceOptions{}};
  for (const auto* const query :
       {"fen=nonsense", "fen=9/9/9/9/9/9/9/9/9/9+w", "play=h2e3", "play=h2e2,h2e2", "play=zz",
        "script=klingon", "dialect=2", "fen=%ff", "play=%"}) {
    INFO(query);
    const auto response = get(service, std::string{"/position?"} + query);
    CHECK(response.status == 400);
    CHECK(response.body->ends_with(R"(."})"));
  }
  std::string many = "/position?play=h2e2";
  for (int i = 0; i < 1000; ++i) {
    many += ",h9g7";
  }
  CHECK(get(service, many).status == 400);
}

TEST_CASE("Service: /adjudicate says what each move of a repetition is", "[threads]") {
  Service service{ServiceOptions{}};
  // 象棋竞赛规则 2020, figure 2: a chase by a capture, and one by checks.
  std::string query = "/adjudicate?fen=1r2kab1r/2c1a4/n1c1b1n2/4p2N1/p1p6/1C4P2/P1P1P4/2N1B3C/4A4/"
                      "1RBAK2R1_w&play=";
  for (int round = 0; round < 3; ++round) {
    query += "h6i4,i9h9,i4h6,h9i9,";
  }
  const auto response = get(service, query + "&rules=cxa");
  CHECK(response.status == 200);
  const std::string& body = *response.body;
  CAPTURE(body);
  CHECK(body.starts_with(R"({"rules":"cxa","plies":12,"winner":"black","cause":"repetition",)"));
  CHECK(body.find(R"("text":"chases the rook i9 with the cannon i2","uci":"h6i4",)"
                  R"("san":"马二退一","wxf":"H2-1",)"
                  R"("proofs":[[{"uci":"i2i9","san":"炮一进七","wxf":"C1+7"}]]})") !=
        std::string::npos);
  CHECK(body.find(R"("article":"24.8","text":"idle","uci":"i9h9","san":"车９平８","wxf":"R9=8",)"
                  R"("proofs":[]})") != std::string::npos);
  CHECK(body.find(R"({"uci":"c8g8","san":"后炮平７","wxf":"C-=7"})") != std::string::npos);

  CHECK(get(service, query).body->starts_with(R"({"rules":"wxf","plies":12,"winner":"draw",)"));
  CHECK(get(service, query + "&rules=asian").status == 400);
  CHECK(*get(service, "/adjudicate?play=h2e2").body ==
        R"({"rules":"wxf","plies":1,"winner":"none","cause":"none","reason":"","article":""})");
}

TEST_CASE("Service: at the end conversations are closed, also those that ask for nothing",
          "[threads]") {
  Service service{ServiceOptions{}};
  const auto open = [&](const support::Listener& ear) {
    Request request;
    request.method = "GET";
    request.target = "/analysis";
    return service.open(request, ear.outlet());
  };
  const support::Listener gone;
  open(gone).conversation.reset();
  const support::Listener ear;
  const auto opened = open(ear);
  REQUIRE(opened.conversation);
  service.shut_down();
  CHECK(ear.code() == 1001);
  CHECK(gone.code() == 0);
  CHECK(open(gone).refusal.status == 503);
}
