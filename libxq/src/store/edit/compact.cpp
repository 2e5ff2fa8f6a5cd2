
#include "sqlite/schema.hpp"
#include "sqlite/sqlite.hpp"

#include <xq/store/maintenance.hpp>

namespace xq::store {

namespace {

std::uint64_t size_of(sqlite::Database& db) {
  return static_cast<std::uint64_t>(db.query_integer("PRAGMA page_count") *
                                    db.query_integer("PRAGMA page_size"));
}

/// Rows that games refer to by their ids, of each table one statement that looks at all games once.
std::uint64_t drop_unused(sqlite::Database& db) {
  constexpr const char* unused[] = {
      "player WHERE id NOT IN (SELECT red FROM game WHERE red IS NOT NULL UNION "
      "SELECT black FROM game WHERE black IS NOT NULL)",
      "team WHERE id NOT IN (SELECT red_team FROM game WHERE red_team IS NOT NULL UNION "
      "SELECT black_team FROM game WHERE black_team IS NOT NULL)",
      "event WHERE id NOT IN (SELECT event FROM game WHERE event IS NOT NULL)",
      "site WHERE id NOT IN (SELECT site FROM game WHERE site IS NOT NULL)",
      "source WHERE id NOT IN (SELECT source FROM game UNION SELECT source FROM also_in)"};
  const sqlite::WithoutTriggers quiet{db}; // they would look at all games for each row
  std::uint64_t names = 0;
  for (const auto* rows : unused) {
    sqlite::Statement{db, fmt::format("DELETE FROM {}", rows)}.use().exec();
    names += static_cast<std::uint64_t>(db.changes());
  }
  db.execute("DELETE FROM layout WHERE id NOT IN (SELECT layout FROM game)");
  return names;
}

/// From the tables that refer to others on.
std::uint64_t drop_journal(sqlite::Database& db) {
  const auto operations = db.query_integer("SELECT count(*) FROM edit");
  for (const auto* table :
       {"deleted_annotation_move", "deleted_annotation", "deleted_line", "deleted_also_in",
        "deleted_game", "edit_import", "edit_base", "edit_value", "edit"}) {
    db.execute(fmt::format("DELETE FROM {}", table));
  }
  return static_cast<std::uint64_t>(operations);
}

} // namespace

Compacted compact_database(const std::string& path, bool forget, int busy_milliseconds) {
  sqlite::Database db{path, sqlite::Database::Mode::read_write, busy_milliseconds};
  sqlite::migrate(db, sqlite::game_schema());
  db.execute("PRAGMA foreign_keys = OFF"); // nothing dangling is made
  Compacted done;
  {
    sqlite::Transaction transaction{db};
    done.bytes_before = size_of(db);
    done.operations = forget ? drop_journal(db) : 0;
    done.names = drop_unused(db);
    transaction.commit();
  }
  db.execute("VACUUM");
  done.bytes_after = size_of(db);
  return done;
}

} // namespace xq::store
