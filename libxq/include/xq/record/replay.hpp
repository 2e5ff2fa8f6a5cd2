#pragma once

#include <xq/record/game.hpp>

namespace xq::record {

/// Call f(NodeId, const Position& before) for each move of the main line, `before` being the
/// position in which it is played. Returns the position at the end.
template <typename F>
Position replay_main_moves(const Game& game, F&& f) {
  Position position = game.start();
  for (auto id = game.node(root_node).first_child; id != no_node; id = game.node(id).first_child) {
    f(id, static_cast<const Position&>(position));
    position.do_move(game.node(id).move);
  }
  return position;
}

/// What walk() tells as it goes through a game's tree.
class GameVisitor {
public:
  GameVisitor() = default;
  GameVisitor(const GameVisitor&) = delete;
  GameVisitor& operator=(const GameVisitor&) = delete;
  virtual ~GameVisitor() = default;

  /// A move, main line or not; `before` is the position in which it is played, valid for the call.
  virtual void enter_move(NodeId id, const Position& before) = 0;
  /// A line of alternatives begins; its first move `id` comes next.
  virtual void enter_variation(NodeId id) { static_cast<void>(id); }
  virtual void leave_variation() {}
};

/// Go through all moves in the order in which records write them: a move, then each alternative to
/// it with all that follows there, then the move's own continuation. Any depth of nesting.
void walk(const Game& game, GameVisitor& visitor);

/// The position after the move of node `id`; of the root: the start position.
[[nodiscard]] Position position_after(const Game& game, NodeId id);

} // namespace xq::record
