#pragma once

// Opening books of other programs. They say less than a book of ours: a weight in place of the
// games, keys in place of positions.

#include <xq/book/book.hpp>
#include <xq/book/explore.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace xq::book {

/// A move of a foreign book, in the orientation in which it stands there; wins and losses are
/// those of the side to move.
struct ForeignMove {
  Move move;
  std::uint32_t games = 0;
  std::uint32_t wins = 0;
  std::uint32_t draws = 0;
  std::uint32_t losses = 0;
};
[[nodiscard]] constexpr Counts counts_of(const ForeignMove& m, Color mover) noexcept {
  return mover == Color::red ? Counts{m.games, m.wins, m.draws, m.losses}
                             : Counts{m.games, m.losses, m.draws, m.wins};
}

/// Gathers the moves of a foreign book in memory. A move that comes twice, also as its own mirror
/// image in the mirrored position, is one move: the counts of more games stand, because such books
/// repeat entries.
class ForeignRows {
public:
  /// `move` is legal in `position`.
  void add(const Position& position, Move move, const Counts& counts, const Years& years = {},
           const Levels& levels = {});
  /// All of them in the order of a book; the object is empty afterwards. Used by write_book().
  [[nodiscard]] std::unique_ptr<RowSource> take();
  /// Games of the most frequent move.
  [[nodiscard]] std::uint64_t most_games() const noexcept;
  [[nodiscard]] std::size_t size() const noexcept { return m_rows.size(); }

private:
  std::vector<Row> m_rows;
};

/// Write the rows as a book to `path`, as Builder does; positions and moves of `info` are counted
/// here. Throws DbError or FileError.
void write_book(ForeignRows& rows, const std::string& path, BookInfo& info);

/// A number for a move of a book.
using MoveNumber = std::function<std::uint32_t(const BookMove& move)>;

/// What an import found.
struct ImportTotals {
  std::uint64_t entries = 0;     ///< read
  std::uint64_t unexplained = 0; ///< of positions that are not reached, or where no move is legal
  std::uint64_t illegal = 0;     ///< of known positions, not legal there
};

/// A book of keys without positions: for each key the moves.
using KeyedMoves = std::unordered_map<std::uint64_t, std::vector<ForeignMove>>;
using KeyOf = std::function<std::uint64_t(const Position&)>;

/// Finds the positions of a book of keys: plays on from the start position, the moves of the book
/// and, because a book may lack the moves of one side, every legal move from a position that it
/// has and from each one that its moves lead to. A key counts as that of a position when at least
/// half of its moves are legal there; both the position and its mirror image are looked up. Legal
/// moves go to `out`.
ImportTotals resolve_keys(const KeyedMoves& moves, const KeyOf& key_of, ForeignRows& out);

/// Wins and losses as the side to move sees them.
[[nodiscard]] constexpr std::uint32_t wins_of_mover(const Counts& c, Color mover) noexcept {
  return mover == Color::red ? c.red_wins : c.black_wins;
}
[[nodiscard]] constexpr std::uint32_t losses_of_mover(const Counts& c, Color mover) noexcept {
  return mover == Color::red ? c.black_wins : c.red_wins;
}

/// The 16x16 board of OBK and ElephantEye: 0x33 is a9, +1 a file, +16 a rank down.
[[nodiscard]] constexpr unsigned to_square16(Square s) noexcept {
  return static_cast<unsigned>((12 - rank_of(s)) * 16 + 3 + file_of(s));
}
/// Square::none for a number off the board.
[[nodiscard]] constexpr Square from_square16(unsigned n) noexcept {
  const int file = static_cast<int>(n % 16) - 3;
  const int rank = 12 - static_cast<int>(n / 16);
  return n < 256 && file >= 0 && file < file_count && rank >= 0 && rank < rank_count
             ? make_square(file, rank)
             : Square::none;
}

// ---- OBK ---------------------------------------------------------------------------------------

/// Key of a position in an OBK book. The numbers are those of the table that the programs which
/// read the format share.
[[nodiscard]] std::uint64_t obk_key(const Position& position) noexcept;
/// Reads the table `bhobk`: moves in use (vvalid) with their wins, draws and losses; games are
/// what vmemo says (`games 12`), else these together or vscore, whichever is more. Throws DbError.
[[nodiscard]] KeyedMoves read_obk(const std::string& path);
/// Write the positions of `book` that are reached from the start; returns the moves written. vscore
/// is the games, or with `by_score` the engine's score of the move for the side to move, and then
/// only judged moves are written; their games stand in vmemo, where read_obk() finds them.
std::uint64_t write_obk(Book& book, const WalkOptions& options, const std::string& path,
                        bool by_score = false);

// ---- ElephantEye's BOOK.DAT --------------------------------------------------------------------

[[nodiscard]] std::uint32_t eleeye_key(const Position& position) noexcept;
/// Throws FileError for a file of another size or order.
[[nodiscard]] KeyedMoves read_eleeye(std::string_view bytes, const std::string& path);

struct EleeyeTotals {
  std::uint64_t moves = 0;   ///< written
  std::uint64_t clashes = 0; ///< left out: another position of more games has the same key
};
/// Weights are games, scaled down in positions where one of them exceeds 65535; or what `weight_of`
/// says of a move, 0: leave it out.
[[nodiscard]] std::string write_eleeye(Book& book, const WalkOptions& options, EleeyeTotals& totals,
                                       const MoveNumber& weight_of = {});

} // namespace xq::book
