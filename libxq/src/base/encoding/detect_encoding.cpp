#include "base/encoding/code_tables.hpp"
#include "base/text/text.hpp"

#include <algorithm>
#include <array>

namespace xq {
namespace {

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
