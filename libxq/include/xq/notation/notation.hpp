#pragma once

#include <xq/base/expected.hpp>
#include <xq/base/problem.hpp>
#include <xq/board/movegen.hpp>
#include <xq/board/position.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>

// Moves as text, in the notations of the game:
//
//     const auto move = notation::read_move(position, "炮二平五").value();
//     std::cout << notation::to_text(position, move, notation::Style::uci); // h2e2
namespace xq::notation {

/// The ways to write a move. `chinese` is simplified (炮二平五), `traditional` the other script.
enum class Style : std::uint8_t { chinese, traditional, wxf, iccs, uci, coordinate, keypad };
inline constexpr std::size_t style_count = 7;

/// `chinese`, `traditional`, `wxf`, ... ; nothing for an unknown name.
[[nodiscard]] std::string_view name(Style style) noexcept;
[[nodiscard]] std::optional<Style> find_style(std::string_view name) noexcept;

/// Letters of horse and elephant in WXF output: H/E or N/B. Coordinate output has FEN's (N/B).
enum class Letters : std::uint8_t { he, nb };

/// How WXF text names pawns that share a column. Two of them are P+ and P- in each, but 5+ and 5-
/// in the rules of 1997 when another column has several, too.
enum class WxfStyle : std::uint8_t {
  xqbase,   ///< three P+ P. P-; more, and two such columns: Pa to Pe, one series
  index,    ///< three and more, and two such columns: number and column, 15= 25=
  rules1997 ///< three P+ P5 P-, four ++ P+ P- --, five with P5 between; two such columns 5+ 55 5-
};

struct WriteOptions {
  Letters letters = Letters::he;
  WxfStyle wxf = WxfStyle::xqbase;
};

/// Append the name of a legal move. Millions a second: no move list is made.
void write_move(std::string& out, const Position& position, Move move, Style style,
                const WriteOptions& options = {});
[[nodiscard]] std::string to_text(const Position& position, Move move, Style style,
                                  const WriteOptions& options = {});
/// The names of moves that follow one another from `position`, with blanks between them. All are
/// legal.
[[nodiscard]] std::string to_text(const Position& position, std::span<const Move> moves,
                                  Style style, const WriteOptions& options = {});

/// The legal move that `text` names in `style`, or in any style but keypad when none is given. The
/// text is UTF-8 without blanks around it; decorations (! ? + # 吃 将军) are ignored. Where the
/// styles of WXF contradict each other about pawns, `wxf` decides; without it such text is
/// ambiguous. The problem says what is wrong with it: which rule the move breaks, or which moves it
/// may mean.
[[nodiscard]] Expected<Move, Problem> read_move(const Position& position, std::string_view text,
                                                std::optional<Style> style = std::nullopt,
                                                std::optional<WxfStyle> wxf = std::nullopt);

/// Square in ICCS spelling, lower case: h2.
[[nodiscard]] std::string square_name(Square s);

} // namespace xq::notation
