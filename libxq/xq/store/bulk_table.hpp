#pragma once

#include <xq/store/page_file.hpp>
#include <xq/store/stable_list.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace xq::store {

/// Makes SQLite's form of a row: a header of serial types, then the values.
/// Source: https://www.sqlite.org/fileformat2.html, section 2.1.
class RecordBuilder {
public:
  void null() { *types(1) = 0; }
  void integer(std::int64_t value);
  void text(std::string_view bytes) { bytes_as(bytes, 13); }
  void blob(std::string_view bytes) { bytes_as(bytes, 12); }
  /// Append the record of the columns since the last call to `out`.
  void finish(std::string& out);

private:
  void bytes_as(std::string_view bytes, std::uint64_t type_of_none);
  /// Room for so many bytes behind those that are there, which now has them.
  unsigned char* types(std::size_t bytes) { return room(m_types, m_types_size, bytes); }
  unsigned char* values(std::size_t bytes) { return room(m_values, m_values_size, bytes); }
  static unsigned char* room(std::vector<unsigned char>& buffer, std::size_t& size,
                             std::size_t bytes) {
    if (buffer.size() - size < bytes) {
      buffer.resize(2 * (size + bytes));
    }
    size += bytes;
    return buffer.data() + size - bytes;
  }

  std::vector<unsigned char> m_types, m_values; ///< their sizes only grow
  std::size_t m_types_size = 0, m_values_size = 0;
};

/// Writes the rows of one table with rowids page after page into a database file, in the order of
/// the rowids, without SQLite, as BulkTree does for indexes. The table must exist and be empty.
class BulkTable {
public:
  /// `root`: the first page of the table.
  BulkTable(PageFile& file, std::uint32_t root);
  ~BulkTable();
  BulkTable(const BulkTable&) = delete;
  BulkTable& operator=(const BulkTable&) = delete;

  /// The next row; `rowid` is greater than all before and than 0. A column that is the rowid is
  /// NULL in the record. Throws FileError.
  void add(std::int64_t rowid, std::string_view record);
  /// The record of a row that was added; empty when there is none. Valid until the next call. Not
  /// after finish(). Throws FileError.
  [[nodiscard]] std::string_view read(std::int64_t rowid);
  /// Bytes of memory that grow with the table.
  [[nodiscard]] std::size_t bytes() const noexcept { return m_leaves.size() * sizeof(LeafPlace); }

  /// Write what is left. Throws FileError.
  void finish();

private:
  class Leaf;
  class Interior;
  struct LeafPlace {
    std::int64_t last = 0; ///< rowid
    std::uint32_t page = 0;
  };

  std::uint32_t write_overflow(std::string_view rest);
  void pass_up(std::size_t level, std::uint32_t child, std::int64_t last);

  PageFile& m_file;
  std::uint32_t m_root;
  std::unique_ptr<Leaf> m_leaf;
  std::vector<std::unique_ptr<Interior>> m_levels; ///< the one above the leaves first
  StableList<LeafPlace> m_leaves;                  ///< those that are full
  std::vector<unsigned char> m_page;               ///< scratch
  std::vector<unsigned char> m_overflow_page;      ///< scratch of read()
  std::string m_record;                            ///< the same
};

} // namespace xq::store
