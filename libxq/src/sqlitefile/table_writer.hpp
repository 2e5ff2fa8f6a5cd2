#pragma once

#include "sqlitefile/row_block.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace xq::sqlitefile {

/// Make `path`, which is missing or an empty file, an SQLite database without tables, of the form
/// that a TableWriter needs, whatever the defaults of the SQLite that makes the tables in it: this
/// page size (a power of two from 512 to 65536), no auto-vacuum, no reserved bytes, no write-ahead
/// log, UTF-8. Throws FileError.
void create_database(const std::string& path, std::uint32_t page_size);

/// Writes the rows of one table into a database that create_database() made, in the order of the
/// primary key, four times as fast as SQLite: every page is written once, full, and none is read.
/// What stands in the file is what SQLite would have written (docs/sqlite_pages.md). Functions
/// throw FileError.
class TableWriter {
public:
  /// `table`: made by SQLite, WITHOUT ROWID, the columns of its primary key first, and still empty.
  /// Until finish() returns no connection may be open, but for reading other tables. There is no
  /// way back: a file that is not finished is to be thrown away.
  TableWriter(const std::string& path, std::string_view table);
  ~TableWriter();
  TableWriter(const TableWriter&) = delete;
  TableWriter& operator=(const TableWriter&) = delete;

  /// The next rows, in order, greater than all before. Their values are not checked: what the
  /// table's definition asks for must hold.
  void add(const RowBlock& rows);

  /// Write what is left.
  void finish();

private:
  class Tree;
  std::unique_ptr<Tree> m_tree;
};

} // namespace xq::sqlitefile
