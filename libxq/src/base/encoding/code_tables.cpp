#include "base/encoding/code_tables.hpp"

#include "base/text/text.hpp"

#include <xq/base/error.hpp>

#include <iconv.h>

#include <cassert>
#include <cstring>
#include <memory>

namespace xq {
namespace {

// Every character that a move in any Chinese style may be written with.
constexpr std::string_view notation_characters =
    "帅帥将將仕士相象马馬傌车車俥硨炮砲包兵卒进進退平前中后後一二三四五六七八九"
    "１２３４５６７８９";

/// One direction of iconv between an encoding and UTF-32, one character at a time.
class Iconv {
public:
  Iconv(const char* to, const char* from) : m_handle{iconv_open(to, from)} {
    // NOLINTNEXTLINE(performance-no-int-to-ptr): how POSIX says that it failed
    if (m_handle == reinterpret_cast<iconv_t>(-1)) {
      throw make_error("this system's iconv cannot convert {} to {}. Install the character set "
                       "modules of the C library.",
                       from, to);
    }
  }
  ~Iconv() { iconv_close(m_handle); }
  Iconv(const Iconv&) = delete;
  Iconv& operator=(const Iconv&) = delete;

  /// Convert all of `in` into `out`; the number of bytes written, or 0 when it is no character.
  std::size_t convert(std::string_view in, char* out, std::size_t size) noexcept {
    iconv(m_handle, nullptr, nullptr, nullptr, nullptr);
    char* source = const_cast<char*>(in.data()); // iconv's prototype; it does not write there
    std::size_t left = in.size();
    std::size_t room = size;
    char* target = out;
    const bool bad = iconv(m_handle, &source, &left, &target, &room) != 0 || left != 0;
    return bad ? 0 : size - room;
  }

private:
  iconv_t m_handle;
};

constexpr const char* utf32 = "UTF-32LE";

char32_t to_code_point(Iconv& iconv, std::string_view bytes) noexcept {
  std::array<char, 8> out{};
  if (iconv.convert(bytes, out.data(), out.size()) != 4) {
    return 0; // two code points for one code: not in the tables
  }
  std::uint32_t value = 0;
  std::memcpy(&value, out.data(), 4);
  return value;
}

std::uint32_t pack(char32_t c) {
  std::string utf8;
  append_utf8(utf8, c);
  assert(utf8.size() <= 3);
  std::uint32_t packed = 0;
  for (std::size_t i = 0; i < utf8.size(); ++i) {
    packed |= std::uint32_t{static_cast<unsigned char>(utf8[i])} << (8 * i);
  }
  const bool notation = notation_characters.find(utf8) != std::string_view::npos;
  return packed | static_cast<std::uint32_t>(utf8.size() << length_shift) |
         (notation ? 1U << notation_shift : 0U);
}

/// Add the codes of `charset` that the table does not have yet.
void add_codes(DoubleByteTable& table, const char* charset) {
  Iconv from{utf32, charset};
  Iconv to{charset, utf32};
  for (unsigned lead = first_lead; lead <= 0xFE; ++lead) {
    for (unsigned trail = first_trail; trail <= 0xFE; ++trail) {
      auto& entry = table.decoded[table_index(lead, trail)];
      const char code[] = {static_cast<char>(lead), static_cast<char>(trail)};
      const auto c = entry != 0 ? 0 : to_code_point(from, {code, 2});
      if (c < 0x80 || c > 0xFFFF) {
        continue;
      }
      entry = pack(c);
      auto& back = table.encoded[c];
      if (back == 0) {
        back = static_cast<std::uint16_t>((lead << 8U) | trail);
        continue;
      }
      // Two codes for one character (Big5 has A2CC and A451 for 十): iconv knows the usual one.
      std::array<char, 4> usual{};
      char source[4] = {};
      const std::uint32_t value = c;
      std::memcpy(source, &value, 4);
      if (to.convert({source, 4}, usual.data(), usual.size()) == 2 && usual[0] == code[0] &&
          usual[1] == code[1]) {
        back = static_cast<std::uint16_t>((lead << 8U) | trail);
      }
    }
  }
}

/// Four-byte codes counted in order, from 81308130.
constexpr std::uint32_t linear_of(std::string_view code) noexcept {
  return (((byte_at(code, 0) - 0x81) * 10 + byte_at(code, 1) - 0x30) * 126 + byte_at(code, 2) -
          0x81) *
             10 +
         byte_at(code, 3) - 0x30;
}
constexpr std::uint32_t first_supplementary = 189000; // 90308130 is U+10000, then on in order

/// The four-byte codes of the Basic Multilingual Plane, where they fill the gaps between the
/// two-byte ones: linear numbers below 39,420.
struct FourByteTable {
  std::array<char16_t, 39420> decoded{};
  std::array<std::uint16_t, 0x10000> encoded{}; ///< linear number + 1, 0: none
};

const FourByteTable& four_byte_table() {
  static const auto table = [] {
    auto made = std::make_unique<FourByteTable>();
    Iconv to{"GB18030", utf32};
    for (std::uint32_t c = 0x80; c < 0x10000; ++c) {
      std::array<char, 4> source{};
      std::array<char, 8> code{};
      std::memcpy(source.data(), &c, 4);
      if (to.convert({source.data(), 4}, code.data(), code.size()) != 4) {
        continue;
      }
      if (const auto linear = linear_of({code.data(), 4}); linear < made->decoded.size()) {
        made->decoded[linear] = static_cast<char16_t>(c);
        made->encoded[c] = static_cast<std::uint16_t>(linear + 1);
      }
    }
    return made;
  }();
  return *table;
}

} // namespace

const DoubleByteTable& table_of(Encoding encoding) {
  if (encoding == Encoding::big5) {
    static const auto big5 = [] {
      auto table = std::make_unique<DoubleByteTable>();
      add_codes(*table, "BIG5");
      add_codes(*table, "CP950"); // the ETEN additions (裏 碁 粧) that plain Big5 lacks
      return table;
    }();
    return *big5;
  }
  assert(encoding == Encoding::gb18030);
  static const auto gb = [] {
    auto table = std::make_unique<DoubleByteTable>();
    add_codes(*table, "GB18030");
    return table;
  }();
  return *gb;
}

bool has_four_byte_shape(std::string_view bytes) noexcept {
  return bytes.size() >= 4 && is_four_byte_lead(byte_at(bytes, 0)) &&
         is_four_byte_digit(byte_at(bytes, 1)) && is_four_byte_lead(byte_at(bytes, 2)) &&
         is_four_byte_digit(byte_at(bytes, 3));
}

char32_t decode_four_bytes(std::string_view code) {
  const auto linear = linear_of(code);
  if (linear >= first_supplementary) {
    const char32_t c = 0x10000 + (linear - first_supplementary);
    return c <= 0x10FFFF ? c : 0;
  }
  const auto& table = four_byte_table();
  return linear < table.decoded.size() ? table.decoded[linear] : 0;
}

bool encode_four_bytes(char32_t c, std::string& out) {
  std::uint32_t linear = 0;
  if (c >= 0x10000) {
    linear = first_supplementary + (static_cast<std::uint32_t>(c) - 0x10000);
  } else if (const auto known = four_byte_table().encoded[c]; known != 0) {
    linear = known - 1U;
  } else {
    return false;
  }
  const char code[] = {
      static_cast<char>(0x81 + linear / 12600), static_cast<char>(0x30 + linear / 1260 % 10),
      static_cast<char>(0x81 + linear / 10 % 126), static_cast<char>(0x30 + linear % 10)};
  out.append(code, 4);
  return true;
}

std::size_t unfinished_utf8(std::string_view bytes) noexcept {
  for (std::size_t back = 1; back <= 3 && back <= bytes.size(); ++back) {
    const auto byte = byte_at(bytes, bytes.size() - back);
    if ((byte & 0xC0U) == 0x80U) {
      continue;
    }
    const std::size_t length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1;
    return length > back ? back : 0;
  }
  return 0;
}

} // namespace xq
