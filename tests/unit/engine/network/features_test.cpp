#include "engine/network/features.hpp"
#include "support/catch.hpp"

#include <xq/board/attacks.hpp>

#include <set>

namespace {

using namespace xq;
using namespace xq::engine::network;

template <typename F>
void for_each_piece_on_each_square(F f) {
  for (const Color color : {Color::red, Color::black}) {
    for (std::size_t t = 0; t < piece_type_count; ++t) {
      for (std::size_t s = 0; s < square_count; ++s) {
        f(make_piece(color, static_cast<PieceType>(t)), static_cast<Square>(s));
      }
    }
  }
}

} // namespace

TEST_CASE("a piece has a feature where it can stand", "[network]") {
  for (const Color side : {Color::red, Color::black}) {
    std::set<Feature> seen;
    for_each_piece_on_each_square([&](Piece p, Square s) {
      CAPTURE(to_index(p), to_index(s));
      const Feature f = feature_of(p, s, side);
      const bool own_king = p == make_piece(side, PieceType::king);
      CHECK((f != no_feature) == (!own_king && reachable(color_of(p), type_of(p)).contains(s)));
      if (f != no_feature) {
        CHECK(f < feature_count);
        CHECK(seen.insert(f).second);
      }
    });
    CHECK(seen.size() == feature_count);
    CHECK(feature_of(Piece::none, Square::a0, side) == no_feature);
  }
}

TEST_CASE("features are those of the written networks", "[network]") {
  const auto red = [](Piece p, int file, int rank) {
    return feature_of(p, make_square(file, rank), Color::red);
  };
  CHECK(red(Piece::red_advisor, 3, 0) == 0);
  CHECK(red(Piece::red_elephant, 2, 0) == 5);
  CHECK(red(Piece::red_horse, 0, 0) == 12);
  CHECK(red(Piece::red_rook, 0, 0) == 102);
  CHECK(red(Piece::red_cannon, 0, 0) == 192);
  CHECK(red(Piece::red_pawn, 0, 3) == 282);
  CHECK(red(Piece::red_pawn, 8, 9) == 336);
  CHECK(red(Piece::black_king, 3, 7) == 337);
  CHECK(red(Piece::black_advisor, 3, 7) == 346);
  CHECK(red(Piece::black_elephant, 2, 5) == 351);
  CHECK(red(Piece::black_horse, 0, 0) == 358);
  CHECK(red(Piece::black_rook, 0, 0) == 448);
  CHECK(red(Piece::black_cannon, 0, 0) == 538);
  CHECK(red(Piece::black_pawn, 0, 0) == 628);
  CHECK(red(Piece::black_pawn, 8, 6) == 682);
  CHECK(king_square(make_square(5, 1), Color::red) == 5);
  CHECK(king_square(make_square(5, 9), Color::black) == 0);
  CHECK(bucket_of(2) == 0);
  CHECK(bucket_of(32) == 7);
}

TEST_CASE("both sides and both wings see alike", "[network]") {
  for_each_piece_on_each_square([](Piece p, Square s) {
    CAPTURE(to_index(p), to_index(s));
    const Feature f = feature_of(p, s, Color::red);
    const Piece other = make_piece(~color_of(p), type_of(p));
    CHECK(feature_of(other, rotate(s), Color::black) == f);
    if (f != no_feature) {
      CHECK(mirrored(f) == feature_of(p, mirror(s), Color::red));
      CHECK(mirrored(mirrored(f)) == f);
    }
  });
  for (const int file : {3, 4, 5}) {
    for (const int rank : {0, 1, 2}) {
      const Square s = make_square(file, rank);
      CHECK(mirrored_king_square(king_square(s, Color::red)) == king_square(mirror(s), Color::red));
      CHECK(king_square(rotate(s), Color::black) == king_square(s, Color::red));
    }
  }
}
