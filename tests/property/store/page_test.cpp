#include "sqlite/sqlite.hpp"
#include "store/order/page.hpp"
#include "support/catch.hpp"
#include "support/random_positions.hpp"
#include "support/scratch_folder.hpp"

#include <xq/store/game_import.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <random>
#include <string>

using namespace xq;
using namespace xq::store;

namespace {

/// What a record says, as a list would show it; empty: nothing.
struct Told {
  std::int64_t number = 0;
  std::map<ListColumn, std::string> text;
};

struct Header {
  const char* name;
  ListColumn column;
  std::vector<const char*> values;
};
const std::vector<Header>& headers() {
  static const std::vector<Header> all{
      {"Event", ListColumn::event, {"", "杯", "Cup", "cup", "Éa", "联赛"}},
      {"Site", ListColumn::site, {"", "广州", "a", "B"}},
      {"Date", ListColumn::date, {"", "1998.12.09", "1998.??.??", "2001.01.??"}},
      {"Round", ListColumn::round, {"", "1", "2", "10", "10a", "final", "-1"}},
      {"Red", ListColumn::red, {"", "许银川", "Li", "li", "吕钦"}},
      {"Black", ListColumn::black, {"", "许银川", "Li", "Zhao"}},
      {"RedTeam", ListColumn::red_team, {"", "广东", "Team"}},
      {"BlackTeam", ListColumn::black_team, {"", "广东", "上海"}},
      {"RedElo", ListColumn::red_elo, {"", "2400", "99", "none", "5000"}},
      {"BlackElo", ListColumn::black_elo, {"", "2400", "2500.5"}},
      {"ECCO", ListColumn::ecco, {"B00", "C47", "b1"}}};
  return all;
}

std::string lower_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](char c) {
    return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  });
  return text;
}

/// The value as the order sees it: a number where there is one in front, then the text.
using Value = std::tuple<std::int64_t, std::string, std::string>;
std::optional<Value> value_of(const Told& game, ListColumn column) {
  const auto found = game.text.find(column);
  if (column == ListColumn::game) {
    return Value{game.number, "", ""};
  }
  if (found == game.text.end() || found->second.empty()) {
    return std::nullopt;
  }
  const std::string& text = found->second;
  const bool digits = std::isdigit(static_cast<unsigned char>(text[0])) != 0;
  switch (column) {
  case ListColumn::result:
    return text == "*" ? std::nullopt
                       : std::optional{Value{text == "1-0"   ? 0
                                             : text == "0-1" ? 2
                                                             : 1,
                                             "", ""}};
  case ListColumn::date: { // unknown parts come first
    std::string known = text;
    std::replace(known.begin(), known.end(), '?', '0');
    return Value{0, known, ""};
  }
  case ListColumn::plies:
    return Value{std::stoll(text), "", ""};
  case ListColumn::red_elo:
  case ListColumn::black_elo: {
    const std::int64_t level = digits ? std::stoll(text) : 0;
    return level >= 1 && level <= 4095 ? std::optional{Value{level, "", ""}} : std::nullopt;
  }
  case ListColumn::round:
  case ListColumn::ecco:
    return Value{digits ? std::stoll(text) : INT64_MAX, lower_case(text), text};
  default:
    return Value{0, lower_case(text), text};
  }
}

bool naive_before(const Told& a, const Told& b, const std::vector<SortKey>& keys) {
  for (const auto& key : keys) {
    const auto x = value_of(a, key.column);
    const auto y = value_of(b, key.column);
    if (x != y) {
      return !x || !y ? x.has_value() : (*x < *y) != key.falling;
    }
  }
  return a.number < b.number;
}

std::vector<Told> import_some(const std::string& path, std::mt19937& random, int count) {
  std::vector<Told> all;
  GameImport import{path};
  for (int i = 1; i <= count; ++i) {
    record::Game game;
    Told told{i, {}};
    game.add_tag("Annotator", std::to_string(i)); // no record says all of another
    for (const auto& header : headers()) {
      if (random() % 4 != 0) {
        const std::string value = header.values[random() % header.values.size()];
        game.add_tag(header.name, value);
        told.text[header.column] = value;
      }
    }
    game.set_result(static_cast<record::Result>(random() % 4));
    told.text[ListColumn::result] = to_text(game.result());
    auto node = record::root_node;
    Position position = game.start();
    const auto plies = random() % 5;
    for (unsigned ply = 0; ply < plies; ++ply) {
      MoveList moves;
      generate_legal(position, moves);
      const Move move = moves[random() % moves.size()];
      node = game.add_move(node, move);
      position.do_move(move);
    }
    told.text[ListColumn::plies] = std::to_string(game.plies());
    if (told.text[ListColumn::ecco].empty()) { // the import finds it out
      game.add_tag("ECCO", "A00");
      told.text[ListColumn::ecco] = "A00";
    }
    REQUIRE(import.add(game));
    all.push_back(std::move(told));
  }
  import.finish();
  return all;
}

std::vector<SortKey> random_keys(std::mt19937& random) {
  constexpr std::array columns{ListColumn::game,    ListColumn::date,     ListColumn::red,
                               ListColumn::black,   ListColumn::result,   ListColumn::ecco,
                               ListColumn::plies,   ListColumn::event,    ListColumn::site,
                               ListColumn::round,   ListColumn::red_team, ListColumn::black_team,
                               ListColumn::red_elo, ListColumn::black_elo};
  std::vector<SortKey> keys(1 + random() % 3);
  for (auto& key : keys) {
    key = {columns[random() % columns.size()], random() % 2 == 0};
  }
  return keys;
}

std::vector<std::int64_t> numbers_of(const std::vector<Told>& games) {
  std::vector<std::int64_t> numbers;
  std::transform(games.begin(), games.end(), std::back_inserter(numbers),
                 [](const Told& game) { return game.number; });
  return numbers;
}

} // namespace

TEST_CASE("games stand in the order of their columns, page by page", "[store][property]") {
  const auto seed = std::random_device{}();
  CAPTURE(seed);
  std::mt19937 random{seed};
  support::ScratchFolder folder;
  const auto path = folder.file("games.xqdb");
  auto games = import_some(path, random, 80);
  GameDatabase database{path};
  for (int round = 0; round < 60; ++round) {
    const auto keys = random_keys(random);
    std::vector<Told> wanted;
    std::copy_if(games.begin(), games.end(), std::back_inserter(wanted),
                 [&](const Told&) { return round % 2 == 0 || random() % 8 == 0; });
    const auto found = numbers_of(wanted); // in rising order
    std::sort(wanted.begin(), wanted.end(),
              [&](const Told& a, const Told& b) { return naive_before(a, b, keys); });
    const auto expected = numbers_of(wanted);
    CHECK(select_page(database, found, {keys, {}, 0}) == expected);

    std::vector<std::int64_t> pages;
    const std::size_t limit = 1 + random() % 20;
    std::optional<std::int64_t> after;
    while (true) {
      const auto page = select_page(database, found, {keys, after, limit});
      CHECK(page.size() <= limit);
      if (page.empty()) {
        break;
      }
      pages.insert(pages.end(), page.begin(), page.end());
      after = page.back();
    }
    CHECK(pages == expected);
  }
}

TEST_CASE("a page comes after a game that is no longer wanted", "[store][property]") {
  std::mt19937 random{7};
  support::ScratchFolder folder;
  const auto path = folder.file("games.xqdb");
  const auto games = import_some(path, random, 40);
  const std::array keys{SortKey{ListColumn::red, true}};
  GameDatabase database{path};
  const auto all = numbers_of(games);
  const auto order = select_page(database, all, {keys, {}, 0});
  const auto cursor = order[10];
  auto others = all;
  std::erase(others, cursor);
  std::erase(others, order[3]); // before it: nothing moves
  const std::vector<std::int64_t> behind(order.begin() + 11, order.begin() + 16);
  CHECK(select_page(database, others, {keys, cursor, 5}) == behind);

  { // one that is gone has a place only where the order is that of the numbers
    sqlite::Database db{path, sqlite::Database::Mode::read_write};
    db.execute("DELETE FROM game WHERE id = " + std::to_string(cursor));
  }
  CHECK_THROWS_AS(select_page(database, others, {keys, cursor, 5}), Error);
  CHECK(select_page(database, others, {{}, std::int64_t{0}, 3}) ==
        std::vector<std::int64_t>(others.begin(), others.begin() + 3));
}

TEST_CASE("values that come from elsewhere are a key", "[store]") {
  std::mt19937 random{8};
  support::ScratchFolder folder;
  const auto path = folder.file("games.xqdb");
  import_some(path, random, 4);
  GameDatabase database{path};
  const std::array<std::int64_t, 3> found{1, 2, 4};
  const std::array<std::int64_t, 3> values{7, -1, 9};
  const std::array rising{SortKey{ListColumn::at, false, values}};
  const std::array falling{SortKey{ListColumn::at, true, values}};
  CHECK(select_page(database, found, {rising, {}, 0}) == std::vector<std::int64_t>{1, 4, 2});
  CHECK(select_page(database, found, {falling, {}, 0}) == std::vector<std::int64_t>{4, 1, 2});
  CHECK(select_page(database, found, {falling, 4, 1}) == std::vector<std::int64_t>{1});
  CHECK_THROWS_AS(select_page(database, found, {falling, 3, 1}), Error);
}
