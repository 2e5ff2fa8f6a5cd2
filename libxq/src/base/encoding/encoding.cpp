#include "base/encoding/code_tables.hpp"
#include "base/text/ascii.hpp"
#include "base/text/text.hpp"

#include <xq/base/problem_code.hpp>
#include <xq/base/translate.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
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

} // namespace xq
