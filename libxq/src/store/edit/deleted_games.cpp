#include "store/edit/deleted_games.hpp"

#include "base/text/compose.hpp"
#include "store/rows/game_fields.hpp"

#include <xq/base/error.hpp>
#include <xq/record/ecco.hpp>

#include <fmt/core.h>

#include <algorithm>

namespace xq::store {

namespace {

/// Columns that tables annotation and annotation_move share with those of deleted games.
constexpr std::string_view annotation_columns =
    "game, analyst, book_plies, red_accuracy, black_accuracy, red_loss, black_loss, red_good, "
    "black_good, red_dubious, black_dubious, red_mistakes, black_mistakes, red_blunders, "
    "black_blunders, mates_missed";
constexpr std::string_view annotation_move_columns = "game, analyst, ply, score, loss, mark";

/// `sql` with the columns that a table shares with that of deleted games in place of {0}.
sqlite::Statement statement(sqlite::Database& db, std::string_view sql,
                            std::string_view columns = {}) {
  return {db, fmt::format(fmt::runtime(sql), columns)};
}

bool has_opening(std::string_view layout) {
  LayoutReader reader{layout};
  for (LayoutReader::Tag tag; reader.next(tag);) {
    if (LayoutReader::is_opening(tag)) {
      return true;
    }
  }
  return false;
}

std::vector<sqlite::Statement> copy_parts(sqlite::Database& db) {
  std::vector<sqlite::Statement> all;
  all.push_back(statement(db, "INSERT INTO deleted_also_in (edit, game, source) "
                              "SELECT DISTINCT ?1, a.game, s.name FROM also_in AS a "
                              "JOIN source AS s ON s.id = a.source WHERE a.game = ?2"));
  all.push_back(statement(db, "INSERT INTO deleted_line (edit, game, hash, record) "
                              "SELECT ?1, game, hash, record FROM line WHERE game = ?2"));
  all.push_back(statement(db,
                          "INSERT INTO deleted_annotation (edit, {0}) SELECT ?1, {0} "
                          "FROM annotation WHERE game = ?2",
                          annotation_columns));
  all.push_back(statement(db,
                          "INSERT INTO deleted_annotation_move (edit, {0}) SELECT ?1, {0} "
                          "FROM annotation_move WHERE game = ?2",
                          annotation_move_columns));
  return all;
}

std::vector<sqlite::Statement> drop_copies(sqlite::Database& db) {
  std::vector<sqlite::Statement> all;
  for (const auto* table :
       {"deleted_also_in", "deleted_line", "deleted_annotation", "deleted_annotation_move"}) {
    all.push_back(statement(db, "DELETE FROM {0} WHERE edit = ? AND game = ?", table));
  }
  return all;
}

std::vector<sqlite::Statement> restore_parts(sqlite::Database& db) {
  std::vector<sqlite::Statement> all;
  all.push_back(statement(db, "INSERT OR IGNORE INTO line (hash, record, game) SELECT hash, "
                              "record, game FROM deleted_line WHERE edit = ? AND game = ?"));
  all.push_back(statement(db,
                          "INSERT INTO annotation ({0}) SELECT {0} FROM deleted_annotation "
                          "WHERE edit = ? AND game = ?",
                          annotation_columns));
  all.push_back(statement(db,
                          "INSERT INTO annotation_move ({0}) SELECT {0} "
                          "FROM deleted_annotation_move WHERE edit = ? AND game = ?",
                          annotation_move_columns));
  return all;
}

} // namespace

DeletedGames::DeletedGames(sqlite::Database& db, NameTables& names, RowWriter& rows)
    : m_db{db},
      m_names{names},
      m_rows{rows},
      m_copy_parts{copy_parts(db)},
      m_drop_copies{drop_copies(db)},
      m_restore_parts{store::restore_parts(db)},
      m_insert{
          db,
          "INSERT OR REPLACE INTO deleted_game (edit, game, source, record) VALUES (?, ?, ?, ?)"},
      m_find{db, "SELECT source, record FROM deleted_game WHERE edit = ? AND game = ?"},
      m_delete{db, "DELETE FROM game WHERE id = ?"},
      m_sources_of{db, "SELECT source FROM game WHERE id = ?1 UNION "
                       "SELECT source FROM also_in WHERE game = ?1"},
      m_add_source{db, "INSERT INTO also_in (game, source) VALUES (?, ?)"},
      m_deleted_sources{db, "SELECT source FROM deleted_also_in WHERE edit = ? AND game = ?"} {}

void DeletedGames::run(Statements& statements, std::int64_t edit, std::int64_t id) {
  for (auto& statement : statements) {
    statement.use()(edit)(id).exec();
  }
}

void DeletedGames::remove(std::int64_t edit, std::int64_t id, std::string_view source,
                          std::string_view record) {
  run(m_drop_copies, edit, id);
  m_insert.use()(edit)(id)(source)(sqlite::Blob{record}).exec();
  run(m_copy_parts, edit, id);
  delete_game(id);
}

void DeletedGames::remove_again(std::int64_t edit, std::int64_t id) {
  run(m_drop_copies, edit, id);
  run(m_copy_parts, edit, id);
  delete_game(id);
}

void DeletedGames::delete_game(std::int64_t id) {
  {
    auto row = m_sources_of.use();
    for (row(id); row.next();) {
      m_sources.push_back(row.integer(0));
    }
  }
  m_delete.use()(id).exec(); // its parts go by triggers
}

void DeletedGames::remove_unused_sources() {
  std::sort(m_sources.begin(), m_sources.end());
  m_sources.erase(std::unique(m_sources.begin(), m_sources.end()), m_sources.end());
  const auto list = '[' + join(m_sources, ",") + ']';
  // The trigger that guards table source would look at every game for each of them.
  const sqlite::WithoutTriggers quiet{m_db};
  sqlite::Statement statement{m_db,
                              "DELETE FROM source WHERE id IN (SELECT value FROM json_each(?)) "
                              "AND id NOT IN (SELECT source FROM game) "
                              "AND id NOT IN (SELECT source FROM also_in)"};
  statement.use()(std::string_view{list}).exec();
  m_sources.clear();
  m_names.source.load();
}

std::vector<std::int64_t> DeletedGames::games(std::int64_t edit) {
  sqlite::Statement query{m_db, "SELECT game FROM deleted_game WHERE edit = ? ORDER BY game"};
  std::vector<std::int64_t> found;
  auto row = query.use();
  for (row(edit); row.next();) {
    found.push_back(row.integer(0));
  }
  return found;
}

DeletedGames::Record DeletedGames::record(std::int64_t edit, std::int64_t id) {
  auto row = m_find.use();
  return row(edit)(id).next() ? Record{std::string{row.text(0)}, std::string{row.blob(1)}}
                              : Record{};
}

void DeletedGames::read(std::int64_t edit, std::int64_t id, record::Game& game) {
  const auto found = record(edit, id);
  if (!read_packed(found.packed, m_fields) || !restore(m_fields, game, m_scratch)) {
    throw make_error<sqlite::DbError>(
        "{}: what operation {} deleted as game {} is damaged. Restore "
        "the file from a copy.",
        m_db.path(), edit, id);
  }
  game.number = static_cast<std::uint64_t>(id);
}

void DeletedGames::restore_game(std::int64_t edit, std::int64_t id) {
  record::Game game;
  read(edit, id, game); // throws for one that is damaged
  const auto found = record(edit, id);
  static_cast<void>(read_packed(found.packed, m_fields));
  m_rows.insert(id, m_fields, m_rows.numbers_of(m_fields, found.source),
                has_opening(m_fields.layout) ? std::string_view{} : record::opening_code(game));
  restore_parts(edit, id);
}

void DeletedGames::restore_parts(std::int64_t edit, std::int64_t id) {
  {
    auto row = m_deleted_sources.use();
    for (row(edit)(id); row.next();) {
      m_add_source.use()(id)(m_names.source.id_of(row.text(0))).exec();
    }
  }
  run(m_restore_parts, edit, id);
  // The indexes say nothing of this game.
  m_db.execute(fmt::format("DELETE FROM position_index; "
                           "INSERT OR IGNORE INTO word_changed (game) "
                           "SELECT {0} WHERE {0} <= (SELECT game FROM word_index)",
                           id));
}

std::int64_t DeletedGames::deleted_by(std::int64_t id) {
  sqlite::Statement query{m_db, "SELECT d.edit FROM deleted_game AS d JOIN edit AS e "
                                "ON e.id = d.edit WHERE d.game = ? AND e.in_force = 1"};
  auto row = query.use();
  return row(id).next() ? row.integer(0) : 0;
}

} // namespace xq::store
