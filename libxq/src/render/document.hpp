#pragma once

#include <xq/board/position.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace xq::render {

/// A line of text that stands for itself.
struct Paragraph {
  std::string text;
};

/// Labels, each with what is to be said about it.
struct Facts {
  std::vector<std::pair<std::string, std::string>> rows;
};

struct Column {
  std::string heading;
  bool right = false; ///< aligned to the right: numbers
  /// Columns of a terminal of 80 that a text takes at most, and what may be left of that where a
  /// table is too wide; 0: all of it.
  std::uint8_t widest = 0, least = 0;
  bool wraps = false; ///< where a table is too wide a text goes on below, and is not cut
  bool spare = false; ///< left out before other texts get less than their least
};

/// A table below a heading of its own. Every row has a cell for each column.
struct Table {
  std::string title;
  std::vector<Column> columns;
  std::vector<std::vector<std::string>> rows;
};

/// A board, in pages only.
struct Board {
  Position position;
  Move last_move{}; ///< none(): not shown
  std::string caption;
};

/// What a report says, before it is known where it goes: a title and parts one below the other.
/// Its texts may hold anything that files hold.
struct Document {
  std::string title;
  std::vector<std::variant<Paragraph, Facts, Table, Board>> parts;
};

/// Headings, where there are any, and rows of a table for a terminal of `screen` columns. Where it
/// is too wide, texts that wrap are broken, long ones cut from the right, then the longest of the
/// names; a table of too many columns goes on below, with its first column again, unless `splits`
/// is false: rows for programs. Nothing for a table without rows.
[[nodiscard]] std::string table_text(const Table& table, std::size_t screen = std::string::npos,
                                     bool splits = true);

/// For a terminal of `screen` columns: columns line up by display_width(), control characters are
/// shown as \xNN. Tables without rows are left out, here and in a page.
[[nodiscard]] std::string to_text(const Document& document, std::size_t screen = std::string::npos);

/// What every page without scripts begins and ends with; between them come parts of a body.
[[nodiscard]] std::string page_head(std::string_view title);
[[nodiscard]] std::string page_foot();

/// A web page of its own, one file without links or scripts, with the colours and the board of the
/// house.
[[nodiscard]] std::string to_html(const Document& document);

} // namespace xq::render
