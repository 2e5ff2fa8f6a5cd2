#pragma once

// What an opening book says: the moves of a position, the best lines of a judged book, where its
// games and the engine disagree, as `xq book probe`, `lines` and `holes` tell it; and all positions
// of a book.
//
//     book::Book book{"archive.xqbook"};
//     for (const book::BestLine& line : book::best_lines(book, position)) {
//       std::cout << notation::to_text(line.before, line.moves, notation::Style::chinese) << '\n';
//     }
//     book::walk(book, {.max_ply = 10}, [](const Position& at, int ply, const auto& moves_there) {
//       std::cout << ply << ' ' << write_short_fen(at) << ' ' << moves_there.size() << '\n';
//       return true;
//     });

#include <xq/board/position.hpp>
#include <xq/book/book.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace xq::book {

/// What a book knows of a position.
struct ProbedPosition {
  Position position;
  std::vector<BookMove> moves; ///< the heaviest first, moves that nobody played last
  Weighting weighting{};
};
[[nodiscard]] ProbedPosition probe(Book& book, const Position& position,
                                   Weighting weighting = Weighting::games);

/// Best play from one of the moves of a position on, as far as the book has judged it.
struct BestLine {
  /// What comes after its last move.
  enum class End : std::uint8_t {
    unjudged,   ///< a position that was not judged
    repetition, ///< a position of the line
    over,       ///< mate or stalemate
    cut,        ///< more than was asked for
  };
  Position before;
  BookMove first;
  std::vector<Move> moves;
  std::uint32_t least_games = 0; ///< of a move of the line
  End end = End::unjudged;
};
/// The line after `first`, a judged move of `position`: at each ply the move of the best score, of
/// equal ones that of more games; `plies` at most.
[[nodiscard]] BestLine best_line(Book& book, Position position, const BookMove& first,
                                 std::size_t plies = 40);
/// The lines of the best moves of `position`, the best first, `limit` at most; none when it was not
/// judged.
[[nodiscard]] std::vector<BestLine> best_lines(Book& book, const Position& position,
                                               std::size_t limit = 5, std::size_t plies = 40);

/// A move that games and engine see differently.
struct Hole {
  Position position;
  int ply = 0;
  BookMove move;
  BookMove best;                ///< of the position, by score
  std::uint64_t games_here = 0; ///< of all moves of the position
  double loss = 0; ///< of winning probability, in percent, against the best move; 0: unplayed
  [[nodiscard]] double weight() const noexcept { // games that the difference concerns
    return loss * static_cast<double>(move.counts.games);
  }
};
struct HoleOptions {
  int loss = 10;                ///< percent of winning probability that a bad move gives away
  int share = 20;               ///< percent of the games of its position that play a popular move
  std::uint64_t min_games = 20; ///< of a position that is looked at
  int max_ply = 0;              ///< only before so many plies; 0: all
  std::size_t limit = 20;       ///< of each kind
  /// Asked at each position; false throws Interrupted. May be empty.
  std::function<bool()> keep_going{};
};
struct Holes {
  std::vector<Hole> bad;      ///< popular moves that score badly, those first that cost most games
  std::vector<Hole> unplayed; ///< good moves that hardly anybody plays; those of most games first
};
/// Goes through a judged book from the start position on. Throws UsageError for one that no engine
/// has judged.
[[nodiscard]] Holes find_holes(Book& book, const HoleOptions& options = {});

/// JSON objects without a line end, as the commands print them: moves as h2e2.
[[nodiscard]] std::string as_json(const ProbedPosition& probed);
[[nodiscard]] std::string as_json(const BestLine& line);
[[nodiscard]] std::string as_json(const Hole& hole);

struct WalkOptions {
  int max_ply = 0; ///< visit positions before the first so many plies; 0: all
  /// Neither show nor follow moves of fewer games, but those that nobody played and an engine has
  /// judged.
  std::uint32_t min_games = 1;
};

/// The moves of a position; none when it is not in the book. See Book::probe().
using MovesOf = std::function<void(const Position& position, std::vector<BookMove>& out)>;
/// What to do in a position, `ply` plies from the start; false ends the walk.
using Visit =
    std::function<bool(const Position& position, int ply, const std::vector<BookMove>& moves)>;

/// A book stores keys, not positions: this finds the positions again, by playing the moves of the
/// book from the start position on. Each position (up to mirroring) that has moves is visited
/// once, those of fewer plies first, and else in the order in which the moves come. Positions of
/// games that began elsewhere are not found. Returns the number of positions visited. Takes some
/// 80 bytes for each position and 400 for each of the plies in work.
std::uint64_t walk(const MovesOf& moves_of, const WalkOptions& options, const Visit& visit);
std::uint64_t walk(Book& book, const WalkOptions& options, const Visit& visit);

} // namespace xq::book
