#include "support/catch.hpp"

#include <xq/board/position.hpp>

using namespace xq;

// These numbers are on people's disks. They must never change under zobrist_version 1; they were
// drawn by a separate program (python3: splitmix64 over the seeds that zobrist.hpp documents).
TEST_CASE("the frozen tables have their values") {
  REQUIRE(zobrist_version == 1);
  const auto& king_a0 = zobrist.pieces[to_index(Piece::red_king)][0];
  const auto& pawn_i9 = zobrist.pieces[to_index(Piece::black_pawn)][89];
  CHECK(king_a0.key == 0xDF79190E234F7F75ULL);
  CHECK(king_a0.lock == 0x2F0B5CE8D9396833ULL);
  CHECK(pawn_i9.key == 0x7737EE20B1EA34CFULL);
  CHECK(pawn_i9.lock == 0xC4AA10816371BC70ULL);
  CHECK(zobrist.black_to_move.key == 0x7EEB811963B98A2DULL);
  CHECK(zobrist.black_to_move.lock == 0xB6AE4091B1CAE179ULL);
  CHECK(Position::start().hashes().key == 0xFBEF8582124DE083ULL);
  CHECK(Position::start().hashes().lock == 0x331CB49B08200A66ULL);
}

TEST_CASE("the empty square has no number") {
  for (const auto& h : zobrist.pieces[to_index(Piece::none)]) {
    CHECK(h == Hashes{});
  }
}

TEST_CASE("the start position is its own mirror image") {
  const auto c = Position::start().canonical();
  CHECK(c.symmetric);
  CHECK_FALSE(c.mirrored);
  Position p = Position::start();
  p.do_move(Move{make_square(7, 2), make_square(4, 2)});
  CHECK_FALSE(p.canonical().symmetric);
}
