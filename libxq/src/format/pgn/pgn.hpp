#pragma once

#include "format/shared/slice.hpp"

#include <xq/format/format.hpp>

#include <memory>
#include <string>
#include <string_view>

namespace xq::format {

/// What a PGN file calls a game: headers and the moves after them. A header line after moves
/// begins the next game, except inside a comment; there it does so after a blank line, so that a
/// comment without its brace affects one game only. A repetition of the game's first header begins
/// a game, too, and so does `1.` with a move of Red, unless a variation is open. Comments before
/// headers belong to the game of these, between headers as long as none is given again, and prose
/// after a result (or a line of `====`) to the game before.
class PgnSplitter final : public Splitter {
private:
  enum class State : std::uint8_t { nothing, headers, moves, comment };

  bool begins_game(std::string_view line) override;
  LineRun pass_lines(std::string_view text) noexcept override;
  [[nodiscard]] bool is_next_header(std::string_view line) const noexcept;
  bool bracket_line(std::string_view line);
  bool moves_line(std::string_view line, bool after_blank);
  void start(State state) noexcept;
  void look_for_comment(std::string_view line);
  void begins_inside(std::string_view line, std::vector<std::size_t>& starts) override;
  void find_games_inside(std::string_view line, std::vector<std::size_t>& starts);
  [[nodiscard]] bool moves_are_open();

  State m_state = State::nothing;
  bool m_previous_blank = false;
  bool m_open_value = false; ///< a header's value goes on in the next line
  bool m_has_headers = false;
  bool m_has_text = false;    ///< something but comments after the headers
  bool m_has_numbers = false; ///< a line that began with a move number
  bool m_footer = false;
  std::string m_first_name;   ///< of the game's headers
  std::size_t m_moves_at = 0; ///< of the game, in its text,
  std::size_t m_followed = 0; ///< how far its parentheses are counted
  int m_depth = 0;            ///< of those that are open there
  bool m_in_comment = false;
};

[[nodiscard]] std::unique_ptr<SliceParser> make_pgn_parser(const ReadOptions& options);
[[nodiscard]] std::unique_ptr<Writer> make_pgn_writer(const WriteOptions& options);

} // namespace xq::format
