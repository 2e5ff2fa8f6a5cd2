#pragma once

#include <xq/board/position.hpp>

#include <cstdint>
#include <vector>

namespace xq {

/// The positions of one game and how often each has stood since the last capture. add() and every
/// question take constant time on average, however long the game is.
class PositionHistory {
public:
  explicit PositionHistory(const Position& start);
  /// The position after the next move.
  void add(const Position& position);

  /// Of the last position: the number of moves that led to it.
  [[nodiscard]] std::size_t plies() const noexcept { return m_entries.size() - 1; }
  /// Moves up to the last capture, it included: no position before it can come back.
  [[nodiscard]] std::size_t last_capture() const noexcept { return m_last_capture; }
  /// Key of the position after `ply` moves.
  [[nodiscard]] std::uint64_t key(std::size_t ply) const noexcept { return m_entries[ply].key; }
  /// How often the last position has stood since the last capture, this time included.
  [[nodiscard]] int occurrences() const noexcept {
    return static_cast<int>(m_entries.back().occurrences);
  }
  /// Plies of the `n`th last occurrence of the last position; 1 is itself. n <= occurrences().
  [[nodiscard]] std::size_t occurrence(int n) const noexcept;

private:
  struct Entry {
    std::uint64_t key = 0;
    std::uint64_t lock = 0;
    std::uint32_t next = 0;        ///< 1 + index of the entry before in the same slot; 0: none
    std::uint32_t previous = 0;    ///< index of the same position before
    std::uint32_t occurrences = 0; ///< since the last capture
  };

  /// Make an entry the first of its slot. Returns the one that was first, as `next` has it.
  std::uint32_t insert(Entry& entry, std::size_t index) noexcept;
  void enlarge();

  std::vector<Entry> m_entries;
  /// Hash table with lists: 1 + index of the last entry in each slot. As many slots as positions
  /// since the last capture, at least; a power of two.
  std::vector<std::uint32_t> m_slots;
  std::size_t m_last_capture = 0;
};

} // namespace xq
