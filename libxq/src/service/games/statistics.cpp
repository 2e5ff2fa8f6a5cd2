#include "jobs/answer/counted.hpp"
#include "jobs/answer/write.hpp"
#include "record/facts.hpp"
#include "service/games/answers.hpp"
#include "service/games/asked_games.hpp"
#include "service/games/game_json.hpp"
#include "store/names/alias_table.hpp"

#include <xq/record/aliases.hpp>
#include <xq/record/ecco.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace xq::service {

namespace {

constexpr std::int64_t most_rows = 200;

using analysis::ResultCounts;
using analysis::Statistics;
using jobs::Counted;
using jobs::FieldOf;
using jobs::Kind;
using jobs::Missing;
using jobs::Value;

/// Counted games as the explorer names them.
constexpr auto games_field = jobs::counted_field("games", "games");
constexpr auto red_field = jobs::counted_field("red_wins", "red");
constexpr auto draws_field = jobs::counted_field("draws", "draws");
constexpr auto black_field = jobs::counted_field("black_wins", "black");

constexpr std::array database_fields{
    FieldOf<std::string>{"db", Kind::text, [](const std::string& name) -> Value { return name; }}};
constexpr std::array total_fields{games_field, red_field, draws_field, black_field,
                                  jobs::counted_field("unknown", "unknown")};
constexpr std::array year_fields{FieldOf<Counted>{"year", Kind::count,
                                                  [](const Counted& row) -> Value {
                                                    return row.name.empty()
                                                               ? Value{}
                                                               : Value{std::stoi(row.name)};
                                                  },
                                                  Missing::null},
                                 games_field, red_field, draws_field, black_field};
constexpr std::array player_fields{jobs::counted_field("name", "name"), games_field,
                                   jobs::counted_field("red_wins", "won"), draws_field,
                                   jobs::counted_field("black_wins", "lost")};
template <notation::Style script>
constexpr std::array opening_fields{
    FieldOf<Counted>{"ecco", Kind::text, jobs::get<&Counted::name>},
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
  const Statistics& of;
  std::size_t limit;
  bool traditional;
};
Value years(const Lists& lists) {
  return rows_of(year_fields, jobs::rows_of_table(lists.of.years));
}
Value players(const Lists& lists) {
  return rows_of(player_fields, jobs::most_frequent(jobs::both_colours(lists.of), lists.limit));
}
Value openings(const Lists& lists) {
  const auto rows = jobs::most_frequent(lists.of.openings, lists.limit);
  return lists.traditional ? rows_of(opening_fields<notation::Style::traditional>, rows)
                           : rows_of(opening_fields<notation::Style::chinese>, rows);
}
constexpr auto lists_fields = std::to_array<FieldOf<Lists>>(
    {{"plies", Kind::count, [](const Lists& lists) -> Value { return lists.of.plies; }},
     {"years", Kind::objects, years, jobs::parts<year_fields>},
     {"players", Kind::objects, players, jobs::parts<player_fields>},
     {"openings", Kind::objects, openings, jobs::parts<opening_fields<notation::Style::chinese>>}});

/// Counts games by the places that their names have in the table, since texts for each game would
/// take most of the time.
class Totals {
public:
  /// `table` outlives it.
  explicit Totals(const GameTable& table)
      : m_table{table},
        m_red(table.names().size()),
        m_black(table.names().size()),
        m_years(10000),
        m_openings(501) {}

  void add(std::size_t game) {
    const auto result = m_table.result(game);
    m_sum.all.add(result);
    m_sum.plies += m_table.plies(game);
    m_years[static_cast<std::size_t>(m_table.date(game) / 10000)].add(result);
    m_openings[m_table.ecco_place(game)].add(result);
    m_red[m_table.player(game, Color::red)].add(result);
    m_black[m_table.player(game, Color::black)].add(result);
  }

  [[nodiscard]] Statistics statistics(const record::Aliases& aliases) && {
    const auto player = [&](std::size_t place) -> std::optional<std::string_view> {
      const std::string& written = m_table.names()[place];
      return record::is_filled_in(written)
                 ? std::optional{aliases.canonical(record::NameKind::player, written)}
                 : std::nullopt;
    };
    add_all(m_sum.red, m_red, player);
    add_all(m_sum.black, m_black, player);
    add_all(m_sum.years, m_years,
            [](std::size_t year) { return std::optional{year == 0 ? "" : std::to_string(year)}; });
    add_all(m_sum.openings, m_openings,
            [](std::size_t place) { return std::optional{GameTable::ecco_at(place)}; });
    return std::move(m_sum);
  }

private:
  template <typename F>
  static void add_all(Statistics::Table& table, const std::vector<ResultCounts>& counts,
                      F&& name_at) {
    for (std::size_t place = 0; place < counts.size(); ++place) {
      const auto name = counts[place].games() == 0 ? std::nullopt : name_at(place);
      if (name) {
        table[std::string{*name}].add(counts[place]);
      }
    }
  }

  const GameTable& m_table;
  Statistics m_sum;
  std::vector<ResultCounts> m_red, m_black, m_years, m_openings;
};

/// The names that count as one.
std::shared_ptr<const record::Aliases> aliases_of(GameFile& file, const store::Filter& filter) {
  if (filter.names != nullptr) {
    return filter.names;
  }
  const GameFile::Lease reader{file.readers()};
  return std::make_shared<const record::Aliases>(store::read_alias_table(reader->games.sqlite()));
}

Statistics count(GameFile& file, AnswerCache& cache, const AskedGames& asked) {
  const GameTable& table = file.table();
  const auto aliases = aliases_of(file, asked.filter);
  Totals totals{table};
  if (asked.filter.empty() && !asked.repeated) {
    for (std::size_t game = 0; game < table.size(); ++game) {
      totals.add(game);
    }
  } else {
    for (const auto game : table.places(find_asked(file, cache, asked).games)) {
      totals.add(game);
    }
  }
  return std::move(totals).statistics(*aliases);
}

} // namespace

std::vector<jobs::Field> statistics_fields() {
  return described(database_fields, total_fields, lists_fields);
}

Response answer_stats(const Library& library, AnswerCache& cache, const Call& call) {
  const auto asked = read_asked_games(call.query);
  const auto style = read_move_style(call.query);
  const auto limit = static_cast<std::size_t>(call.query.number("limit", 20, 1, most_rows));
  return answer_of_database(library, cache, call, "stats", [&](GameFile& file) {
    const auto sum = count(file, cache, asked);
    std::string out;
    JsonWriter json{out};
    json.begin_object();
    jobs::write_members(json, database_fields, file.name());
    jobs::write_members<Counted>(json, total_fields, {{}, sum.all});
    jobs::write_members<Lists>(json, lists_fields,
                               {sum, limit, style.script == notation::Style::traditional});
    json.end_object();
    return out;
  });
}

} // namespace xq::service
