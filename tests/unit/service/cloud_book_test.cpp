// The cloud-book protocol, row by row, and the ways in which public programs ask.
#include "service/cloud/cloud_answers.hpp"
#include "service/cloud/cloud_book.hpp"
#include "service/cloud/judged_moves.hpp"
#include "service/service.hpp"
#include "support/catch.hpp"
#include "support/cloud.hpp"
#include "support/make_book.hpp"
#include "support/scratch_folder.hpp"

#include <xq/analysis/review.hpp>
#include <xq/board/fen.hpp>
#include <xq/board/movegen.hpp>
#include <xq/uci/external.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <map>

namespace {

using namespace xq;
using service::JudgedMove;
using service::Request;
using service::Service;
using service::Unjudged;
using support::Cloud;
using support::SmallGame;

constexpr const char* start = support::cloud_start;

Move move(std::string_view text) { return support::squares(text); }
std::string board(const std::string& action, const std::string& fen = start) {
  return support::cloud_query(action, fen);
}
void add(std::vector<SmallGame>& games, int count, int red_wins,
         std::initializer_list<const char*> line) {
  support::add_games(games, count, red_wins, line);
}

/// The scores of an answer to queryall, in its order.
std::vector<int> scores_of(const std::string& text) {
  std::vector<int> scores;
  for (auto at = text.find("move:"); at != std::string::npos; at = text.find("move:", at + 1)) {
    const auto score = text.find(",score:", at);
    REQUIRE(score == at + 9); // behind the move
    scores.push_back(std::stoi(text.substr(score + 7)));
  }
  return scores;
}

} // namespace

TEST_CASE("cloud book: queryall lists the book's moves, best first", "[threads]") {
  const Cloud cloud{Cloud::Book::without_scores};
  const auto response = cloud.get(board("queryall"));
  CHECK(response.status == 200);
  CHECK(response.content_type == "text/plain; charset=utf-8");
  CHECK_FALSE(response.etag.empty());
  CHECK(*response.body == "move:h2e2,rank:2,note:! (02-02),winrate:75.00|"
                          "move:c3c4,rank:0,note:? (01-01),winrate:55.00|"
                          "move:b0c2,rank:0,note:? (00-00),winrate:100.00");
}

TEST_CASE("cloud book and explorer: scores of a judged book", "[threads]") {
  const Cloud cloud{Cloud::Book::judged};
  const auto text = cloud.text(board("queryall"));
  const auto scores = scores_of(text);
  CHECK(text.find("source:") == std::string::npos);
  CHECK(scores.size() == 4); // the engine names a move that nobody played
  CHECK(std::ranges::is_sorted(scores, std::greater{}));
  CHECK(text.find(fmt::format("score:{},rank:2,note:!", scores.front())) != std::string::npos);
  CHECK(cloud.text(board("queryscore")) == fmt::format("eval:{}", scores.front()));
  CHECK(cloud.text(board("querypv")).starts_with(fmt::format("score:{},depth:", scores.front())));
  book::Book book{cloud.folder.file("small.xqbook")};
  for (const auto& m : book.probe_all(Position::start())) {
    const auto name = uci::move_text(m.move, uci::RankBase::zero);
    REQUIRE(m.score);
    CHECK(text.find(fmt::format("move:{},score:{},", name, m.score->score)) != std::string::npos);
    CHECK(text.find(fmt::format("winrate:{:.2f}", 100 * analysis::winning_probability(
                                                            m.score->score))) != std::string::npos);
  }

  Request request;
  request.method = "GET";
  request.target = "/explorer?topGames=0&recentGames=0";
  const std::string answer = *cloud.service->answer(request).body;
  for (const int score : scores) {
    CHECK(answer.find(fmt::format("\"score\":{},\"depth\":", score)) != std::string::npos);
  }
  CHECK(answer.find("\"score\":null") == std::string::npos);
}

TEST_CASE("cloud book: showall adds the other legal moves", "[threads]") {
  const Cloud cloud;
  const auto text = cloud.text(board("queryall") + "&showall=1");
  CHECK(text.starts_with(cloud.text(board("queryall")) + "|move:"));
  CHECK(text.find("|move:a3a4,score:??,rank:0,note:? (?\?-?\?)") != std::string::npos);
  // b2e2 is h2e2 in the mirror, and so not another move.
  CHECK(text.find("move:b2e2") == std::string::npos);
  CHECK(text.find("move:g3g4") == std::string::npos);
}

TEST_CASE("cloud book: a book without scores gets those that the results mean, marked",
          "[threads]") {
  const Cloud cloud;
  const auto text = cloud.text(board("queryall"));
  const auto scores = scores_of(text);
  CHECK(scores.size() == 3);
  CHECK(std::ranges::is_sorted(scores, std::greater{}));
  CHECK(std::ranges::count(text, '|') == 2);
  std::size_t marked = 0;
  for (auto at = text.find(",source:results"); at != std::string::npos;
       at = text.find(",source:results", at + 1)) {
    ++marked;
  }
  CHECK(marked == 3);
  // 40 games with 75 %: what the lower end of the interval means.
  const double lower = service::safe_winrate({40, 20, 20, 0}, Color::red) / 100;
  CHECK(analysis::winning_probability(scores.front()) == Approx(lower).margin(0.002));
  CHECK(cloud.text(board("queryscore")) == fmt::format("eval:{}", scores.front()));
  CHECK(cloud.text(board("querypv")) ==
        fmt::format("score:{},depth:3,pv:h2e2|h9g7|h0g2", scores.front()));
  CHECK(cloud.text(board("queryscore") + "&json=1") ==
        fmt::format(R"({{"status":"ok","eval":{},"source":"results"}})", scores.front()));
}

TEST_CASE("cloud book: querypv ends where the judged moves end", "[threads]") {
  const support::ScratchFolder folder;
  std::vector<SmallGame> games;
  add(games, 30, 15, {"h2e2", "h9g7", "h0g2", "b9c7", "b0c2", "i9h9", "i0h0", "g6g5"});
  support::make_book(folder.file("b.xqbook"), games);
  support::KeyEngine engine;
  ScoringSetup setup;
  setup.book = setup.target = folder.file("b.xqbook");
  setup.analysts = support::key_analysts(engine);
  setup.max_ply = 2;
  REQUIRE(ScoringRun{setup}.run() == StopReason::none);
  book::Book book{folder.file("b.xqbook")};
  for (const auto unjudged : {Unjudged::no_score, Unjudged::score_of_results}) {
    const auto text = service::answer_book(
        {Position::start(), "querypv", {}, false, false, unjudged}, book, [] { return 0; });
    // Each of its moves is judged, and behind the last there is no judged move.
    Position position = Position::start();
    const auto line = text.substr(text.find(",pv:") + 4);
    for (std::size_t at = 0; at < line.size(); at += 5) {
      const Move next = support::squares(line.substr(at, 4));
      const auto known = book.probe_all(position);
      const auto found = std::ranges::find(known, next, &book::BookMove::move);
      REQUIRE(found != known.end());
      CHECK(found->score);
      position.do_move(next);
    }
    CHECK(std::ranges::none_of(book.probe_all(position),
                               [](const auto& m) { return m.score.has_value(); }));
  }
}

TEST_CASE("cloud book: showall=1 lists the legal moves of a position that is not in the book",
          "[threads]") {
  const Cloud cloud;
  const std::string unknown = "3k5/9/9/9/9/9/9/9/4R4/4K4%20w";
  const auto text = cloud.text(board("queryall", unknown) + "&showall=1");
  CHECK(text.starts_with("move:"));
  CHECK(text.find("move:e1e9,score:??,rank:0,note:? (?\?-?\?)") != std::string::npos);
  const auto count = std::ranges::count(text, '|') + 1;
  MoveList legal;
  generate_legal(read_fen("3k5/9/9/9/9/9/9/9/4R4/4K4 w")->position, legal);
  CHECK(count == std::distance(legal.begin(), legal.end()));
  CHECK(cloud.text(board("queryall", unknown) + "&showall=1&json=1")
            .starts_with(R"({"status":"ok","moves":[{"uci":")"));
  CHECK(cloud.text(board("queryall", unknown)) == "unknown");
}

TEST_CASE("cloud book: a move without a value in a judged position is ?? for who asks for all") {
  const support::ScratchFolder folder;
  std::vector<SmallGame> games;
  add(games, 3, 1, {"h2e2"});
  support::make_book(folder.file("b.xqbook"), games);
  book::Book book{folder.file("b.xqbook")};
  const auto ask = [&](bool all) {
    return service::answer_book({Position::start(), "queryall", {}, all, false, Unjudged::no_score},
                                book, [] { return 0; });
  };
  CHECK(ask(false).starts_with("move:h2e2,rank:2"));
  CHECK(ask(true).starts_with("move:h2e2,score:??,rank:2"));
}

TEST_CASE("cloud book: json=1 gives the same as JSON", "[threads]") {
  const Cloud cloud{Cloud::Book::without_scores};
  const auto response = cloud.get(board("queryall") + "&json=1");
  CHECK(response.content_type == "application/json");
  CHECK(response.body->starts_with(
      R"x({"status":"ok","moves":[{"uci":"h2e2","rank":2,"note":"! (02-02)","winrate":"75.00"},{)x"));
  CHECK(cloud.text(board("querybest") + "&json=1") == R"({"status":"ok","move":"h2e2"})");
  CHECK(cloud.text(board("querysearch") + "&json=1") ==
        R"({"status":"ok","search_moves":[{"uci":"h2e2"}]})");
  CHECK(cloud.text(board("queryscore") + "&json=1") == R"({"status":"unknown"})");
  CHECK(cloud.text(board("querypv") + "&json=1") == R"({"status":"unknown"})");
  CHECK(cloud.text(board("queryall", "nonsense") + "&json=1") == R"({"status":"invalid board"})");
}

TEST_CASE("cloud book: querybest, query, querysearch, queryscore, querypv", "[threads]") {
  const Cloud cloud{Cloud::Book::without_scores};
  CHECK(cloud.text(board("querybest")) == "move:h2e2");
  CHECK(cloud.text(board("query")) == "move:h2e2");
  CHECK(cloud.text(board("querysearch")) == "search:h2e2");
  CHECK(cloud.text(board("queryscore")) == "unknown"); // no engine has judged
  CHECK(cloud.text(board("querypv")) == "unknown");
}

TEST_CASE("cloud book: ban takes moves out", "[threads]") {
  const Cloud cloud;
  CHECK(cloud.text(board("querybest") + "&ban=move:h2e2") == "move:c3c4");
  CHECK(cloud.text(board("querybest") + "&ban=move:h2e2%7Cmove:c3c4") == "move:b0c2");
  CHECK(cloud.text(board("querybest") + "&ban=h2e2|c3c4|b0c2") == "nobestmove");
  CHECK(cloud.text(board("query") + "&ban=h2e2|c3c4|b0c2") == "nobestmove");
  CHECK(cloud.text(board("queryall") + "&showall=1&ban=move:h2e2").find("h2e2") ==
        std::string::npos);
}

TEST_CASE("cloud book: words instead of moves", "[threads]") {
  const Cloud cloud;
  const std::string unknown = "3k5/9/9/9/9/9/9/9/4R4/4K4%20w";
  const std::string mated = "3k5/3R5/3R5/9/9/9/9/9/9/4K4%20b";
  const std::string stalemated = "3k5/1R7/4R4/9/9/9/9/9/9/4K4%20b";
  for (const std::string action :
       {"queryall", "querybest", "query", "querysearch", "queryscore", "querypv"}) {
    INFO(action);
    CHECK(cloud.text(board(action, unknown)) == "unknown");
    CHECK(cloud.text(board(action, mated)) == "checkmate");
    CHECK(cloud.text(board(action, stalemated)) == "stalemate");
    CHECK(cloud.text(board(action, "nonsense")) == "invalid board");
    CHECK(cloud.text("action=" + action) == "invalid board");
  }
  CHECK(cloud.get("action=dance").status == 400);
  CHECK(cloud.get("").status == 400);
}

TEST_CASE("cloud book: mirror images are one position, sides may be r, counters may be there",
          "[threads]") {
  const Cloud cloud;
  // After 炮二平五: the image of it is after 炮八平五.
  const auto here = cloud.text(
      board("queryall", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR+b"));
  const auto there = cloud.text(
      board("queryall", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/4C2C1/9/RNBAKABNR+b+-+-+3+9"));
  CHECK(here.starts_with("move:h9g7,"));
  CHECK(there.starts_with("move:b9c7,"));
  CHECK(here.size() == there.size());
  CHECK(cloud.text(
            board("queryall", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR%20r")) ==
        cloud.text(board("queryall")));
}

TEST_CASE("cloud book: a script that sends everything by POST, learn=1, NUL at the end",
          "[threads]") {
  const Cloud cloud;
  using namespace std::string_literals;
  const auto response = cloud.post(
      "/chessdb.php", "action=queryall&learn=1&showall=1&egtbmetric=dtc&board="s + start + "\0"s);
  CHECK(*response.body == cloud.text(board("queryall") + "&showall=1"));
  // The action in the address and the rest in the body.
  CHECK(*cloud.post("/chessdb.php?action=querybest", "board="s + start).body == "move:h2e2");
}

TEST_CASE("cloud book: a script that splits by | and , and : into names and values", "[threads]") {
  const Cloud cloud;
  auto text = cloud.text("action=queryall&learn=0&board=rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/"
                         "1C5C1/9/RNBAKABNR+w+-+-+0+1%00");
  std::vector<std::map<std::string, std::string>> lines;
  for (std::size_t at = 0; at < text.size();) {
    const auto end = std::min(text.size(), text.find('|', at));
    auto& line = lines.emplace_back();
    for (auto from = at; from < end;) {
      const auto comma = std::min(end, text.find(',', from));
      const auto colon = text.find(':', from);
      line[text.substr(from, colon - from)] = text.substr(colon + 1, comma - colon - 1);
      from = comma + 1;
    }
    at = end + 1;
  }
  REQUIRE(lines.size() == 3);
  CHECK(lines[0]["move"] == "h2e2");
  CHECK(lines[0]["rank"] == "2");
  CHECK(std::stod(lines[0]["winrate"]) == 75);
  CHECK(std::stoi(lines[0]["score"]) > 0);
}

TEST_CASE("cloud book: a script that leaves out what is marked ?? and reads the rest",
          "[threads]") {
  const Cloud cloud;
  auto text = cloud.text("action=queryall&learn=1&showall=1&egtbmetric=dtc&endgame=0&board=" +
                         std::string{start});
  int known = 0;
  for (std::size_t at = 0; at < text.size();) {
    const auto end = std::min(text.size(), text.find('|', at));
    const auto part = text.substr(at, end - at);
    CHECK(part.starts_with("move:"));
    known += part.find("??") == std::string::npos ? 1 : 0;
    at = end + 1;
  }
  CHECK(known == 3);
}

TEST_CASE("cloud book: queryrule says what repeats and what is forbidden", "[threads]") {
  const Cloud cloud;
  // The rook checks on and on: the next check would bring back a position.
  const std::string fen = "3k5/9/9/9/9/9/9/9/4R4/5K3%20w";
  const auto ask = [&](const std::string& list, const std::string& more = "") {
    return cloud.text("action=queryrule&board=" + fen + "&movelist=" + list + more);
  };
  const auto text = ask("e1d1|d9e9|d1e1|e9d9");
  CHECK(text.find("move:e1d1,rule:ban") != std::string::npos);
  CHECK(text.find("move:f0f1,rule:none") != std::string::npos);
  CHECK(ask("e1d1|d9e9|d1e1|e9d9", "&reptimes=2").find("rule:ban") == std::string::npos);
  CHECK(ask("e1d1|d9e9|d1e1|e9d9", "&json=1").starts_with(R"({"status":"ok","moves":[{"uci":")"));
  CHECK(ask("e1d1|d9e9") == "invalid movelist");
  CHECK(ask("e1d1|d9e9|d1e1|e9a9") == "invalid movelist");
  CHECK(ask("") == "invalid movelist");
  CHECK(cloud.get("action=queryrule&board=" + fen + "&reptimes=11&movelist=e1d1|d9e9|d1e1|e9d9")
            .status == 400);
  // Idle moves to and fro are a draw.
  const auto idle =
      cloud.text("action=queryrule&board=" + std::string{start} + "&movelist=a0a1|a9a8|a1a0|a8a9");
  CHECK(idle.find("move:a0a1,rule:draw") != std::string::npos);
  CHECK(idle.find("move:i0i1,rule:none") != std::string::npos);
}

TEST_CASE("cloud book: queue writes each position once, a whole line", "[threads]") {
  const Cloud cloud;
  const std::string after = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR%20b";
  const std::string image = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/4C2C1/9/RNBAKABNR%20b";
  CHECK(cloud.text(board("queue", after)) == "ok");
  CHECK(cloud.text(board("queue", image)) == "ok");
  CHECK(cloud.text(board("store", after) + "&json=1") == R"({"status":"ok"})");
  const std::string line = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b\n";
  CHECK(cloud.queue() == line);
  // A position in which nothing can be played is not put there.
  CHECK(cloud.text(board("queue", "3k5/3R5/3R5/9/9/9/9/9/9/4K4%20b")).empty());
  CHECK(cloud.text(board("queue", "3k5/3R5/3R5/9/9/9/9/9/9/4K4%20b") + "&json=1") == "{}");
  CHECK(cloud.text(board("queue", "nonsense")) == "invalid board");
  // A line that was cut short stays by itself, and what another program took out may come again.
  std::ofstream{cloud.folder.file("queue.txt")} << "rnbakabnr/9";
  CHECK(cloud.text(board("queue", after)) == "ok");
  CHECK(cloud.queue() == "rnbakabnr/9\n" + line);
}

TEST_CASE("cloud book: a browser that asks for another site's page, or for a link, writes nothing",
          "[threads]") {
  const Cloud cloud;
  Request request;
  request.method = "GET";
  request.foreign = true;
  for (const char* action : {"queue", "store"}) {
    request.target = "/chessdb.php?" + board(action);
    CHECK(cloud.service->answer(request).status == 403);
  }
  CHECK(cloud.queue().empty());
  request.target = "/chessdb.php?" + board("querybest"); // whose answer the browser keeps to itself
  CHECK(cloud.service->answer(request).status == 200);
  CHECK(cloud.text(board("queue")) == "ok"); // a program
  CHECK_FALSE(cloud.queue().empty());
}

TEST_CASE("cloud book: queue is bounded, and refused where there is none", "[threads]") {
  const support::ScratchFolder folder;
  service::PositionQueue queue{folder.file("q"), 2};
  Position position = Position::start();
  CHECK(queue.add(position));
  CHECK_FALSE(queue.add(position));
  position.do_move(move("h2e2"));
  CHECK(queue.add(position));
  position.do_move(move("h9g7"));
  CHECK_THROWS_AS(queue.add(position), service::HttpError);
  service::PositionQueue nowhere{folder.file("no/such/folder")};
  CHECK_THROWS_AS(nowhere.add(position), FileError);

  Service service{service::ServiceOptions{}};
  Request request;
  request.method = "GET";
  request.target = "/chessdb.php?" + board("queue");
  const auto refused = service.answer(request);
  CHECK(refused.status == 403);
  CHECK(refused.body->find("--queue") != std::string::npos);
  request.target = "/chessdb.php?" + board("queryall"); // and no book is unknown
  CHECK(*service.answer(request).body == "unknown");
}

TEST_CASE("judge: one won game does not beat a thousand played well") {
  const auto counted = [](const char* text, std::uint32_t red, std::uint32_t draws,
                          std::uint32_t black) {
    return book::BookMove{move(text), {red + draws + black, red, draws, black}, {}, {}};
  };
  const std::vector<book::BookMove> all{counted("b0c2", 1, 0, 0),
                                        counted("h2e2", 500, 300, 200),
                                        counted("g3g4", 485, 325, 190),
                                        counted("a3a4", 0, 0, 3),
                                        {move("c3c4"), {5, 0, 0, 0}, {}, {}}};
  const auto judged = service::judge(all, Color::red);
  REQUIRE(judged.size() == 5);
  CHECK(judged[0].move == move("h2e2"));
  CHECK(judged[0].rank == 2);
  CHECK(judged[0].winrate == 65);
  CHECK(judged[1].move == move("g3g4"));
  CHECK(judged[1].rank == 2); // half a percent less, and so an equal
  CHECK(judged[2].move == move("b0c2"));
  CHECK(judged[2].rank == 0);
  CHECK(judged[2].winrate == 100);
  const auto unknown =
      std::find_if(judged.begin(), judged.end(), [](const JudgedMove& m) { return m.games == 5; });
  CHECK(unknown->winrate == 50);
  CHECK(service::judge(all, Color::black).front().move == move("a3a4"));
}

TEST_CASE("judge: a main line is good, though a rarity won more") {
  const auto counted = [](const char* text, std::uint32_t red, std::uint32_t draws,
                          std::uint32_t black) {
    return book::BookMove{move(text), {red + draws + black, red, draws, black}, {}, {}};
  };
  const auto judged =
      service::judge({counted("h2e2", 9800, 9900, 7546), counted("c3c4", 3100, 2800, 2100),
                      counted("i0i1", 250, 100, 50), counted("a3a4", 100, 300, 900)},
                     Color::red);
  const auto rank = [&](const char* text) {
    return std::ranges::find(judged, move(text), &JudgedMove::move)->rank;
  };
  CHECK(rank("i0i1") == 2);
  CHECK(rank("h2e2") == 1); // 27,246 games
  CHECK(rank("c3c4") == 1);
  CHECK(rank("a3a4") == 0); // neither often nor well
  // What most play and lose by is bad all the same.
  const auto bad =
      service::judge({counted("h2e2", 100, 100, 800), counted("c3c4", 300, 300, 300)}, Color::red);
  CHECK(bad.back().move == move("h2e2"));
  CHECK(bad.back().rank == 0);
}

TEST_CASE("rank_moves: scores come before games") {
  std::vector<JudgedMove> all{{move("h2e2"), 100, 60, 20, 0},
                              {move("g3g4"), 5, 50, 25, 0},
                              {move("a3a4"), 900, 70, std::nullopt, 0},
                              {move("b0c2"), 1, 50, -40, 0},
                              {move("i3i4"), 1, 50, 25, 0}};
  service::rank_moves(all, {60, 50, 70, 50, 50});
  std::vector<int> ranks;
  std::string order;
  for (const auto& m : all) {
    ranks.push_back(m.rank);
    order += uci::move_text(m.move, uci::RankBase::zero) + ' ';
  }
  CHECK(order == "g3g4 i3i4 h2e2 b0c2 a3a4 ");
  CHECK(ranks == std::vector{2, 2, 1, 0, 0});
}

TEST_CASE(
    "answer_book: query draws among the good moves as often as games have them, equals by a coin") {
  const support::ScratchFolder folder;
  std::vector<SmallGame> games;
  add(games, 300, 150, {"h2e2"});
  add(games, 100, 50, {"c3c4"});
  support::make_book(folder.file("b.xqbook"), games);
  book::Book book{folder.file("b.xqbook")};
  std::uint64_t next = 0;
  std::map<std::string, int> drawn;
  for (int i = 0; i < 400; ++i) {
    ++drawn[service::answer_book({Position::start(), "query", {}, false, false}, book,
                                 [&] { return next++; })];
  }
  CHECK(drawn["move:h2e2"] + drawn["move:c3c4"] == 400);
  CHECK(drawn["move:h2e2"] >= 300);
}
