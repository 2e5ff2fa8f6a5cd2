#pragma once

#include <xq/board/position.hpp>
#include <xq/book/info.hpp>
#include <xq/book/row_source.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace xq::book {

/// A move of the book, as seen from the position that was asked about.
struct BookMove {
  Move move;
  Counts counts;
  Years years{};
  Levels levels{};
};

/// An opening book, open for reading. The file is one state for as long as the Book lives, even
/// when it is replaced. One Book serves one thread; any number of them may read one file.
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
  /// that is its own mirror image a move stands for its mirror image, too, and is the one whose
  /// squares come first. Moves that are not legal here (a damaged file) are left out. Throws
  /// DbError. `out` keeps its memory.
  void probe(const Position& position, std::vector<BookMove>& out);
  [[nodiscard]] std::vector<BookMove> probe(const Position& position);

  /// Call `f` for each row, by key, lock and move as signed integers.
  void for_each(const std::function<void(const Row&)>& f);

  /// The rows of `book` in the same order, a block at a time; takes the book over. next() throws
  /// DbError, also for rows out of order (a damaged file).
  [[nodiscard]] static std::unique_ptr<RowSource> read(Book book);

private:
  class Rows;
  struct State;
  std::unique_ptr<State> m_state;
};

/// Games in which a move of `moves` was played, added up. A game that comes to a position twice
/// and goes on differently counts with each of the moves.
[[nodiscard]] std::uint64_t total_games(const std::vector<BookMove>& moves) noexcept;

} // namespace xq::book
