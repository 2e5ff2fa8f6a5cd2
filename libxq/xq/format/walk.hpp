#pragma once

#include <xq/record/game.hpp>

#include <vector>

namespace xq::format {

/// Visit a game's tree in the order in which records are written: after a move come the variations
/// that replace it, then the line goes on. Calls visitor.move(node, position_before, ply), ply from
/// 0 at a position with Red to move (1 with Black), visitor.open() and visitor.close() around each
/// variation. Its stack is its own: a tree may be as deep as it likes.
template <typename Visitor>
void walk(const record::Game& game, Visitor& visitor) {
  struct Branch {
    record::NodeId main;    ///< the move that the variations replace; its line goes on after them
    record::NodeId at;      ///< the variation being visited
    Position before, after; ///< the main move
    int ply;
  };
  std::vector<Branch> branches;
  Position position = game.start();
  int ply = position.side_to_move() == Color::black ? 1 : 0;
  auto id = game.node(record::root_node).first_child;
  while (true) {
    if (id != record::no_node) {
      const auto& node = game.node(id);
      const bool branches_here =
          node.next_sibling != record::no_node && game.node(node.parent).first_child == id;
      visitor.move(id, position, ply);
      if (branches_here) {
        branches.push_back({id, node.next_sibling, position, position, ply});
        branches.back().after.do_move(node.move);
        visitor.open();
        id = node.next_sibling;
      } else {
        position.do_move(node.move);
        ++ply;
        id = node.first_child;
      }
      continue;
    }
    if (branches.empty()) {
      return;
    }
    visitor.close();
    auto& branch = branches.back();
    branch.at = game.node(branch.at).next_sibling;
    if (branch.at != record::no_node) {
      visitor.open();
      position = branch.before;
      ply = branch.ply;
      id = branch.at;
    } else {
      position = branch.after;
      ply = branch.ply + 1;
      id = game.node(branch.main).first_child;
      branches.pop_back();
    }
  }
}

} // namespace xq::format
