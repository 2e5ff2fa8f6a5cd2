#pragma once

#include <xq/board/movegen.hpp>
#include <xq/notation/notation.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

// What readers of records need to know about the text of a move beyond read_move(): what was meant,
// which moves it may mean, how it is spelled.
namespace xq::notation {

enum class ReadFault : std::uint8_t {
  none,
  unknown_text,  ///< not a move in any style that was asked for
  no_such_piece, ///< names a piece, column or ordinal that is not on the board
  illegal,       ///< understood, and not a legal move
  ambiguous,     ///< several legal moves fit; `candidates` has them
};

/// The answer to "which move is this?". On failure `move` is none.
struct Reading {
  Move move;
  ReadFault fault = ReadFault::none;
  bool wrong_numerals = false; ///< Red written with Black's numerals or the other way round
  bool algebraic = false;      ///< the text has the form of read_algebraic(), whatever it names
  Move attempted;              ///< for `illegal`: the move that was meant, where the text says it
  MoveList candidates;         ///< filled for `ambiguous` only
  [[nodiscard]] explicit operator bool() const noexcept { return fault == ReadFault::none; }
};

/// Read one token in `style`, or in any style but keypad when none is given. The token is UTF-8
/// without blanks around it; decorations (! ? + # 吃 将军) are ignored. The move returned is legal.
/// Where the styles of WXF contradict each other about pawns, `wxf` decides; without it such text
/// is ambiguous (but 33= is the third pawn of column 3, not the middle one).
[[nodiscard]] Reading read_token(const Position& position, std::string_view token,
                                 std::optional<Style> style = std::nullopt,
                                 std::optional<WxfStyle> wxf = std::nullopt);

/// The number of Red's home rank in algebraic text.
enum class FirstRank : std::uint8_t { zero, one };

/// Read what chess programs write, as in international chess: the piece's letter (none for a pawn),
/// where several could move its file or rank or both, the square it goes to: `Che2`, `Hg7`, `Rxh9+`
/// with ranks from 0 (WinBoard; read_token() takes these, too), `Che3`, `Hg8`, `Rxh10+` from 1.
[[nodiscard]] Reading read_algebraic(const Position& position, std::string_view token,
                                     FirstRank first);

/// A move between squares (`h3e3`, `H3-E3`, `Ch3-e3`) whose ranks are numbered from 1 to 10, as
/// Fairy-Stockfish, PyChess and other programs of international chess write them: `h10g8`.
[[nodiscard]] Reading read_squares_from_one(const Position& position, std::string_view token);

/// Other letters for the pieces than WXF's.
enum class Dialect : std::uint8_t {
  western, ///< older books: G guard, M minister, S soldier
  vietnamese ///< Tg tướng, S sĩ, T tượng, X xe, M mã, P pháo, C or B tốt; `.` forward, `-` level,
             ///< `/` back
};
/// A move in the form of WXF with the letters and signs of `dialect`.
[[nodiscard]] Reading read_dialect(const Position& position, std::string_view token,
                                   Dialect dialect, std::optional<WxfStyle> wxf = std::nullopt);

/// `token` has the form of a move in some style but keypad and algebraic, whatever the position.
[[nodiscard]] bool has_move_form(std::string_view token) noexcept;
/// `word`, which begins with a Chinese character, was meant to be a move, right or wrong; prose is
/// not. A piece with its column or a direction with its number shows it, or four characters of
/// which two have a meaning in a move.
[[nodiscard]] bool resembles_chinese_move(std::string_view word) noexcept;

/// The hot path of archive readers: one Chinese move of the plain four-character form at the front
/// of `text` (any script, any digits), resolved from the bitboards. Returns the number of bytes
/// used and the legal move, or 0 bytes when it is not such a form, not unique or not legal: then
/// ask read_token(), which explains.
struct FastReading {
  Move move;
  bool wrong_numerals = false; ///< as in Reading
  std::uint32_t bytes = 0;
};
[[nodiscard]] FastReading read_chinese_fast(const Position& position,
                                            std::string_view text) noexcept;

/// Sentence for a failed reading: what, and for an illegal move which rule (leg blocked, own check,
/// facing kings, own piece on the target, ...); candidates by square names. Without the token.
[[nodiscard]] std::string explain(const Position& position, std::string_view token,
                                  const Reading& reading);
/// The matching problem for a game's list of findings.
[[nodiscard]] Problem to_problem(const Position& position, std::string_view token,
                                 const Reading& reading, Location where, int ply);

/// Why `m` is not legal for the side to move, in one sentence; empty when it is legal.
[[nodiscard]] std::string why_illegal(const Position& position, Move m);
/// "the game was over before this move: Red is checkmated" (or stalemated); empty while there is a
/// legal move.
[[nodiscard]] std::string why_over(const Position& position);

} // namespace xq::notation
