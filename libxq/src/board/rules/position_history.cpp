#include <xq/board/rules.hpp>

#include <cassert>

// Lists by key: a search backwards through the positions takes 2 % more of `xq verify` on games of
// usual length, and time that grows with the square of the length on longer ones. Relies on keys
// whose low bits are random.

namespace xq {

namespace {

constexpr std::size_t first_slots = 256; // a power of two; enough for nearly every game

} // namespace

PositionHistory::PositionHistory(const Position& start) : m_slots(first_slots) {
  m_entries.reserve(first_slots / 2);
  add(start);
}

void PositionHistory::add(const Position& position) {
  const std::size_t index = m_entries.size();
  if (position.halfmove_clock() == 0) {
    m_last_capture = index;
  }
  if (index - m_last_capture >= m_slots.size()) {
    enlarge();
  }
  // Filled in place: to copy a local entry stalls on store forwarding.
  Entry& entry = m_entries.emplace_back();
  entry.key = to_integer(position.key());
  entry.lock = to_integer(position.lock());
  entry.occurrences = 1;
  // Numbers fall along a list: one up to the last capture ends it.
  for (std::uint32_t at = insert(entry, index); at > m_last_capture; at = m_entries[at - 1].next) {
    const Entry& other = m_entries[at - 1];
    if (other.key == entry.key && other.lock == entry.lock) {
      entry.previous = at - 1;
      entry.occurrences = other.occurrences + 1;
      break;
    }
  }
}

std::uint32_t PositionHistory::insert(Entry& entry, std::size_t index) noexcept {
  std::uint32_t& slot = m_slots[entry.key & (m_slots.size() - 1)];
  entry.next = slot;
  slot = static_cast<std::uint32_t>(index) + 1;
  return entry.next;
}

void PositionHistory::enlarge() {
  m_slots.assign(2 * m_slots.size(), 0);
  for (std::size_t i = m_last_capture; i < m_entries.size(); ++i) {
    insert(m_entries[i], i);
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
