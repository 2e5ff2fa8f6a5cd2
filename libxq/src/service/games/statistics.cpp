#include "service/games/statistics.hpp"

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

/// Games by how they ended, as the explorer names it.
struct Tally {
  std::array<std::uint32_t, 4> of{}; ///< by record::Result
  void add(record::Result result) { ++of[static_cast<std::size_t>(result)]; }
  [[nodiscard]] std::uint32_t games() const noexcept { return of[0] + of[1] + of[2] + of[3]; }
};

void write_tally(JsonWriter& json, const Tally& tally, std::string_view first = "red",
                 std::string_view second = "black") {
  json.member("games", tally.games())
      .member(first, tally.of[1])
      .member("draws", tally.of[3])
      .member(second, tally.of[2]);
}

/// The places with most games, at most `limit` of them; of equals the first.
std::vector<std::size_t> most_frequent(const std::vector<Tally>& tallies, std::size_t limit) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < tallies.size(); ++i) {
    if (tallies[i].games() != 0) {
      order.push_back(i);
    }
  }
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return tallies[a].games() > tallies[b].games();
  });
  order.resize(std::min(order.size(), limit));
  return order;
}

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
    write_tally(json, m_all);
    json.member("unknown", m_all.of[0]);
    json.member("plies", m_plies);
    json.key("years").begin_array();
    for (std::size_t year = 0; year < m_years.size(); ++year) {
      if (m_years[year].games() != 0) {
        json.begin_object().key("year");
        year == 0 ? json.null() : json.value(year);
        write_tally(json, m_years[year]);
        json.end_object();
      }
    }
    json.end_array().key("players").begin_array();
    for (const auto player : most_frequent(m_players, limit)) {
      json.begin_object().member("name", m_persons.names[player]);
      write_tally(json, m_players[player], "won", "lost");
      json.end_object();
    }
    json.end_array().key("openings").begin_array();
    for (const auto place : most_frequent(m_openings, limit)) {
      const auto code = GameTable::ecco_at(place);
      const auto* const opening = record::find_opening(code);
      json.begin_object()
          .member("ecco", std::string_view{code})
          .member("name", std::string_view{opening == nullptr ? std::string{}
                                                              : in_script(opening->name, style)});
      write_tally(json, m_openings[place]);
      json.end_object();
    }
    json.end_array();
  }

private:
  /// From the player's side: won, drawn, lost.
  void add_player(std::size_t game, Color side, record::Result result) {
    using record::Result;
    if (side == Color::black && result != Result::draw && result != Result::unknown) {
      result = result == Result::red_wins ? Result::black_wins : Result::red_wins;
    }
    if (const auto player = m_table.player(game, side); m_persons.says_something[player]) {
      m_players[m_persons.of_name[player]].add(result);
    }
  }

  const GameTable& m_table;
  Persons m_persons;
  Tally m_all;
  std::uint64_t m_plies = 0;
  std::vector<Tally> m_players, m_years, m_openings;
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
      json.begin_object().member("db", std::string_view{file->name()});
      totals.write(json, limit, style);
      json.end_object();
      return out;
    });
  });
}

} // namespace xq::service
