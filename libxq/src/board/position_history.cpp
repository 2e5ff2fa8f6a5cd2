#include <xq/board/position_history.hpp>

#include <algorithm>
#include <cassert>

namespace xq {

namespace {

constexpr std::size_t first_slots = 256; // a power of two; enough for nearly every game

} // namespace

PositionHistory::PositionHistory(const Position& start) : m_slots(first_slots) {
  m_entries.reserve(first_slots / 2);
  add(start);
}

std::uint32_t& PositionHistory::find(const Entry& entry) noexcept {
  const std::size_t mask = m_slots.size() - 1;
  for (std::size_t at = entry.key & mask;; at = (at + 1) & mask) {
    std::uint32_t& slot = m_slots[at];
    if (slot == 0 ||
        (m_entries[slot - 1].key == entry.key && m_entries[slot - 1].lock == entry.lock)) {
      return slot;
    }
  }
}

void PositionHistory::add(const Position& position) {
  const std::size_t index = m_entries.size();
  if (position.halfmove_clock() == 0) {
    m_last_capture = index;
  }
  Entry entry{to_integer(position.key()), to_integer(position.lock()), 0, 1};
  std::uint32_t& slot = find(entry);
  if (slot > m_last_capture) { // a later index: the position stood since the capture
    entry.previous = slot - 1;
    entry.occurrences = m_entries[entry.previous].occurrences + 1;
  }
  m_used += slot == 0 ? 1 : 0;
  slot = static_cast<std::uint32_t>(index) + 1;
  m_entries.push_back(entry);
  if (2 * m_used > m_slots.size()) {
    rebuild();
  }
}

void PositionHistory::rebuild() {
  const auto live = m_entries.size() - m_last_capture; // positions that may come back, at most
  m_slots.assign(std::max(m_slots.size(), first_slots), 0);
  while (4 * std::min(live, m_used) > m_slots.size()) {
    m_slots.resize(2 * m_slots.size());
  }
  m_used = 0;
  for (std::size_t i = m_last_capture; i < m_entries.size(); ++i) {
    std::uint32_t& slot = find(m_entries[i]);
    m_used += slot == 0 ? 1 : 0;
    slot = static_cast<std::uint32_t>(i) + 1;
  }
}

std::size_t PositionHistory::occurrence(int n) const noexcept {
  assert(n >= 1 && n <= occurrences());
  std::size_t index = plies();
  for (; n > 1; --n) {
    index = m_entries[index].previous;
  }
  return index;
}

} // namespace xq
