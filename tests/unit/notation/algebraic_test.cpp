#include "notation/reading.hpp"
#include "support/catch.hpp"

#include <xq/board/fen.hpp>
#include <xq/notation/notation.hpp>

using namespace xq;

namespace {

std::string squares_of(const Position& position, std::string_view token) {
  const auto reading = notation::read_token(position, token);
  if (reading) {
    return notation::square_name(reading.move.from()) + notation::square_name(reading.move.to());
  }
  return reading.fault == notation::ReadFault::ambiguous ? "ambiguous" : "none";
}

} // namespace

TEST_CASE("moves as WinBoard writes them") {
  const auto& start = Position::start();
  CHECK(squares_of(start, "Che2") == "h2e2");
  CHECK(squares_of(start, "Cbe2!") == "b2e2");
  CHECK(squares_of(start, "Ce2") == "ambiguous");
  CHECK(squares_of(start, "Hg2") == "h0g2");
  CHECK(squares_of(start, "Ng2") == "h0g2");
  CHECK(squares_of(start, "Chxh9+") == "h2h9");
  CHECK(squares_of(start, "Cxh9") == "h2h9");
  CHECK(squares_of(start, "e4") == "e3e4");
  CHECK(squares_of(start, "Ri1") == "i0i1");
  CHECK(squares_of(start, "Re5") == "none");
  CHECK(squares_of(start, "Zg2") == "none");
  CHECK(squares_of(start, "Ch") == "none");
  // Two rooks on a file: the rank says which.
  const auto rooks = read_fen("3k5/9/9/4R4/9/9/4R4/9/9/4K4 w");
  REQUIRE(rooks);
  CHECK(squares_of(rooks->position, "R3e4") == "e3e4");
  CHECK(squares_of(rooks->position, "R6e4") == "e6e4");
  CHECK(squares_of(rooks->position, "Re4") == "ambiguous");
  CHECK_FALSE(notation::read_token(start, "Che2", notation::Style::wxf));
}

TEST_CASE("algebraic moves with ranks from 1 to 10") {
  const auto read_from_one = [](const Position& position, std::string_view token) {
    const auto reading = notation::read_algebraic(position, token, notation::FirstRank::one);
    return !reading ? std::string{reading.algebraic ? "no move" : "none"}
                    : notation::square_name(reading.move.from()) +
                          notation::square_name(reading.move.to());
  };
  const auto& start = Position::start();
  CHECK(read_from_one(start, "Che3") == "h2e2");
  CHECK(read_from_one(start, "Cbe3!") == "b2e2");
  CHECK(read_from_one(start, "Hg3") == "h0g2");
  CHECK(read_from_one(start, "Chxh10+") == "h2h9");
  CHECK(read_from_one(start, "Cxh10") == "h2h9");
  CHECK(read_from_one(start, "Pe5") == "e3e4");
  CHECK(read_from_one(start, "Rii2") == "i0i1");
  CHECK(read_from_one(start, "Ce3") == "no move"); // two cannons
  CHECK(read_from_one(start, "Re0") == "none");
  CHECK(read_from_one(start, "Re11") == "none");
  const auto two = read_fen("3a1k3/4a4/9/4H4/9/9/4R4/9/9/4K4 b");
  REQUIRE(two);
  CHECK(read_from_one(two->position, "Axe7") == "no move");
  CHECK(read_from_one(two->position, "A9d8") == "e8d7");
  CHECK(read_from_one(two->position, "Aed8") == "e8d7");
  const auto rooks = read_fen("4k4/4a4/9/4R4/9/9/4R4/9/9/3K5 w");
  REQUIRE(rooks);
  CHECK(read_from_one(rooks->position, "R4e5") == "e3e4");
  CHECK(read_from_one(rooks->position, "R7xe9+") == "e6e8");
}

TEST_CASE("a piece, its rank and a square is read where the two squares are no move") {
  const auto horses = read_fen("5k3/9/9/4H4/9/4H4/9/9/9/3K5 w");
  REQUIRE(horses);
  CHECK(squares_of(horses->position, "H6c5") == "e6c5");
  CHECK(squares_of(horses->position, "H4c5") == "e4c5");
}

TEST_CASE("a text that is a piece with its rank and two squares as well is ambiguous") {
  // The elephant of g4, or the rook of e4.
  const auto both = read_fen("3k5/9/9/9/9/4R1B2/9/9/9/3AK4 w");
  REQUIRE(both);
  CHECK(squares_of(both->position, "E4e2") == "ambiguous");
  CHECK(squares_of(both->position, "1.E4e2") == "ambiguous");
  CHECK(notation::read_token(both->position, "E4e2").candidates.size() == 2);
  CHECK(squares_of(both->position, "E4E2") == "e4e2");
  CHECK(squares_of(both->position, "e4e2") == "e4e2");
  CHECK(squares_of(both->position, "E4-E2") == "e4e2");
  CHECK(squares_of(both->position, "B4e2") == "g4e2");
  CHECK(notation::read_token(both->position, "E4e2", notation::Style::iccs).move ==
        Move{make_square(4, 4), make_square(4, 2)});
  // One of the two alone is legal.
  const auto rook = read_fen("3k5/9/9/9/9/4R4/9/9/9/3AK4 w");
  REQUIRE(rook);
  CHECK(squares_of(rook->position, "E4e2") == "e4e2");
  const auto elephant = read_fen("3k5/9/9/9/9/6B2/9/9/9/3AK4 w");
  REQUIRE(elephant);
  CHECK(squares_of(elephant->position, "E4e2") == "g4e2");
  // A horse of rank 4, or the cannon of h4.
  const auto horses = read_fen("3k5/9/9/9/9/3N3C1/9/9/9/4K4 w");
  REQUIRE(horses);
  CHECK(squares_of(horses->position, "H4b3") == "d4b3");
  CHECK(squares_of(horses->position, "H4f3") == "d4f3");
  const auto cannon = read_fen("3k5/9/9/9/9/5N1C1/9/9/9/4K4 w");
  REQUIRE(cannon);
  CHECK(squares_of(cannon->position, "H4h6") == "h4h6");
  CHECK(squares_of(cannon->position, "H4h5") == "ambiguous");
}
