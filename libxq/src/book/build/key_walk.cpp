#include "book/build/key_walk.hpp"

#include <cassert>
#include <utility>

namespace xq::book {

void KeyWalk::begin(const Position& start) {
  while (!m_steps.empty()) {
    undo(); // frees the heads
  }
  m_hashes = start.hashes();
  m_side = start.side_to_move();
  for (std::size_t i = 0; i < square_count; ++i) {
    m_pieces[i] = start.at(static_cast<Square>(i));
  }
}

const KeyWalk::Step& KeyWalk::play(Move move) {
  const auto from = to_index(move.from());
  const auto to = to_index(move.to());
  const CanonicalKey id = canonical(m_hashes);
  auto& played = m_steps.emplace_back();
  Step& step = played.step;
  step.key = static_cast<std::int64_t>(id.key);
  step.lock = static_cast<std::int64_t>(id.lock);
  step.move = to_canonical(id, move).disk();
  step.side = m_side;
  auto& head = m_heads[head_of(step)];
  for (auto i = head; i != none && !step.again; i = m_steps[i].previous) {
    step.again = same_place(m_steps[i].step, step);
  }
  if (!step.again) {
    played.previous = std::exchange(head, static_cast<std::uint32_t>(m_steps.size() - 1));
  }

  played.move = move;
  played.before = m_hashes;
  const Piece piece = std::exchange(m_pieces[from], Piece::none);
  assert(piece != Piece::none && color_of(piece) == m_side);
  played.captured = std::exchange(m_pieces[to], piece);
  const auto& table = zobrist.pieces[to_index(piece)];
  m_hashes ^= table[from];
  m_hashes ^= table[to];
  m_hashes ^= zobrist.pieces[to_index(played.captured)][to]; // zero for none
  m_hashes ^= zobrist.black_to_move;
  m_side = ~m_side;
  return step;
}

void KeyWalk::undo() noexcept {
  const auto& played = m_steps.back();
  if (!played.step.again) {
    m_heads[head_of(played.step)] = played.previous;
  }
  m_hashes = played.before;
  m_side = played.step.side;
  m_pieces[to_index(played.move.from())] = m_pieces[to_index(played.move.to())];
  m_pieces[to_index(played.move.to())] = played.captured;
  m_steps.pop_back();
}

} // namespace xq::book
