#include "board/rules/cxa_search.hpp"
#include "support/catch.hpp"

#include <xq/board/fen.hpp>

using namespace xq;

TEST_CASE("captures to the end come to an end where both sides answer checks by checks") {
  // from an archive: the king on its open file took the rook f7 here, and the checks went on
  const auto reading = read_fen("4ca3/R6N1/b2k3C1/3r4p/2n6/4c4/P7P/8B/4A4/2BA1K3 w - - 19 54");
  REQUIRE(reading);
  for (const Color side : {Color::red, Color::black}) {
    cxa::ForcedLines lines{reading->position, side};
    for (const cxa::Threat& t : lines.threats()) {
      CHECK(type_of(reading->position.at(t.from)) != PieceType::king);
    }
    CHECK(lines.decided());
  }
}
