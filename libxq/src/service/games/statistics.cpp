#include "service/games/statistics.hpp"

#include "jobs/answer/counted.hpp"
#include "jobs/answer/write.hpp"
#include "record/facts.hpp"
#include "service/games/asked_games.hpp"
#include "service/games/game_json.hpp"
#include "store/names/alias_table.hpp"

#include <xq/record/aliases.hpp>
#include <xq/record/ecco.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace xq::service {

namespace {

constexpr std::int64_t most_listed = 200;

using analysis::ResultCounts;
using jobs::all_games;
using jobs::Counted;
using jobs::FieldOf;
using jobs::games_with;
using jobs::get;
using jobs::Kind;
using jobs::Missing;
using jobs::Value;
using record::Result;

/// Red's wins, draws and Black's wins, as the explorer names them.
constexpr FieldOf<Counted> games_field{"games", Kind::count, all_games};
constexpr FieldOf<Counted> red_field{"red", Kind::count, games_with<Result::red_wins>};
constexpr FieldOf<Counted> draws_field{"draws", Kind::count, games_with<Result::draw>};
constexpr FieldOf<Counted> black_field{"black", Kind::count, games_with<Result::black_wins>};

constexpr std::array database_fields{
    FieldOf<std::string>{"db", Kind::text, [](const std::string& name) -> Value { return name; }}};
constexpr std::array total_fields{
    games_field, red_field, draws_field, black_field,
    FieldOf<Counted>{"unknown", Kind::count, games_with<Result::unknown>}};
constexpr std::array year_fields{FieldOf<Counted>{"year", Kind::count,
                                                  [](const Counted& row) -> Value {
                                                    return row.name.empty()
                                                               ? Value{}
                                                               : Value{std::stoi(row.name)};
                                                  },
                                                  Missing::null},
                                 games_field, red_field, draws_field, black_field};
constexpr std::array player_fields{
    FieldOf<Counted>{"name", Kind::name, get<&Counted::name>}, games_field,
    FieldOf<Counted>{"won", Kind::count, games_with<Result::red_wins>}, draws_field,
    FieldOf<Counted>{"lost", Kind::count, games_with<Result::black_wins>}};
template <notation::Style script>
constexpr std::array opening_fields{
    FieldOf<Counted>{"ecco", Kind::text, get<&Counted::name>},
    FieldOf<Counted>{"name", Kind::opening,
                     [](const Counted& row) -> Value {
                       const auto* const known = record::find_opening(row.name);
                       return known == nullptr                         ? Value{""}
                              : script == notation::Style::traditional ? Value{known->traditional}
                                                                       : Value{known->name};
                     }},
    games_field,
    red_field,
    draws_field,
    black_field};

struct Lists {
  std::uint64_t plies;
  std::vector<Counted> years, players, openings;
  bool traditional;
};
Value openings(const Lists& lists) {
  return lists.traditional ? rows_of(opening_fields<notation::Style::traditional>, lists.openings)
                           : rows_of(opening_fields<notation::Style::chinese>, lists.openings);
}
constexpr auto list_fields = std::to_array<FieldOf<Lists>>(
    {{"plies", Kind::count, get<&Lists::plies>},
     {"years", Kind::objects, [](const Lists& l) -> Value { return rows_of(year_fields, l.years); },
      jobs::parts<year_fields>},
     {"players", Kind::objects,
      [](const Lists& l) -> Value { return rows_of(player_fields, l.players); },
      jobs::parts<player_fields>},
     {"openings", Kind::objects, openings, jobs::parts<opening_fields<notation::Style::chinese>>}});

/// The players of a table as persons: by place of a name, the place of the person.
struct Persons {
  Persons(const GameTable& table, const record::Aliases& aliases) {
    std::unordered_map<std::string_view, std::uint32_t> places;
    for (const std::string& written : table.names()) {
      const auto name = aliases.canonical(record::NameKind::player, written);
      const auto [at, is_new] = places.emplace(name, static_cast<std::uint32_t>(names.size()));
      if (is_new) {
        names.push_back(name);
      }
      of_name.push_back(at->second);
      says_something.push_back(record::is_filled_in(written));
    }
  }
  std::vector<std::string_view> names; ///< of the table or the aliases
  std::vector<std::uint32_t> of_name;
  std::vector<bool> says_something; ///< by place of a name
};

class Totals {
public:
  /// Both outlive it.
  Totals(const GameTable& table, const record::Aliases& aliases)
      : m_table{table},
        m_persons{table, aliases},
        m_players(m_persons.names.size()),
        m_years(10000),
        m_openings(501) {}

  void add(std::size_t game) {
    const auto result = m_table.result(game);
    m_all.add(result);
    m_plies += m_table.plies(game);
    m_years[static_cast<std::size_t>(m_table.date(game) / 10000)].add(result);
    m_openings[m_table.ecco_place(game)].add(result);
    add_player(game, Color::red, result);
    add_player(game, Color::black, result);
  }

  void write(JsonWriter& json, std::size_t limit, const MoveStyle& style) const {
    const auto names_of = [](const auto& counts, auto name, std::size_t most) {
      std::vector<Counted> rows;
      for (std::size_t i = 0; i < counts.size(); ++i) {
        if (counts[i].games() != 0) {
          rows.push_back({std::string{name(i)}, counts[i]});
        }
      }
      return most == 0 ? rows : jobs::most_frequent(std::move(rows), most);
    };
    jobs::write_members<Counted>(json, total_fields, {{}, m_all});
    const auto year = [](std::size_t y) { return y == 0 ? std::string{} : std::to_string(y); };
    const auto player = [&](std::size_t place) { return m_persons.names[place]; };
    jobs::write_members<Lists>(json, list_fields,
                               {m_plies, names_of(m_years, year, 0),
                                names_of(m_players, player, limit),
                                names_of(m_openings, GameTable::ecco_at, limit),
                                style.script == notation::Style::traditional});
  }

private:
  /// From the player's side: won, drawn, lost.
  void add_player(std::size_t game, Color side, Result result) {
    if (side == Color::black && result != Result::draw && result != Result::unknown) {
      result = result == Result::red_wins ? Result::black_wins : Result::red_wins;
    }
    if (const auto player = m_table.player(game, side); m_persons.says_something[player]) {
      m_players[m_persons.of_name[player]].add(result);
    }
  }

  const GameTable& m_table;
  Persons m_persons;
  ResultCounts m_all;
  std::uint64_t m_plies = 0;
  std::vector<ResultCounts> m_players, m_years, m_openings;
};

/// The names that count as one.
std::shared_ptr<const record::Aliases> aliases_of(GameFile& file, const store::Filter& filter) {
  if (filter.names != nullptr) {
    return filter.names;
  }
  const GameFile::Lease reader{file.readers()};
  return std::make_shared<const record::Aliases>(store::read_alias_table(reader->games.sqlite()));
}

} // namespace

std::vector<jobs::Field> statistics_fields() {
  return described(database_fields, total_fields, list_fields);
}

Response answer_stats(const Library& library, AnswerCache& cache, const Call& call) {
  const auto asked = read_asked_games(call.query);
  const auto style = read_move_style(call.query);
  const auto limit = static_cast<std::size_t>(call.query.number("limit", 20, 1, most_listed));
  return Library::again_when_changed([&] {
    const auto file = database_of(library, call);
    return kept_answer(*file, cache, call, "stats", [&] {
      const GameTable& table = file->table();
      const auto aliases = aliases_of(*file, asked.filter);
      Totals totals{table, *aliases};
      if (asked.filter.empty() && !asked.repeated) {
        for (std::size_t game = 0; game < table.size(); ++game) {
          totals.add(game);
        }
      } else {
        const auto found = find_asked(*file, cache, asked, call.query);
        for (const auto game : table.places(found.games)) {
          totals.add(game);
        }
      }
      std::string out;
      JsonWriter json{out};
      json.begin_object();
      jobs::write_members(json, database_fields, file->name());
      totals.write(json, limit, style);
      json.end_object();
      return out;
    });
  });
}

} // namespace xq::service
