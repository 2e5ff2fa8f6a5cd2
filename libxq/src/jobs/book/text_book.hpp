#pragma once

// Opening books as text.

#include "book/formats/foreign.hpp"

#include <xq/book/book.hpp>
#include <xq/record/game.hpp>

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace xq::jobs {

enum class TextForm : std::uint8_t {
  plain,      ///< a line for each move: `h2e2 5895 FEN`, the move, its games, the position
  json_lines, ///< an object with the settings of the book, then one for each position with its
              ///< moves
};

/// Reads a book in one of these forms, line by line. One thread.
class TextBookReader {
public:
  /// Legal moves go to `rows`, which outlives the reader.
  TextBookReader(TextForm form, book::ForeignRows& rows) noexcept : m_form{form}, m_rows{rows} {}

  /// Reads a line without its line end. Returns what is wrong with it, or an empty string.
  [[nodiscard]] std::string read(std::string_view line);
  /// A line with anything wrong counts once in `illegal`.
  [[nodiscard]] const book::ImportTotals& totals() const noexcept { return m_totals; }
  /// Games, max_ply and min_games where the text has them.
  [[nodiscard]] const book::BookInfo& info() const noexcept { return m_info; }

private:
  [[nodiscard]] std::string read_plain(std::string_view line);
  [[nodiscard]] std::string read_json(std::string_view line);

  TextForm m_form;
  book::ForeignRows& m_rows;
  book::ImportTotals m_totals;
  book::BookInfo m_info;
};

/// Called with the text of a position; what it throws ends the writing.
using WriteText = std::function<void(std::string_view text)>;

/// Write the positions of `book` that are reached from the start position, see walk(); returns the
/// number of moves written. The weight of a line is the games, or what `weight_of` says, 0: leave
/// the move out. From the JSON Lines a book can be made again that says the same of the games.
std::uint64_t write_text_book(book::Book& book, const book::WalkOptions& options, TextForm form,
                              const WriteText& write, const book::MoveNumber& weight_of = {});

/// A game whose variations are the moves of `book`, with games, Red's wins, draws and Black's wins
/// as comments, and of a judged book `[%eval +0.35]`, for Red. A position that is reached in
/// several ways is opened once. `on_position` is called before each position; what it throws ends
/// the work. All of a large book is more than memory holds: set max_ply.
[[nodiscard]] record::Game book_tree(book::Book& book, const book::WalkOptions& options,
                                     const std::function<void()>& on_position = {});

} // namespace xq::jobs
