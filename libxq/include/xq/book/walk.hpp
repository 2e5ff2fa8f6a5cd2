#pragma once

// All positions of a book.
//
//     book::Book book{"archive.xqbook"};
//     book::walk(book, {.max_ply = 10}, [](const Position& at, int ply, const auto& moves_there) {
//       std::cout << ply << ' ' << write_short_fen(at) << ' ' << moves_there.size() << '\n';
//       return true;
//     });

#include <xq/book/book.hpp>

#include <cstdint>
#include <functional>
#include <vector>

namespace xq::book {

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
