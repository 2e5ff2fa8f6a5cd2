#include "support/catch.hpp"

#include <xq/board/fen.hpp>
#include <xq/notation/notation.hpp>

using namespace xq;

namespace {

std::string read(const Position& position, std::string_view token) {
  const auto reading = notation::read_move(position, token);
  if (reading) {
    return notation::square_name(reading.move.from()) + notation::square_name(reading.move.to());
  }
  return reading.fault == notation::ReadFault::ambiguous ? "ambiguous" : "none";
}

} // namespace

TEST_CASE("moves as WinBoard writes them") {
  const auto& start = Position::start();
  CHECK(read(start, "Che2") == "h2e2");
  CHECK(read(start, "Cbe2!") == "b2e2");
  CHECK(read(start, "Ce2") == "ambiguous");
  CHECK(read(start, "Hg2") == "h0g2");
  CHECK(read(start, "Ng2") == "h0g2");
  CHECK(read(start, "Chxh9+") == "h2h9");
  CHECK(read(start, "Cxh9") == "h2h9");
  CHECK(read(start, "e4") == "e3e4");
  CHECK(read(start, "Ri1") == "i0i1");
  CHECK(read(start, "Re5") == "none");
  CHECK(read(start, "Zg2") == "none");
  CHECK(read(start, "Ch") == "none");
  // Two rooks on a file: the rank says which.
  const auto rooks = read_fen("3k5/9/9/4R4/9/9/4R4/9/9/4K4 w");
  REQUIRE(rooks);
  CHECK(read(rooks->position, "R3e4") == "e3e4");
  CHECK(read(rooks->position, "R6e4") == "e6e4");
  CHECK(read(rooks->position, "Re4") == "ambiguous");
  CHECK_FALSE(notation::read_move(start, "Che2", notation::Style::wxf));
}
