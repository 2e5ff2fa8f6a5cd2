#pragma once

#include <xq/base/expected.hpp>
#include <xq/board/position.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace xq {

/// What a position must look like: the pieces that each square allows, how many of each piece there
/// are, who is to move. A value; any thread.
class BoardPattern {
public:
  /// Allows everything.
  BoardPattern() noexcept;
  /// The position itself, its counters aside.
  [[nodiscard]] static BoardPattern exactly(const Position& position) noexcept;
  /// Text in the form of a FEN: letters and digits as there (a digit is so many empty squares), `_`
  /// for any square, `*` for any piece, `#` for any red and `%` for any black piece; the side to
  /// move may be missing or `-`. The error says what is wrong and where.
  [[nodiscard]] static Expected<BoardPattern, std::string> read_squares(std::string_view text);
  /// `RRP-RC`: Red's pieces, then Black's. Kings need not be named. A side that names no advisor
  /// and no elephant may have any of them; of other pieces it has as many as are named. A `+`
  /// behind a letter: that many or more; `*` behind a letter: any number.
  [[nodiscard]] static Expected<BoardPattern, std::string> read_material(std::string_view text);

  /// The same seen in a mirror.
  [[nodiscard]] BoardPattern mirrored() const noexcept;

  [[nodiscard]] bool allows(Square s, Piece p) const noexcept {
    return ((static_cast<unsigned>(m_allowed[to_index(s)]) >> to_index(p)) & 1U) != 0;
  }
  [[nodiscard]] bool allows(Color side) const noexcept { return !m_side || *m_side == side; }
  [[nodiscard]] bool allows_count(Piece p, int count) const noexcept {
    return count >= m_least[to_index(p)] && count <= m_most[to_index(p)];
  }
  [[nodiscard]] int least(Piece p) const noexcept { return m_least[to_index(p)]; }
  [[nodiscard]] bool matches(const Position& position) const noexcept;

private:
  void set_counts_from_squares() noexcept;

  std::array<std::uint16_t, square_count> m_allowed{}; ///< a bit for each Piece
  std::array<std::uint8_t, piece_slots> m_least{};
  std::array<std::uint8_t, piece_slots> m_most{};
  std::optional<Color> m_side;
};

/// Looks for the first position of a game that fits a pattern or its mirror image, move by move
/// from the bytes of column game.moves: two squares and one piece count change at a time, and a
/// game is left as soon as a piece that is needed was taken or the plies that are left cannot get
/// there. No position is set up, nothing is allocated. One for each thread.
class BoardScan {
public:
  explicit BoardScan(const BoardPattern& pattern);

  /// The ply after which the pattern first fits (0: at the start); nothing when it never does.
  /// `start` is the position before the first move.
  [[nodiscard]] std::optional<int> find(const Position& start, std::string_view moves);
  /// From the standard start position.
  [[nodiscard]] std::optional<int> find(std::string_view moves);

private:
  /// The board under one pattern.
  struct Track {
    BoardPattern pattern;
    int wrong = 0; ///< squares with a piece that the pattern does not allow
    int wrong_counts = 0;
    bool hopeless = false;
  };
  using Board = std::array<Piece, square_count>;
  using Counts = std::array<std::uint8_t, piece_slots>;

  void set_up(const Position& start, Board& board, Counts& counts,
              std::array<Track, 2>& tracks) const;
  [[nodiscard]] std::optional<int> walk(std::string_view moves, Color side, Board& board,
                                        Counts& counts, std::array<Track, 2>& tracks) const;
  /// A piece of which there were `count` was taken; `empty` squares before.
  static void take(Track& track, Piece taken, int count, int empty) noexcept;

  std::array<Track, 2> m_start;
  Board m_start_board{};
  Counts m_start_counts{};
};

} // namespace xq
