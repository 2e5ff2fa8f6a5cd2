#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace xq::store {

/// Sorts elements by 32 bits of a hash that come in the same order, in time that grows with their
/// number when the hash is good in its high bits. Keeps its memory for the next time.
template <typename T>
class HashSorter {
public:
  /// The elements of `list` behind the first `from` in the order of `precedes`; valid until the
  /// next call. `hash(e)`: the bits.
  template <typename List, typename Hash, typename Precedes>
  [[nodiscard]] std::span<const T> sort(const List& list, std::size_t from, const Hash& hash,
                                        const Precedes& precedes) {
    const std::size_t count = list.size() - from;
    // Two to four elements a bucket; the buckets are in order.
    const auto bits = static_cast<unsigned>(std::bit_width(count / 4));
    const auto bucket_of = [&](const T& element) -> std::size_t {
      return static_cast<std::size_t>(std::uint64_t{hash(element)} << bits >> 32U);
    };
    m_ends.assign((std::size_t{1} << bits) + 1, 0);
    for (std::size_t i = from; i < list.size(); ++i) {
      ++m_ends[bucket_of(list[i]) + 1];
    }
    for (std::size_t bucket = 1; bucket < m_ends.size(); ++bucket) {
      m_ends[bucket] += m_ends[bucket - 1];
    }
    m_sorted.resize(count);
    for (std::size_t i = from; i < list.size(); ++i) {
      const T& element = list[i];
      m_sorted[m_ends[bucket_of(element)]++] = element;
    }
    auto begin = m_sorted.begin();
    for (std::size_t bucket = 0; bucket + 1 < m_ends.size(); ++bucket) {
      const auto end = m_sorted.begin() + static_cast<std::ptrdiff_t>(m_ends[bucket]);
      std::sort(begin, end, precedes);
      begin = end;
    }
    return m_sorted;
  }

private:
  std::vector<std::uint32_t> m_ends; ///< of buckets
  std::vector<T> m_sorted;
};

} // namespace xq::store
