#pragma once

#include <xq/base/encoding.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace xq {

[[nodiscard]] constexpr unsigned byte_at(std::string_view bytes, std::size_t i) noexcept {
  return static_cast<unsigned char>(bytes[i]);
}

// -- two-byte codes ------------------------------------------------------------------------------

inline constexpr unsigned first_lead = 0x81;
inline constexpr unsigned first_trail = 0x40;
inline constexpr std::size_t leads = 0xFE - first_lead + 1;
inline constexpr std::size_t trails = 0xFE - first_trail + 1;

/// The two-byte codes of Big5 or GB18030 in both directions, asked from iconv once. Conversion by
/// table is twice as fast as by iconv and lets bad bytes be handled the same way everywhere.
struct DoubleByteTable {
  /// UTF-8 in the low three bytes in memory order; above them length and whether the character is
  /// one of move notation. 0: no such code.
  std::array<std::uint32_t, leads * trails> decoded{};
  /// Code of a character of the Basic Multilingual Plane, 0 if it has none.
  std::array<std::uint16_t, 0x10000> encoded{};
};
inline constexpr unsigned length_shift = 24;
inline constexpr unsigned notation_shift = 31;

[[nodiscard]] constexpr bool is_double_byte(unsigned lead, unsigned trail) noexcept {
  return lead >= first_lead && lead <= 0xFE && trail >= first_trail && trail <= 0xFE;
}
[[nodiscard]] constexpr std::size_t table_index(unsigned lead, unsigned trail) noexcept {
  return (lead - first_lead) * trails + (trail - first_trail);
}

/// The table of Big5 or GB18030.
[[nodiscard]] const DoubleByteTable& table_of(Encoding encoding);

// -- four-byte codes of GB18030 ------------------------------------------------------------------

[[nodiscard]] constexpr bool is_four_byte_digit(unsigned byte) noexcept {
  return byte >= 0x30 && byte <= 0x39;
}
[[nodiscard]] constexpr bool is_four_byte_lead(unsigned byte) noexcept {
  return byte >= 0x81 && byte <= 0xFE;
}

/// `bytes` start with something of the shape of a four-byte code.
[[nodiscard]] bool has_four_byte_shape(std::string_view bytes) noexcept;
/// The character of a four-byte code, 0 if there is none.
[[nodiscard]] char32_t decode_four_bytes(std::string_view code);
/// Append the four-byte code of `c`; false if it has none.
[[nodiscard]] bool encode_four_bytes(char32_t c, std::string& out);

// -- UTF-8 ----------------------------------------------------------------------------------------

/// Number of bytes at the end of `bytes` that may be the start of a character going on behind it.
[[nodiscard]] std::size_t unfinished_utf8(std::string_view bytes) noexcept;

} // namespace xq
