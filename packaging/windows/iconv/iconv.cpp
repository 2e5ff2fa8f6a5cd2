#include "iconv.h"

#include "tables.hpp"

#include <cerrno>
#include <cstring>

// XQ_ICONV_TABLES is the file that make_tables wrote.
__asm__(".section .rdata,\"dr\"\n"
        ".balign 4\n"
        "xq_iconv_tables:\n"
        ".incbin \"" XQ_ICONV_TABLES "\"\n"
        ".text\n");
extern const xq::windows::Table iconv_tables[] __asm__("xq_iconv_tables");

namespace {

using namespace xq::windows;

constexpr std::size_t failed = static_cast<std::size_t>(-1);

bool is_utf32(const char* name) { return std::strcmp(name, "UTF-32LE") == 0; }

/// A conversion is the number of its table, and whether it goes to UTF-32; iconv keeps no state.
constexpr std::size_t to_utf32 = 0x100;

std::size_t fail(int error) {
  errno = error;
  return failed;
}

/// One character from `source` of `size` bytes: bytes read, or 0 and errno.
std::size_t decode(const Table& table, const unsigned char* source, std::size_t size,
                   std::uint32_t& c) {
  const unsigned lead = source[0];
  if (lead < 0x80) {
    c = lead;
    return 1;
  }
  if (size < 2) {
    errno = EINVAL;
    return 0;
  }
  const unsigned trail = source[1];
  c = lead >= first_lead && lead <= last_lead && trail >= first_trail && trail <= last_trail
          ? table.decoded[(lead - first_lead) * trails + trail - first_trail]
          : 0;
  errno = EILSEQ;
  return c != 0 ? 2 : 0;
}

std::size_t convert_to_utf32(const Table& table, char** source, std::size_t* left, char** target,
                             std::size_t* room) {
  while (*left > 0) {
    std::uint32_t c = 0;
    const auto used = decode(table, reinterpret_cast<unsigned char*>(*source), *left, c);
    if (used == 0) {
      return failed;
    }
    if (*room < sizeof c) {
      return fail(E2BIG);
    }
    std::memcpy(*target, &c, sizeof c);
    *target += sizeof c;
    *room -= sizeof c;
    *source += used;
    *left -= used;
  }
  return 0;
}

std::size_t convert_from_utf32(const Table& table, char** source, std::size_t* left, char** target,
                               std::size_t* room) {
  while (*left > 0) {
    std::uint32_t c = 0;
    if (*left < sizeof c) {
      return fail(EINVAL);
    }
    std::memcpy(&c, *source, sizeof c);
    const std::uint32_t code = c < 0x80 ? c : c < 0x10000 ? table.encoded[c] : 0;
    if (code == 0 && c != 0) {
      return fail(EILSEQ);
    }
    const std::size_t length = code > 0xFFFF ? 4 : c >= 0x80 ? 2 : 1;
    if (*room < length) {
      return fail(E2BIG);
    }
    for (std::size_t i = 0; i < length; ++i) {
      (*target)[i] = static_cast<char>(code >> 8 * (length - 1 - i) & 0xFFU);
    }
    *target += length;
    *room -= length;
    *source += sizeof c;
    *left -= sizeof c;
  }
  return 0;
}

} // namespace

iconv_t iconv_open(const char* to, const char* from) {
  for (std::size_t i = 0; i < sizeof charsets / sizeof *charsets; ++i) {
    if (is_utf32(to) && std::strcmp(from, charsets[i]) == 0) {
      return reinterpret_cast<iconv_t>(i | to_utf32);
    }
    if (is_utf32(from) && std::strcmp(to, charsets[i]) == 0) {
      return reinterpret_cast<iconv_t>(i);
    }
  }
  errno = EINVAL;
  return reinterpret_cast<iconv_t>(-1);
}

size_t iconv(iconv_t conversion, char** source, size_t* source_left, char** target,
             size_t* target_left) {
  if (source == nullptr || *source == nullptr) {
    return 0;
  }
  const auto which = reinterpret_cast<std::size_t>(conversion);
  const Table& table = iconv_tables[which & (to_utf32 - 1)];
  return (which & to_utf32) != 0
             ? convert_to_utf32(table, source, source_left, target, target_left)
             : convert_from_utf32(table, source, source_left, target, target_left);
}

int iconv_close(iconv_t /*conversion*/) { return 0; }
