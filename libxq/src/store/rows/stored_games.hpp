#pragma once

#include "sqlite/row_cursor.hpp"
#include "sqlite/sqlite.hpp"
#include "store/rows/game_fields.hpp"
#include "store/rows/game_rows.hpp"
#include "store/rows/name_table.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace xq::store {

/// The numbers of the names of a game, in the order of NameField; 0: none.
using NameNumbers = std::array<std::int64_t, name_field_count>;

/// The tables of names.
struct NameTables {
  explicit NameTables(sqlite::Database& db)
      : event{db, "event"},
        site{db, "site"},
        player{db, "player"},
        team{db, "team"},
        source{db, "source"} {}

  [[nodiscard]] NameTable& of(NameField field) noexcept;
  /// Whether two records may be of one game: none of the names that both have differs.
  [[nodiscard]] bool may_be_one(const NameNumbers& stored,
                                const std::array<std::string_view, name_field_count>& names);
  template <typename F>
  void for_each(F&& f) {
    for (auto* table : {&event, &site, &player, &team, &source}) {
      f(*table);
    }
  }

  NameTable event, site, player, team, source;
};

/// Compares games that come with rows of tables game and tag. Fast for rows that are asked for one
/// after another, as when an archive is imported again.
class StoredGames {
public:
  StoredGames(sqlite::Database& db, LayoutTable& layouts, NameTables& names);

  /// Before rows change, and at the beginning of a transaction.
  void reset() noexcept;
  /// The game behind the last that is_stored() found: an archive that is imported again comes in
  /// the same order.
  [[nodiscard]] std::int64_t next() const noexcept { return m_next; }

  /// The row says the same as `fields`, to the last byte; false when it is gone.
  [[nodiscard]] bool is_stored(std::int64_t id, const GameFields& fields);
  /// Whether the row leaves room for both being records of one game: the same moves, no other names
  /// and no other result. Rejects nearly all candidates by columns alone.
  [[nodiscard]] bool may_be_one(std::int64_t id, const GameFields& fields);
  /// The packed form of a row (see pack()); empty when it is gone. Valid until the next call.
  [[nodiscard]] const std::string& packed(std::int64_t id);
  /// source.id of a row; 0 when it is gone.
  [[nodiscard]] std::int64_t source(std::int64_t id);

private:
  [[nodiscard]] const sqlite::Statement::Use* row(std::int64_t id);
  [[nodiscard]] bool has_own_tags(std::int64_t id, const GameFields& fields);

  LayoutTable& m_layouts;
  NameTables& m_names;
  GameRows m_game_rows;
  sqlite::Statement m_with_names;
  sqlite::RowCursor m_in_order, m_others;
  std::int64_t m_next = 1;
  // Rows of table tag, in the order of the games.
  sqlite::Statement m_tags_from;
  std::optional<sqlite::Statement::Use> m_tag_rows;
  std::int64_t m_tag_game = 0; ///< of the present row; 0: there is none

  GameFields m_fields;
  std::string m_packed;
};

} // namespace xq::store
