#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace xq::sqlitefile {

/// How SQLite stores an integer: its serial type, and the bytes that follow in the record.
/// Source: https://www.sqlite.org/fileformat2.html, section 2.1.
struct IntegerForm {
  unsigned char type = 0;
  unsigned char bytes = 0;
  std::uint64_t big_endian = 0; ///< in memory the first `bytes` bytes of it are the number
};

[[nodiscard]] inline IntegerForm integer_form(std::int64_t value) noexcept {
  if (value == 0 || value == 1) { // the type says it all
    return {static_cast<unsigned char>(8 + value), 0, 0};
  }
  const auto magnitude = static_cast<std::uint64_t>(value < 0 ? ~value : value);
  const auto bits = static_cast<unsigned>(std::bit_width(magnitude)) + 1; // and one for the sign
  struct Width {
    unsigned char type, bytes;
  };
  constexpr std::array<Width, 9> widths{
      {{1, 1}, {1, 1}, {2, 2}, {3, 3}, {4, 4}, {5, 6}, {5, 6}, {6, 8}, {6, 8}}};
  const Width width = widths[(bits + 7) / 8];
  return {width.type, width.bytes,
          __builtin_bswap64(static_cast<std::uint64_t>(value) << (64U - 8U * width.bytes))};
}

} // namespace xq::sqlitefile
