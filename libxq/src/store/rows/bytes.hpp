#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace xq::store {

/// Append `n` in little-endian base 128: 7 bits a byte, the high bit says that more follow.
inline void put_number(std::string& out, std::uint64_t n) {
  for (; n >= 0x80; n >>= 7U) {
    out += static_cast<char>((n & 0x7FU) | 0x80U);
  }
  out += static_cast<char>(n);
}

/// Append the length of `bytes` as a number, then the bytes.
inline void put_bytes(std::string& out, std::string_view bytes) {
  put_number(out, bytes.size());
  out += bytes;
}

/// Writes into memory that has room, at most 10 bytes for a number. Returns the end.
inline char* put_number(char* out, std::uint64_t n) noexcept {
  for (; n >= 0x80; n >>= 7U) {
    *out++ = static_cast<char>((n & 0x7FU) | 0x80U);
  }
  *out++ = static_cast<char>(n);
  return out;
}
inline char* put_bytes(char* out, std::string_view bytes) noexcept {
  out = put_number(out, bytes.size());
  if (!bytes.empty()) {
    std::memcpy(out, bytes.data(), bytes.size());
  }
  return out + bytes.size();
}

/// Reads what the functions above wrote. Reading beyond the end or a number of more than 64 bits
/// gives zeros and makes ok() false for good.
class ByteReader {
public:
  explicit ByteReader(std::string_view bytes) noexcept : m_rest{bytes} {}

  [[nodiscard]] bool ok() const noexcept { return m_ok; }
  [[nodiscard]] bool at_end() const noexcept { return m_rest.empty(); }
  [[nodiscard]] std::size_t left() const noexcept { return m_rest.size(); }

  std::uint8_t byte() noexcept {
    if (m_rest.empty()) {
      m_ok = false;
      return 0;
    }
    const auto value = static_cast<std::uint8_t>(m_rest.front());
    m_rest.remove_prefix(1);
    return value;
  }

  std::uint64_t number() noexcept {
    if (!m_rest.empty() && static_cast<unsigned char>(m_rest.front()) < 0x80) {
      return byte();
    }
    std::uint64_t n = 0;
    for (unsigned shift = 0; shift < 64 && m_ok; shift += 7) {
      const unsigned next = byte();
      n |= std::uint64_t{next & 0x7FU} << shift;
      if (next < 0x80) {
        return n;
      }
    }
    m_ok = false;
    return 0;
  }

  std::string_view bytes(std::uint64_t size) noexcept {
    if (size > m_rest.size()) {
      m_ok = false;
      return {};
    }
    const auto taken = m_rest.substr(0, static_cast<std::size_t>(size));
    m_rest.remove_prefix(taken.size());
    return taken;
  }

  std::string_view sized_bytes() noexcept { return bytes(number()); }

private:
  std::string_view m_rest;
  bool m_ok = true;
};

} // namespace xq::store
