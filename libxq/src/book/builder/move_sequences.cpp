#include "book/builder/move_sequences.hpp"

#include <algorithm>
#include <cstring>

namespace xq::book {

void SequenceList::sort() {
  const auto precedes = [this](const Sequence& a, const Sequence& b) {
    if (a.start != b.start) {
      return a.start < b.start;
    }
    // Any order will do that puts a sequence behind those that it continues.
    const std::size_t common = std::min(a.plies, b.plies);
    const int order = common == 0 ? 0 // memcmp() takes no null pointers
                                  : std::memcmp(m_moves.data() + a.first, m_moves.data() + b.first,
                                                common * sizeof(Move));
    return order != 0 ? order < 0 : a.plies < b.plies;
  };
  std::sort(m_sequences.begin(), m_sequences.end(), precedes);
}

void SequenceBatch::add(const Position& start, std::span<const Move> moves,
                        const GameFacts& facts) {
  auto id = SequenceList::usual_start;
  if (start.hashes() != Position::start().hashes()) {
    m_starts.push_back(start);
    id = static_cast<SequenceList::StartId>(m_starts.size());
  }
  m_sequences.add(id, moves, facts);
}

} // namespace xq::book
