#include "support/catch.hpp"
#include "support/random_positions.hpp"

#include <xq/board/movegen.hpp>
#include <xq/record/game.hpp>

using namespace xq;
using namespace xq::record;

namespace {

/// A random tree of legal moves.
Game random_tree(std::mt19937& random, int size) {
  Game game;
  for (int i = 0; i < size; ++i) {
    const auto parent = random() % 3 == 0 ? static_cast<NodeId>(random() % game.node_count())
                                          : static_cast<NodeId>(game.node_count() - 1);
    const auto position = position_after(game, parent);
    MoveList moves;
    generate_legal(position, moves);
    if (!moves.empty()) {
      game.add_move(parent, moves[random() % moves.size()]);
    }
  }
  return game;
}

/// The order of a record, by recursion, and the positions by replaying from the start.
void tell_line(const Game& game, NodeId first, bool alternatives, std::vector<NodeId>& out) {
  out.push_back(first);
  if (alternatives) {
    for (auto id = game.node(first).next_sibling; id != no_node; id = game.node(id).next_sibling) {
      tell_line(game, id, false, out);
    }
  }
  if (const auto next = game.node(first).first_child; next != no_node) {
    tell_line(game, next, true, out);
  }
}

class Check final : public GameVisitor {
public:
  explicit Check(const Game& game) : m_game{game} {}
  void enter_move(NodeId id, const Position& before) override {
    order.push_back(id);
    REQUIRE(before == position_after(m_game, m_game.node(id).parent));
    REQUIRE(before.is_legal(m_game.node(id).move));
  }
  void enter_variation(NodeId) override { ++depth; }
  void leave_variation() override { --depth; }

  std::vector<NodeId> order;
  int depth = 0;

private:
  const Game& m_game;
};

} // namespace

TEST_CASE("a walk visits every move once with its position") {
  std::mt19937 random{support::seed};
  for (int round = 0; round < 40; ++round) {
    const Game game = random_tree(random, 60);
    Check check{game};
    walk(game, check);
    std::vector<NodeId> expected;
    tell_line(game, game.node(root_node).first_child, true, expected);
    REQUIRE(check.order == expected);
    REQUIRE(check.order.size() == game.node_count() - 1);
    REQUIRE(check.depth == 0);
  }
}

TEST_CASE("the final position is that of playing every move") {
  std::mt19937 random{support::seed};
  for (int round = 0; round < 60; ++round) {
    Game game;
    Position played = round % 3 == 0 ? Position::start() : support::random_placement(random, 3);
    played.set_counters(round, round % 2 == 0 ? 1 : 0xFFFF - 20);
    game.set_start(played);
    auto node = root_node;
    std::vector<Move> line;
    for (int ply = 0; ply < 150; ++ply) {
      MoveList moves;
      generate_legal(played, moves);
      if (moves.empty()) {
        break;
      }
      line.push_back(moves[random() % moves.size()]);
      played.do_move(line.back());
      node = game.add_move(node, line.back());
    }
    const Position final = game.final_position();
    REQUIRE(final == played);
    REQUIRE(final.hashes() == played.hashes());
    REQUIRE(final.occupancy() == played.occupancy());
    for (const Color c : {Color::red, Color::black}) {
      REQUIRE(final.pieces(c) == played.pieces(c));
      REQUIRE(final.king(c) == played.king(c));
    }
    std::vector<Move> moves{Move{}};
    game.main_moves(moves);
    REQUIRE(moves == line);
  }
}
