#include "support/catch.hpp"

#include <xq/board/fen.hpp>
#include <xq/board/movegen.hpp>

using namespace xq;

// Start position: counts that independent generators agree on (ElephantEye, Fairy-Stockfish).
TEST_CASE("perft of the start position") {
  Position p = Position::start();
  CHECK(perft(p, 0) == 1);
  CHECK(perft(p, 1) == 44);
  CHECK(perft(p, 2) == 1920);
  CHECK(perft(p, 3) == 79666);
  CHECK(perft(p, 4) == 3290240);
  CHECK(p == Position::start());
}

TEST_CASE("perft can be stopped at any time, and the position is as before") {
  Position p = Position::start();
  CHECK(perft(p, 4, [] { return false; }) == 3290240);
  for (const int last : {0, 1, 3, 30}) {
    int asked = 0;
    CHECK(!perft(p, 5, [&] { return asked++ == last; }));
    CHECK(asked == last + 1);
    CHECK(p == Position::start());
  }
}

TEST_CASE("mate and stalemate leave no move") {
  const auto mate = read_fen("3k5/3R5/3R5/9/9/9/9/9/9/4K4 b");
  REQUIRE(mate);
  CHECK(mate->position.in_check());
  CHECK(count_legal(mate->position) == 0);
  const auto stalemate = read_fen("3k5/4P4/9/9/9/9/9/9/9/4K4 b");
  REQUIRE(stalemate);
  CHECK_FALSE(stalemate->position.in_check());
  CHECK(count_legal(stalemate->position) == 0);
}
