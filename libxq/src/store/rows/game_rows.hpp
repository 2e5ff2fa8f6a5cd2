#pragma once

#include "sqlite/sqlite.hpp"
#include "store/rows/game_columns.hpp"
#include "store/rows/game_fields.hpp"
#include "store/rows/game_rows.hpp"

#include <xq/record/game.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace xq::store {

/// The rows of table layout, in memory: archives have a handful.
class LayoutTable {
public:
  explicit LayoutTable(sqlite::Database& db) : m_db{db} { load(); }

  /// Read the table again.
  void load();
  struct Layout {
    std::string bytes;         ///< see LayoutReader
    bool has_own_tags = false; ///< games with this layout have rows in table tag
    bool has_opening = false;  ///< they have a header for column ecco; for others it was found out

    void add(const LayoutReader::Tag& tag) {
      has_own_tags = has_own_tags || tag.place == TagPlace::row;
      has_opening = has_opening || LayoutReader::is_opening(tag);
    }
  };
  /// An empty one for an unknown number; valid until load().
  [[nodiscard]] const Layout& layout(std::int64_t id) const;
  /// The number of a layout, stored if it is new. Within a transaction.
  [[nodiscard]] std::int64_t id_of(std::string_view layout);

private:
  void insert(std::int64_t id, std::string_view layout);

  sqlite::Database& m_db;
  std::unordered_map<std::int64_t, Layout> m_by_id;
  std::unordered_map<std::string, std::int64_t> m_ids;
  std::int64_t m_last = 0;
};

/// Reads rows of table game with everything that belongs to them.
class GameRows {
public:
  GameRows(sqlite::Database& db, const LayoutTable& layouts);

  /// What a statement must select, in front of `FROM game AS g` and `joins()`.
  [[nodiscard]] static std::string columns();
  [[nodiscard]] static std::string_view joins() noexcept;

  /// The fields of the present row; views are valid until the row is left or read() called again.
  /// Throws DbError where the row names a name that is not there.
  void read(sqlite::Statement::Use& row, GameFields& fields);
  [[nodiscard]] static std::int64_t id(const sqlite::Statement::Use& row) {
    return row.integer(place_of(GameColumn::id));
  }
  [[nodiscard]] static std::string_view source(const sqlite::Statement::Use& row);

private:
  void require_name(const sqlite::Statement::Use& row, GameColumn column) const;

  sqlite::Database& m_db;
  const LayoutTable& m_layouts;
  sqlite::Statement m_tags;
  std::string m_tag_text; ///< values of table tag, back to back
};

/// Makes games of rows of table game.
class GameSource {
public:
  /// `layouts` says what the table does, also while rows are read.
  GameSource(sqlite::Database& db, const LayoutTable& layouts) : m_db{db}, m_rows{db, layouts} {}

  /// The statement whose rows game() takes; `where` is a condition on `game AS g`.
  [[nodiscard]] static std::string select(std::string_view where);

  /// The game of the present row: the same object every time. Throws DbError for a row that is
  /// damaged.
  record::Game& game(sqlite::Statement::Use& row);
  /// What the row of that game says; valid until the row is left.
  [[nodiscard]] const GameFields& fields() const noexcept { return m_fields; }

private:
  sqlite::Database& m_db;
  GameRows m_rows;
  GameFields m_fields;
  record::Game m_game;
  std::vector<Move> m_scratch;
};

} // namespace xq::store
