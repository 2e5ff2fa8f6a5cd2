#include <xq/record/replay.hpp>

#include <cassert>
#include <vector>

namespace xq::record {
namespace {

/// A line in work: the position before `next`, and the alternative to tell before going on.
struct Line {
  Position before;
  NodeId next = no_node;        ///< move whose alternatives are being told
  NodeId alternative = no_node; ///< the first of them that is still to come
};

} // namespace

void walk(const Game& game, GameVisitor& visitor) {
  // A stack on the heap: hostile input nests lines deeper than the program's stack goes.
  std::vector<Line> lines;
  const auto begin_line = [&](const Position& before, NodeId id, bool with_alternatives) {
    visitor.enter_move(id, before);
    lines.push_back({before, id, with_alternatives ? game.node(id).next_sibling : no_node});
  };
  const auto first = game.node(root_node).first_child;
  if (first == no_node) {
    return;
  }
  begin_line(game.start(), first, true);
  while (!lines.empty()) {
    auto& line = lines.back();
    if (const auto id = line.alternative; id != no_node) {
      line.alternative = game.node(id).next_sibling;
      visitor.enter_variation(id);
      const Position before = line.before; // push_back moves the lines
      begin_line(before, id, false);
      continue;
    }
    line.before.do_move(game.node(line.next).move);
    line.next = game.node(line.next).first_child;
    if (line.next != no_node) {
      visitor.enter_move(line.next, line.before);
      line.alternative = game.node(line.next).next_sibling;
      continue;
    }
    lines.pop_back();
    if (!lines.empty()) {
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
