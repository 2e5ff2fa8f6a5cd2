#include "book/file/digest.hpp"

#include "base/hash.hpp"

#include <fmt/core.h>

#include <optional>
#include <vector>

namespace xq::book {

void Digest::add(const sqlitefile::RowBlock& rows) noexcept {
  rows.for_each_record([this](std::string_view record) { m_sum += content_hash(record); });
}

Digest digest_of(sqlite::Database& db, std::string_view table) {
  sqlite::Statement select{
      db, fmt::format("SELECT * FROM {}{}", table,
                      table == "property" ? " WHERE name <> 'digest_property'" : "")};
  auto row = select.use();
  std::vector<std::optional<std::int64_t>> values;
  sqlitefile::RowBlock rows;
  Digest digest;
  while (row.next()) {
    values.clear();
    for (int column = 0; column < row.columns(); ++column) {
      if (row.is_null(column)) {
        values.emplace_back();
      } else if (row.is_integer(column)) {
        values.emplace_back(row.integer(column));
      } else {
        values.emplace_back(static_cast<std::int64_t>(content_hash(row.text(column))));
      }
    }
    rows.clear();
    rows.add(values);
    digest.add(rows);
  }
  return digest;
}

} // namespace xq::book
