#pragma once

// Kinds of positions, and the way of one piece through a game, for searches.
//
//     const auto pattern = BoardPattern::read_material("RRP-RC").value();
//     std::cout << (pattern.matches(position) ? "two rooks and a pawn\n" : "something else\n");

#include <xq/base/expected.hpp>
#include <xq/board/position.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace xq {

/// A condition on positions: the pieces allowed on each square, the number of each piece, the side
/// to move. A value; any thread.
class BoardPattern {
public:
  /// Allows everything.
  BoardPattern() noexcept;
  /// The position itself, its counters aside.
  [[nodiscard]] static BoardPattern exactly(const Position& position) noexcept;
  /// Text in the form of a FEN: letters and digits as there (a digit is so many empty squares), `_`
  /// for any square, `*` for any piece, `#` for any red and `%` for any black piece. An empty rank
  /// is of any squares, and so are ranks that are missing at the end; the side to move may be
  /// missing or `-`. The error says what is wrong and where.
  [[nodiscard]] static Expected<BoardPattern, std::string> read_squares(std::string_view text);
  /// `RRP-RC`: Red's pieces, then Black's. Kings need not be named. A side that names no advisor
  /// and no elephant may have any of them; of other pieces it has as many as are named. A `+`
  /// behind a letter: that many or more; `*` behind a letter: any number.
  [[nodiscard]] static Expected<BoardPattern, std::string> read_material(std::string_view text);

  /// `RP-C`: what Red has more than Black of each kind, then what Black has more than Red: a rook
  /// and a pawn for a cannon, everything else even. Advisors and elephants may be any unless one is
  /// named; `-` alone: even.
  [[nodiscard]] static Expected<BoardPattern, std::string> read_balance(std::string_view text);

  /// The left-right mirror image.
  [[nodiscard]] BoardPattern mirrored() const noexcept;
  /// This condition with the colours exchanged, seen from the other side of the board.
  [[nodiscard]] BoardPattern exchanged() const noexcept;

  [[nodiscard]] bool allows(Square s, Piece p) const noexcept {
    return ((static_cast<unsigned>(m_allowed[to_index(s)]) >> to_index(p)) & 1U) != 0;
  }
  [[nodiscard]] bool allows(Color side) const noexcept { return !m_side || *m_side == side; }
  [[nodiscard]] bool allows_count(Piece p, int count) const noexcept {
    return count >= m_least[to_index(p)] && count <= m_most[to_index(p)];
  }
  [[nodiscard]] int least(Piece p) const noexcept { return m_least[to_index(p)]; }
  /// Whether there may be `more` more red pieces of this kind than black ones.
  [[nodiscard]] bool allows_balance(PieceType t, int more) const noexcept {
    const auto wanted = m_balance[to_index(t)];
    return wanted == any_balance || wanted == more;
  }
  [[nodiscard]] bool matches(const Position& position) const noexcept;

  friend bool operator==(const BoardPattern&, const BoardPattern&) noexcept = default;

private:
  static constexpr std::int8_t any_balance = 127;
  void set_counts_from_squares() noexcept;

  std::array<std::uint16_t, square_count> m_allowed{}; ///< a bit for each Piece
  std::array<std::uint8_t, piece_slots> m_least{};
  std::array<std::uint8_t, piece_slots> m_most{};
  std::array<std::int8_t, piece_type_count> m_balance{};
  std::optional<Color> m_side;
};

/// Moves that one piece makes one after the other, whatever other pieces do between them.
struct PiecePath {
  /// Any of `moves`, by a piece of which `pieces` has the bit to_index(piece).
  struct Step {
    std::uint16_t pieces = 0;
    std::vector<Move> moves;
  };
  static constexpr std::size_t most_steps = 16;
  std::vector<Step> steps; ///< at most most_steps

  [[nodiscard]] bool empty() const noexcept { return steps.empty(); }
};

} // namespace xq
