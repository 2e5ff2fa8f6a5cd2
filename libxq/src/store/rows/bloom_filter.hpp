#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace xq::store {

/// A Bloom filter over 64-bit hashes: says "never seen" for certain, "seen" with few mistakes, and
/// so saves most look-ups of things that are new. Two megabytes, once there
/// is a hash: 1 % mistakes at 1.4 million hashes.
class BloomFilter {
public:
  void clear() { m_bits.clear(); }

  void add(std::uint64_t hash) {
    if (m_bits.empty()) {
      m_bits.resize(bit_count / 64);
    }
    for (unsigned i = 0; i < probes; ++i) {
      const auto bit = probe(hash, i);
      m_bits[bit / 64] |= std::uint64_t{1} << (bit % 64);
    }
  }

  [[nodiscard]] bool may_contain(std::uint64_t hash) const noexcept {
    if (m_bits.empty()) {
      return false;
    }
    for (unsigned i = 0; i < probes; ++i) {
      const auto bit = probe(hash, i);
      if ((m_bits[bit / 64] >> (bit % 64) & 1U) == 0) {
        return false;
      }
    }
    return true;
  }

private:
  static constexpr std::size_t bit_count = std::size_t{1} << 24U;
  static constexpr unsigned probes = 3;

  /// The hash is good in all its bits: its parts are as good as three hashes.
  [[nodiscard]] static std::size_t probe(std::uint64_t hash, unsigned i) noexcept {
    return static_cast<std::size_t>(hash >> (20 * i)) % bit_count;
  }

  std::vector<std::uint64_t> m_bits;
};

} // namespace xq::store
