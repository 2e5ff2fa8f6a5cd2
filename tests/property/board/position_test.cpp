#include "support/catch.hpp"
#include "support/random_positions.hpp"

#include <set>

using namespace xq;

namespace {

/// The same position built piece by piece: keys and lines from scratch.
Position rebuilt(const Position& p) {
  Position out;
  for (const Square s : p.occupied()) {
    out.put(p.at(s), s);
  }
  out.set_side_to_move(p.side_to_move());
  out.set_counters(p.halfmove_clock(), p.fullmove_number());
  return out;
}

void check_same(const Position& a, const Position& b) {
  REQUIRE(a == b);
  REQUIRE(a.hashes() == b.hashes());
  REQUIRE(a.occupancy() == b.occupancy());
  REQUIRE(a.occupied() == b.occupied());
  REQUIRE(a.king(Color::red) == b.king(Color::red));
  REQUIRE(a.king(Color::black) == b.king(Color::black));
  for (std::size_t t = 0; t < piece_type_count; ++t) {
    REQUIRE(a.pieces(static_cast<PieceType>(t)) == b.pieces(static_cast<PieceType>(t)));
  }
}

} // namespace

TEST_CASE("incremental state equals state from scratch") {
  std::mt19937 random{support::seed};
  for (int game = 0; game < 30; ++game) {
    for (const Position& p : support::random_game(random, 150)) {
      check_same(p, rebuilt(p));
    }
  }
}

TEST_CASE("undo restores every field") {
  std::mt19937 random{support::seed};
  for (int i = 0; i < 500; ++i) {
    Position p = support::random_placement(random, 4);
    const Position before = p;
    INFO(write_fen(p));
    MoveList moves;
    generate_legal(p, moves);
    for (const Move m : moves) {
      Undo undo;
      p.do_move(m, undo);
      REQUIRE_FALSE(p.in_check(before.side_to_move()));
      p.undo_move(m, undo);
      check_same(p, before);
    }
    Undo undo;
    p.do_null_move(undo);
    REQUIRE(p.key() != before.key());
    p.undo_null_move(undo);
    check_same(p, before);
  }
}

TEST_CASE("the mirror image has mirrored moves and swapped keys") {
  std::mt19937 random{support::seed};
  for (int i = 0; i < 500; ++i) {
    const Position p = support::random_placement(random, 3);
    const Position m = p.mirrored();
    INFO(write_fen(p));
    REQUIRE(m.mirrored() == p);
    CHECK(m.hashes().key == p.hashes().mirror_key);
    CHECK(m.hashes().lock == p.hashes().mirror_lock);
    CHECK(m.hashes().mirror_key == p.hashes().key);
    CHECK(m.canonical().key == p.canonical().key);
    CHECK(m.canonical().lock == p.canonical().lock);
    MoveList a;
    MoveList b;
    generate_legal(p, a);
    generate_legal(m, b);
    REQUIRE(a.size() == b.size());
    for (const Move move : a) {
      CHECK(b.contains(mirror(move)));
    }
  }
}

TEST_CASE("keys tell positions and sides apart") {
  std::mt19937 random{support::seed};
  std::set<std::string> boards;
  std::set<std::uint64_t> keys;
  std::set<std::uint64_t> locks;
  for (int game = 0; game < 60; ++game) {
    for (const Position& p : support::random_game(random, 150)) {
      boards.insert(write_short_fen(p));
      keys.insert(p.hashes().key);
      locks.insert(p.hashes().lock);
    }
  }
  CHECK(keys.size() == boards.size());
  CHECK(locks.size() == boards.size());
}

TEST_CASE("a FEN written and read is the same position") {
  std::mt19937 random{support::seed};
  for (int i = 0; i < 1000; ++i) {
    Position p = support::random_placement(random, static_cast<int>(random() % 6));
    p.set_counters(static_cast<int>(random() % 120), static_cast<int>(1 + random() % 300));
    const std::string fen = write_fen(p);
    const auto read = read_fen(fen);
    INFO(fen);
    REQUIRE(read);
    CHECK(read->warnings.empty());
    CHECK(read->position == p);
    CHECK(read->position.hashes() == p.hashes());
    CHECK(write_fen(read->position) == fen);
  }
}
