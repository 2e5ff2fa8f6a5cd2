#include "record/facts.hpp"
#include "record/header_names.hpp"
#include "support/catch.hpp"
#include "support/parse.hpp"

#include <xq/record/ecco.hpp>

#include <string>
#include <utility>
#include <vector>

using namespace xq;
using namespace xq::record;

namespace {

using Tags = std::vector<std::pair<const char*, const char*>>;

Game game_with(const Tags& tags) {
  Game game;
  for (const auto& [name, value] : tags) {
    game.add_tag(name, value);
  }
  return game;
}

} // namespace

TEST_CASE("facts: of several headers for one thing the first counts") {
  const auto red = [](const Tags& tags) {
    const Game game = game_with(tags);
    return std::string{Facts{game}.red};
  };
  CHECK(red({}).empty());
  CHECK(red({{"Red", "A"}}) == "A");
  CHECK(red({{"White", "A"}}) == "A");
  CHECK(red({{"white", "A"}, {"RED", "B"}}) == "A");
  CHECK(red({{"Red", ""}, {"White", "B"}}).empty());
  CHECK(red({{"Red", "?"}, {"Red", "B"}}) == "?");
  const Game game = game_with({{"Event", "E"},
                               {"Site", "S"},
                               {"Date", "1998.12"},
                               {"Round", "3"},
                               {"Black", "B"},
                               {"WhiteTeam", "X"},
                               {"BlackTeam", "Y"},
                               {"ECCO", "C47"},
                               {"RedElo", "?"},
                               {"whiterating", "2400"},
                               {"RedRating", "2500"},
                               {"BlackElo", "9999"}});
  const Facts facts{game};
  CHECK(facts.event == "E");
  CHECK(facts.site == "S");
  CHECK(facts.days() == DateRange{19981200, 19981299});
  CHECK(facts.round == "3");
  CHECK(facts.black == "B");
  CHECK(facts.red_team == "X");
  CHECK(facts.black_team == "Y");
  CHECK(facts.ecco == "C47");
  CHECK(facts.levels == LevelPair{2400, 0});
}

TEST_CASE("facts: an ECCO header that says nothing leaves the opening to the moves") {
  const auto moves = std::string{"1. 炮二平五 马8进7 2. 马二进三 车9平8 1-0\n"};
  const auto code = [](const std::string& text) {
    return std::string{opening_code(support::parse_pgn(text).only())};
  };
  const auto found = code(moves);
  REQUIRE(found.size() == 3);
  for (const auto* nothing : {"", "?", " ", "-", "??"}) {
    CAPTURE(nothing);
    CHECK(code("[ECCO \"" + std::string{nothing} + "\"]\n\n" + moves) == found);
  }
  CHECK(code("[ECCO \"E99\"]\n\n" + moves) == "E99");
  CHECK(opening_code(Game{}).empty());
}

TEST_CASE("facts: days of a number in which 0 is not known") {
  CHECK(days_of(19981209) == DateRange{19981209, 19981209});
  CHECK(days_of(19981200) == DateRange{19981200, 19981299});
  CHECK(days_of(19980000) == DateRange{19980000, 19989999});
  CHECK(days_of(19980012) == DateRange{19980000, 19989999}); // a day of no month
  for (const std::int64_t none : {0, -5, 1231, 100000000}) {
    CHECK_FALSE(days_of(none).known());
  }
  CHECK(date_range("1998.12.09").year() == 1998);
  CHECK(date_range("????.12.09").year() == 0);
  CHECK(date_range("????.??.??") == DateRange{});
  CHECK(date_range("1998.13.12") == days_of(19980000));
}

TEST_CASE("headers get their usual names once, and none is lost") {
  const auto names_after = [](const Tags& tags) {
    Game game = game_with(tags);
    rename_foreign_headers(game);
    std::string out;
    for (std::size_t i = 0; i < game.tag_count(); ++i) {
      out += std::string{game.tag_at(i).name} + '=' + std::string{game.tag_at(i).value} + ' ';
    }
    return out;
  };
  CHECK(names_after({{"White", "A"}, {"Black", "B"}}) == "Red=A Black=B ");
  CHECK(names_after({{"white", "A"}, {"WHITEELO", "1"}}) == "Red=A RedElo=1 ");
  CHECK(names_after({{"White", "A"}, {"Red", "B"}}) == "White=A Red=B ");
  CHECK(names_after({{"White", "A"}, {"White", "B"}}) == "Red=A White=B ");
  CHECK(names_after({{"WhiteTime", "1"}, {"WhiteRating", "2"}, {"Wind", "3"}}) ==
        "WhiteTime=1 WhiteRating=2 Wind=3 ");
  CHECK(header_kind("BlackRating") == HeaderKind::black_level);
  CHECK(names_of(HeaderKind::red).front() == "Red");
  CHECK(standard_name("whiterating") == "RedElo");
  CHECK(standard_name("event") == "Event");
  CHECK(standard_name("Wind").empty());
}

TEST_CASE("a header is found under its new name among many") {
  Game game;
  for (int i = 0; i < 200; ++i) {
    game.add_tag("Header" + std::to_string(i), "x");
  }
  game.add_tag("White", "A");
  rename_foreign_headers(game);
  CHECK(game.tag("Red") == "A");
  CHECK_FALSE(game.has_tag("White"));
  CHECK(game.has_tag("Header7"));
}
