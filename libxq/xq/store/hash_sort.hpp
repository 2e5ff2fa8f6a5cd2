#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace xq::store {

/// The elements of `list` in the order of `precedes`, in time that grows with their number when
/// `hash` is good in its high bits. `hash(e)` are 32 bits that come in the same order.
template <typename T, typename List, typename Hash, typename Precedes>
[[nodiscard]] std::vector<T> sorted_by_hash(const List& list, std::size_t from, const Hash& hash,
                                            const Precedes& precedes) {
  const std::size_t count = list.size() - from;
  // About four elements a bucket; the buckets are in order.
  const auto bits = static_cast<unsigned>(std::bit_width(count / 4));
  const auto bucket_of = [&](const T& element) -> std::size_t {
    return static_cast<std::size_t>(std::uint64_t{hash(element)} << bits >> 32U);
  };
  std::vector<std::uint32_t> ends((std::size_t{1} << bits) + 1);
  for (std::size_t i = from; i < list.size(); ++i) {
    ++ends[bucket_of(list[i]) + 1];
  }
  for (std::size_t bucket = 1; bucket < ends.size(); ++bucket) {
    ends[bucket] += ends[bucket - 1];
  }
  std::vector<T> sorted(count);
  for (std::size_t i = from; i < list.size(); ++i) {
    const T& element = list[i];
    sorted[ends[bucket_of(element)]++] = element;
  }
  std::size_t begin = 0;
  for (std::size_t bucket = 0; bucket + 1 < ends.size(); ++bucket) {
    const std::size_t end = ends[bucket];
    std::sort(sorted.begin() + static_cast<std::ptrdiff_t>(begin),
              sorted.begin() + static_cast<std::ptrdiff_t>(end), precedes);
    begin = end;
  }
  return sorted;
}

} // namespace xq::store
