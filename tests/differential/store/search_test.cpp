// Position search against playing every game on a board.

#include "store/position_index.hpp"
#include "support/catch.hpp"
#include "support/random_games.hpp"
#include "support/scratch_folder.hpp"

#include <xq/record/game.hpp>
#include <xq/store/game_database.hpp>
#include <xq/store/game_import.hpp>

#include <fmt/core.h>
#include <sqlite3.h>

#include <functional>
#include <limits>
#include <random>
#include <vector>

using namespace xq;
using namespace xq::sqlite;
using namespace xq::store;

namespace {

using Numbers = std::vector<std::int64_t>;

void import_some(const std::string& path, std::mt19937& random, int games) {
  GameImport import{path};
  record::Game game;
  for (int i = 0; i < games; ++i) {
    game.clear();
    if (i % 5 == 4) {
      game.set_start(support::random_placement(random, 3));
    }
    Position position = game.start();
    record::NodeId node = record::root_node;
    for (auto plies = random() % 60; plies > 0; --plies) {
      MoveList moves;
      generate_legal(position, moves);
      if (moves.empty()) {
        break;
      }
      // Few choices at first, so that games share positions.
      const auto choices = node < 6 ? std::min<std::size_t>(moves.size(), 3) : moves.size();
      const Move move = moves[random() % choices];
      node = game.add_move(node, move);
      position.do_move(move);
    }
    import.add(game);
  }
  import.finish();
}

Numbers naive(GameDatabase& games, const std::function<bool(const Position&)>& fits) {
  Numbers found;
  games.for_each({}, [&](const record::Game& game) {
    bool hit = false;
    const auto last = record::replay_main_moves(
        game, [&](record::NodeId, const Position& before) { hit = hit || fits(before); });
    if (hit || fits(last)) {
      found.push_back(static_cast<std::int64_t>(game.number));
    }
    return true;
  });
  return found;
}

/// Positions that occur, at all depths.
std::vector<Position> some_positions(GameDatabase& games, std::mt19937& random) {
  std::vector<Position> positions{Position::start()};
  games.for_each({}, [&](const record::Game& game) {
    record::replay_main_moves(game, [&](record::NodeId, const Position& before) {
      if (random() % 40 == 0) {
        positions.push_back(random() % 2 == 0 ? before : before.mirrored());
      }
    });
    return true;
  });
  return positions;
}

Numbers search(GameDatabase& games, const Position& position) {
  Filter filter;
  filter.position = {BoardPattern::exactly(position), position.canonical()};
  return games.find_numbers(filter);
}

void compare(GameDatabase& games, std::mt19937& random) {
  for (const Position& wanted : some_positions(games, random)) {
    const auto image = wanted.mirrored();
    CHECK(search(games, wanted) == naive(games, [&](const Position& p) {
            return p.same_board(wanted) || p.same_board(image);
          }));
  }
}

} // namespace

TEST_CASE("positions are found by scan, by index and by both", "[store]") {
  const auto seed = std::random_device{}();
  CAPTURE(seed);
  std::mt19937 random{seed};
  support::ScratchFolder folder;
  const auto path = folder.file("games.xqdb");
  import_some(path, random, 120);
  {
    GameDatabase games{path};
    compare(games, random);
  }
  IndexOptions options;
  options.plies = 8;
  options.memory = seed % 2 == 0 ? 20'000 : options.memory; // several slices
  const auto counts = build_indexes(path, options);
  CHECK(counts.positions > 10);
  {
    GameDatabase games{path};
    CHECK(PositionIndex{games.sqlite()}.games(Position::start().canonical()));
    compare(games, random);
  }
  import_some(path, random, 60); // after the index
  {
    GameDatabase games{path};
    compare(games, random);
  }
  Database{path, Database::Mode::read_write}.execute("DELETE FROM game WHERE id = 3");
  GameDatabase games{path};
  CHECK_FALSE(PositionIndex{games.sqlite()}.games(Position::start().canonical()));
  compare(games, random);
}

TEST_CASE("games are read by rows, whatever their numbers", "[store][threads]") {
  std::mt19937 random{11};
  support::ScratchFolder folder;
  const auto path = folder.file("games.xqdb");
  import_some(path, random, 8);
  constexpr auto highest = std::numeric_limits<std::int64_t>::max();
  {
    sqlite::Database db{path, sqlite::Database::Mode::read_write};
    for (const std::int64_t id : {std::int64_t{1'000'000'000'000}, highest, -highest - 1}) {
      db.execute(fmt::format("UPDATE game SET id = {} WHERE id = (SELECT max(id) FROM game "
                             "WHERE id < 100)",
                             id));
    }
  }
  struct Batch {
    Numbers numbers;
  };
  Numbers numbers;
  read_games<Batch>(
      path, {}, 2,
      [](record::Game& game, Batch& batch) {
        batch.numbers.push_back(static_cast<std::int64_t>(game.number));
      },
      [&](Batch&& batch) {
        numbers.insert(numbers.end(), batch.numbers.begin(), batch.numbers.end());
      });
  CHECK(numbers == Numbers{-highest - 1, 1, 2, 3, 4, 5, 1'000'000'000'000, highest});
}

TEST_CASE("the number of slices changes nothing", "[store]") {
  std::mt19937 random{7};
  support::ScratchFolder folder;
  const auto path = folder.file("games.xqdb");
  import_some(path, random, 80);
  const auto content = [&] {
    sqlite::Database db{path, sqlite::Database::Mode::read_only};
    sqlite::Statement query{db, "SELECT key, lock, hex(games) FROM position ORDER BY key"};
    std::string all;
    for (auto row = query.use(); row.next();) {
      all += fmt::format("{} {} {}\n", row.integer(0), row.integer(1), row.text(2));
    }
    return all;
  };
  build_indexes(path, {.plies = 6});
  const auto whole = content();
  CHECK(whole.size() > 100);
  build_indexes(path, {.plies = 6, .memory = 5'000});
  CHECK(content() == whole);
}

TEST_CASE("patterns are found like on a board", "[store]") {
  const auto seed = std::random_device{}();
  CAPTURE(seed);
  std::mt19937 random{seed};
  support::ScratchFolder folder;
  const auto path = folder.file("games.xqdb");
  import_some(path, random, 150);
  GameDatabase games{path};
  std::vector<BoardPattern> patterns;
  for (const auto* text :
       {"RRNNCCPPPP-RRNNCCPPPPP", "RRNNCCP+-RRNNCCP+", "R+N*C*P*-R*N*C*P*AABB"}) {
    patterns.push_back(*BoardPattern::read_material(text));
  }
  for (const auto* text :
       {"____k____/_________/_________/_________/_________/_________/_________/____C____/"
        "_________/_________",
        "_________/_________/_________/_________/_________/___#_____/_________/_________/"
        "_________/_________ b",
        "_________/_________/_________/_________/%________/_________/_________/_________/"
        "_________/_________"}) {
    patterns.push_back(*BoardPattern::read_squares(text));
  }
  for (const auto& pattern : patterns) {
    Filter filter;
    filter.position = {pattern, {}};
    const auto image = pattern.mirrored();
    CHECK(games.find_numbers(filter) ==
          naive(games, [&](const Position& p) { return pattern.matches(p) || image.matches(p); }));
  }
}

namespace {

/// Games of many players and events; every `common`th one begins with the same move.
void import_named(const std::string& path, int games, int common) {
  GameImport import{path};
  record::Game game;
  for (int i = 0; i < games; ++i) {
    game.clear();
    game.set_tag("Event", fmt::format("Cup {}", i));
    game.set_tag("Red", fmt::format("Red {}", i));
    game.set_tag("Black", fmt::format("Black {}", i % 100));
    MoveList moves;
    generate_legal(game.start(), moves);
    const Move first = i % common == 0 ? moves[0] : moves[1 + static_cast<std::size_t>(i) % 20];
    const auto node = game.add_move(record::root_node, first);
    Position position = game.start();
    position.do_move(first);
    generate_legal(position, moves);
    game.add_move(node, moves[static_cast<std::size_t>(i) % moves.size()]);
    import.add(game);
  }
  import.finish();
}

/// How many thousands of instructions SQLite spends on find().
std::pair<Numbers, int> find_and_count(const std::string& path, const Filter& filter) {
  GameDatabase games{path};
  int thousands = 0;
  sqlite3_progress_handler(
      games.sqlite().handle(), 1000,
      [](void* count) {
        ++*static_cast<int*>(count);
        return 0;
      },
      &thousands);
  auto found = games.find_numbers(filter);
  return {std::move(found), thousands};
}

} // namespace

TEST_CASE("a name is looked for once, not once for each game of the index", "[store]") {
  support::ScratchFolder folder;
  const auto path = folder.file("games.xqdb");
  const int common = GENERATE(1, 8);
  import_named(path, 3000, common);
  Position after = Position::start();
  MoveList moves;
  generate_legal(after, moves);
  after.do_move(moves[0]);
  Filter position;
  position.position = {BoardPattern::exactly(after), after.canonical()};
  std::vector<Filter> filters(5, position);
  filters[0].player = "Black 7";
  filters[1].red = "Red 5";
  filters[2].black = "black 1";
  filters[3].event = "Cup 12";
  filters[4].player = "Red 9";
  filters[4].event = "9";
  filters[4].min_plies = 2;
  std::vector<std::pair<Numbers, int>> by_scan;
  by_scan.reserve(filters.size());
  for (const Filter& filter : filters) {
    by_scan.push_back(find_and_count(path, filter));
  }
  build_indexes(path, {});
  for (std::size_t i = 0; i < filters.size(); ++i) {
    CAPTURE(i);
    const auto [found, thousands] = find_and_count(path, filters[i]);
    CHECK_FALSE(found.empty());
    CHECK(found == by_scan[i].first);
    CHECK(thousands <= 2 * by_scan[i].second + 20);
  }
}
