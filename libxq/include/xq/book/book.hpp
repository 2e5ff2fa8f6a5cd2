#pragma once

#include <xq/board/position.hpp>
#include <xq/book/game_name.hpp>
#include <xq/book/info.hpp>
#include <xq/book/row.hpp>
#include <xq/book/score.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace xq::book {

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

  /// Whether positions of the book were judged (jobs::ScoringRun).
  [[nodiscard]] bool is_judged() const noexcept;

  [[nodiscard]] const std::string& path() const noexcept;

  /// Call `f` for each row, by key, lock and move as signed integers.
  void for_each(const std::function<void(const Row&)>& f);

private:
  /// Of the moves of `position`, best first (equal ones by squares).
  [[nodiscard]] std::vector<MoveScore> scores(const Position& position);

  friend std::unique_ptr<RowSource> read_rows(Book book);
  class Rows;
  struct State;
  std::unique_ptr<State> m_state;
};

/// Games in which a move of `moves` was played, added up. A game that comes to a position twice
/// and goes on differently counts with each of the moves.
[[nodiscard]] std::uint64_t total_games(const std::vector<BookMove>& moves) noexcept;

} // namespace xq::book
