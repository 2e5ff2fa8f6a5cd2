#include "base/text/ascii.hpp"
#include "base/text/text.hpp"

#include <xq/base/encoding.hpp>
#include <xq/base/error.hpp>
#include <xq/base/problem_code.hpp>

#include <iconv.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstring>
#include <memory>
#include <utility>

namespace xq {
namespace {

struct EncodingName {
  Encoding encoding;
  std::string_view name; ///< lower case, `-` and `_` left out
};
constexpr EncodingName encoding_names[] = {
    {Encoding::utf8, "utf8"},       {Encoding::gb18030, "gb18030"}, {Encoding::gb18030, "gbk"},
    {Encoding::gb18030, "gb2312"},  {Encoding::gb18030, "cp936"},   {Encoding::gb18030, "gb"},
    {Encoding::big5, "big5"},       {Encoding::big5, "cp950"},      {Encoding::utf16le, "utf16le"},
    {Encoding::utf16be, "utf16be"}, {Encoding::utf16le, "utf16"},
};

// Every character that a move in any Chinese style may be written with.
constexpr std::string_view notation_characters =
    "帅帥将將仕士相象马馬傌车車俥硨炮砲包兵卒进進退平前中后後一二三四五六七八九"
    "１２３４５６７８９";

constexpr unsigned byte_at(std::string_view bytes, std::size_t i) noexcept {
  return static_cast<unsigned char>(bytes[i]);
}

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

// -- two-byte codes ------------------------------------------------------------------------------

constexpr unsigned first_lead = 0x81;
constexpr unsigned first_trail = 0x40;
constexpr std::size_t leads = 0xFE - first_lead + 1;
constexpr std::size_t trails = 0xFE - first_trail + 1;

/// The two-byte codes of Big5 or GB18030 in both directions, asked from iconv once. Conversion by
/// table is twice as fast as by iconv and lets bad bytes be handled the same way everywhere.
struct DoubleByteTable {
  /// UTF-8 in the low three bytes in memory order; above them length and whether the character is
  /// one of move notation. 0: no such code.
  std::array<std::uint32_t, leads * trails> decoded{};
  /// Code of a character of the Basic Multilingual Plane, 0 if it has none.
  std::array<std::uint16_t, 0x10000> encoded{};
};
constexpr unsigned length_shift = 24;
constexpr unsigned notation_shift = 31;

constexpr bool is_double_byte(unsigned lead, unsigned trail) noexcept {
  return lead >= first_lead && lead <= 0xFE && trail >= first_trail && trail <= 0xFE;
}
constexpr std::size_t table_index(unsigned lead, unsigned trail) noexcept {
  return (lead - first_lead) * trails + (trail - first_trail);
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

// -- four-byte codes of GB18030 -------------------------------------------------------------------

constexpr bool is_four_byte_digit(unsigned byte) noexcept { return byte >= 0x30 && byte <= 0x39; }
constexpr bool is_four_byte_lead(unsigned byte) noexcept { return byte >= 0x81 && byte <= 0xFE; }

/// `bytes` start with something of the shape of a four-byte code.
bool has_four_byte_shape(std::string_view bytes) noexcept {
  return bytes.size() >= 4 && is_four_byte_lead(byte_at(bytes, 0)) &&
         is_four_byte_digit(byte_at(bytes, 1)) && is_four_byte_lead(byte_at(bytes, 2)) &&
         is_four_byte_digit(byte_at(bytes, 3));
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

/// The character of a four-byte code, 0 if there is none.
char32_t decode_four_bytes(std::string_view code) {
  const auto linear = linear_of(code);
  if (linear >= first_supplementary) {
    const char32_t c = 0x10000 + (linear - first_supplementary);
    return c <= 0x10FFFF ? c : 0;
  }
  const auto& table = four_byte_table();
  return linear < table.decoded.size() ? table.decoded[linear] : 0;
}

/// Append the four-byte code of `c`; false if it has none.
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

// -- decoding -------------------------------------------------------------------------------------

/// Where a decoding step puts text and findings, with the offsets of the whole stream.
struct Sink {
  std::string& out;
  std::vector<BadBytes>& bad;
  std::uint64_t input_offset; ///< of the first byte of the step
  std::uint64_t text_offset;  ///< of the text that stands at out_start
  std::size_t out_start;

  void invalid(std::size_t at, std::size_t length) {
    bad.push_back({input_offset + at, text_offset + (out.size() - out_start),
                   static_cast<std::uint8_t>(length)});
    append_utf8(out, replacement_character);
  }
};

/// Number of bytes at the end of `bytes` that may be the start of a character going on behind it.
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

std::size_t decode_utf8_step(std::string_view bytes, bool last, Sink& sink) {
  const auto end = bytes.size() - (last ? 0 : unfinished_utf8(bytes));
  for (std::size_t i = 0; i < end;) {
    const auto rest = bytes.substr(i, end - i);
    const auto valid = std::min(find_invalid_utf8(rest), rest.size());
    sink.out.append(rest.substr(0, valid));
    i += valid;
    if (i < end) {
      sink.invalid(i, 1);
      ++i;
    }
  }
  return end;
}

std::size_t decode_utf16_step(std::string_view bytes, bool big_endian, bool last, Sink& sink) {
  const auto unit = [&](std::size_t i) {
    const auto a = byte_at(bytes, i);
    const auto b = byte_at(bytes, i + 1);
    return static_cast<char32_t>(big_endian ? (a << 8U) | b : (b << 8U) | a);
  };
  std::size_t i = 0;
  while (i + 2 <= bytes.size()) {
    const auto high = unit(i);
    if (high < 0xD800 || high > 0xDFFF) {
      append_utf8(sink.out, high);
      i += 2;
      continue;
    }
    if (high < 0xDC00 && i + 4 > bytes.size() && !last) {
      break;
    }
    const auto low = high < 0xDC00 && i + 4 <= bytes.size() ? unit(i + 2) : 0;
    if (low >= 0xDC00 && low <= 0xDFFF) {
      append_utf8(sink.out, 0x10000 + ((high - 0xD800) << 10U) + (low - 0xDC00));
      i += 4;
    } else {
      sink.invalid(i, 2);
      i += 2;
    }
  }
  if (last && i < bytes.size()) {
    sink.invalid(i, bytes.size() - i);
    i = bytes.size();
  }
  return i;
}

/// Whether `bytes`, which start with a lead byte, are too short to tell what they are.
bool unfinished_code(std::string_view bytes, bool four_byte_codes) noexcept {
  if (bytes.size() < 2) {
    return true;
  }
  if (!four_byte_codes || !is_four_byte_digit(byte_at(bytes, 1))) {
    return false;
  }
  return bytes.size() < 3 || (bytes.size() < 4 && is_four_byte_lead(byte_at(bytes, 2)));
}

/// What the table does not have: a four-byte code or an error. Returns the bytes consumed.
std::size_t decode_rare(std::string_view bytes, std::size_t at, bool four_byte_codes, Sink& sink) {
  const auto rest = bytes.substr(at);
  const auto lead = byte_at(rest, 0);
  if (four_byte_codes && has_four_byte_shape(rest)) {
    if (const auto c = decode_four_bytes(rest.substr(0, 4)); c != 0) {
      append_utf8(sink.out, c);
    } else {
      sink.invalid(at, 4);
    }
    return 4;
  }
  // An ASCII byte of a pair that is no code stays text: it may be the quote that ends a header.
  const bool pair =
      rest.size() >= 2 && byte_at(rest, 1) >= 0x80 && is_double_byte(lead, byte_at(rest, 1));
  sink.invalid(at, pair ? 2 : 1);
  return pair ? 2 : 1;
}

/// How many of the eight bytes of `word`, in memory order, come before the first beyond ASCII.
std::size_t ascii_at_front(std::uint64_t word) noexcept {
  const std::uint64_t beyond = word & 0x8080808080808080U;
  if constexpr (std::endian::native == std::endian::little) {
    return static_cast<std::size_t>(std::countr_zero(beyond)) / 8;
  } else {
    return static_cast<std::size_t>(std::countl_zero(beyond)) / 8;
  }
}

std::size_t decode_double_byte_step(std::string_view bytes, const DoubleByteTable& table,
                                    bool four_byte_codes, bool last, Sink& sink) {
  // Text is collected in a buffer on the stack: a string would check its capacity at every byte.
  std::array<char, 4096> buffer;
  std::size_t used = 0;
  const auto flush = [&] {
    sink.out.append(buffer.data(), used);
    used = 0;
  };
  std::size_t i = 0;
  while (i < bytes.size()) {
    if (used + 8 > buffer.size()) {
      flush();
    }
    if (std::uint64_t word = 0; bytes.size() - i >= sizeof word) {
      std::memcpy(&word, bytes.data() + i, sizeof word);
      const auto ascii = ascii_at_front(word); // all eight are copied, the others written over
      std::memcpy(buffer.data() + used, &word, sizeof word);
      used += ascii;
      i += ascii;
      if (ascii == sizeof word) {
        continue;
      }
    } else if (byte_at(bytes, i) < 0x80) {
      buffer[used++] = bytes[i++];
      continue;
    }
    const auto before = i;
    while (i + 1 < bytes.size() && used + 4 <= buffer.size()) {
      const auto lead = byte_at(bytes, i);
      const auto trail = byte_at(bytes, i + 1);
      const auto entry = is_double_byte(lead, trail) ? table.decoded[table_index(lead, trail)] : 0;
      if (entry == 0) {
        break;
      }
      std::memcpy(buffer.data() + used, &entry, sizeof entry);
      used += (entry >> length_shift) & 3U;
      i += 2;
    }
    if (i != before || i == bytes.size() || byte_at(bytes, i) < 0x80 || used + 4 > buffer.size()) {
      continue;
    }
    if (!last && unfinished_code(bytes.substr(i), four_byte_codes)) {
      break;
    }
    flush();
    i += decode_rare(bytes, i, four_byte_codes, sink);
  }
  flush();
  return i;
}

// -- encoding -------------------------------------------------------------------------------------

void append_utf16(std::string& out, char32_t c, bool big_endian) {
  const auto unit = [&](char32_t u) {
    const auto high = static_cast<char>((u >> 8U) & 0xFFU);
    const auto low = static_cast<char>(u & 0xFFU);
    out += big_endian ? high : low;
    out += big_endian ? low : high;
  };
  if (c < 0x10000) {
    unit(c);
  } else {
    unit(0xD800 + ((c - 0x10000) >> 10U));
    unit(0xDC00 + ((c - 0x10000) & 0x3FFU));
  }
}

Problem cannot_encode(std::string_view utf8, std::size_t at, CodePoint c, Encoding encoding) {
  const auto text = utf8.substr(at, c.length);
  auto message = c.valid ? localized("U+{:04X} is no character of {}",
                                     static_cast<std::uint32_t>(c.value), name(encoding))
                         : localized("the text to be written is not valid UTF-8");
  auto problem = make_problem(ProblemCode::bad_encoding, std::move(message), text, {at, 0, 0});
  problem.advice = c.valid ? localized("Replace the character, or write utf-8 or gb18030.")
                           : localized("Read the input with the right --encoding.");
  return problem;
}

bool append_double_byte(std::string& out, char32_t c, const DoubleByteTable& table,
                        bool four_byte_codes) {
  if (c < 0x80) {
    out += static_cast<char>(c);
    return true;
  }
  if (const unsigned code = c < 0x10000 ? table.encoded[c] : 0U; code != 0) {
    out += static_cast<char>(code >> 8U);
    out += static_cast<char>(code & 0xFFU);
    return true;
  }
  return four_byte_codes && encode_four_bytes(c, out);
}

// -- detection ------------------------------------------------------------------------------------

/// How well a sample reads under one candidate.
struct Score {
  std::uint64_t notation = 0; ///< characters of move notation
  std::uint64_t invalid = 0;
  std::uint64_t low_trails = 0; ///< second bytes below A1, which GB2312 never has
};

Score score_double_byte(std::string_view sample, Encoding encoding) {
  const auto& table = table_of(encoding);
  Score score;
  for (std::size_t i = 0; i + 1 < sample.size();) {
    const auto lead = byte_at(sample, i);
    if (lead < 0x80) {
      ++i;
      continue;
    }
    const auto trail = byte_at(sample, i + 1);
    const auto entry = is_double_byte(lead, trail) ? table.decoded[table_index(lead, trail)] : 0;
    if (entry != 0) {
      score.notation += entry >> notation_shift;
      score.low_trails += trail < 0xA1 ? 1U : 0U;
      i += 2;
    } else if (encoding == Encoding::gb18030 && has_four_byte_shape(sample.substr(i))) {
      i += 4;
    } else {
      ++score.invalid;
      ++i;
    }
  }
  return score;
}

Score score_utf8(std::string_view sample) {
  const auto& gb = table_of(Encoding::gb18030); // it has all characters of notation
  Score score;
  for (std::size_t i = 0; i < sample.size();) {
    if (byte_at(sample, i) < 0x80) { // no notation, and half of all bytes
      ++i;
      continue;
    }
    const auto c = decode_utf8(sample.substr(i));
    if (!c.valid) {
      ++score.invalid;
    } else if (const unsigned code = c.value < 0x10000 ? gb.encoded[c.value] : 0U; code != 0) {
      score.notation += gb.decoded[table_index(code >> 8U, code & 0xFFU)] >> notation_shift;
    }
    i += c.length;
  }
  return score;
}

std::optional<DetectedEncoding> detect_mark(std::string_view sample) noexcept {
  for (const auto encoding :
       {Encoding::utf8, Encoding::utf16le, Encoding::utf16be, Encoding::gb18030}) {
    if (const auto mark = byte_order_mark(encoding); sample.starts_with(mark)) {
      return DetectedEncoding{encoding, mark.size()};
    }
  }
  return std::nullopt;
}

/// UTF-16 without a mark: every ASCII character of a record, and there are many, has a zero byte,
/// always on the same side. A stray NUL in other text is not taken for that.
std::optional<Encoding> detect_utf16(std::string_view sample) noexcept {
  const auto head = sample.substr(0, 4096 < sample.size() ? 4096 : sample.size() & ~std::size_t{1});
  std::array<std::size_t, 2> zeros{};
  for (std::size_t i = 0; i < head.size(); ++i) {
    zeros[i & 1U] += head[i] == '\0' ? 1U : 0U;
  }
  const auto enough = head.size() / 2 / 5;
  if (zeros[0] == 0 && zeros[1] > enough) {
    return Encoding::utf16le;
  }
  if (zeros[1] == 0 && zeros[0] > enough) {
    return Encoding::utf16be;
  }
  return std::nullopt;
}

Encoding best_multibyte(std::string_view sample) {
  const auto gb = score_double_byte(sample, Encoding::gb18030);
  const auto big5 = score_double_byte(sample, Encoding::big5);
  const auto utf8 = score_utf8(sample);
  if (utf8.notation > gb.notation && utf8.notation > big5.notation) {
    return Encoding::utf8;
  }
  if (gb.notation != big5.notation) {
    return gb.notation > big5.notation ? Encoding::gb18030 : Encoding::big5;
  }
  if (gb.invalid != big5.invalid) { // no moves to judge by: names and headers only
    return gb.invalid < big5.invalid ? Encoding::gb18030 : Encoding::big5;
  }
  return gb.low_trails == 0 ? Encoding::gb18030 : Encoding::big5;
}

} // namespace

std::string_view name(Encoding encoding) noexcept {
  switch (encoding) {
  case Encoding::gb18030:
    return "gb18030";
  case Encoding::big5:
    return "big5";
  case Encoding::utf16le:
    return "utf-16le";
  case Encoding::utf16be:
    return "utf-16be";
  case Encoding::utf8:
    break;
  }
  return "utf-8";
}

std::optional<Encoding> find_encoding(std::string_view name) noexcept {
  for (const auto& known : encoding_names) {
    std::size_t i = 0;
    const bool same = std::all_of(name.begin(), name.end(), [&](char c) {
      if (c == '-' || c == '_') {
        return true;
      }
      return i < known.name.size() && known.name[i++] == lower(c);
    });
    if (same && i == known.name.size()) {
      return known.encoding;
    }
  }
  return std::nullopt;
}

std::string_view byte_order_mark(Encoding encoding) noexcept {
  switch (encoding) {
  case Encoding::utf8:
    return "\xEF\xBB\xBF";
  case Encoding::gb18030:
    return "\x84\x31\x95\x33";
  case Encoding::utf16le:
    return "\xFF\xFE";
  case Encoding::utf16be:
    return "\xFE\xFF";
  case Encoding::big5:
    break;
  }
  return {};
}

Decoder::Decoder(Encoding encoding) : m_encoding{encoding} {}

std::size_t Decoder::step(std::string_view bytes, bool last, std::string& out,
                          std::vector<BadBytes>& bad) {
  Sink sink{out, bad, m_input_offset, m_text_offset, out.size()};
  std::size_t consumed = 0;
  switch (m_encoding) {
  case Encoding::utf8:
    consumed = decode_utf8_step(bytes, last, sink);
    break;
  case Encoding::utf16le:
    consumed = decode_utf16_step(bytes, false, last, sink);
    break;
  case Encoding::utf16be:
    consumed = decode_utf16_step(bytes, true, last, sink);
    break;
  case Encoding::gb18030:
  case Encoding::big5:
    consumed = decode_double_byte_step(bytes, table_of(m_encoding), m_encoding == Encoding::gb18030,
                                       last, sink);
    break;
  }
  m_input_offset += consumed;
  m_text_offset += out.size() - sink.out_start;
  return consumed;
}

void Decoder::decode(std::string_view bytes, std::string& out, std::vector<BadBytes>& bad) {
  // No character has more than four bytes: the pending ones and four more always make progress.
  while (!m_pending.empty() && !bytes.empty()) {
    const auto before = m_pending.size();
    m_pending.append(bytes.substr(0, 4));
    const auto consumed = step(m_pending, false, out, bad);
    if (consumed < before) {
      if (bytes.size() <= 4) { // all of it is pending now
        m_pending.erase(0, consumed);
        return;
      }
      m_pending.erase(before);
      m_pending.erase(0, consumed);
      continue;
    }
    m_pending.clear();
    bytes.remove_prefix(consumed - before);
  }
  if (!bytes.empty()) {
    m_pending.append(bytes.substr(step(bytes, false, out, bad)));
  }
}

void Decoder::finish(std::string& out, std::vector<BadBytes>& bad) {
  step(m_pending, true, out, bad);
  m_pending.clear();
  m_input_offset = 0;
  m_text_offset = 0;
}

Expected<std::string, Problem> encode(std::string_view utf8, Encoding encoding) {
  if (encoding == Encoding::utf8) {
    if (const auto bad = find_invalid_utf8(utf8); bad != std::string_view::npos) {
      return Unexpected{cannot_encode(utf8, bad, decode_utf8(utf8.substr(bad)), encoding)};
    }
    return std::string{utf8};
  }
  std::string out;
  out.reserve(utf8.size());
  const bool utf16 = encoding == Encoding::utf16le || encoding == Encoding::utf16be;
  const auto* table = utf16 ? nullptr : &table_of(encoding);
  for (std::size_t i = 0; i < utf8.size();) {
    const auto c = decode_utf8(utf8.substr(i));
    bool done = c.valid;
    if (!done) {
      // nothing is written for it
    } else if (utf16) {
      append_utf16(out, c.value, encoding == Encoding::utf16be);
    } else {
      done = append_double_byte(out, c.value, *table, encoding == Encoding::gb18030);
    }
    if (!done) {
      return Unexpected{cannot_encode(utf8, i, c, encoding)};
    }
    i += c.length;
  }
  return out;
}

DetectedEncoding detect_encoding(std::string_view sample, bool complete) {
  if (const auto marked = detect_mark(sample)) {
    return *marked;
  }
  if (const auto utf16 = detect_utf16(sample)) {
    return {*utf16, 0};
  }
  const auto text = complete ? sample : sample.substr(0, sample.size() - unfinished_utf8(sample));
  if (find_invalid_utf8(text) == std::string_view::npos) {
    return {Encoding::utf8, 0};
  }
  // Files that were put together have the mark of a later one: one bad byte changes nothing.
  const bool marked = text.find("\xEF\xBB\xBF[") != std::string_view::npos;
  return {marked ? Encoding::utf8 : best_multibyte(sample), 0};
}

bool settles_encoding(std::string_view front) noexcept {
  if (detect_mark(front)) {
    return true;
  }
  constexpr std::ptrdiff_t enough = 4096; // bytes: more than a thousand characters
  const auto text = front.substr(0, front.size() - unfinished_utf8(front));
  const auto beyond_ascii =
      std::count_if(text.begin(), text.end(), [](char c) { return (c & '\x80') != 0; });
  return beyond_ascii >= enough && find_invalid_utf8(text) == std::string_view::npos;
}

} // namespace xq
