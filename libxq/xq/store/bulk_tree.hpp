#pragma once

#include <xq/store/integer_form.hpp>
#include <xq/store/page_file.hpp>

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <vector>

namespace xq::store {

/// SQLite's form of a row: the varint of its length, then the record (a header of serial types,
/// then the values), as a cell of a b-tree leaf holds it. For records of up to 127 bytes. Integers
/// take the fewest bytes that hold them, as SQLite stores them itself. One on the stack of a loop
/// lives in registers. Source: https://www.sqlite.org/fileformat2.html, sections 1.6 and 2.1.
class CellBuilder {
public:
  static constexpr std::size_t most_bytes = 128;
  static constexpr std::size_t most_columns = 14; ///< integers of any size

  /// A cell of so many columns, which will stand at `out`: all most_bytes there may be written to.
  CellBuilder(unsigned char* out, std::size_t columns) noexcept
      : m_out{out}, m_type{out + 2}, m_value{out + 2 + columns} {
    assert(columns <= most_columns);
  }

  void integer(std::int64_t value) noexcept {
    const IntegerForm form = integer_form(value);
    *m_type++ = form.type;
    if (form.bytes != 0) {
      // What is too much of the eight bytes is overwritten by the next value.
      std::memcpy(m_value, &form.big_endian, sizeof form.big_endian);
      m_value += form.bytes;
    }
  }
  void null() noexcept { *m_type++ = 0; }
  /// Once all columns are there: the cell.
  [[nodiscard]] std::span<const unsigned char> finish() noexcept {
    const auto record = static_cast<std::size_t>(m_value - m_out) - 1;
    assert(record < most_bytes); // one byte holds each of the two lengths
    m_out[0] = static_cast<unsigned char>(record);
    m_out[1] = static_cast<unsigned char>(m_type - m_out - 1);
    return {m_out, record + 1};
  }

private:
  unsigned char* m_out;
  unsigned char* m_type;  ///< where the next serial type goes
  unsigned char* m_value; ///< where the next value goes
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
