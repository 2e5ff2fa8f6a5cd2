#include "support/catch.hpp"

#include <xq/record/game.hpp>

#include <fmt/core.h>

using namespace xq;
using namespace xq::record;

namespace {

/// Writes ids the way a record would be written: 1 2 (3 4) 5.
class Transcript final : public GameVisitor {
public:
  void enter_move(NodeId id, const Position& before) override {
    text += fmt::format("{} ", id);
    sides += before.side_to_move() == Color::red ? 'r' : 'b';
  }
  void enter_variation(NodeId) override { text += "( "; }
  void leave_variation() override { text += ") "; }

  std::string text;
  std::string sides;
};

Move rook_step(int ply) { // rooks on the a and i files go back and forth, always legal
  const int file = ply % 2 == 0 ? 0 : 8;
  const int home = ply % 2 == 0 ? 0 : 9;
  const int away = ply % 2 == 0 ? 1 : 8;
  const bool out = ply / 2 % 2 == 0;
  return {make_square(file, out ? home : away), make_square(file, out ? away : home)};
}

} // namespace

TEST_CASE("a walk tells moves in the order of a record") {
  Game game;
  const auto a = game.add_move(root_node, rook_step(0));
  const auto b = game.add_move(a, rook_step(1));
  const auto c = game.add_move(b, rook_step(2));
  const auto other = game.add_move(a, rook_step(1));
  const auto deep = game.add_move(other, rook_step(2));
  const auto deeper = game.add_move(other, rook_step(2));
  const auto third = game.add_move(a, rook_step(1));
  Transcript transcript;
  walk(game, transcript);
  CHECK(transcript.text ==
        fmt::format("{} {} ( {} {} ( {} ) ) ( {} ) {} ", a, b, other, deep, deeper, third, c));
  CHECK(transcript.sides == "rbbrrbr");
  Transcript nothing;
  walk(Game{}, nothing);
  CHECK(nothing.text.empty());
}

TEST_CASE("the main line is replayed with the position before each move") {
  Game game;
  auto id = root_node;
  for (int ply = 0; ply < 8; ++ply) {
    id = game.add_move(id, rook_step(ply));
  }
  game.add_move(1, rook_step(1));
  int plies = 0;
  const auto last = replay_main_moves(game, [&](NodeId node, const Position& before) {
    CHECK(before.is_legal(game.node(node).move));
    ++plies;
  });
  CHECK(plies == 8);
  CHECK(last == game.final_position());
  CHECK(last == position_after(game, id));
  CHECK(position_after(game, root_node) == Position::start());
}

TEST_CASE("nesting may be deeper than the stack") {
  Game game; // each variation holds one
  auto parent = root_node;
  for (int depth = 0; depth < 100'000; ++depth) {
    game.add_move(parent, rook_step(depth));
    parent = game.add_move(parent, rook_step(depth));
  }
  Transcript transcript;
  walk(game, transcript);
  CHECK(transcript.sides.size() == 200'000);
  CHECK(equal(game, game));
}
