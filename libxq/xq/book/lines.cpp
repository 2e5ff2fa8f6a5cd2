#include <xq/book/lines.hpp>

#include <algorithm>
#include <cstring>

namespace xq::book {

void LineList::sort() {
  const auto precedes = [this](const Line& a, const Line& b) {
    if (a.start != b.start) {
      return a.start < b.start;
    }
    // Any order will do that puts a line behind those that it continues.
    const std::size_t common = std::min(a.plies, b.plies);
    const int order = common == 0 ? 0 // where no line has a move there is no memory to point to
                                  : std::memcmp(m_moves.data() + a.first, m_moves.data() + b.first,
                                                common * sizeof(Move));
    return order != 0 ? order < 0 : a.plies < b.plies;
  };
  std::sort(m_lines.begin(), m_lines.end(), precedes);
}

void LineBatch::add(const Position& start, std::span<const Move> moves, const GameFacts& facts) {
  auto id = LineList::usual_start;
  if (start.hashes() != Position::start().hashes()) {
    m_starts.push_back(start);
    id = static_cast<LineList::StartId>(m_starts.size());
  }
  m_lines.add(id, moves, facts);
}

} // namespace xq::book
