#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace xq::store {

/// A Bloom filter over 64-bit hashes: tells for certain that a hash was never added, and errs in
/// less than 1 % of the hashes for which it says that it was. Saves most look-ups of what is new.
class BloomFilter {
public:
  /// `hashes`: how many will be added. Sixteen bits for each, once there is one.
  explicit BloomFilter(std::size_t hashes) : m_mask{std::bit_ceil(hashes * 16 + 64) - 1} {}

  void clear() { m_bits.clear(); }

  void add(std::uint64_t hash) {
    if (m_bits.empty()) {
      m_bits.resize((m_mask + 1) / 64);
    }
    for (int i = 0; i < probes; ++i) {
      const auto bit = probe(hash, i);
      m_bits[bit / 64] |= std::uint64_t{1} << (bit % 64);
    }
  }

  [[nodiscard]] bool may_contain(std::uint64_t hash) const noexcept {
    if (m_bits.empty()) {
      return false;
    }
    for (int i = 0; i < probes; ++i) {
      const auto bit = probe(hash, i);
      if ((m_bits[bit / 64] >> (bit % 64) & 1U) == 0) {
        return false;
      }
    }
    return true;
  }

private:
  static constexpr int probes = 3;

  /// All bits of the hash are random: its parts serve as three hashes.
  [[nodiscard]] std::size_t probe(std::uint64_t hash, int i) const noexcept {
    return static_cast<std::size_t>(std::rotr(hash, 20 * i)) & m_mask;
  }

  std::size_t m_mask;
  std::vector<std::uint64_t> m_bits;
};

} // namespace xq::store
