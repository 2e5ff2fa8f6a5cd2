// Instead of zlib, which is not there for WebAssembly: unpacks the network, and nothing else.

#include "base/files/inflate.hpp"

#include <xq/base/problem_code.hpp>

#include <algorithm>
#include <array>
#include <cstdint>

namespace xq {

namespace {

/// RFC 1951. After a failure every bit is zero and `failed` is true.
class Bits {
public:
  explicit Bits(std::string_view bytes) : m_bytes{bytes} {}

  [[nodiscard]] bool failed() const noexcept { return m_failed; }
  unsigned take(unsigned count) noexcept {
    unsigned value = 0;
    for (unsigned i = 0; i < count; ++i) {
      value |= bit() << i;
    }
    return value;
  }
  unsigned bit() noexcept {
    if (m_at >= 8 * m_bytes.size()) {
      m_failed = true;
      return 0;
    }
    const auto byte = static_cast<unsigned char>(m_bytes[m_at / 8]);
    return (byte >> (m_at++ % 8)) & 1U;
  }
  /// The bytes from the next whole one on.
  std::string_view bytes(std::size_t count) noexcept {
    const std::size_t first = (m_at + 7) / 8;
    if (count > m_bytes.size() - first) {
      m_failed = true;
      return {};
    }
    m_at = 8 * (first + count);
    return m_bytes.substr(first, count);
  }
  void fail() noexcept { m_failed = true; }

private:
  std::string_view m_bytes;
  std::size_t m_at = 0; ///< in bits
  bool m_failed = false;
};

constexpr std::size_t longest_code = 15;
constexpr std::size_t most_symbols = 288;

/// A Huffman code, from the lengths of its words.
class Code {
public:
  Code(const std::uint8_t* lengths, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      ++m_counts[lengths[i]];
    }
    m_counts[0] = 0;
    std::array<std::uint16_t, longest_code + 2> next{};
    for (std::size_t i = 1; i <= longest_code; ++i) {
      next[i + 1] = static_cast<std::uint16_t>(next[i] + m_counts[i]);
    }
    for (std::size_t i = 0; i < count; ++i) {
      if (lengths[i] != 0) {
        m_symbols[next[lengths[i]]++] = static_cast<std::uint16_t>(i);
      }
    }
  }
  unsigned read(Bits& bits) const noexcept {
    unsigned word = 0;
    unsigned first = 0;
    unsigned index = 0;
    for (std::size_t length = 1; length <= longest_code; ++length) {
      word |= bits.bit();
      const unsigned count = m_counts[length];
      if (word < first + count) {
        return m_symbols[index + (word - first)];
      }
      index += count;
      first = (first + count) << 1U;
      word <<= 1U;
    }
    bits.fail();
    return 0;
  }

private:
  std::array<std::uint16_t, longest_code + 1> m_counts{};
  std::array<std::uint16_t, most_symbols> m_symbols{};
};

/// The lengths of a block's code of bytes and of its (unused) code of distances.
std::array<std::uint8_t, 320> read_lengths(Bits& bits, std::size_t& literals) {
  constexpr std::array<std::uint8_t, 19> order{16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                               11, 4,  12, 3, 13, 2, 14, 1, 15};
  std::array<std::uint8_t, 320> lengths{};
  literals = bits.take(5) + 257;
  const std::size_t all = literals + bits.take(5) + 1;
  const std::size_t count = bits.take(4) + 4;
  std::array<std::uint8_t, order.size()> of_lengths{};
  for (std::size_t i = 0; i < count; ++i) {
    of_lengths[order[i]] = static_cast<std::uint8_t>(bits.take(3));
  }
  const Code code{of_lengths.data(), of_lengths.size()};
  for (std::size_t i = 0; i < all && !bits.failed();) {
    const unsigned symbol = code.read(bits);
    std::uint8_t length = 0;
    std::size_t times = 1;
    if (symbol < 16) {
      length = static_cast<std::uint8_t>(symbol);
    } else if (symbol == 16) {
      length = i > 0 ? lengths[i - 1] : std::uint8_t{0};
      times = 3 + bits.take(2);
    } else {
      times = symbol == 17 ? 3 + bits.take(3) : 11 + bits.take(7);
    }
    for (; times > 0 && i < all; --times) {
      lengths[i++] = length;
    }
  }
  return lengths;
}

/// One block; false at the first reference to earlier bytes, which a network has none of.
bool read_block(Bits& bits, std::string& out, std::size_t max_bytes) {
  constexpr unsigned end_of_block = 256;
  const unsigned kind = bits.take(2);
  if (kind == 0) { // stored
    const std::string_view sizes = bits.bytes(4);
    if (!bits.failed()) {
      out += bits.bytes(static_cast<unsigned char>(sizes[0]) +
                        256U * static_cast<unsigned char>(sizes[1]));
    }
    return !bits.failed();
  }
  if (kind != 2) {
    return false;
  }
  std::size_t literals = 0;
  const auto lengths = read_lengths(bits, literals);
  const Code code{lengths.data(), std::min(literals, most_symbols)};
  while (!bits.failed() && out.size() <= max_bytes) {
    const unsigned symbol = code.read(bits);
    if (symbol >= end_of_block) {
      return symbol == end_of_block;
    }
    out += static_cast<char>(static_cast<unsigned char>(symbol));
  }
  return false;
}

/// The checksum of RFC 1950.
unsigned adler(std::string_view bytes) {
  constexpr unsigned modulus = 65521;
  unsigned a = 1;
  unsigned b = 0;
  for (const char c : bytes) {
    a = (a + static_cast<unsigned char>(c)) % modulus;
    b = (b + a) % modulus;
  }
  return b << 16U | a;
}

} // namespace

Expected<std::string, Problem> inflate(std::string_view packed, std::size_t max_bytes) {
  Bits bits{packed};
  bits.take(16); // the head of a zlib stream
  std::string out;
  bool last = false;
  bool sound = true;
  while (sound && !last) {
    last = bits.bit() != 0;
    sound = read_block(bits, out, max_bytes);
  }
  unsigned sum = 0;
  for (const char c : bits.bytes(4)) {
    sum = sum << 8U | static_cast<unsigned char>(c);
  }
  if (!sound || bits.failed() || sum != adler(out)) {
    return Unexpected{make_problem(ProblemCode::truncated, "the packed data are damaged")};
  }
  return out;
}

} // namespace xq
