#include "sqlite/schema.hpp"
#include "store/condition.hpp"
#include "store/move_scan.hpp"
#include "store/position_index.hpp"
#include "store/rows/game_source.hpp"
#include "store/selected_rows.hpp"
#include "store/stored_duplicates.hpp"

#include <xq/store/game_database.hpp>

#include <algorithm>

namespace xq::store {

namespace {

/// Those of `candidates` (in rising order) that fulfil the condition.
std::vector<std::int64_t> passing(sqlite::Database& db, const Condition& wanted,
                                  std::vector<std::int64_t> candidates) {
  if (wanted.values.empty() || candidates.empty()) {
    return candidates;
  }
  std::vector<std::int64_t> passed;
  for_selected(db, "g.id", wanted, candidates,
               [&](const sqlite::Statement::Use& row) { passed.push_back(row.integer(0)); });
  return passed;
}

/// Append the games with numbers above `after` that fulfil the condition and reach the position.
void scan(sqlite::Database& db, const Filter& filter, const Condition& wanted, std::int64_t after,
          std::vector<std::int64_t>& found) {
  sqlite::Statement query{db, fmt::format("SELECT g.id, g.start_fen, g.moves FROM game AS g "
                                          "WHERE {} AND g.id > ? ORDER BY g.id",
                                          wanted.sql)};
  const MoveScan moves{filter};
  auto row = query.use();
  wanted.bind(row);
  for (row(after); row.next();) {
    if (!moves.asks() || moves.find(row, 1)) {
      found.push_back(row.integer(0));
    }
  }
}

std::vector<std::int64_t> find_all(sqlite::Database& db, const Filter& filter) {
  const auto wanted = condition(db, filter);
  std::vector<std::int64_t> found;
  std::int64_t last_indexed = 0;
  if (filter.position && filter.position->key) {
    PositionIndex index{db};
    if (auto indexed = index.games(*filter.position->key)) {
      found = passing(db, wanted, std::move(*indexed));
      last_indexed = index.last_game();
    }
  }
  scan(db, filter, wanted, last_indexed, found);
  return found;
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
  if (filter.position || filter.unique) {
    return static_cast<std::int64_t>(find(filter).size());
  }
  const auto wanted = condition(*m_db, filter);
  sqlite::Statement query{*m_db,
                          fmt::format("SELECT count(*) FROM game AS g WHERE {}", wanted.sql)};
  auto row = query.use();
  wanted.bind(row);
  return row.next() ? row.integer(0) : 0;
}

std::vector<std::int64_t> GameDatabase::find(const Filter& filter) {
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
  const MoveScan moves{filter};
  std::size_t place = 0;
  for_selected(*m_db, "g.id, g.start_fen, g.moves", Condition{"1", {}},
               moves.asks() ? numbers : numbers.first(0), [&](const sqlite::Statement::Use& row) {
                 while (numbers[place] < row.integer(0)) {
                   ++place;
                 }
                 plies[place] = moves.find(row, 1).value_or(-1);
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
  if (filter.position || filter.unique) {
    read(find(filter), visit);
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

} // namespace xq::store
