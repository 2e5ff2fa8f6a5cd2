#include <xq/record/game.hpp>

#include <cassert>
#include <vector>

namespace xq::record {
namespace {

/// The main line or a variation that walk() is in.
struct Branch {
  Position before;
  NodeId next = no_node;        ///< the move that was visited last
  NodeId alternative = no_node; ///< the first alternative to it that is still to come
};

} // namespace

void walk(const Game& game, GameVisitor& visitor) {
  // A stack on the heap: hostile input nests branches deeper than the program's stack goes.
  std::vector<Branch> branches;
  const auto begin_branch = [&](const Position& before, NodeId id, bool with_alternatives) {
    visitor.enter_move(id, before);
    branches.push_back({before, id, with_alternatives ? game.node(id).next_sibling : no_node});
  };
  const auto first = game.node(root_node).first_child;
  if (first == no_node) {
    return;
  }
  begin_branch(game.start(), first, true);
  while (!branches.empty()) {
    auto& branch = branches.back();
    if (const auto id = branch.alternative; id != no_node) {
      branch.alternative = game.node(id).next_sibling;
      visitor.enter_variation(id);
      const Position before = branch.before; // push_back moves the branches
      begin_branch(before, id, false);
      continue;
    }
    branch.before.do_move(game.node(branch.next).move);
    branch.next = game.node(branch.next).first_child;
    if (branch.next != no_node) {
      visitor.enter_move(branch.next, branch.before);
      branch.alternative = game.node(branch.next).next_sibling;
      continue;
    }
    branches.pop_back();
    if (!branches.empty()) {
      visitor.leave_variation();
    }
  }
}

Position position_after(const Game& game, NodeId id) {
  assert(id < game.node_count());
  std::vector<Move> moves;
  for (; id != root_node; id = game.node(id).parent) {
    moves.push_back(game.node(id).move);
  }
  Position position = game.start();
  for (auto move = moves.rbegin(); move != moves.rend(); ++move) {
    position.do_move(*move);
  }
  return position;
}

} // namespace xq::record
