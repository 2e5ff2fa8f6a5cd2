// read_book BOOK.xqbook: what the library says about a book. Built and run by the tests.

#include <xq/base/error.hpp>
#include <xq/book/book.hpp>
#include <xq/notation/notation.hpp>

#include <cstdint>
#include <iostream>
#include <thread>
#include <vector>

int main(int argc, char* argv[]) try {
  if (argc != 2) {
    std::cerr << "read_book BOOK.xqbook\n";
    return 2;
  }
  // Open: throws sqlite::DbError, whose text says what is wrong and what to do.
  xq::book::Book book{argv[1]};
  std::cout << book.info().games << " games, " << book.info().positions << " positions\n";

  // Probe: the moves of a position, the most frequent first. `moves` keeps its memory. Moves of a
  // book can lead back to a position, so following them needs a limit.
  xq::Position position = xq::Position::start();
  std::vector<xq::book::BookMove> moves;
  for (int ply = 0; ply < 20; ++ply) {
    book.probe(position, moves);
    if (moves.empty()) {
      break;
    }
    const auto& best = moves.front();
    std::cout << xq::notation::to_text(position, best.move, xq::notation::Style::chinese) << ' '
              << best.counts.games << '\n';
    position.do_move(best.move);
  }

  // Iterate: every row, by key, lock and move.
  std::uint64_t rows = 0;
  book.for_each([&](const xq::book::Row&) { ++rows; });
  std::cout << rows << " moves\n";

  // Threads: one Book for each; they do not wait for one another.
  std::vector<std::uint64_t> games(4);
  {
    std::vector<std::jthread> readers;
    readers.reserve(games.size());
    for (auto& sum : games) {
      readers.emplace_back([&sum, path = argv[1]] {
        xq::book::Book own{path};
        sum = xq::book::total_games(own.probe(xq::Position::start()));
      });
    }
  }
  for (const auto& sum : games) {
    std::cout << sum << (&sum == &games.back() ? "\n" : " ");
  }
} catch (const xq::Error& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
