// Every kind of search against a naive look at each game.

#include "board/turned.hpp"
#include "notation/read_path.hpp"
#include "record/facts.hpp"
#include "support/catch.hpp"
#include "support/naive_find.hpp"
#include "support/random_games.hpp"
#include "support/scratch_folder.hpp"

#include <xq/board/movegen.hpp>
#include <xq/record/game.hpp>
#include <xq/store/game_database.hpp>
#include <xq/store/game_import.hpp>

#include <algorithm>
#include <functional>
#include <map>
#include <random>
#include <string>
#include <vector>

using namespace xq;
using namespace xq::store;

namespace {

using support::naive;
using support::naive_path;
using support::naive_ply;
using support::Numbers;
using support::positions_of;
using support::turned_position;
constexpr std::array comments{"弃车绝杀",  "棄車",        "好棋！Rook", "brook trout", "rooks",
                              "a rook, b", "中炮 屏风马", "",           "édition",     "x-rook"};

void add_headers(record::Game& game, std::mt19937& random) {
  const auto maybe = [&](const char* name, std::vector<const char*> values) {
    if (random() % 3 != 0) {
      game.add_tag(name, values[random() % values.size()]);
    }
  };
  maybe("Site", {"廣州", "广州 东山", "Beijing", ""});
  maybe("RedElo", {"2400", "2600", "?", "9999", "2500.5"});
  maybe("RedRating", {"2300"});
  maybe("BlackElo", {"2450", "", "0"});
  maybe("Opening", {"中炮", "Central Cannon", ""});
  maybe("variation", {"對屏風馬", "screen horses"});
}

/// Games of few choices at first, so that they share positions; one in five from another start.
std::string some_games(const support::ScratchFolder& folder, std::mt19937& random) {
  auto path = folder.file("games.xqdb");
  GameImport import{path};
  for (int i = 0; i < 150; ++i) {
    record::Game game;
    game.add_tag("Round", std::to_string(i));
    add_headers(game, random);
    if (i % 5 == 4) {
      game.set_start(support::random_placement(random, 3));
    }
    Position position = game.start();
    record::NodeId node = record::root_node;
    for (auto plies = random() % 70; plies > 0; --plies) {
      MoveList moves;
      generate_legal(position, moves);
      if (moves.empty()) {
        break;
      }
      const auto choices = node < 6 ? std::min<std::size_t>(moves.size(), 3) : moves.size();
      Move move = moves[random() % choices];
      for (const Move m : moves) { // captures, so that material changes
        move = node > 6 && position.at(m.to()) != Piece::none && random() % 3 == 0 ? m : move;
      }
      node = game.add_move(node, move);
      if (i % 3 == 0 && random() % 30 == 0) {
        game.add_comment(node, comments[random() % comments.size()]);
        game.add_nag(node, 300);
      }
      position.do_move(move);
    }
    if (i % 10 == 0) {
      game.add_comment(record::root_node, comments[random() % comments.size()]);
    }
    import.add(game);
  }
  import.finish();
  return path;
}

std::vector<record::Game> all_games(GameDatabase& database) {
  std::vector<record::Game> games;
  database.for_each({}, [&](const record::Game& game) {
    games.push_back(game);
    return true;
  });
  return games;
}

void random_images(Filter& filter, std::mt19937& random) {
  filter.mirrored = random() % 3 != 0;
  filter.exchanged = random() % 2 == 0;
  if (random() % 2 == 0) {
    const int first = static_cast<int>(random() % 30);
    filter.ply = Range{first, first + static_cast<int>(random() % 30)};
  }
}

} // namespace

TEST_CASE("header filters say the same of a stored game and of one in a file",
          "[store][property]") {
  const auto seed = std::random_device{}();
  CAPTURE(seed);
  std::mt19937 random{seed};
  support::ScratchFolder folder;
  GameDatabase database{some_games(folder, random)};
  const auto games = all_games(database);
  std::vector<Filter> filters(11);
  filters[0].site = "广州";
  filters[1].site = "beijing";
  filters[2].red_level = Range{2400, 2500};
  filters[3].black_level = Range{0, 0};
  filters[4].red_level = Range{0, 2399};
  filters[5].opening = "屏风马";
  filters[6].opening = "CANNON";
  filters[7].max_plies = 20;
  filters[8].max_plies = 0;
  filters[9].opening = "起马";
  filters[9].min_plies = 3;
  filters[10].comment = "车";
  filters[10].site = "州";
  for (const auto& filter : filters) {
    const Matcher matches{filter};
    const auto expected = naive(games, matches);
    CHECK(database.find_numbers(filter) == expected);
    CHECK(database.count(filter) == static_cast<std::int64_t>(expected.size()));
  }
  CHECK(database.find_numbers(filters[2]) == naive(games, [](const record::Game& game) {
          const auto level = record::Facts{game}.levels[0];
          return level >= 2400 && level <= 2500;
        }));
}

namespace {

/// Every header that a filter asks for, under all of its names, with values that say something and
/// such that say nothing, alone and beside another header for the same thing.
std::vector<record::Game> odd_games() {
  struct Odd {
    std::vector<const char*> names, values;
  };
  const std::vector<Odd> headers{
      {{"Red", "White", "white"}, {"", " ", "?", "-", "Hu", "胡榮華", "佚名", "Hu 荣华"}},
      {{"Black", "BLACK"}, {"", "?", "Hu", "胡荣华"}},
      {{"Event", "event"}, {"", "?", "五羊杯", "Cup 1998"}},
      {{"Site"}, {"", "?", "廣州", "广州 "}},
      {{"Date", "date"},
       {"", "?", "????.??.??", "1998", "1998.??.??", "1998.05", "1998.05.01", "1998.13.12", "98",
        "民国87年", "????.05.01", "May 1998", "0000.00.00"}},
      {{"ECCO", "Ecco"}, {"", " ", "?", "-", "??", "C01", "c01", "B05", "Z99", "C01 "}},
      {{"Opening", "variation"}, {"", "?", "屏風馬", "Screen Horses"}},
      {{"RedElo", "WhiteElo", "redrating", "WHITERATING"},
       {"", "?", "0", "2400", " 2400", "2400?", "+2400", "9999", "2500.5"}},
      {{"BlackElo", "BlackRating"}, {"", "?", "2450"}},
      {{"Result"}, {"", "?", "*", "1-0", "red"}}};
  std::vector<record::Game> games;
  const auto add = [&](const std::vector<std::pair<std::string, std::string>>& tags) {
    const auto plies = games.size() % 7; // that of no moves, too
    record::Game& game = games.emplace_back();
    for (const auto& [name, value] : tags) {
      game.add_tag(name, value);
    }
    game.number = games.size();
    game.add_tag("Id", std::to_string(game.number));
    Position position = game.start();
    auto node = record::root_node;
    for (std::size_t i = 0; i < plies; ++i) {
      MoveList moves;
      generate_legal(position, moves);
      node = game.add_move(node, *(moves.begin() + static_cast<std::ptrdiff_t>(i)));
      position.do_move(game.node(node).move);
    }
  };
  for (const auto& [names, values] : headers) {
    for (const auto* name : names) {
      for (const auto* value : values) {
        add({{name, value}});
        for (const auto* other : names) {
          add({{name, value}, {other, values.back()}});
          add({{other, values[values.size() / 2]}, {name, value}});
        }
      }
    }
  }
  return games;
}

std::vector<Filter> filters_of_headers() {
  std::vector<Filter> filters;
  const auto texts = [&](std::string Filter::*field, const std::vector<const char*>& values) {
    for (const auto* value : values) {
      filters.emplace_back().*field = value;
    }
  };
  texts(&Filter::player, {"胡荣华", "hu", "?", "-", " ", "佚名"});
  texts(&Filter::red, {"胡荣华", "hu", "?", " "});
  texts(&Filter::black, {"胡荣华", "hu", "?"});
  texts(&Filter::event, {"五羊", "cup", "?"});
  texts(&Filter::site, {"广州", "?"});
  texts(&Filter::ecco, {"C", "C01", "c01", "B0", "?", "-", " ", "Z"});
  texts(&Filter::opening, {"屏风马", "马", "horses", "?"});
  for (const auto* codes : {"C01", "B05", "", "?"}) {
    filters.emplace_back().openings = {codes};
  }
  for (const std::int64_t date : {19980000, 19980500, 19980501, 19980502, 19990000}) {
    filters.emplace_back().from = date;
    filters.emplace_back().until = date;
  }
  for (const auto range : {Range{0, 0}, Range{1, 2399}, Range{2400, 2400}, Range{2500, 4095}}) {
    filters.emplace_back().red_level = range;
    filters.emplace_back().black_level = range;
  }
  for (const auto result : {record::Result::unknown, record::Result::red_wins}) {
    filters.emplace_back().result = result;
  }
  filters.emplace_back().min_plies = 1;
  filters.emplace_back().max_plies = 0;
  return filters;
}

} // namespace

TEST_CASE("odd headers: the database finds the games that a filter of files finds",
          "[store][property]") {
  support::ScratchFolder folder;
  const auto games = odd_games();
  const auto path = folder.file("odd.xqdb");
  GameImport import{path};
  for (const auto& game : games) {
    REQUIRE(import.add(game));
  }
  import.finish();
  GameDatabase database{path};
  std::size_t found = 0;
  for (const auto& filter : filters_of_headers()) {
    const auto expected = naive(games, Matcher{filter});
    CAPTURE(filter.player, filter.red, filter.black, filter.event, filter.site, filter.ecco,
            filter.opening, filter.openings, filter.from, filter.until, expected.size());
    CHECK(database.find_numbers(filter) == expected);
    found += expected.empty() ? 0U : 1U;
  }
  CHECK(found > 40);
  // Nothing of what they say is lost.
  for (const auto& stored : all_games(database)) {
    CHECK(equal(stored, games[static_cast<std::size_t>(stored.number) - 1]));
  }
}

TEST_CASE("words of comments are found as they stand there", "[store][property]") {
  std::mt19937 random{std::random_device{}()};
  support::ScratchFolder folder;
  GameDatabase database{some_games(folder, random)};
  const auto games = all_games(database);
  struct Wanted {
    const char* query;
    std::vector<const char*> comments; ///< those that have it
  };
  const std::vector<Wanted> all{
      {"车", {"弃车绝杀", "棄車"}},
      {"棄車", {"弃车绝杀", "棄車"}},
      {"弃车绝杀", {"弃车绝杀"}},
      {"rook", {"好棋！Rook", "a rook, b", "x-rook"}},
      {"ROOK*", {"好棋！Rook", "rooks", "a rook, b", "x-rook"}},
      {"\"a rook\"", {"a rook, b"}},
      {"\"b rook\"", {}},
      {"！", {"好棋！Rook"}},
      {"dition", {}},
      {"édition", {"édition"}},
      {"风马", {"中炮 屏风马"}},
  };
  for (const auto& [query, having] : all) {
    CAPTURE(query);
    Filter filter;
    filter.comment = query;
    const auto expected = naive(games, [&, having = having](const record::Game& game) {
      bool has = false;
      for (record::NodeId id = 0; id < game.node_count(); ++id) {
        game.for_each_note(id, [&](const record::Game::Note& note) {
          has = has || std::find(having.begin(), having.end(), note.text) != having.end();
        });
      }
      return has;
    });
    CHECK(database.find_numbers(filter) == expected);
  }
  // All words, wherever in the game each of them stands.
  Filter both;
  Filter one;
  Filter other;
  both.comment = "车 rook";
  one.comment = "车";
  other.comment = "rook";
  Numbers expected;
  const auto a = database.find_numbers(one);
  const auto b = database.find_numbers(other);
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(expected));
  CHECK(database.find_numbers(both) == expected);
}

TEST_CASE("positions, material and what follows are found as a replay finds them",
          "[store][property]") {
  const auto seed = std::random_device{}();
  CAPTURE(seed);
  std::mt19937 random{seed};
  support::ScratchFolder folder;
  const auto path = some_games(folder, random);
  GameDatabase database{path};
  const auto games = all_games(database);
  const auto compare = [&](const Filter& filter) {
    Numbers expected;
    std::vector<std::int64_t> plies;
    for (const auto& game : games) {
      if (const int ply = naive_ply(game, filter); ply >= 0) {
        expected.push_back(static_cast<std::int64_t>(game.number));
        plies.push_back(ply);
      }
    }
    CHECK(database.find_numbers(filter) == expected);
    CHECK(database.reached(expected, filter) == plies);
    return expected.size();
  };
  std::size_t hits = 0;
  for (int round = 0; round < 3; ++round) {
    for (const char* text : {"-", "N-", "R-C", "P-", "-NP", "A-", "CP-N", "-P", "B-A"}) {
      Filter filter;
      filter.position = PositionFilter{*BoardPattern::read_balance(text)};
      filter.position->hold = 1 + static_cast<int>(random() % 5);
      random_images(filter, random);
      hits += compare(filter);
    }
    for (const char* text : {"R*N*C*P*-R*N*C*P", "RRNNCCPPPP-R+N+C+P+", "N+R*C*P*-C*R*N*P*"}) {
      Filter filter;
      filter.position = PositionFilter{*BoardPattern::read_material(text)};
      random_images(filter, random);
      hits += compare(filter);
    }
    for (const char* text : {"_________/_________/_________/_________/_________/_________/"
                             "_________/____#____/_________/_________",
                             "_________/_________/__n______/_________/_________/_________/"
                             "_________/_________/_________/________# w"}) {
      Filter filter;
      filter.position = PositionFilter{*BoardPattern::read_squares(text)};
      random_images(filter, random);
      hits += compare(filter);
    }
    const bool indexed = round == 2;
    if (indexed) {
      IndexOptions options;
      options.plies = 10;
      build_indexes(path, options);
    }
    for (int i = 0; i < 40; ++i) {
      const auto positions = positions_of(games[random() % games.size()]);
      const auto& position = positions[random() % std::min<std::size_t>(positions.size(), 8)];
      MoveList moves;
      generate_legal(position, moves);
      Filter filter;
      filter.position = PositionFilter{BoardPattern::exactly(position)};
      filter.position->key = position.canonical();
      filter.position->exchanged_key = turned_position(position).canonical();
      if (random() % 2 == 0 && !moves.empty()) {
        filter.position->then = moves[random() % std::min<std::size_t>(moves.size(), 3)];
      }
      random_images(filter, random);
      hits += compare(filter);
    }
  }
  CHECK(hits > 100);
}

TEST_CASE("the path of a piece is found whatever moves between its steps", "[store][property]") {
  const auto seed = std::random_device{}();
  CAPTURE(seed);
  std::mt19937 random{seed};
  support::ScratchFolder folder;
  GameDatabase database{some_games(folder, random)};
  const auto games = all_games(database);
  std::size_t hits = 0;
  for (const char* text :
       {"a3-a4", "Pa3-a4-a5", "马二进三,马三进四", "马8进7", "H2+3", "车9平8,车8进4", "b2e2",
        "b2-e2,", "i0-i1-e1", "h0-g2-h4", "c1.5", "兵七进一,兵七进一", "a0-a1,a1-a0"}) {
    CAPTURE(text);
    const auto path = notation::read_path(text);
    REQUIRE(path);
    for (int i = 0; i < 4; ++i) {
      Filter filter;
      filter.path = *path;
      random_images(filter, random);
      Numbers expected;
      std::vector<std::int64_t> plies;
      for (const auto& game : games) {
        if (const int ply = naive_path(game, filter); ply >= 0) {
          expected.push_back(static_cast<std::int64_t>(game.number));
          plies.push_back(ply);
        }
      }
      CHECK(database.find_numbers(filter) == expected);
      CHECK(database.reached(expected, filter) == plies);
      hits += expected.size();
    }
  }
  CHECK(hits > 20);
  for (const char* text : {"", "h0", "h0-h0", "h0-z2", "前马进四", "马二进三,马3进4", "马2进三",
                           "xyz", "a0-a1-a0-a1-a0-a1-a0-a1-a0-a1-a0-a1-a0-a1-a0-a1-a0-a1"}) {
    CAPTURE(text);
    CHECK_FALSE(notation::read_path(text));
  }
}
