#include <xq/board/movegen.hpp>

namespace xq {

std::uint64_t perft(Position& position, int depth) noexcept {
  if (depth <= 0) {
    return 1;
  }
  if (depth == 1) {
    return static_cast<std::uint64_t>(count_legal(position));
  }
  MoveList moves;
  generate_legal(position, moves);
  std::uint64_t nodes = 0;
  Undo undo;
  for (const Move m : moves) {
    position.do_move(m, undo);
    nodes += perft(position, depth - 1);
    position.undo_move(m, undo);
  }
  return nodes;
}

std::optional<std::uint64_t> perft(Position& position, int depth,
                                   const std::function<bool()>& stopped) {
  constexpr int short_depth = 3; // some 80,000 leaves
  if (stopped()) {
    return std::nullopt;
  }
  if (depth <= short_depth) {
    return perft(position, depth);
  }
  MoveList moves;
  generate_legal(position, moves);
  std::uint64_t nodes = 0;
  Undo undo;
  for (const Move m : moves) {
    position.do_move(m, undo);
    const auto below = perft(position, depth - 1, stopped);
    position.undo_move(m, undo);
    if (!below) {
      return std::nullopt;
    }
    nodes += *below;
  }
  return nodes;
}

} // namespace xq
