// What a program outside of this project does first: read a position, name a move.
#include <xq/board/fen.hpp>
#include <xq/board/movegen.hpp>
#include <xq/notation/notation.hpp>

#include <cstdio>

int main() {
  xq::Position position = xq::Position::start();
  const auto reading = xq::notation::read_move(position, "炮二平五");
  if (!reading) {
    return 1;
  }
  const std::string name = xq::notation::to_text(position, *reading, xq::notation::Style::uci);
  std::printf("%s %d\n", name.c_str(), static_cast<int>(xq::perft(position, 2)));
}
