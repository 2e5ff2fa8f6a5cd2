#pragma once

// Turns a plain XQF file (version 10) into an enciphered one, as a program of versions 11 to 18
// would write it. Shares no code with the reader.

#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>

namespace support {

class XqfCipher {
public:
  XqfCipher(std::mt19937& random, int version) : m_version{version} {
    m_header[3] = static_cast<std::uint8_t>(random());
    for (std::size_t i = 8; i < 15; ++i) {
      m_header[i] = static_cast<std::uint8_t>(random());
    }
    // The four seeds add up to 0 modulo 256.
    m_header[15] = static_cast<std::uint8_t>(-(m_header[12] + m_header[13] + m_header[14]));
  }

  std::string operator()(const std::string& plain) const {
    std::string out = plain.substr(0, 1024);
    out[2] = static_cast<char>(m_version);
    for (std::size_t i = 3; i < 16; ++i) {
      out[i] = static_cast<char>(m_header[i]);
    }
    const unsigned turn = m_version < 12 ? 0 : key(13) + 1U;
    for (std::size_t slot = 0; slot < 32; ++slot) {
      const auto at = 16 + (slot + 32 * 8 - turn) % 32;
      out[at] = add(plain[16 + slot], key(13));
    }
    return out + body(plain.substr(1024));
  }

private:
  static char add(char a, unsigned b) {
    return static_cast<char>(static_cast<unsigned char>(a) + b);
  }
  /// Each key is the one before it times a polynomial of its own seed; the first, of itself.
  unsigned key(std::size_t seed_at) const {
    const unsigned b = m_header[seed_at];
    const unsigned polynomial = 54 * b * b + 221; // 3(2(3(3b²+9)+8)+1)+8
    return (polynomial * (seed_at == 13 ? b : key(seed_at - 1))) % 256;
  }

  std::string body(std::string_view plain) const {
    constexpr std::string_view phrase = "[(C) Copyright Mr. Dong Shiwei.]";
    std::string out = nodes(plain);
    for (std::size_t i = 0; i < out.size(); ++i) {
      const auto k = (m_header[12 + i % 4] & m_header[3]) | m_header[8 + i % 4];
      out[i] = add(out[i], static_cast<unsigned char>(phrase[i % 32]) & static_cast<unsigned>(k));
    }
    return out;
  }

  std::string nodes(std::string_view plain) const {
    const unsigned size_key = (m_header[12] * 256U + m_header[13]) % 32000U + 767U;
    std::string out;
    while (!plain.empty()) {
      const auto flags = static_cast<unsigned char>(plain[2]);
      std::uint32_t size = 0;
      for (std::size_t i = 0; i < 4; ++i) {
        size |= std::uint32_t{static_cast<unsigned char>(plain[4 + i])} << (8 * i);
      }
      out += add(plain[0], key(14));
      out += add(plain[1], key(15));
      out += static_cast<char>(((flags & 0xF0U) != 0 ? 0x80U : 0U) |
                               ((flags & 0x0FU) != 0 ? 0x40U : 0U) | (size != 0 ? 0x20U : 0U));
      out += '\x5A'; // never read
      for (std::size_t i = 0; size != 0 && i < 4; ++i) {
        out += static_cast<char>((size + size_key) >> (8 * i));
      }
      out += plain.substr(8, size);
      plain.remove_prefix(8 + size);
    }
    return out;
  }

  int m_version;
  std::array<std::uint8_t, 16> m_header{};
};

} // namespace support
