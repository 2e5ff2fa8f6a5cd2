#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace xq::store {

/// Appends SQLite's form of a row to `out`: the varint of its length, then the record (a header of
/// serial types, then the values), as a cell of a b-tree leaf holds it. For records of up to 127
/// bytes. Integers take the fewest bytes that hold them, as SQLite stores them itself.
/// Source: https://www.sqlite.org/fileformat2.html, sections 1.6 and 2.1.
class CellBuilder {
public:
  static constexpr std::size_t most_bytes = 128;
  static constexpr std::size_t most_columns = 14;

  void integer(std::int64_t value) noexcept;
  void null() noexcept { m_types[m_columns++] = 0; }
  /// The cell of the columns since the last call; writes at most most_bytes to `out` and returns
  /// the bytes written.
  std::size_t finish(unsigned char* out) noexcept;

private:
  std::size_t m_columns = 0;
  std::size_t m_bytes = 0;
  std::array<unsigned char, most_columns> m_types;
  std::array<unsigned char, most_columns * 8> m_values;
};

/// Writes the rows of one WITHOUT ROWID table (or index) page after page into a database file, in
/// key order, without SQLite: every page is written once, full, and none is read. The table must
/// exist and be empty, and no connection may be open until finish() returns. What stands in the
/// file is what SQLite's own format says; `PRAGMA integrity_check` agrees, and the tests ask it.
class BulkTree {
public:
  /// `root`: the first page of the table. `page_size` and `pages`: of the file. Throws FileError.
  BulkTree(const std::string& path, std::uint32_t root, std::uint32_t page_size,
           std::uint32_t pages);
  ~BulkTree();
  BulkTree(const BulkTree&) = delete;
  BulkTree& operator=(const BulkTree&) = delete;

  /// The next row, as CellBuilder made it; greater than all before. Throws FileError.
  void add(std::span<const unsigned char> cell);

  /// Write what is left and set the size of the database; returns its pages. Throws FileError.
  std::uint32_t finish();

private:
  class Level;
  class Pages;

  void push(std::size_t level, std::uint32_t child, std::span<const unsigned char> cell);
  void pass_up(std::size_t level, std::span<const unsigned char> divider,
               std::uint32_t right_child);

  std::unique_ptr<Pages> m_pages;
  std::vector<std::unique_ptr<Level>> m_levels; ///< leaves first
  std::uint32_t m_root;
};

} // namespace xq::store
