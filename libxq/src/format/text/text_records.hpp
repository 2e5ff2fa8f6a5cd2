#pragma once

#include "format/shared/slice.hpp"
#include "format/text/csv_table.hpp"

#include <xq/format/format.hpp>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

/// Records that are plain text and not PGN; see docs/formats/text.md.
namespace xq::format {

/// WXF text: `FORMAT WXF`, headers as `NAME value` lines, `START{`, moves, `}END`.
class WxfSplitter final : public Splitter {
private:
  bool begins_game(std::string_view line) override;
  bool m_started = false;
};
[[nodiscard]] bool looks_like_wxf(std::string_view line) noexcept;
[[nodiscard]] std::unique_ptr<SliceParser> make_wxf_parser(const ReadOptions& options);

/// A table with named columns, a ply a row or a game a row; the plies of a game stand together. A
/// table of other things has no game.
class CsvSplitter final : public Splitter {
public:
  [[nodiscard]] std::string_view heading() const noexcept override { return m_first_line; }

private:
  bool begins_game(std::string_view line) override;
  std::string m_first_line;
  CsvColumns m_columns;
  std::vector<CsvCell> m_cells;
  std::string m_id;         ///< of the game in work
  bool m_in_quotes = false; ///< a cell goes on
  int m_lines = 0;          ///< that it has so far
};
/// `text` begins with the heading of such a table, or a row of the kind that needs none.
[[nodiscard]] bool looks_like_csv(std::string_view text);
[[nodiscard]] std::unique_ptr<SliceParser> make_csv_parser(const ReadOptions& options);

/// Chinese text: headers as `红方：name`, then moves, numbered or not. What stands between the two
/// is a comment, and the first words before them the title. A header, a first move or a position
/// behind moves begins the next game, and so do moves behind a result.
class TxtSplitter final : public Splitter {
private:
  bool begins_game(std::string_view line) override;
  [[nodiscard]] bool begins_heading(std::string_view header) const;
  bool m_started = false;
  bool m_has_moves = false;
  bool m_has_position = false;
  std::vector<std::string_view> m_headers; ///< of the game in work; names that always live
  bool m_ended = false;                    ///< the line before ends with a result
  bool m_in_branch = false;                ///< a variation stands below the game
};
[[nodiscard]] bool looks_like_txt(std::string_view text) noexcept;
/// Moves stand somewhere near the front of `text`, whatever stands before them.
[[nodiscard]] bool looks_like_moves(std::string_view text) noexcept;
[[nodiscard]] std::unique_ptr<SliceParser> make_txt_parser(const ReadOptions& options);

} // namespace xq::format
