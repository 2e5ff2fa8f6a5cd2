#include "store/studies/study_file.hpp"

#include "base/os/file.hpp"
#include "base/os/path.hpp"
#include "sqlite/schema.hpp"
#include "store/edit/edited_games.hpp"

#include <xq/store/game_import.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <utility>

namespace xq::store {

namespace {

/// Beside those of schemas/, in files that keep studies only. Numbers of chapters come from
/// `last_chapter`, since one that was deleted must not be taken for another. A chapter without a
/// row of study_order stands where its number does: places are at most as high as numbers.
constexpr const char* tables = R"(
CREATE TABLE IF NOT EXISTS study (
  id           TEXT PRIMARY KEY,
  read_key     TEXT NOT NULL,
  write_key    TEXT NOT NULL,
  name         TEXT NOT NULL,
  version      INTEGER NOT NULL,
  last_chapter INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS study_chapter (
  study   TEXT NOT NULL REFERENCES study (id),
  number  INTEGER NOT NULL,
  name    TEXT NOT NULL,
  version INTEGER NOT NULL,
  game    INTEGER NOT NULL UNIQUE,
  PRIMARY KEY (study, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS study_order (
  study  TEXT NOT NULL REFERENCES study (id),
  number INTEGER NOT NULL,
  place  INTEGER NOT NULL,
  PRIMARY KEY (study, number)
) STRICT, WITHOUT ROWID;
)";

/// An empty game database, where there is no file.
const std::string& made(const std::string& path) {
  if (!std::filesystem::exists(os::path_of(path))) {
    GameImport{path}.finish();
  }
  return path;
}

Chapter chapter_of(sqlite::Statement::Use& row) {
  return {row.integer(0), std::string{row.text(1)}, row.integer(2), row.integer(3)};
}
constexpr std::string_view chapter_columns = "number, name, version, game";

} // namespace

StudyFile::StudyFile(const std::string& path)
    : m_db{made(path), sqlite::Database::Mode::read_write} {
  sqlite::migrate(m_db, sqlite::game_schema());
  m_db.execute("PRAGMA foreign_keys = OFF"); // names get their rows after the games that have them
  m_db.execute(tables);
}

std::int64_t StudyFile::count() { return m_db.query_integer("SELECT count(*) FROM study"); }

std::optional<Study> StudyFile::find(std::string_view id) {
  sqlite::Statement select{m_db,
                           "SELECT id, read_key, write_key, name, version FROM study WHERE id = ?"};
  auto row = select.use();
  if (!row(id).next()) {
    return std::nullopt;
  }
  return Study{std::string{row.text(0)}, std::string{row.text(1)}, std::string{row.text(2)},
               std::string{row.text(3)}, row.integer(4)};
}

std::vector<Chapter> StudyFile::chapters(std::string_view id) {
  sqlite::Statement select{
      m_db,
      fmt::format("SELECT {} FROM study_chapter LEFT JOIN study_order USING (study, number) WHERE "
                  "study = ? ORDER BY coalesce(place, number), number",
                  chapter_columns)};
  std::vector<Chapter> out;
  auto row = select.use();
  for (row(id); row.next();) {
    out.push_back(chapter_of(row));
  }
  return out;
}

std::optional<Chapter> StudyFile::chapter(std::string_view id, std::int64_t number) {
  sqlite::Statement select{
      m_db,
      fmt::format("SELECT {} FROM study_chapter WHERE study = ? AND number = ?", chapter_columns)};
  auto row = select.use();
  return row(id)(number).next() ? std::optional{chapter_of(row)} : std::nullopt;
}

bool StudyFile::read(const Chapter& chapter, record::Game& game) {
  EditedGames games{m_db};
  const auto* const found = games.read(chapter.game);
  if (found != nullptr) {
    game = *found;
  }
  return found != nullptr;
}

void StudyFile::create(const Study& study) {
  sqlite::Statement insert{m_db, "INSERT INTO study (id, read_key, write_key, name, version, "
                                 "last_chapter) VALUES (?, ?, ?, ?, 1, 0)"};
  insert.use()(study.id)(study.read_key)(study.write_key)(study.name).exec();
}

void StudyFile::touch(std::string_view id) {
  sqlite::Statement update{m_db, "UPDATE study SET version = version + 1 WHERE id = ?"};
  update.use()(id).exec();
}

void StudyFile::rename(std::string_view id, std::string_view name) {
  sqlite::Transaction transaction{m_db};
  sqlite::Statement update{m_db, "UPDATE study SET name = ?, version = version + 1 WHERE id = ?"};
  update.use()(name)(id).exec();
  if (const auto study = find(id)) {
    record::Game game;
    for (const Chapter& chapter : chapters(id)) { // which say of what study they are
      if (read(chapter, game)) {
        write(*study, chapter, game);
      }
    }
  }
  transaction.commit();
}

void StudyFile::write(const Study& study, const Chapter& chapter, const record::Game& game) {
  record::Game named = game;
  named.set_tag("StudyName", study.name);
  named.set_tag("ChapterName", chapter.name);
  named.source = fmt::format("study {}", study.id);
  EditedGames games{m_db};
  games.replace(chapter.game, named);
  games.flush();
}

Chapter StudyFile::add(const Study& study, std::string_view name, const record::Game& game) {
  sqlite::Transaction transaction{m_db};
  sqlite::Statement next{m_db, "UPDATE study SET last_chapter = last_chapter + 1, version = "
                               "version + 1 WHERE id = ?"};
  next.use()(study.id).exec();
  Chapter chapter;
  chapter.name = name;
  chapter.version = 1;
  {
    sqlite::Statement last{m_db, "SELECT last_chapter FROM study WHERE id = ?"};
    auto row = last.use();
    static_cast<void>(row(study.id).next());
    chapter.number = row.integer(0);
  }
  chapter.game = 1 + m_db.query_integer("SELECT max (coalesce ((SELECT max (id) FROM game), 0), "
                                        "coalesce ((SELECT max (game) FROM deleted_game), 0), "
                                        "coalesce ((SELECT max (game) FROM study_chapter), 0))");
  sqlite::Statement insert{m_db, "INSERT INTO study_chapter (study, number, name, version, game) "
                                 "VALUES (?, ?, ?, ?, ?)"};
  insert.use()(study.id)(chapter.number)(chapter.name)(chapter.version)(chapter.game).exec();
  write(study, chapter, game);
  transaction.commit();
  return chapter;
}

std::optional<Chapter> StudyFile::save(const Study& study, std::int64_t number,
                                       std::int64_t version, std::string_view name,
                                       const record::Game& game) {
  sqlite::Transaction transaction{m_db};
  auto found = chapter(study.id, number);
  if (!found || found->version != version) {
    return std::nullopt;
  }
  found->name = name;
  ++found->version;
  sqlite::Statement update{
      m_db, "UPDATE study_chapter SET name = ?, version = ? WHERE study = ? AND number = ?"};
  update.use()(found->name)(found->version)(study.id)(number).exec();
  touch(study.id);
  write(study, *found, game);
  transaction.commit();
  return found;
}

bool StudyFile::place_before(std::string_view id, std::int64_t number, std::int64_t next) {
  sqlite::Transaction transaction{m_db};
  auto order = chapters(id);
  const auto moved = std::ranges::find(order, number, &Chapter::number);
  if (moved == order.end() || number == next) {
    return false;
  }
  Chapter chapter = *moved;
  order.erase(moved);
  const auto where = next == 0 ? order.end() : std::ranges::find(order, next, &Chapter::number);
  if (next != 0 && where == order.end()) {
    return false;
  }
  order.insert(where, std::move(chapter));
  sqlite::Statement place{
      m_db, "INSERT OR REPLACE INTO study_order (study, number, place) VALUES (?, ?, ?)"};
  std::int64_t last = 0;
  for (const Chapter& each : order) {
    place.use()(id)(each.number)(++last).exec();
  }
  touch(id);
  transaction.commit();
  return true;
}

bool StudyFile::remove(const Study& study, std::int64_t number, std::int64_t version) {
  sqlite::Transaction transaction{m_db};
  const auto found = chapter(study.id, number);
  if (!found || found->version != version) {
    return false;
  }
  sqlite::Statement game{m_db, "DELETE FROM game WHERE id = ?"};
  game.use()(found->game).exec();
  sqlite::Statement row{m_db, "DELETE FROM study_chapter WHERE study = ? AND number = ?"};
  row.use()(study.id)(number).exec();
  sqlite::Statement place{m_db, "DELETE FROM study_order WHERE study = ? AND number = ?"};
  place.use()(study.id)(number).exec();
  touch(study.id);
  transaction.commit();
  return true;
}

void StudyFile::remove(std::string_view id) {
  sqlite::Transaction transaction{m_db};
  for (const char* sql :
       {"DELETE FROM game WHERE id IN (SELECT game FROM study_chapter WHERE study = ?)",
        "DELETE FROM study_chapter WHERE study = ?", "DELETE FROM study_order WHERE study = ?",
        "DELETE FROM study WHERE id = ?"}) {
    sqlite::Statement statement{m_db, sql};
    statement.use()(id).exec();
  }
  transaction.commit();
}

} // namespace xq::store
