#include "store/names/player_facts.hpp"

#include "record/facts.hpp"

#include <algorithm>
#include <set>

namespace xq::store {

namespace {

/// Shorter games may be the same by chance.
constexpr int least_plies = 24;
/// So many records of one sequence of moves are compared with one another.
constexpr std::size_t most_records = 40;
/// So many bytes before a name in an Event can be a team: twelve characters.
constexpr std::size_t longest_team = 36;
constexpr std::size_t shortest_name = 6; ///< two characters
constexpr std::size_t longest_name = 12;

PlayerFacts::Pair ordered(std::size_t a, std::size_t b) {
  return a < b ? PlayerFacts::Pair{a, b} : PlayerFacts::Pair{b, a};
}

bool ends_with_other(std::string_view a, std::string_view b) {
  return a.size() > b.size() ? a.ends_with(b) : b.ends_with(a);
}

/// Rows of a table of names: by id, folded.
std::unordered_map<std::int64_t, std::string>
folded_names(sqlite::Database& db, std::string_view table, NameFolder& fold) {
  std::unordered_map<std::int64_t, std::string> names;
  sqlite::Statement query{db, fmt::format("SELECT id, name FROM {}", table)};
  for (auto row = query.use(); row.next();) {
    names.emplace(row.integer(0), fold.title(row.text(1)));
  }
  return names;
}

} // namespace

PlayerFacts::PlayerFacts(sqlite::Database& db, NameFolder& fold, const record::Aliases& known) {
  read_names(db, fold);
  read_games(db);
  make_spellings(fold, known);
  compare_games(db);
  read_texts(db, fold);
}

void PlayerFacts::read_names(sqlite::Database& db, NameFolder& fold) {
  sqlite::Statement query{db, "SELECT id, name FROM player ORDER BY id"};
  for (auto row = query.use(); row.next();) {
    if (record::names_somebody(row.text(1))) {
      m_name_of_row.emplace(row.integer(0), m_names.size());
      m_names.push_back({.text = std::string{row.text(1)}});
      m_keys.push_back(fold.player(row.text(1)));
    }
  }
}

void PlayerFacts::read_games(sqlite::Database& db) {
  sqlite::Statement query{db, "SELECT id, red, black, event, red_team, black_team, date / 10000 "
                              "FROM game ORDER BY id"};
  for (auto row = query.use(); row.next();) {
    m_raw.push_back({row.integer(0), row.integer(1), row.integer(2), row.integer(3), row.integer(4),
                     row.integer(5), row.number<int>(6)});
    const Raw& game = m_raw.back();
    for (const auto player : {game.red, game.black}) {
      const auto found = m_name_of_row.find(player);
      if (found != m_name_of_row.end()) {
        auto& name = m_names[found->second];
        ++name.games;
        if (game.year != 0) {
          name.first_year = name.first_year == 0 ? game.year : std::min(name.first_year, game.year);
          name.last_year = std::max(name.last_year, game.year);
        }
      }
    }
  }
}

void PlayerFacts::make_spellings(NameFolder& fold, const record::Aliases& known) {
  std::set<std::string> split; // keys of names that played each other
  for (const Raw& game : m_raw) {
    const auto red = m_name_of_row.find(game.red);
    const auto black = m_name_of_row.find(game.black);
    if (red != m_name_of_row.end() && black != m_name_of_row.end() &&
        red->second != black->second && m_keys[red->second] == m_keys[black->second]) {
      split.insert(m_keys[red->second]);
    }
  }
  std::map<std::pair<std::string, std::size_t>, std::size_t> place; // 0: in no known group
  const auto groups = known.groups();
  const auto add = [&](std::size_t name, const std::string& key) {
    const auto* group = known.find(record::NameKind::player, m_names[name].text);
    auto part =
        group == nullptr ? std::size_t{0} : 1 + static_cast<std::size_t>(group - groups.data());
    if (part == 0 && split.contains(key)) {
      part = 1 + groups.size() + name;
    }
    const auto [at, fresh] = place.emplace(std::pair{key, part}, m_spellings.size());
    if (fresh) {
      m_spellings.push_back({.key = key, .names = {}});
      m_spellings.back().known = group == nullptr ? std::nullopt : std::optional{part - 1};
      m_by_key.emplace(key, at->second);
    }
    Spelling& spelling = m_spellings[at->second];
    spelling.names.push_back(name);
    spelling.games += m_names[name].games;
    m_names[name].spelling = at->second;
  };
  for (std::size_t name = 0; name < m_keys.size(); ++name) {
    add(name, m_keys[name]);
  }
  std::set<std::string> written;
  for (const auto& name : m_names) {
    written.insert(name.text);
  }
  for (const auto& group : groups) { // names that no game has yet belong to their group, too
    for (const auto& text : group.names) {
      if (group.kind == record::NameKind::player && !written.contains(text)) {
        m_names.push_back({.text = text});
        add(m_names.size() - 1, fold.player(text));
      }
    }
  }
}

void PlayerFacts::compare_games(sqlite::Database& db) {
  const auto spelling_of = [&](std::int64_t player) {
    const auto found = m_name_of_row.find(player);
    return found == m_name_of_row.end() ? nobody : m_names[found->second].spelling;
  };
  for (const Raw& raw : m_raw) {
    const Game game{raw.id, spelling_of(raw.red), spelling_of(raw.black)};
    m_games.push_back(game);
    for (const auto player : {game.red, game.black}) {
      if (player != nobody && raw.year != 0) {
        m_spellings[player].years.push_back(raw.year);
      }
    }
    if (game.red != nobody && game.black != nobody && game.red != game.black) {
      m_met[ordered(game.red, game.black)].add(game.id);
    }
  }
  for (Spelling& spelling : m_spellings) {
    auto& years = spelling.years;
    std::sort(years.begin(), years.end());
    years.erase(std::unique(years.begin(), years.end()), years.end());
  }
  sqlite::Statement query{db, "SELECT hash, line.game FROM line JOIN game ON game.id = line.game "
                              "WHERE game.plies >= ? ORDER BY hash, line.game"};
  std::vector<Game> records; // of one sequence of moves
  std::int64_t hash = 0;
  auto row = query.use();
  for (row(least_plies); row.next();) {
    if (row.integer(0) != hash) {
      hash = row.integer(0);
      records.clear();
    }
    const auto game = std::lower_bound(m_games.begin(), m_games.end(), row.integer(1),
                                       [](const Game& g, std::int64_t id) { return g.id < id; });
    const bool again = !records.empty() && records.back().id == row.integer(1);
    if (game == m_games.end() || game->id != row.integer(1) || again ||
        records.size() >= most_records) {
      continue;
    }
    for (const Game& other : records) {
      compare(other, *game);
    }
    records.push_back(*game);
  }
}

bool PlayerFacts::agree(std::size_t a, std::size_t b) const {
  return a != nobody && b != nobody &&
         (a == b || ends_with_other(m_spellings[a].key, m_spellings[b].key));
}

void PlayerFacts::compare(const Game& a, const Game& b) {
  const auto take = [&](std::size_t x, std::size_t y, bool same_opponents) {
    if (x != y && x != nobody && y != nobody && same_opponents) {
      m_same[ordered(x, y)].add(a.id);
    }
  };
  take(a.red, b.red, agree(a.black, b.black));
  take(a.black, b.black, agree(a.red, b.red));
}

void PlayerFacts::read_texts(sqlite::Database& db, NameFolder& fold) {
  const auto events = folded_names(db, "event", fold);
  const auto teams = folded_names(db, "team", fold);
  for (std::size_t i = 0; i < m_games.size(); ++i) {
    const Raw& raw = m_raw[i];
    const auto event = events.find(raw.event);
    for (const auto& [player, team] :
         {std::pair{m_games[i].red, raw.red_team}, std::pair{m_games[i].black, raw.black_team}}) {
      if (player == nobody) {
        continue;
      }
      if (const auto found = teams.find(team); found != teams.end()) {
        m_teams[{player, found->second}].add(raw.id);
      }
      const std::string& key = m_spellings[player].key;
      if (event == events.end() || key.size() < shortest_name || key.size() > longest_name ||
          !is_chinese(key)) {
        continue;
      }
      const std::string_view text = event->second;
      for (auto at = text.find(key); at != std::string_view::npos; at = text.find(key, at + 1)) {
        const auto begin = at - std::min(at, longest_team);
        m_event_texts[{player, std::string{text.substr(begin, at - begin)}}].add(raw.id);
      }
    }
  }
}

std::vector<std::size_t> PlayerFacts::with_key(std::string_view key) const {
  std::vector<std::size_t> found;
  const auto [begin, end] = m_by_key.equal_range(std::string{key});
  for (auto at = begin; at != end; ++at) {
    found.push_back(at->second);
  }
  std::sort(found.begin(), found.end());
  return found;
}

bool PlayerFacts::met(std::size_t a, std::size_t b) const { return m_met.contains(ordered(a, b)); }

Sightings PlayerFacts::same_games(std::size_t a, std::size_t b) const {
  const auto found = m_same.find(ordered(a, b));
  return found == m_same.end() ? Sightings{} : found->second;
}

Sightings PlayerFacts::event_names(std::size_t bare, std::string_view team) const {
  Sightings sum;
  for (auto at = m_event_texts.lower_bound({bare, {}});
       at != m_event_texts.end() && at->first.first == bare; ++at) {
    if (at->first.second.ends_with(team)) {
      sum.game = sum.count == 0 ? at->second.game : sum.game;
      sum.count += at->second.count;
    }
  }
  return sum;
}

std::vector<std::pair<std::string_view, std::uint64_t>>
PlayerFacts::before_name(std::size_t bare) const {
  std::vector<std::pair<std::string_view, std::uint64_t>> texts;
  for (auto at = m_event_texts.lower_bound({bare, {}});
       at != m_event_texts.end() && at->first.first == bare; ++at) {
    texts.emplace_back(at->first.second, at->second.count);
  }
  return texts;
}

Sightings PlayerFacts::team_headers(std::size_t bare, std::string_view team) const {
  Sightings sum;
  for (auto at = m_teams.lower_bound({bare, {}}); at != m_teams.end() && at->first.first == bare;
       ++at) {
    const std::string_view header = at->first.second;
    if (header.starts_with(team) || (team.starts_with(header) && header.size() >= shortest_name)) {
      sum.game = sum.count == 0 ? at->second.game : sum.game;
      sum.count += at->second.count;
    }
  }
  return sum;
}

} // namespace xq::store
