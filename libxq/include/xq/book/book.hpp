#pragma once

// Opening books: which moves were played in a position, how often and with what result.
//
//     book::Book book{"archive.xqbook"};
//     for (const book::BookMove& found : book.probe(position)) {
//       std::cout << notation::to_text(position, found.move, notation::Style::chinese) << ' '
//                 << found.counts.games << '\n';
//     }

#include <xq/board/position.hpp>
#include <xq/board/types.hpp>
#include <xq/board/zobrist.hpp>
#include <xq/record/game.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace xq::book {

/// What a move of a judged book is worth (schemas/book/, table score).
struct MoveScore {
  Move move;
  int score = 0; ///< centipawns for the side to move, mates as in engine.hpp
  int depth = 0; ///< of the engine's search at the position after the move, or before it
  /// Moves after it that lead to judged positions; nothing: the position after the move was not
  /// judged, the score is what the engine thought of the move from the position before.
  std::optional<std::uint32_t> replies;
  friend bool operator==(const MoveScore&, const MoveScore&) noexcept = default;
};

/// Games in which a move was played, and how they ended. Games without a known result count in
/// `games` alone.
struct Counts {
  std::uint32_t games = 0;
  std::uint32_t red_wins = 0;
  std::uint32_t draws = 0;
  std::uint32_t black_wins = 0;
  friend bool operator==(const Counts&, const Counts&) noexcept = default;
};

/// First and last year in which a move was played; 0 when no game of it tells its year.
struct Years {
  std::uint16_t first = 0;
  std::uint16_t last = 0;
  friend bool operator==(const Years&, const Years&) noexcept = default;
};

/// The levels (Elo or another rating) of the players who made a move, as far as they are known.
struct Levels {
  std::uint64_t sum = 0;
  std::uint32_t games = 0; ///< whose mover has a known level
  std::uint16_t best = 0;
  friend bool operator==(const Levels&, const Levels&) noexcept = default;
};

/// Whether so many games can have these levels.
[[nodiscard]] constexpr bool is_possible(const Levels& l, std::uint32_t games) noexcept {
  return l.games <= games && l.sum >= l.games && l.sum <= std::uint64_t{l.best} * l.games &&
         (l.games == 0) == (l.best == 0);
}
/// 0 when none is known.
[[nodiscard]] constexpr double average(const Levels& l) noexcept {
  return l.games == 0 ? 0.0 : static_cast<double>(l.sum) / l.games;
}

/// One row of a book: a position up to left-right mirroring, a move from it, what came of it. Key
/// and lock are the canonical pair of the position read as signed integers, as they stand in the
/// file; `move` is Move::disk() in the orientation of that pair.
struct Row {
  std::int64_t key = 0;
  std::int64_t lock = 0;
  std::uint16_t move = 0;
  Years years{};
  Counts counts{};
  Levels levels{};
};
static_assert(sizeof(Row) == 56);

/// The order of a book: by key, lock and move as signed integers, which is SQLite's order.
template <typename A, typename B>
[[nodiscard]] constexpr bool precedes(const A& a, const B& b) noexcept {
  if (a.key != b.key) {
    return a.key < b.key;
  }
  if (a.lock != b.lock) {
    return a.lock < b.lock;
  }
  return a.move < b.move;
}
template <typename A, typename B>
[[nodiscard]] constexpr bool same_place(const A& a, const B& b) noexcept {
  return a.key == b.key && a.lock == b.lock && a.move == b.move;
}

/// `move` of a position, in the orientation in which the book stores that position. In a position
/// that is its own mirror image a move and its image are one: the one with the smaller disk().
[[nodiscard]] constexpr Move to_canonical(const CanonicalKey& position, Move move) noexcept {
  const Move image = mirror(move);
  if (position.symmetric) {
    return image.disk() < move.disk() ? image : move;
  }
  return position.mirrored ? image : move;
}

/// The way back: a stored move in the orientation of the position that was asked about.
[[nodiscard]] constexpr Move from_canonical(const CanonicalKey& position, Move stored) noexcept {
  return position.mirrored && !position.symmetric ? mirror(stored) : stored;
}

/// The usual one of `move` and its mirror image, in a position that is its own mirror image:
/// horses and pawns move on their player's left (马八进七, 兵七进一), all other pieces on the right
/// (炮二平五, 相三进五). So were 94 % of the first moves of 55,337 games of the Chinese Chess
/// Practical Dataset that begin with a move that has another image.
[[nodiscard]] constexpr Move usual_image(Piece piece, Move move) noexcept {
  const Move image = mirror(move);
  const PieceType type = type_of(piece);
  const bool by_low_squares =
      (type == PieceType::horse || type == PieceType::pawn) == (color_of(piece) == Color::red);
  return (move.disk() < image.disk()) == by_low_squares ? move : image;
}

/// How a book was built.
struct BookInfo {
  int max_ply = 0;             ///< plies of a game that count; 0: all
  std::uint32_t min_games = 1; ///< moves of fewer games were left out
  std::uint32_t samples = 0;   ///< games that are named for each move, at most; 0: none
  std::uint64_t games = 0;     ///< that were read
  std::uint64_t positions = 0;
  std::uint64_t moves = 0;  ///< rows
  std::uint64_t judged = 0; ///< positions that an engine has judged
};

/// Called while a book is written, with the rows so far; false stops it.
using BuildProgress = std::function<bool(std::uint64_t rows)>;

/// A game as a book names it.
struct GameName {
  std::string red, black, event, date;
  record::Result result = record::Result::unknown;
  std::int64_t plies = 0; ///< that were read: no more than the limit of the book
  std::string source;     ///< the file it was read from
  std::int64_t line = 0;  ///< in that file; 0 when it has none
  friend bool operator==(const GameName&, const GameName&) = default;
};

class RowSource; // internal

/// A move of the book, as seen from the position that was asked about.
struct BookMove {
  Move move;
  Counts counts;
  Years years{};
  Levels levels{};
  std::optional<MoveScore> score{}; ///< of a judged book
};

/// A game of a book that names its games, and the ply at which it played the move asked about.
struct BookGame {
  GameName name;
  int ply = 0;
};

/// An opening book, open for reading. It reads the file as it was when it was opened, also when it
/// is replaced meanwhile. One Book serves one thread; any number of them may read one file.
class Book {
public:
  /// Throws DbError for a file that is not a book, or is one of another version.
  explicit Book(const std::string& path);
  ~Book();
  Book(Book&& other) noexcept;
  Book& operator=(Book&& other) noexcept;

  [[nodiscard]] const BookInfo& info() const noexcept;

  /// The moves played in `position` or its mirror image, those of most games first (equal ones by
  /// squares), in the orientation of `position`; none when it is not in the book. In a position
  /// that is its own mirror image a move stands for its mirror image, too, and is its
  /// usual_image(). Moves that are not legal here (a damaged file) are left out. Throws DbError.
  /// Reuses the memory of `out`.
  void probe(const Position& position, std::vector<BookMove>& out);
  [[nodiscard]] std::vector<BookMove> probe(const Position& position);
  /// These, and behind them the judged moves that nobody played, best first.
  [[nodiscard]] std::vector<BookMove> probe_all(const Position& position);

  /// Games that played `move` in `position` or its mirror image, by date, file and line: at most
  /// info().samples of them; which ones of more does not depend on the order in which the book was
  /// built. A game that was read twice is one. None when the book names no games.
  [[nodiscard]] std::vector<BookGame> games(const Position& position, Move move);

  /// Whether positions of the book were judged (ScoringRun).
  [[nodiscard]] bool is_judged() const noexcept;

  [[nodiscard]] const std::string& path() const noexcept;

  /// Call `f` for each row, by key, lock and move as signed integers.
  void for_each(const std::function<void(const Row&)>& f);

private:
  /// Scores of the moves of `position`, best first (equal ones by squares).
  [[nodiscard]] std::vector<MoveScore> scores(const Position& position);

  friend std::unique_ptr<RowSource> read_rows(Book book);
  class Rows;
  struct State;
  std::unique_ptr<State> m_state;
};

/// Games in which a move of `moves` was played, added up. A game that comes to a position twice
/// and goes on differently counts with each of the moves.
[[nodiscard]] std::uint64_t total_games(const std::vector<BookMove>& moves) noexcept;

/// What a move is worth for choosing one to play.
enum class Weighting : std::uint8_t {
  games, ///< how many games played it
  score, ///< hundred times the points of the side to move a game, wins 1 and draws 1/2, with one
         ///< win and one loss added, so that a single game proves little: 50 when nothing is known
  recency, ///< games, halved for each ten years between the last of them and the newest game of the
           ///< position; a move whose years are not known is taken for thirty years old
  level,   ///< average level (Elo or another rating) of the players who chose it; 0 when not known
  engine   ///< the engine's score, see MoveScore; below all others where there is none
};

/// Weight of each of the moves of a position in which `mover` is to move, in the order of `moves`.
[[nodiscard]] std::vector<double> weights(const std::vector<BookMove>& moves, Color mover,
                                          Weighting weighting);

/// Sort by weight, the largest first; moves of the same weight keep their order.
void sort_by_weight(std::vector<BookMove>& moves, Color mover, Weighting weighting);

} // namespace xq::book
