#pragma once

#include "sqlite/sqlite.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace xq::sqlite {

/// Rows of a table by their number. Rows that are asked for in rising order without gaps are
/// stepped through; only the first of them is searched for.
class RowCursor {
public:
  /// `sql` selects rows whose first column, their number, is `?` or more, in rising order.
  RowCursor(Database& db, std::string_view sql) : m_statement{db, sql} {}

  /// The row is the present one.
  [[nodiscard]] bool is_at(std::int64_t id) const noexcept { return m_row && m_id == id; }
  /// The row, until another is asked for; null when there is none.
  [[nodiscard]] const Statement::Use* row(std::int64_t id) {
    if (is_at(id)) {
      return &*m_row;
    }
    if (!is_at(id - 1)) {
      m_row.reset();
      m_row.emplace(m_statement);
      (*m_row)(id);
    }
    m_id = m_row->next() ? m_row->integer(0) : 0;
    if (m_id == id) {
      return &*m_row;
    }
    m_row.reset();
    return nullptr;
  }
  /// Rows may have changed.
  void reset() noexcept { m_row.reset(); }

private:
  Statement m_statement;
  std::optional<Statement::Use> m_row;
  std::int64_t m_id = 0;
};

} // namespace xq::sqlite
