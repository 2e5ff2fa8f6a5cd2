#include "sqlite/schema.hpp"
#include "store/filter/condition.hpp"
#include "store/filter/move_scan.hpp"
#include "store/position_index.hpp"
#include "store/rows/game_rows.hpp"
#include "store/selected_rows.hpp"
#include "store/stored_duplicates.hpp"
#include "store/words/word_index.hpp"

#include <xq/store/game_database.hpp>

#include <algorithm>
#include <iterator>
#include <limits>
#include <optional>

namespace xq::store {

namespace {

/// The candidates (in rising order) that fulfil the condition and pass the scan.
std::vector<std::int64_t> passing(sqlite::Database& db, const Condition& wanted,
                                  const MoveScan& scan, std::vector<std::int64_t> candidates) {
  if (wanted.sql == "1" && !scan.asks()) {
    return candidates;
  }
  std::vector<std::int64_t> passed;
  const auto columns = scan.asks() ? fmt::format("g.id, {}", scan.columns()) : "g.id";
  for_selected(db, columns, wanted, candidates, [&](const sqlite::Statement::Use& row) {
    if (!scan.asks() || scan.passes(row, 1)) {
      passed.push_back(row.integer(0));
    }
  });
  return passed;
}

/// Append the games with numbers above `after` that fulfil the condition and pass the scan.
void find_above(sqlite::Database& db, const Condition& wanted, const MoveScan& scan,
                std::int64_t after, std::vector<std::int64_t>& found) {
  sqlite::Statement query{
      db, fmt::format("SELECT g.id, {} FROM game AS g WHERE {} AND g.id > ? ORDER BY g.id",
                      scan.asks() ? scan.columns() : "1", wanted.sql)};
  auto row = query.use();
  wanted.bind(row);
  for (row(after); row.next();) {
    if (!scan.asks() || scan.passes(row, 1)) {
      found.push_back(row.integer(0));
    }
  }
}

/// The games up to PositionIndex::last_game() that reach the position at any ply, or that with the
/// colours exchanged; nothing when the index does not know.
std::optional<std::vector<std::int64_t>> indexed_games(PositionIndex& index, const Filter& filter) {
  auto games = index.games(*filter.position->key);
  if (!games || !filter.exchanged) {
    return games;
  }
  const auto& other_key = filter.position->exchanged_key;
  const auto others = other_key ? index.games(*other_key) : std::nullopt;
  if (!others) {
    return std::nullopt;
  }
  std::vector<std::int64_t> both;
  std::set_union(games->begin(), games->end(), others->begin(), others->end(),
                 std::back_inserter(both));
  return both;
}

/// While it exists, all questions see one state of the file, in a transaction of the caller or in
/// none: an index, what changed since it was made, and the games belong together.
class OneState {
public:
  explicit OneState(sqlite::Database& db) : m_db{db} { db.execute("SAVEPOINT one_state"); }
  ~OneState() {
    try {
      m_db.execute("RELEASE one_state");
    } catch (const Error&) { // the connection is of no use any more, and says so
    }
  }
  OneState(const OneState&) = delete;
  OneState& operator=(const OneState&) = delete;

private:
  sqlite::Database& m_db;
};

/// What indexes know of the games up to one of them.
struct Known {
  std::int64_t last = std::numeric_limits<std::int64_t>::min();
  std::vector<std::int64_t> games;   ///< all that pass, if need be after a look at `rest`
  std::vector<std::int64_t> changed; ///< of which the indexes say nothing; some may not be there
  Filter rest;                       ///< what remains to be looked for in `games`
};

/// The first index that is asked. False when it has no answer.
bool ask_positions(sqlite::Database& db, const Filter& filter, Known& known) {
  if (!filter.position || !filter.position->key) {
    return false;
  }
  PositionIndex index{db};
  auto games = indexed_games(index, filter);
  if (!games) {
    return false;
  }
  known.last = index.last_game();
  known.games = std::move(*games);
  if (filter.mirrored && !filter.ply && filter.position->hold == 1 && !filter.position->then) {
    known.rest.position.reset(); // they reach it at some ply, in either mirror image
  }
  return true;
}

/// `restricted`: another index was asked before.
void ask_words(sqlite::Database& db, const WordQuery& words, bool restricted, Known& known) {
  WordIndex index{db};
  auto having = index.games(words);
  if (!having) {
    return;
  }
  known.changed = index.changed();
  known.last = restricted ? std::min(known.last, *index.last_game()) : *index.last_game();
  const auto up_to_last = [&](std::vector<std::int64_t>& games) {
    games.erase(std::upper_bound(games.begin(), games.end(), known.last), games.end());
  };
  if (restricted) {
    std::vector<std::int64_t> both;
    std::set_intersection(known.games.begin(), known.games.end(), having->numbers.begin(),
                          having->numbers.end(), std::back_inserter(both));
    having->numbers = std::move(both);
  }
  known.games.clear();
  std::set_difference(having->numbers.begin(), having->numbers.end(), known.changed.begin(),
                      known.changed.end(), std::back_inserter(known.games));
  up_to_last(known.games);
  up_to_last(known.changed);
  if (having->exact) {
    known.rest.comment.clear();
  }
}

std::vector<std::int64_t> find_all(sqlite::Database& db, const Filter& filter) {
  std::optional<WordQuery> query;
  if (!filter.comment.empty()) {
    query.emplace(filter.comment);
  }
  const auto* words = query ? &*query : nullptr;
  const OneState state{db};
  Known known;
  known.rest = filter;
  const bool restricted = ask_positions(db, filter, known);
  if (query) {
    ask_words(db, *query, restricted, known);
  }
  const auto wanted = condition(db, filter);
  const MoveScan scan{filter, words};
  auto found = passing(db, condition(db, known.rest),
                       MoveScan{known.rest, known.rest.comment.empty() ? nullptr : words},
                       std::move(known.games));
  const auto changed = passing(db, wanted, scan, std::move(known.changed));
  const auto middle = found.insert(found.end(), changed.begin(), changed.end());
  std::inplace_merge(found.begin(), middle, found.end());
  find_above(db, wanted, scan, known.last, found);
  return found;
}

bool sql_says_all(const Filter& filter) {
  return !filter.asks_moves() && filter.comment.empty() && filter.marks.empty() && !filter.unique;
}

} // namespace

GameDatabase::GameDatabase(const std::string& path, int busy_milliseconds)
    : m_db{std::make_unique<sqlite::Database>(path, sqlite::Database::Mode::read_only,
                                              busy_milliseconds)} {
  sqlite::require(*m_db, sqlite::game_schema());
}
GameDatabase::~GameDatabase() = default;
GameDatabase::GameDatabase(GameDatabase&& other) noexcept = default;
GameDatabase& GameDatabase::operator=(GameDatabase&& other) noexcept = default;

GameDatabase::Counts GameDatabase::counts() {
  Counts c;
  c.games = m_db->query_integer("SELECT count(*) FROM game");
  c.players = m_db->query_integer("SELECT count(*) FROM player");
  c.events = m_db->query_integer("SELECT count(*) FROM event");
  c.sites = m_db->query_integer("SELECT count(*) FROM site");
  c.sources = m_db->query_integer("SELECT count(*) FROM source");
  return c;
}

std::int64_t GameDatabase::count(const Filter& filter) {
  if (!sql_says_all(filter)) {
    return static_cast<std::int64_t>(find_numbers(filter).size());
  }
  const auto wanted = condition(*m_db, filter);
  sqlite::Statement query{*m_db,
                          fmt::format("SELECT count(*) FROM game AS g WHERE {}", wanted.sql)};
  auto row = query.use();
  wanted.bind(row);
  return row.next() ? row.integer(0) : 0;
}

FoundGames GameDatabase::find(const Filter& filter) { return {*this, find_numbers(filter)}; }

std::vector<std::int64_t> GameDatabase::find_numbers(const Filter& filter) {
  auto found = find_all(*m_db, filter);
  if (filter.unique) {
    const auto repeated = find_duplicates(
        *m_db, [&](std::int64_t id) { return std::binary_search(found.begin(), found.end(), id); });
    auto next = repeated.begin(); // both in rising order
    std::erase_if(found, [&](std::int64_t id) {
      while (next != repeated.end() && next->game < id) {
        ++next;
      }
      return next != repeated.end() && next->game == id;
    });
  }
  return found;
}

std::vector<std::int64_t> GameDatabase::reached(std::span<const std::int64_t> numbers,
                                                const Filter& filter) {
  std::vector<std::int64_t> plies(numbers.size(), -1);
  if (!filter.asks_moves()) {
    return plies;
  }
  const MoveScan moves{filter};
  std::size_t place = 0;
  for_selected(*m_db, fmt::format("g.id, {}", moves.columns()), Condition{"1", {}}, numbers,
               [&](const sqlite::Statement::Use& row) {
                 while (numbers[place] < row.integer(0)) {
                   ++place;
                 }
                 plies[place] = moves.ply(row, 1).value_or(-1);
               });
  return plies;
}

std::vector<Duplicate> GameDatabase::duplicates(const Filter& filter) {
  const auto found = find_all(*m_db, filter);
  return find_duplicates(
      *m_db, [&](std::int64_t id) { return std::binary_search(found.begin(), found.end(), id); });
}

void GameDatabase::read(std::span<const std::int64_t> numbers,
                        const std::function<bool(record::Game&)>& visit) {
  const OneState state{*m_db}; // else each game is a transaction, for which the file is locked
  const LayoutTable layouts{*m_db};
  GameSource source{*m_db, layouts};
  sqlite::Statement query{*m_db, GameSource::select("g.id = ?")};
  for (const auto number : numbers) {
    auto row = query.use();
    if (row(number).next() && !visit(source.game(row))) {
      return;
    }
  }
}

void GameDatabase::read(std::int64_t first, std::int64_t last,
                        const std::function<bool(record::Game&)>& visit) {
  const LayoutTable layouts{*m_db};
  GameSource source{*m_db, layouts};
  sqlite::Statement query{*m_db, GameSource::select("g.id BETWEEN ? AND ?")};
  auto row = query.use();
  row(first)(last);
  while (row.next() && visit(source.game(row))) {
  }
}

void GameDatabase::for_each(const Filter& filter, const std::function<bool(record::Game&)>& visit) {
  if (!sql_says_all(filter)) {
    read(find_numbers(filter), visit);
    return;
  }
  const LayoutTable layouts{*m_db};
  GameSource source{*m_db, layouts};
  const auto wanted = condition(*m_db, filter);
  sqlite::Statement query{*m_db, GameSource::select(wanted.sql)};
  auto row = query.use();
  wanted.bind(row);
  while (row.next() && visit(source.game(row))) {
  }
}

void FoundGames::read_portion() {
  constexpr std::size_t most = 64;
  const auto numbers =
      std::span{m_numbers}.subspan(m_asked, std::min(most, m_numbers.size() - m_asked));
  m_asked += numbers.size();
  m_next = m_filled = 0;
  m_portion.resize(std::max(m_portion.size(), numbers.size()));
  m_database->read(numbers, [&](const record::Game& game) {
    m_portion[m_filled++] = game;
    return true;
  });
}

record::Game* FoundGames::next() {
  while (m_next == m_filled) {
    if (m_asked == m_numbers.size()) {
      return nullptr;
    }
    read_portion();
  }
  return &m_portion[m_next++];
}

} // namespace xq::store
