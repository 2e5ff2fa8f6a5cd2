// Games of a database one by one.
#include "support/catch.hpp"
#include "support/make_database.hpp"
#include "support/scratch_folder.hpp"

#include <xq/store/game_database.hpp>

#include <algorithm>
#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <vector>

using namespace xq;

TEST_CASE("the games that a filter lets through come one by one, and may be kept") {
  const support::ScratchFolder folder;
  std::mt19937 random{11};
  std::vector<support::SmallGame> games;
  std::set<std::vector<Move>> different; // a game that repeats another one is not stored
  while (games.size() < 150) {           // some portions
    auto game = support::small_game(random);
    if (different.insert(game.moves).second) {
      game.number = static_cast<int>(games.size()) + 1;
      game.year = static_cast<std::uint16_t>(1900 + games.size());
      games.push_back(std::move(game));
    }
  }
  support::make_database(folder.file("a.xqdb"), games);
  store::GameDatabase database{folder.file("a.xqdb")};

  std::vector<record::Game> kept;
  auto found = database.find({.from = 19200000});
  CHECK(found.size() == 130);
  CHECK(found.numbers() == database.find_numbers({.from = 19200000}));
  for (const auto& game : found) {
    kept.push_back(game);
  }
  REQUIRE(kept.size() == 130);
  bool same = true;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    same = same && kept[i]["Event"] == "Event " + std::to_string(i + 21) &&
           kept[i].number == i + 21 &&
           kept[i].plies() == static_cast<int>(games[i + 20].moves.size());
  }
  CHECK(same);
  CHECK(found.next() == nullptr);
  CHECK(database.find({.player = "nobody"}).next() == nullptr);
}

TEST_CASE("a filter of games that reach a position") {
  const support::ScratchFolder folder;
  std::mt19937 random{12};
  std::vector<support::SmallGame> games(40);
  for (std::size_t i = 0; i < games.size(); ++i) {
    games[i] = support::small_game(random);
    games[i].number = static_cast<int>(i) + 1;
  }
  support::make_database(folder.file("a.xqdb"), games);
  store::GameDatabase database{folder.file("a.xqdb")};
  std::size_t compared = 0;
  for (const auto& game : database.find({})) {
    if (game.plies() < 3) {
      continue;
    }
    const auto place = game.final_position();
    const auto numbers = database.find_numbers({.position = store::reaches(place)});
    CHECK(std::ranges::find(numbers, static_cast<std::int64_t>(game.number)) != numbers.end());
    ++compared;
  }
  CHECK(compared > 5);
}
