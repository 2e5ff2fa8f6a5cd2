#include "store/rows/game_source.hpp"

#include <xq/base/translate.hpp>

namespace xq::store {

std::string GameSource::select(std::string_view where) {
  return fmt::format("SELECT {} FROM game AS g {} WHERE {} ORDER BY g.id", GameRows::columns(),
                     GameRows::joins(), where);
}

record::Game& GameSource::game(sqlite::Statement::Use& row) {
  m_rows.read(row, m_fields);
  if (!restore(m_fields, m_game, m_scratch)) {
    throw sqlite::DbError{
        localized("{}: game {} is damaged. Delete that row, or import the archive into "
                  "a new database.",
                  m_db.path(), GameRows::id(row))};
  }
  m_game.source = GameRows::source(row);
  m_game.number = static_cast<std::uint64_t>(GameRows::id(row));
  return m_game;
}

} // namespace xq::store
