#include "notation/piece_letters.hpp"
#include "support/catch.hpp"

using xq::notation::with_piece_letters;

TEST_CASE("Chinese names of pieces are letters, in either script", "[notation]") {
  CHECK(with_piece_letters("车马-车炮") == "RN-RC");
  CHECK(with_piece_letters("車馬兵-俥砲卒") == "RNP-RCP");
  CHECK(with_piece_letters("仕相－士象") == "AB-AB");
  CHECK(with_piece_letters("帅兵+-将R*") == "KP+-KR*");
  CHECK(with_piece_letters("R水-") == "R水-");
}
