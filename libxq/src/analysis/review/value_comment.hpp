#pragma once

#include <xq/engine/engine.hpp>
#include <xq/record/game.hpp>

#include <optional>
#include <string_view>

namespace xq::analysis {

/// What a comment `[%eval +0.35,12]` says of the position after a move.
struct CommentedValue {
  engine::Score score = 0; ///< from Red's side; a mate as many plies away as it may be
  std::optional<int> depth;
};
/// Nothing for another comment, and for `[%eval book]`.
[[nodiscard]] std::optional<CommentedValue> read_value(std::string_view comment);
/// The first one among the comments of a node.
[[nodiscard]] std::optional<CommentedValue> value_of(const record::Game& game, record::NodeId node);

} // namespace xq::analysis
