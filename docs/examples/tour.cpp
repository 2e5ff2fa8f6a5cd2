// tour: a little of everything, in a folder with games/, book.xqbook and games.xqdb. Built and run
// by the tests, here and against the installed package.

#include <xq/xq.hpp>

#include <iostream>

int main() {
  for (const xq::Game& game : xq::GameReader{"games/"}) { // any format, folder, archive
    if (!game) {
      std::cerr << game.problems().front() << '\n';
      continue;
    }
    for (const auto& [move, before] : game.main_line()) {
      std::cout << xq::chinese(before, move) << ' ';
    }
    std::cout << game["Red"] << ' ' << game.result() << '\n';
  }
  xq::Position position =
      xq::read_fen("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w").value();
  for (xq::Move move : xq::legal_moves(position)) {
    std::cout << xq::chinese(position, move) << ' ';
  }
  position.do_move(xq::read_move(position, "炮二平五").value());
  xq::Book book{"book.xqbook"};
  for (const auto& m : book.probe(position)) {
    std::cout << xq::chinese(position, m.move) << ' ' << m.counts.games << '\n';
  }
  xq::Database db{"games.xqdb"};
  for (const xq::Game& game : db.find({.player = "胡荣华", .position = xq::reaches(position)})) {
    std::cout << game["Event"] << '\n';
  }
  xq::Engine engine;
  const auto found = engine.search(position, {.nodes = 100'000});
  std::cout << found.best().score << ' ' << xq::chinese(position, found.best().moves) << '\n';
}
