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
    std::uint64_t key;
    std::uint64_t lock;
    std::uint32_t previous;    ///< index of the same position before
    std::uint32_t occurrences; ///< since the last capture
  };

  /// The slot of a position: one that names it, or the first one free for it.
  [[nodiscard]] std::uint32_t& find(const Entry& entry) noexcept;
  void rebuild();

  std::vector<Entry> m_entries;
  /// Hash table with open addressing: 1 + index of the last occurrence of each position. Positions
  /// from before the last capture stay until the table is rebuilt.
  std::vector<std::uint32_t> m_slots;
  std::size_t m_used = 0; ///< slots that are not 0
  std::size_t m_last_capture = 0;
};

} // namespace xq
