#include <xq/store/game_database.hpp>

#include <xq/store/game_rows.hpp>
#include <xq/store/schema.hpp>

namespace xq::store {

GameDatabase::GameDatabase(const std::string& path) : m_db{path, Database::Mode::read_only} {
  require(m_db, game_schema());
}

GameDatabase::Counts GameDatabase::counts() {
  Counts c;
  c.games = m_db.query_integer("SELECT count(*) FROM game");
  c.players = m_db.query_integer("SELECT count(*) FROM player");
  c.events = m_db.query_integer("SELECT count(*) FROM event");
  c.sites = m_db.query_integer("SELECT count(*) FROM site");
  c.sources = m_db.query_integer("SELECT count(*) FROM source");
  return c;
}

std::int64_t GameDatabase::count(const Filter& filter) {
  const auto wanted = condition(filter);
  Statement query{m_db, fmt::format("SELECT count(*) FROM game AS g WHERE {}", wanted.sql)};
  auto row = query.use();
  wanted.bind(row);
  return row.next() ? row.integer(0) : 0;
}

void GameDatabase::for_each(const Filter& filter,
                            const std::function<bool(record::Game&)>& visit) {
  const LayoutTable layouts{m_db};
  GameRows reader{m_db, layouts};
  const auto wanted = condition(filter);
  Statement query{m_db, fmt::format("SELECT {} FROM game AS g {} WHERE {} ORDER BY g.id",
                                    GameRows::columns(), GameRows::joins(), wanted.sql)};
  auto row = query.use();
  wanted.bind(row);
  GameFields fields;
  record::Game game;
  std::vector<Move> scratch;
  std::string source;
  while (row.next()) {
    reader.read(row, fields);
    if (!restore(fields, game, scratch)) {
      throw DbError{fmt::format("{}: game {} is damaged. Delete that row, or import the archive into "
                                "a new database.",
                                m_db.path(), GameRows::id(row))};
    }
    source = GameRows::source(row);
    game.source = source;
    game.number = static_cast<std::uint64_t>(GameRows::id(row));
    if (!visit(game)) {
      return;
    }
  }
}

} // namespace xq::store
