#pragma once

#include <xq/record/game.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Tables of games as comma-separated values: what a heading says about its columns.
namespace xq::format {

/// One cell of a row, without the blanks around it and the quotes that enclose it.
struct CsvCell {
  std::string_view text;
  bool doubled_quotes = false; ///< `""` in it stands for a quote
};
/// The cells of one line (RFC 4180, without line ends in cells); replaces `cells`.
void split_cells(std::string_view line, std::vector<CsvCell>& cells,
                 std::string_view separator = ",");

/// What the reader takes from a column.
enum class CsvMeaning : std::uint8_t {
  header, ///< a header of the game, under the column's name
  id,     ///< the rows of a game have the same
  turn,   ///< number of the move or of the ply
  side,
  move,  ///< one ply
  moves, ///< of the whole game
  fen,
  result,
  date, ///< of the first ply, or of the game
  comment,
};

/// What a column, or a field of others, of this name says; the header is empty for what is none.
/// Nothing for a name that is not known.
struct KnownColumn {
  CsvMeaning meaning = CsvMeaning::header;
  std::string_view header;
};
[[nodiscard]] std::optional<KnownColumn> known_column(std::string_view name);

class CsvColumns {
public:
  /// A row is a ply or a game; `none` for the heading of another table.
  enum class Kind : std::uint8_t { none, plies, games };

  /// The table that has this first line: a heading, or the row of a table without one, which has
  /// the columns `gameID,turn,side,move`.
  [[nodiscard]] static CsvColumns of_first_line(std::string_view line);

  struct Column {
    std::string name; ///< of the header
    CsvMeaning meaning = CsvMeaning::header;
  };
  [[nodiscard]] Kind kind() const noexcept { return m_kind; }
  [[nodiscard]] const std::vector<Column>& columns() const noexcept { return m_columns; }
  /// Comma, wide or not, semicolon, tab or bar, whichever gives a table.
  [[nodiscard]] std::string_view separator() const noexcept { return m_separator; }
  /// A row, whose first and last cells may be empty.
  [[nodiscard]] std::string_view row(std::string_view line) const noexcept;
  /// Whether the first line is the heading.
  [[nodiscard]] bool has_heading() const noexcept { return m_has_heading; }
  /// The column with this meaning; none when there is none.
  [[nodiscard]] std::optional<std::size_t> find(CsvMeaning meaning) const noexcept;

private:
  void read_heading(std::string_view line);

  std::vector<Column> m_columns;
  Kind m_kind = Kind::none;
  bool m_has_heading = true;
  bool m_bar_before = false; ///< the first line begins with a bar, so that each does
  bool m_bar_behind = false; ///< likewise at its end
  std::string_view m_separator = ",";
};

} // namespace xq::format
