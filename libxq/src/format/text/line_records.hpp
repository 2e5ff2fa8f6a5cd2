#pragma once

#include "format/shared/slice.hpp"

#include <xq/format/format.hpp>

#include <memory>
#include <optional>
#include <string_view>

namespace xq::format {

/// A line is a game; empty lines and lines that begin with `%` or `#` are ignored. Where the moves
/// are numbered, a game ends before the next line that begins with `1.` or not with a move. Lines
/// of one move each are one game where the second is Black's.
class UciSplitter final : public Splitter {
private:
  bool begins_game(std::string_view line) override;

  bool m_numbered = false;        ///< the game in work
  std::size_t m_single_moves = 0; ///< lines of one move each that it has
};

/// `NAME|FEN|MOVES` a line, the moves with commas or blanks between, or none at all.
class EglibSplitter final : public Splitter {
private:
  bool begins_game(std::string_view line) override;
};

/// A line that begins with a position begins a game, and the lines after it are its moves. The
/// first line of a file is taken for a position whatever it looks like.
class EpdSplitter final : public Splitter {
private:
  bool begins_game(std::string_view line) override;

  bool m_started = false;
};

/// `text` begins with something that was meant to be the board of a FEN.
[[nodiscard]] bool looks_like_fen(std::string_view text) noexcept;
/// The first line has such a board behind a number, a quote or a name.
[[nodiscard]] bool looks_like_fen_list(std::string_view line) noexcept;
/// `text` begins with one of the forms that the uci reader takes.
[[nodiscard]] bool looks_like_uci(std::string_view text) noexcept;
/// `line` is a name, `|` and a board, at least.
[[nodiscard]] bool looks_like_eglib(std::string_view line) noexcept;
/// Length of the FEN at the front of `line`: the board and the fields after it that are there.
[[nodiscard]] std::size_t fen_length(std::string_view line) noexcept;
[[nodiscard]] std::unique_ptr<SliceParser> make_uci_parser(const ReadOptions& options);
[[nodiscard]] std::unique_ptr<Writer> make_uci_writer();
[[nodiscard]] std::unique_ptr<SliceParser> make_eglib_parser(const ReadOptions& options);
[[nodiscard]] std::unique_ptr<SliceParser> make_epd_parser(const ReadOptions& options);
[[nodiscard]] std::unique_ptr<Writer> make_epd_writer(const WriteOptions& options);

/// Writes the main line of each game as the command that sets it up in a UCCI or UCI engine:
/// `position fen FEN moves h2e2 h9g7`. The uci reader takes such lines.
[[nodiscard]] std::unique_ptr<Writer> make_ucci_writer();

} // namespace xq::format
