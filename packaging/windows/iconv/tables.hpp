#pragma once

#include <cstddef>
#include <cstdint>

/// The layout of the file that make_tables writes on the build machine and iconv.cpp has in it, in
/// the byte order of both, little-endian: one Table for each of `charsets`, in that order.
namespace xq::windows {

constexpr const char* charsets[] = {"BIG5", "CP950", "GB18030"};
constexpr unsigned first_lead = 0x81;
constexpr unsigned last_lead = 0xFE;
constexpr unsigned first_trail = 0x40;
constexpr unsigned last_trail = 0xFE;
constexpr std::size_t trails = last_trail - first_trail + 1;

struct Table {
  /// Code point of a two-byte code, 0: none.
  std::uint16_t decoded[(last_lead - first_lead + 1) * trails];
  /// Code of a character, its first byte highest: of two bytes, or of four. 0: none.
  std::uint32_t encoded[0x10000];
};

} // namespace xq::windows
