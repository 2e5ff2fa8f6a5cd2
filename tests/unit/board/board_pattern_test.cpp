#include "board/board_scan.hpp"
#include "store/rows/notes_code.hpp"
#include "support/catch.hpp"
#include "support/games.hpp"

#include <xq/board/board_pattern.hpp>

using namespace xq;
using namespace xq::store;

namespace {

bool squares(std::string_view pattern, std::string_view fen) {
  const auto read = BoardPattern::read_squares(pattern);
  REQUIRE(read);
  const auto position = read_fen(fen);
  REQUIRE(position);
  return read->matches(position->position);
}

bool material(std::string_view pattern, std::string_view fen) {
  const auto read = BoardPattern::read_material(pattern);
  REQUIRE(read);
  const auto position = read_fen(fen);
  REQUIRE(position);
  return read->matches(position->position);
}

constexpr std::string_view rook_and_pawn = "3k5/9/9/9/9/4P4/9/4B4/4A4/R3K4 w - - 0 1";

} // namespace

TEST_CASE("patterns of squares", "[store]") {
  CHECK(squares("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR", start_fen));
  CHECK(squares("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w", start_fen));
  CHECK_FALSE(squares("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b", start_fen));
  CHECK(squares("%%%%k%%%%/_________/_________/_________/_________/_________/_________/_C_____C_/"
                "_________/####K####",
                start_fen));
  CHECK_FALSE(squares("_________/_________/_________/_________/_________/_________/_________/"
                      "_C__*__C_/_________/_________",
                      start_fen));
  CHECK(squares("_________/_________/_________/_________/9/9/_________/_________/9/_________ -",
                start_fen));
  for (const auto* bad :
       {"", "/", "/// w", "9/9/9/9/9/9/9/9/9/9/9", "9/9/9/9/9/9/9/9/9/8", "9/9/9/9/9/9/9/9/9/99",
        "x8/9/9/9/9/9/9/9/9/9", "//8/", "9/9/9/9/9/9/9/9/9/9 x"}) {
    CAPTURE(bad);
    CHECK_FALSE(BoardPattern::read_squares(bad));
  }
}

TEST_CASE("ranks that a pattern leaves out are of any squares", "[store]") {
  CHECK(squares("rnbakabnr", start_fen));
  CHECK(squares("rnbakabnr/9//p1p1p1p1p w", start_fen));
  CHECK(squares("/////////RNBAKABNR", start_fen));
  CHECK_FALSE(squares("/////////9", start_fen));
  CHECK_FALSE(squares("rnbakabnr//9", start_fen));
}

TEST_CASE("patterns of material", "[store]") {
  CHECK(material("RP-", rook_and_pawn));
  CHECK(material("RPAB-", rook_and_pawn));
  CHECK_FALSE(material("RPA-", rook_and_pawn)); // one that names a guard counts them all
  CHECK_FALSE(material("R-", rook_and_pawn));
  CHECK(material("RP+-", rook_and_pawn));
  CHECK(material("RP*-", rook_and_pawn));
  CHECK_FALSE(material("RPP+-", rook_and_pawn));
  CHECK_FALSE(material("-RP", rook_and_pawn));
  CHECK(material("RRNNCCPPPPP-RRNNCCPPPPPAABB", start_fen));
  for (const auto* bad : {"", "RP", "R-R-R", "X-R", "+-R"}) {
    CAPTURE(bad);
    CHECK_FALSE(BoardPattern::read_material(bad));
  }
  CHECK(BoardPattern::read_material("车-R").error().find("'车'") != std::string::npos);
  CHECK(BoardPattern::read_material("R-R\x1B").error().find("'\\x1B'") != std::string::npos);
  CHECK(BoardPattern::read_balance("车-R").error().find("'车'") != std::string::npos);
}

TEST_CASE("a scan names the first ply, in the mirror, too", "[store]") {
  const auto played = support::game(std::string{start_fen}, "h2e2 h9g7 h0g2 i9h9");
  std::string moves;
  encode_moves(played, moves);
  Position position = Position::start();
  CHECK(BoardScan{BoardPattern::exactly(position)}.find(moves) == 0);
  position.do_move(Move{make_square(7, 2), make_square(4, 2)});
  CHECK(BoardScan{BoardPattern::exactly(position)}.find(moves) == 1);
  CHECK(BoardScan{BoardPattern::exactly(position.mirrored())}.find(moves) == 1);
  position.do_move(Move{make_square(1, 9), make_square(2, 7)});
  CHECK_FALSE(BoardScan{BoardPattern::exactly(position)}.find(moves));
  CHECK_FALSE(BoardScan{*BoardPattern::read_material("R-R")}.find(moves));
}
