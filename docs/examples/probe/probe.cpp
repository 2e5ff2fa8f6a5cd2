// probe BOOK.xqbook FEN: the moves that a book has in a position, with games, red wins, draws and
// black wins.

#include <xq/base/error.hpp>
#include <xq/board/fen.hpp>
#include <xq/book/book.hpp>
#include <xq/notation/notation.hpp>

#include <iostream>

int main(int argc, char* argv[]) try {
  if (argc != 3) {
    std::cerr << "probe BOOK.xqbook FEN\n";
    return 2;
  }
  // Wrong data is a value: a position, or the problem with it.
  const auto reading = xq::read_fen(argv[2]);
  if (!reading) {
    std::cerr << "column " << reading.error().where.column << ": " << reading.error().message
              << '\n';
    return 2;
  }
  const xq::Position& position = reading->position;
  xq::book::Book book{argv[1]};
  for (const auto& move : book.probe(position)) {
    std::cout << xq::notation::to_text(position, move.move, xq::notation::Style::chinese) << ' '
              << xq::notation::to_text(position, move.move, xq::notation::Style::uci) << ' '
              << move.counts.games << ' ' << move.counts.red_wins << ' ' << move.counts.draws << ' '
              << move.counts.black_wins << '\n';
  }
} catch (const xq::Error& error) { // a file or the system failed
  std::cerr << error.what() << '\n';
  return 1;
}
