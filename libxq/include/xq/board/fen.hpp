#pragma once

// Positions as text.
//
//     const Position read = read_fen("4k4/9/9/9/9/9/9/4R4/9/4K4 w").value();
//     std::cout << write_fen(read) << '\n' << draw_board(read);

#include <xq/base/expected.hpp>
#include <xq/base/problem.hpp>
#include <xq/board/position.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace xq {

inline constexpr std::string_view start_fen =
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/// A position that was read, and what is odd about it. Where only the position matters, it is one:
/// `Position position = read_fen(text).value();`.
struct FenReading {
  Position position;
  std::vector<Problem> warnings; ///< fen_no_side, impossible_position ...; `where.column` from 1
  // NOLINTNEXTLINE(google-explicit-constructor)
  operator const Position&() const noexcept { return position; }
};

/// What to make of a position in which the side to move could take the king, or the kings face each
/// other: no game gets there, but studies and test suites name moves in such positions.
enum class OpenKing : std::uint8_t { error, warning };

/// Tolerant reader: side `w`, `b`, `r` or missing; H/E for N/B in either case; counters, `- -` or
/// all after the board missing; runs of digits ("45" for nine files). Anything else is an error
/// with the column and a named reason: wrong ranks or files, unknown letters, missing or displaced
/// kings, too many pieces, and, unless `open_king` makes it a warning, kings facing or the side not
/// to move in check. An advisor, elephant or pawn where it cannot stand is the warning
/// impossible_position: real records have such slips in pieces that never move. Bounded time and
/// memory whatever the length.
[[nodiscard]] Expected<FenReading, Problem> read_fen(std::string_view text,
                                                     OpenKing open_king = OpenKing::error);

/// Why a position cannot occur, or nothing. The message names piece and square.
[[nodiscard]] std::optional<std::string> validate(const Position& position);

/// Canonical form: six fields, sides w and b, letters KABNRCP, digits not split.
[[nodiscard]] std::string write_fen(const Position& position);
/// Board and side only: the form used in final positions of `convert --to uci` and as a key.
[[nodiscard]] std::string write_short_fen(const Position& position);

/// Text board: ten ranks from Black's side with rank and file names, one letter a piece.
[[nodiscard]] std::string draw_board(const Position& position);

} // namespace xq
