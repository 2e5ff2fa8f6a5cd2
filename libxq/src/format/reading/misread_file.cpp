#include "format/reading/misread_file.hpp"

#include "base/text/npos.hpp"
#include "base/text/text.hpp"
#include "notation/reading.hpp"
#include "record/misread_text.hpp"

#include <xq/base/encoding.hpp>
#include <xq/notation/notation.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <utility>
#include <vector>

namespace xq::format {
namespace {

constexpr std::size_t sample_bytes = 8192;
constexpr int enough_moves = 2;

/// Bytes in `encoding` as text; nothing where some are none.
std::optional<std::string> decoded(std::string_view bytes, Encoding encoding) {
  std::string out;
  std::vector<BadBytes> bad;
  Decoder decoder{encoding};
  decoder.decode(bytes, out, bad);
  decoder.finish(out, bad);
  return bad.empty() ? std::optional{std::move(out)} : std::nullopt;
}

std::string_view front_of(std::string_view text) noexcept {
  if (text.size() > sample_bytes) {
    text = text.substr(0, text.find('\n', sample_bytes));
  }
  return text;
}

/// Whether Chinese moves stand in the front of the text.
bool has_moves(std::string_view text) noexcept {
  text = front_of(text);
  int moves = 0;
  for (const std::string_view step : {"平", "进", "退", "進"}) {
    for (auto at = text.find(step); at != std::string_view::npos && moves < enough_moves;
         at = text.find(step, at + step.size())) {
      std::size_t begin = at;
      for (int i = 0; i < 2 && begin > 0; ++i) { // the piece and its column
        do {
          --begin;
        } while (begin > 0 && (static_cast<unsigned char>(text[begin]) & 0xC0U) == 0x80U);
      }
      const auto behind = at + step.size();
      const auto digit = behind < text.size() ? decode_utf8(text.substr(behind)).length : 0U;
      moves += notation::has_move_form(text.substr(begin, behind + digit - begin)) ? 1 : 0;
    }
  }
  return moves >= enough_moves;
}

bool is_common_chinese(char32_t c) noexcept {
  return (c >= 0x4E00 && c <= 0x9FFF) || (c >= 0x3000 && c <= 0x301F) ||
         (c >= 0xFF01 && c <= 0xFF5E);
}

/// Letters of Latin-1 alone beyond ASCII which, as GB2312, are Chinese characters alone.
std::optional<std::string> chinese_of_latin1(std::string_view bytes) {
  constexpr std::size_t enough = 4; // characters
  std::size_t pairs = 0;
  for (std::size_t i = 0; i < bytes.size();) {
    const auto lead = static_cast<unsigned char>(bytes[i]);
    if (lead < 0x80) {
      ++i;
      continue;
    }
    const auto trail = i + 1 < bytes.size() ? static_cast<unsigned char>(bytes[i + 1]) : 0;
    if (lead < 0xA1 || lead > 0xF7 || trail < 0xA1) {
      return std::nullopt;
    }
    ++pairs;
    i += 2;
  }
  auto text = pairs >= enough ? decoded(bytes, Encoding::gb18030) : std::nullopt;
  for (std::string_view rest = text ? std::string_view{*text} : std::string_view{};
       !rest.empty();) {
    const auto c = decode_utf8(rest);
    rest.remove_prefix(c.length);
    if (c.value >= 0x80 && !is_common_chinese(c.value)) {
      return std::nullopt;
    }
  }
  return text;
}

/// The character of `&#28846;` or `&#x70AE;` at the front, and the length of that; length 0: none.
CodePoint reference_at(std::string_view text) noexcept {
  constexpr std::size_t longest = 9; // &#131071;
  const auto end = text.starts_with("&#") ? text.substr(0, longest).find(';') : npos;
  if (end == npos) {
    return {0, 0, false};
  }
  const bool hexadecimal = text.size() > 2 && (text[2] == 'x' || text[2] == 'X');
  const auto digits = text.substr(hexadecimal ? 3 : 2, end - (hexadecimal ? 3 : 2));
  unsigned value = 0;
  const auto* const last = digits.data() + digits.size();
  const auto parsed = std::from_chars(digits.data(), last, value, hexadecimal ? 16 : 10);
  const bool whole = !digits.empty() && parsed.ec == std::errc{} && parsed.ptr == last;
  const bool character = value >= 0x80 && value < 0x110000 && (value < 0xD800 || value > 0xDFFF);
  return whole && character ? CodePoint{value, static_cast<std::uint8_t>(end + 1), true}
                            : CodePoint{0, 0, false};
}

/// Characters that a page has as references.
std::string without_references(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    if (const auto c = reference_at(text); c.length != 0) {
      append_utf8(out, c.value);
      text.remove_prefix(c.length);
    } else {
      const auto next = std::min(text.find('&', 1), text.size());
      out += text.substr(0, next);
      text.remove_prefix(next);
    }
  }
  return out;
}

/// Bytes of UTF-8 that an address has as `%E7%82%AE`, and its blanks.
std::string without_percents(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    unsigned value = 0;
    const auto digits = text.substr(std::min<std::size_t>(1, text.size()), 2);
    const bool escaped =
        text[0] == '%' && digits.size() == 2 &&
        std::from_chars(digits.data(), digits.data() + 2, value, 16).ptr == digits.data() + 2;
    out += escaped ? static_cast<char>(value) : text[0];
    text.remove_prefix(escaped ? 3 : 1);
  }
  return out;
}

/// ASCII text that stands for Chinese moves, as pages and addresses have them.
std::optional<std::string> mend_ascii(std::string_view text) {
  constexpr std::string_view percent = "%E"; // most characters of Chinese
  std::string out = text.find("&#") != npos      ? without_references(text)
                    : text.find(percent) != npos ? without_percents(text)
                                                 : std::string{};
  return has_moves(out) && find_invalid_utf8(out) == npos ? std::optional{std::move(out)}
                                                          : std::nullopt;
}

} // namespace

std::optional<std::string> mend_misread_file(std::string_view text) {
  const auto front = front_of(text);
  const bool ascii = std::all_of(front.begin(), front.end(),
                                 [](char c) { return static_cast<unsigned char>(c) < 0x80U; });
  if (ascii) {
    return mend_ascii(text);
  }
  if (has_moves(text) || find_invalid_utf8(front) != npos) {
    return std::nullopt;
  }
  std::vector<std::string> ways;
  const auto consider = [&](std::optional<std::string> way) {
    if (way && has_moves(*way)) {
      ways.push_back(std::move(*way));
    }
  };
  if (record::latin1_bytes(front)) {
    const auto bytes = record::latin1_bytes(text);
    if (!bytes) {
      return std::nullopt;
    }
    if (auto utf8 = decoded(*bytes, Encoding::utf8)) {
      return has_moves(*utf8) ? utf8 : mend_misread_file(*utf8); // it may be so twice
    }
    consider(decoded(*bytes, Encoding::gb18030));
    consider(decoded(*bytes, Encoding::big5));
    if (ways.empty() && find_invalid_utf8(*bytes) != std::string_view::npos) {
      return chinese_of_latin1(*bytes);
    }
  } else {
    constexpr auto swaps = std::to_array<std::pair<Encoding, Encoding>>(
        {{Encoding::big5, Encoding::gb18030}, {Encoding::gb18030, Encoding::big5}});
    for (const auto& [read_as, meant] : swaps) {
      if (!encode(front, read_as)) {
        continue;
      }
      if (const auto bytes = encode(text, read_as)) {
        consider(decoded(*bytes, meant));
      }
    }
  }
  return ways.size() == 1 ? std::optional{std::move(ways.front())} : std::nullopt;
}

} // namespace xq::format
