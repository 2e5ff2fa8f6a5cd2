// What the explorer counts is what a plain walk through the games finds.
#include "service/explorer/explorer.hpp"
#include "support/catch.hpp"
#include "support/make_book.hpp"
#include "support/make_database.hpp"
#include "support/scratch_folder.hpp"

#include <xq/board/fen.hpp>
#include <xq/book/book.hpp>
#include <xq/store/query.hpp>
#include <xq/uci/external.hpp>

#include <algorithm>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

namespace {

using namespace xq;
using nlohmann::json;
using support::SmallGame;

std::string encoded(std::string_view text) {
  std::string out;
  for (const char c : text) {
    out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return out;
}

json ask(service::Explorer& explorer, const std::string& query) {
  service::Request request;
  request.method = "GET";
  request.target = "/explorer?" + query;
  const service::Parameters parameters{query};
  return json::parse(*explorer.answer({request, parameters}).body);
}

/// games, red wins, draws, black wins, of each move
using Counts = std::map<std::string, std::array<int, 4>>;

/// The moves of the games that `wanted` lets through, game by game and position by position.
Counts count_plainly(const std::vector<SmallGame>& games, const Position& asked,
                     const std::function<bool(const SmallGame&)>& wanted) {
  const Position image = asked.mirrored();
  const bool symmetric = asked.same_board(image);
  Counts counts;
  for (const auto& game : games) {
    if (!wanted(game)) {
      continue;
    }
    std::set<std::string> made;
    Position position = game.start;
    for (const Move played : game.moves) {
      if (position.same_board(asked) || position.same_board(image)) {
        Move move = position.same_board(asked) ? played : mirror(played);
        if (symmetric) {
          move = book::usual_image(asked.at(move.from()), move);
        }
        made.insert(uci::move_text(move, uci::RankBase::zero));
      }
      position.do_move(played);
    }
    for (const auto& move : made) {
      auto& sum = counts[move];
      ++sum[0];
      sum[1] += game.result == record::Result::red_wins ? 1 : 0;
      sum[2] += game.result == record::Result::draw ? 1 : 0;
      sum[3] += game.result == record::Result::black_wins ? 1 : 0;
    }
  }
  return counts;
}

Counts counts_of(const json& answer) {
  Counts counts;
  for (const auto& move : answer["moves"]) {
    counts[move["uci"]] = {move["games"], move["red"], move["draws"], move["black"]};
  }
  return counts;
}

std::vector<Position> some_positions(const std::vector<SmallGame>& games, std::mt19937& random) {
  std::vector<Position> out{Position::start()};
  for (int i = 0; i < 12; ++i) {
    const auto& game = games[random() % games.size()];
    Position position = game.start;
    const auto plies = game.moves.empty() ? 0 : random() % game.moves.size();
    for (std::size_t ply = 0; ply < plies; ++ply) {
      position.do_move(game.moves[ply]);
    }
    out.push_back(random() % 2 == 0 ? position : position.mirrored());
  }
  return out;
}

struct Shelf {
  explicit Shelf(std::vector<SmallGame> wanted, std::size_t indexed,
                 const service::GameTable::Limits& limits = {})
      : games{std::move(wanted)} {
    support::make_database(folder.file("games.xqdb"), games, indexed);
    support::make_book(folder.file("book.xqbook"), games);
    library = std::make_unique<service::Library>(std::vector{folder.file("games.xqdb")},
                                                 std::vector{folder.file("book.xqbook")}, limits);
    explorer = std::make_unique<service::Explorer>(*library, cache);
  }
  support::ScratchFolder folder;
  std::vector<SmallGame> games;
  service::AnswerCache cache{std::size_t{1} << 20U};
  std::unique_ptr<service::Library> library;
  std::unique_ptr<service::Explorer> explorer;
};

bool is_in(const SmallGame& game, std::string_view name, const char* color) {
  const auto record = support::as_record(game);
  const bool red = record.tag("Red").find(name) != std::string_view::npos;
  const bool black = record.tag("Black").find(name) != std::string_view::npos;
  return std::string_view{color} == "red"     ? red
         : std::string_view{color} == "black" ? black
                                              : red || black;
}

} // namespace

TEST_CASE("explorer: counts are those of a plain walk, from the book and from the games") {
  std::mt19937 random{20};
  const service::GameTable::Limits few{.move_bytes = 1000, .kept_plies = 6};
  for (int round = 0; round < 6; ++round) {
    // No index, one of all games, one of half of them; all moves in memory, or the first ones.
    Shelf shelf{support::small_archive(random, 60), static_cast<std::size_t>(round % 3) * 30,
                round < 3 ? service::GameTable::Limits{} : few};
    for (const Position& position : some_positions(shelf.games, random)) {
      const auto fen = "fen=" + encoded(write_fen(position));
      INFO("round " << round << ", " << write_fen(position));
      const auto all = count_plainly(shelf.games, position, [](const SmallGame&) { return true; });
      const auto from_games = ask(*shelf.explorer, fen + "&moves=200&source=games");
      CHECK(counts_of(from_games) == all);
      const auto from_book = ask(*shelf.explorer, fen + "&moves=200");
      CHECK(counts_of(from_book) == all);
      for (const auto* const member :
           {"moves", "topGames", "recentGames", "red", "draws", "black"}) {
        INFO(member);
        CHECK(from_book[member] == from_games[member]);
      }
      int red = 0;
      for (const auto& [move, counts] : all) {
        red += counts[1];
      }
      CHECK(from_games["red"] == red);
      CHECK(from_games["white"] == red);
    }
  }
}

TEST_CASE("explorer: filters mean what those of a search mean") {
  std::mt19937 random{21};
  Shelf shelf{support::small_archive(random, 80), 80};
  for (const Position& position : some_positions(shelf.games, random)) {
    const auto fen = "moves=200&fen=" + encoded(write_fen(position));
    INFO(write_fen(position));
    const auto check = [&](const std::string& query, const store::Filter& filter,
                           const std::function<bool(const SmallGame&)>& wanted) {
      INFO(query);
      const auto answer = ask(*shelf.explorer, fen + query + "&topGames=100");
      CHECK(counts_of(answer) == count_plainly(shelf.games, position, wanted));
      // As xq search has it.
      store::GameDatabase games{shelf.folder.file("games.xqdb")};
      auto with_position = filter;
      with_position.position = {BoardPattern::exactly(position), position.canonical()};
      std::set<std::string> found;
      for (const auto number : games.find_numbers(with_position)) {
        found.insert(std::to_string(number));
      }
      std::set<std::string> shown;
      for (const auto& game : answer["topGames"]) {
        shown.insert(game["id"]);
      }
      CHECK(shown == found);
    };
    check("&since=1970", {.from = 19700000}, [](const SmallGame& g) { return g.year >= 1970; });
    check("&until=1980", {.until = 19800000},
          [](const SmallGame& g) { return g.year != 0 && g.year <= 1980; });
    check("&since=1960&until=1990-11", {.from = 19600000, .until = 19901100},
          [](const SmallGame& g) {
            return g.year >= 1960 && (g.year < 1990 || (g.year == 1990 && g.number % 3 != 2));
          });
    for (const auto* const color : {"red", "black", ""}) {
      store::Filter filter;
      (std::string_view{color} == "red"     ? filter.red
       : std::string_view{color} == "black" ? filter.black
                                            : filter.player) = "許銀川";
      check("&player=" + encoded("許銀川") + "&color=" + color, filter,
            [&](const SmallGame& g) { return is_in(g, "许银川", color); });
    }
    store::Filter filter;
    filter.player = "li m";
    check("&player=li+M", filter, [](const SmallGame& g) { return is_in(g, "Li Ming", ""); });
  }
}

TEST_CASE("explorer: a mirrored position gives the mirrored answer") {
  std::mt19937 random{22};
  Shelf shelf{support::small_archive(random, 60), 60};
  for (const Position& position : some_positions(shelf.games, random)) {
    INFO(write_fen(position));
    const auto here = ask(*shelf.explorer, "moves=200&fen=" + encoded(write_fen(position)));
    const auto there =
        ask(*shelf.explorer, "moves=200&fen=" + encoded(write_fen(position.mirrored())));
    Counts mirrored_counts;
    for (const auto& [move, counts] : counts_of(here)) {
      Move image = mirror(uci::parse_move(move, uci::RankBase::zero));
      if (position.canonical().symmetric) {
        image = mirror(image);
      }
      mirrored_counts[uci::move_text(image, uci::RankBase::zero)] = counts;
    }
    CHECK(counts_of(there) == mirrored_counts);
    for (const auto* const list : {"topGames", "recentGames"}) {
      REQUIRE(here[list].size() == there[list].size());
      for (std::size_t i = 0; i < here[list].size(); ++i) {
        CHECK(here[list][i]["id"] == there[list][i]["id"]);
      }
    }
  }
}

TEST_CASE("explorer: games come by rating and by date, and show the move they make") {
  std::mt19937 random{23};
  Shelf shelf{support::small_archive(random, 60), 60};
  const auto answer = ask(*shelf.explorer, "topGames=100&recentGames=100&moves=0");
  REQUIRE(answer["topGames"].size() == 60);
  const auto level = [](const json& game) {
    const int red = game["red"]["rating"].is_null() ? 0 : game["red"]["rating"].get<int>();
    const int black = game["black"]["rating"].is_null() ? 0 : game["black"]["rating"].get<int>();
    return red == 0 || black == 0 ? 2 * (red + black) : red + black;
  };
  for (std::size_t i = 1; i < 60; ++i) {
    CHECK(level(answer["topGames"][i - 1]) >= level(answer["topGames"][i]));
    const auto& newer = answer["recentGames"][i - 1];
    const auto& older = answer["recentGames"][i];
    const auto month = [](const json& game) {
      return game["month"].is_null()
                 ? fmt::format("{}-00", game["year"].is_null() ? 0 : game["year"].get<int>())
                 : game["month"].get<std::string>();
    };
    CHECK((newer["year"].is_null() ? older["year"].is_null()
                                   : month(newer) >= month(older) || older["year"].is_null()));
  }
  for (const auto& game : answer["topGames"]) {
    const auto& small = shelf.games[std::stoul(game["id"].get<std::string>()) - 1];
    if (small.moves.empty()) {
      CHECK(game["uci"].is_null());
    } else {
      const Move move =
          book::usual_image(Position::start().at(small.moves[0].from()), small.moves[0]);
      CHECK(game["uci"] == uci::move_text(move, uci::RankBase::zero));
    }
  }
}
