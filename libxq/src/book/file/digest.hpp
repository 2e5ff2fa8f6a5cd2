#pragma once

#include "sqlite/sqlite.hpp"
#include "sqlitefile/row_block.hpp"

#include <array>
#include <cstdint>
#include <string_view>

namespace xq::book {

/// A number for the rows of a table, in whatever order they come: the sum modulo 2^64 of
/// content_hash() of the record of each row, in which a text stands as the integer that is its
/// content_hash(). Stored in books, so it is tested by value.
class Digest {
public:
  void add(const sqlitefile::RowBlock& rows) noexcept;
  /// The rows of `other`, too.
  void add(const Digest& other) noexcept { m_sum += other.m_sum; }
  [[nodiscard]] std::uint64_t value() const noexcept { return m_sum; }
  friend bool operator==(const Digest&, const Digest&) noexcept = default;

private:
  std::uint64_t m_sum = 0;
};

/// The tables of a book; the digest of each is its property `digest_` and the name of the table.
/// That of `property` is of all other properties.
inline constexpr std::array<std::string_view, 8> tables_with_digest{
    "move", "sample", "game", "property", "analyst", "evaluation", "score", "root"};
/// Whether books of earlier versions lack this table.
[[nodiscard]] constexpr bool is_optional_table(std::string_view name) noexcept {
  return name == "analyst" || name == "evaluation" || name == "score" || name == "root";
}

/// The digest of the rows of one of these tables.
[[nodiscard]] Digest digest_of(sqlite::Database& db, std::string_view table);

} // namespace xq::book
