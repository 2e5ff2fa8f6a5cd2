#include "jobs/answer/write.hpp"
#include "jobs/search/list_columns.hpp"
#include "support/catch.hpp"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace {

using namespace xq;
using namespace xq::jobs;

struct Player {
  std::string name;
  int games = 0;
  std::optional<int> level{};
};
struct Event {
  std::string date;
  std::vector<Player> players;
  std::optional<Player> winner{};
};

constexpr auto player_fields = std::to_array<FieldOf<Player>>(
    {{"name", "player", Kind::name, get<&Player::name>, Missing::never, 20, 8},
     {"games", "games", Kind::count, get<&Player::games>},
     {"level", "level", Kind::count, get<&Player::level>, Missing::left_out},
     {"share", nullptr, Kind::percent, [](const Player& p) -> Value {
        return Decimal{p.games / 2.0, 1};
      }}});

constexpr auto event_fields = std::to_array<FieldOf<Event>>(
    {{"date", "date", Kind::date, get<&Event::date>},
     {"players", "players", Kind::objects,
      [](const Event& e) -> Value { return rows_of(player_fields, e.players); }},
     {"winner", nullptr, Kind::object,
      [](const Event& e) -> Value {
        return e.winner ? Value{object_of<Player>(player_fields, *e.winner)} : Value{};
      },
      Missing::null}});

} // namespace

TEST_CASE("an answer as JSON has its fields by name, nested ones too", "[jobs][answer]") {
  Event event{"1982.??.??", {{"胡荣华", 3, 2600}, {"吕钦", 2}}};
  CHECK(json_line<Event>(event_fields, event) ==
        "{\"date\":\"1982.??.??\",\"players\":["
        "{\"name\":\"胡荣华\",\"games\":3,\"level\":2600,\"share\":1.5},"
        "{\"name\":\"吕钦\",\"games\":2,\"share\":1.0}],\"winner\":null}\n");
  event = {"", {}, Player{"吕钦", 1}};
  CHECK(json_line<Event>(event_fields, event) ==
        "{\"date\":\"\",\"players\":[],"
        "\"winner\":{\"name\":\"吕钦\",\"games\":1,\"share\":0.5}}\n");
}

TEST_CASE("a table has a column for each label, and none for what no row says", "[jobs][answer]") {
  const std::vector<Player> players{{"胡荣华", 3, 2600}, {"a\nb", 12}};
  CHECK(render::table_text(table_of({}, rows_of(player_fields, players), "-")) ==
        "player  games  level\n"
        "胡荣华      3   2600\n"
        "a\\x0Ab     12      -\n");
  CHECK(render::table_text(table_of({}, rows_of(player_fields, std::vector{players[1]}))) ==
        "player  games\n"
        "a\\x0Ab     12\n");
  CHECK(render::table_text(table_of({}, rows_of(player_fields, std::vector<Player>{}))).empty());
}

TEST_CASE("a table for a narrow screen cuts names, not numbers", "[jobs][answer]") {
  const std::vector<Player> players{{"一二三四五六七八九十", 3}, {"Abcdefghijklmnopqrstuvwxyz", 5}};
  const auto table = table_of({}, rows_of(player_fields, players));
  CHECK(render::table_text(table, 80) == "player                games\n"
                                         "一二三四五六七八九十      3\n"
                                         "Abcdefghijklmnopqrst      5\n");
  CHECK(render::table_text(table, 18) == "player       games\n"
                                         "一二三四五       3\n"
                                         "Abcdefghijk      5\n");
}

TEST_CASE("the fields of an answer can be listed, those of JSON with their kinds",
          "[jobs][answer]") {
  constexpr std::array only_shown{FieldOf<Player>{"", "shown", Kind::text, get<&Player::name>}};
  std::string list;
  for (const Field& field : described(player_fields, only_shown)) {
    list += std::string{field.name} + ' ' + std::string{name(field.kind)} +
            (field.missing == Missing::never ? " " : "? ");
  }
  CHECK(list == "name name games count level count? share percent ");
  CHECK(name(Kind::objects) == "objects");
  CHECK(name(Kind::object) == "object");
  CHECK(list_fields().size() ==
        store::list_column_count + 2); // a name for each relation of repeats
}

TEST_CASE("null is written where a field would be left out", "[jobs][answer]") {
  std::string out;
  JsonWriter json{out};
  json.begin_object();
  write_member(json, {"a", "", Kind::count, Missing::left_out}, Value{nullptr});
  write_member(json, {"b", "", Kind::count, Missing::left_out}, Value{});
  write_member(json, {"c", "", Kind::count, Missing::null}, Value{});
  json.end_object();
  CHECK(out == "{\"a\":null,\"c\":null}");
}

TEST_CASE("a date that is none is shown as it is written", "[jobs][answer]") {
  const Field date{"date", "date", Kind::date};
  CHECK(shown_text(date, Value{"1982-1-2"}) == "1982.01.02");
  CHECK(shown_text(date, Value{"30年代"}) == "30年代");
  CHECK(shown_text(date, Value{}, "-") == "-");
}

TEST_CASE("a cell of CSV with a comma, a quotation mark or a line end is quoted",
          "[jobs][answer]") {
  std::string out;
  append_csv(out, std::array<std::string, 4>{"a", "b,c", "\"d\"", "e\nf"});
  CHECK(out == "a,\"b,c\",\"\"\"d\"\"\",\"e\nf\"\n");
}
