#include "sqlite/schema.hpp"

#include <xq/base/translate.hpp>

#include <set>
#include <vector>

namespace xq::sqlite {

// Defined by the sources that CMake generates from schemas/ (see XqEmbedSql.cmake).
std::span<const Migration> game_migrations() noexcept;
std::span<const Migration> book_migrations() noexcept;

const Schema& game_schema() noexcept {
  static const Schema schema{0x58516462, to_translate("game database"), game_migrations(),
                             4}; // "XQdb"
  return schema;
}

const Schema& book_schema() noexcept {
  static const Schema schema{0x5851626B, to_translate("opening book"), book_migrations(),
                             1}; // "XQbk"
  return schema;
}

namespace {

/// What the file says it is, for the message about a file of another kind.
std::string describe(std::int64_t application_id) {
  for (const Schema* known : {&game_schema(), &book_schema()}) {
    if (application_id == known->application_id) {
      return localized("it is an xq {}", translate(known->noun));
    }
  }
  return localized("it was not made by xq");
}

/// What Database::has_table() is true of, in small letters: one question instead of one a table.
std::set<std::string, std::less<>> tables_of(Database& db) {
  Statement query{db,
                  "SELECT lower(name) FROM sqlite_schema WHERE type = 'table' AND rootpage > 0"};
  std::set<std::string, std::less<>> names;
  for (auto row = query.use(); row.next();) {
    names.emplace(row.text(0));
  }
  return names;
}

/// The tables that the migrations up to `version` make are tables, not views: a view of such a
/// name may be a query without end.
void check_tables(Database& db, const Schema& schema, std::int64_t version) {
  constexpr std::string_view create = "\nCREATE TABLE ";
  const auto found = tables_of(db);
  for (const Migration& step : schema.migrations.first(static_cast<std::size_t>(version))) {
    const std::string_view sql = step.sql;
    for (auto at = sql.find(create); at != std::string_view::npos; at = sql.find(create, at)) {
      at += create.size();
      const auto name = sql.substr(at, sql.find(' ', at) - at);
      if (!found.contains(name)) {
        throw make_error<DbError>("{}: this {} has no table '{}'. The file is damaged: restore it "
                                  "from a copy, or make it anew.",
                                  db.path(), translate(schema.noun), name);
      }
    }
  }
}

/// A table with the condition in SQL that each column of row t holds what its definition says.
struct TypedTable {
  std::string name, condition;
};

std::vector<TypedTable> typed_tables(const Schema& schema) {
  Database blank{"", Database::Mode::create};
  migrate(blank, schema);
  Statement tables{blank, "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE "
                          "'sqlite%' ORDER BY name"};
  Statement columns{blank, "SELECT name, type, \"notnull\" FROM pragma_table_info(?)"};
  std::vector<TypedTable> out;
  for (auto table = tables.use(); table.next();) {
    auto& typed = out.emplace_back(TypedTable{std::string{table.text(0)}, "1"});
    auto column = columns.use();
    for (column(table.text(0)); column.next();) {
      const auto type = fmt::format("lower('{}')", column.text(1));
      const bool may_be_null = column.integer(2) == 0;
      typed.condition +=
          may_be_null ? fmt::format(" AND typeof(t.{}) IN ({}, 'null')", column.text(0), type)
                      : fmt::format(" AND typeof(t.{}) = {}", column.text(0), type);
    }
  }
  return out;
}

/// The tables of a schema. They are made once a process, since that takes longer than to look at a
/// small file.
const std::vector<TypedTable>& known_tables(const Schema& schema) {
  if (schema.application_id == book_schema().application_id) {
    static const auto of_books = typed_tables(book_schema());
    return of_books;
  }
  static const auto of_games = typed_tables(game_schema());
  return of_games;
}

/// Version of a file that is of this kind and not too new; 0 for an empty file.
int checked_version(Database& db, const Schema& schema) {
  const auto id = db.query_integer("PRAGMA application_id");
  const auto version = db.query_integer("PRAGMA user_version");
  const bool blank =
      id == 0 && version == 0 && db.query_integer("SELECT count(*) FROM sqlite_schema") == 0;
  if (id != schema.application_id && !blank) {
    throw make_error<DbError>("{}: not an xq {}: {}. Check the path.", db.path(),
                              translate(schema.noun), describe(id));
  }
  if (version < 0 || version > schema.newest()) {
    throw make_error<DbError>(
        "{}: this {} has schema {}, and this program knows schemas up to {}. Install a newer xq.",
        db.path(), translate(schema.noun), version, schema.newest());
  }
  check_tables(db, schema, version);
  return static_cast<int>(version);
}

} // namespace

void migrate(Database& db, const Schema& schema) {
  const int current = checked_version(db, schema);
  for (const Migration& step : schema.migrations.subspan(static_cast<std::size_t>(current))) {
    Transaction transaction{db};
    db.execute(step.sql);
    db.execute(fmt::format("PRAGMA user_version = {}; PRAGMA application_id = {}", step.version,
                           schema.application_id));
    transaction.commit();
  }
}

void require(Database& db, const Schema& schema) {
  const int current = checked_version(db, schema);
  if (current == 0) {
    throw make_error<DbError>("{}: the file is empty, not an xq {}. Check the path.", db.path(),
                              translate(schema.noun));
  }
  if (current < schema.oldest_readable) {
    throw make_error<DbError>(
        "{}: this {} has schema {}, and schema {} is needed. Write to it once with this version of "
        "xq to bring it up to date.",
        db.path(), translate(schema.noun), current, schema.oldest_readable);
  }
}

void check_types(Database& db, const Schema& schema,
                 const std::function<void(std::string problem)>& report) {
  const auto found = tables_of(db);
  for (const auto& [name, condition] : known_tables(schema)) {
    if (!found.contains(name)) {
      continue; // of a newer schema
    }
    const auto rows = db.query_integer(
        fmt::format("SELECT count(*) FROM {} AS t WHERE NOT ({})", name, condition));
    if (rows != 0) {
      report(localized("table {}: {} rows have a value of another type than their columns", name,
                       rows));
    }
  }
}

} // namespace xq::sqlite
