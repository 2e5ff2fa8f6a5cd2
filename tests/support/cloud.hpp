#pragma once

#include "service/service.hpp"
#include "support/catch.hpp"
#include "support/key_analyst.hpp"
#include "support/make_book.hpp"
#include "support/positions.hpp"
#include "support/scratch_folder.hpp"

#include <xq/scoring.hpp>

#include <fstream>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace support {

/// `count` games with these moves, of which Red wins so many and the rest is drawn.
inline void add_games(std::vector<SmallGame>& games, int count, int red_wins,
                      std::initializer_list<const char*> line) {
  for (int i = 0; i < count; ++i) {
    SmallGame game;
    for (const char* text : line) {
      game.moves.push_back(squares(text));
    }
    game.result = i < red_wins ? xq::record::Result::red_wins : xq::record::Result::draw;
    game.number = static_cast<int>(games.size()) + 1;
    games.push_back(game);
  }
}

/// A cloud book of 炮二平五 40 times (75 %), 兵七进一 (another image: 兵三进一) 20 times (55 %) and
/// 马八进七 once, won.
struct Cloud {
  enum class Book : std::uint8_t { judged, with_result_scores, without_scores };

  explicit Cloud(Book book = Book::with_result_scores) {
    std::vector<SmallGame> games;
    add_games(games, 30, 15, {"h2e2", "h9g7", "h0g2"});
    add_games(games, 10, 5, {"h2e2", "b9c7"});
    add_games(games, 20, 2, {"g3g4", "g6g5"});
    add_games(games, 1, 1, {"b0c2"});
    make_book(folder.file("small.xqbook"), games);
    if (book == Book::judged) {
      KeyEngine engine;
      xq::ScoringSetup setup;
      setup.book = setup.target = folder.file("small.xqbook");
      setup.analysts = key_analysts(engine);
      REQUIRE(xq::ScoringRun{setup}.run() == xq::StopReason::none);
    }
    xq::service::ServiceOptions options;
    options.books = {folder.file("small.xqbook")};
    options.queue = folder.file("queue.txt");
    options.result_scores = book != Book::without_scores;
    service = std::make_unique<xq::service::Service>(options);
  }

  [[nodiscard]] xq::service::Response get(const std::string& query,
                                          const char* method = "GET") const {
    xq::service::Request request;
    request.method = method;
    request.target = "/chessdb.php?" + query;
    return service->answer(request);
  }
  [[nodiscard]] xq::service::Response post(const std::string& target,
                                           const std::string& body) const {
    xq::service::Request request;
    request.method = "POST";
    request.target = target;
    request.body = body;
    return service->answer(request);
  }
  [[nodiscard]] std::string text(const std::string& query) const { return *get(query).body; }
  [[nodiscard]] std::string queue() const {
    std::ifstream file{folder.file("queue.txt")};
    return {std::istreambuf_iterator<char>{file}, {}};
  }

  ScratchFolder folder;
  std::unique_ptr<xq::service::Service> service;
};

constexpr const char* cloud_start =
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR%20w";

inline std::string cloud_query(const std::string& action, const std::string& fen = cloud_start) {
  return "action=" + action + "&board=" + fen;
}

} // namespace support
