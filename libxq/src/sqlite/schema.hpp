#pragma once

#include "sqlite/sqlite.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace xq::sqlite {

/// One numbered file of schemas/, compiled in.
struct Migration {
  int version;      ///< 1, 2, 3, ... without gaps
  const char* name; ///< file name without suffix
  const char* sql;
};

/// A kind of database file: what marks it and how it grew. The marks are frozen.
struct Schema {
  std::int32_t application_id;
  std::string_view noun; ///< "game database", for messages
  std::span<const Migration> migrations;
  /// Files from this version on can be read as they are: what is new since then matters to writers
  /// only.
  int oldest_readable;

  [[nodiscard]] int newest() const noexcept { return static_cast<int>(migrations.size()); }
};

/// schemas/NNNN_*.sql, application_id "XQdb".
[[nodiscard]] const Schema& game_schema() noexcept;
/// schemas/book/NNNN_*.sql, application_id "XQbk".
[[nodiscard]] const Schema& book_schema() noexcept;

/// Bring an empty file or an older one of this kind to the newest schema, each step in its own
/// transaction. Throws DbError for a file of another kind and for one written by a newer program.
void migrate(Database& db, const Schema& schema);

/// For a file that is only read: throws DbError unless it is of this kind and of a schema that can
/// be read as it is.
void require(Database& db, const Schema& schema);

/// Tell of every table in which a column holds values of another type than the schema says, or
/// NULL where it says that there is none. SQLite looks at the definitions in the file itself, which
/// may be others.
void check_types(Database& db, const Schema& schema,
                 const std::function<void(std::string problem)>& report);

} // namespace xq::sqlite
