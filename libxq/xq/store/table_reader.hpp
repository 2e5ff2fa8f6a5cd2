#pragma once

#include <xq/store/sqlite.hpp>
#include <xq/store/table_leaf.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace xq::store {

/// Reads rows of a table with rowids from the pages of the database file, several times as fast as
/// a statement does, which takes a row apart column by column. It reads through SQLite's own file,
/// under SQLite's lock: use it within a transaction that has not changed the table yet, when the
/// file says what SQLite itself would say. Whatever it does not understand it leaves to SQLite.
class TableReader {
public:
  TableReader(Database& db, std::string_view table) : m_db{db}, m_table{table} {}

  /// At the beginning of a transaction. It finds nothing before.
  void begin();
  /// The transaction is about to change the table: it finds nothing from now on.
  void end() noexcept { m_root = 0; }

  /// The record of a row; nothing when there is none, or when only SQLite can say. Valid until the
  /// next call.
  [[nodiscard]] std::optional<std::string_view> find(std::int64_t rowid);

private:
  struct Page {
    std::uint32_t number = 0; ///< 0: none
    std::vector<unsigned char> bytes;
  };
  [[nodiscard]] bool read(std::uint32_t number, Page& page);
  [[nodiscard]] bool find_leaf(std::int64_t rowid);
  [[nodiscard]] std::optional<std::string_view> whole(const TableLeaf::Cell& cell);

  Database& m_db;
  std::string m_table;
  std::uint32_t m_root = 0;
  std::size_t m_page_size = 0;
  std::uint64_t m_file_bytes = 0;
  Page m_leaf;
  std::size_t m_at = 0;            ///< of the latest row in m_leaf
  std::array<Page, 16> m_interior; ///< by number
  Page m_overflow;
  std::string m_record; ///< one with overflow pages
};

} // namespace xq::store
