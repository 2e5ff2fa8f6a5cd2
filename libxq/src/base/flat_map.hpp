#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace xq {

/// Small values by hashes of 64 bits. Against std::unordered_map it saves an eighth of the time of
/// the judge of the Chinese rules and 10 % of that of verify (58,468 games). Relies on hashes whose
/// low bits are random and of which none is 0, which marks a free slot.
template <typename T>
class FlatMap {
public:
  /// What is stored under `hash`; null when nothing is. Valid until something is stored.
  [[nodiscard]] const T* find(std::uint64_t hash) const noexcept {
    if (m_slots.empty()) {
      return nullptr;
    }
    const Slot& slot = m_slots[place_of(hash)];
    return slot.hash == 0 ? nullptr : &slot.value;
  }

  /// Store `value` in place of what was stored under `hash`.
  void put(std::uint64_t hash, T value) {
    if (2 * (m_used + 1) > m_slots.size()) {
      enlarge();
    }
    Slot& slot = m_slots[place_of(hash)];
    m_used += slot.hash == 0 ? 1 : 0;
    slot = {hash, value};
  }

  void clear() noexcept {
    m_slots.clear();
    m_used = 0;
  }

private:
  struct Slot {
    std::uint64_t hash = 0;
    T value{};
  };
  static constexpr std::size_t first_slots = 64; // a power of two

  /// The place of the slot that has `hash`, or of the free one for it.
  [[nodiscard]] std::size_t place_of(std::uint64_t hash) const noexcept {
    const std::size_t mask = m_slots.size() - 1;
    std::size_t i = hash & mask;
    while (m_slots[i].hash != 0 && m_slots[i].hash != hash) {
      i = (i + 1) & mask;
    }
    return i;
  }
  void enlarge() {
    std::vector<Slot> old(m_slots.empty() ? first_slots : 2 * m_slots.size());
    old.swap(m_slots);
    for (const Slot& slot : old) {
      if (slot.hash != 0) {
        m_slots[place_of(slot.hash)] = slot;
      }
    }
  }

  std::vector<Slot> m_slots; ///< at most half of them used
  std::size_t m_used = 0;
};

} // namespace xq
