#include "book/builder/key_walk.hpp"

#include <utility>

namespace xq::book {

void KeyWalk::begin(const Position& start) {
  while (!m_steps.empty()) {
    undo(); // removes the steps from the chains
  }
  m_board = KeyBoard{start};
}

const KeyWalk::Step& KeyWalk::play(Move move) {
  const CanonicalKey id = canonical(m_board.hashes());
  auto& played = m_steps.emplace_back();
  Step& step = played.step;
  step.key = static_cast<std::int64_t>(id.key);
  step.lock = static_cast<std::int64_t>(id.lock);
  step.move = to_canonical(id, move).disk();
  step.side = m_board.side_to_move();
  auto& head = m_heads[head_of(step)];
  for (auto i = head; i != none && !step.again; i = m_steps[i].previous) {
    step.again = same_place(m_steps[i].step, step);
  }
  if (!step.again) {
    played.previous = std::exchange(head, static_cast<std::uint32_t>(m_steps.size() - 1));
  }

  played.move = move;
  played.before = m_board.hashes();
  played.captured = m_board.do_move(move);
  return step;
}

void KeyWalk::undo() noexcept {
  const auto& played = m_steps.back();
  if (!played.step.again) {
    m_heads[head_of(played.step)] = played.previous;
  }
  m_board.undo_move(played.move, played.captured, played.before);
  m_steps.pop_back();
}

} // namespace xq::book
