#pragma once

#include <xq/store/integer_form.hpp>
#include <xq/store/page_file.hpp>

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
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

  void integer(std::int64_t value) noexcept {
    assert(m_columns < most_columns);
    const IntegerForm form = integer_form(value);
    m_types[m_columns++] = form.type;
    // What is too much of the eight bytes is overwritten by the next value.
    std::memcpy(m_values.data() + m_bytes, &form.big_endian, sizeof form.big_endian);
    m_bytes += form.bytes;
  }
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
/// exist and be empty. What stands in the file is what SQLite's own format says;
/// `PRAGMA integrity_check` agrees, and the tests ask it.
class BulkTree {
public:
  /// `root`: the first page of the table. Several trees may be written into one file at a time.
  BulkTree(PageFile& file, std::uint32_t root);
  ~BulkTree();
  BulkTree(const BulkTree&) = delete;
  BulkTree& operator=(const BulkTree&) = delete;

  /// The next row, as CellBuilder made it; greater than all before. Throws FileError.
  void add(std::span<const unsigned char> cell);

  /// Write what is left. Throws FileError.
  void finish();

private:
  class Level;

  void push(std::size_t level, std::uint32_t child, std::span<const unsigned char> cell);
  void pass_up(std::size_t level, std::span<const unsigned char> divider,
               std::uint32_t right_child);

  PageFile& m_file;
  std::vector<std::unique_ptr<Level>> m_levels; ///< leaves first
  std::uint32_t m_root;
};

} // namespace xq::store
