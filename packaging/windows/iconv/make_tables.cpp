// make_tables >FILE: what the build machine's iconv knows of the character sets, so that xq.exe
// reads and writes the same bytes as xq on Linux. Windows' own code pages 936 and 950 differ in
// some hundred characters.
#include "tables.hpp"

#include <iconv.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

namespace {

using namespace xq::windows;

iconv_t open(const char* to, const char* from) {
  const iconv_t conversion = iconv_open(to, from);
  // NOLINTNEXTLINE(performance-no-int-to-ptr): how POSIX says that it failed
  if (conversion == reinterpret_cast<iconv_t>(-1)) {
    std::fprintf(stderr, "make_tables: iconv cannot convert %s to %s\n", from, to);
    std::exit(3);
  }
  return conversion;
}

/// The bytes that `size` bytes become, 0 if they are no character of both sides.
std::size_t convert(iconv_t conversion, const void* from, std::size_t size, unsigned char* out,
                    std::size_t room) {
  char source[4] = {};
  std::memcpy(source, from, size);
  char* in = source;
  char* to = reinterpret_cast<char*>(out);
  std::size_t left = room;
  iconv(conversion, nullptr, nullptr, nullptr, nullptr);
  return iconv(conversion, &in, &size, &to, &left) != 0 || size != 0 ? 0 : room - left;
}

void fill(Table& table, const char* charset) {
  const iconv_t decoder = open("UTF-32LE", charset);
  for (unsigned lead = first_lead; lead <= last_lead; ++lead) {
    for (unsigned trail = first_trail; trail <= last_trail; ++trail) {
      const unsigned char code[] = {static_cast<unsigned char>(lead),
                                    static_cast<unsigned char>(trail)};
      unsigned char out[8];
      std::uint32_t c = 0;
      if (convert(decoder, code, 2, out, sizeof out) == 4) {
        std::memcpy(&c, out, 4);
      }
      table.decoded[(lead - first_lead) * trails + trail - first_trail] =
          static_cast<std::uint16_t>(c < 0x10000 ? c : 0);
    }
  }
  iconv_close(decoder);
  const iconv_t encoder = open(charset, "UTF-32LE");
  for (std::uint32_t c = 0x80; c < 0x10000; ++c) {
    unsigned char out[8];
    const auto size = convert(encoder, &c, 4, out, sizeof out);
    for (std::size_t i = 0; i < (size == 2 || size == 4 ? size : 0); ++i) {
      table.encoded[c] = table.encoded[c] << 8U | out[i];
    }
  }
  iconv_close(encoder);
}

} // namespace

int main() {
  for (const char* charset : charsets) {
    const auto table = std::make_unique<Table>();
    fill(*table, charset);
    if (std::fwrite(table.get(), sizeof(Table), 1, stdout) != 1) {
      return 3;
    }
  }
  return std::fflush(stdout) == 0 ? 0 : 3;
}
