#include "format/misread_file.hpp"

#include "base/text/text.hpp"

#include <xq/base/encoding.hpp>
#include <xq/notation/notation.hpp>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace xq::format {
namespace {

constexpr std::size_t sample_bytes = 8192;
constexpr int enough_moves = 2;

/// Characters of Windows-1252 at 80 to 9F, which other programs take for Latin-1's.
constexpr auto windows = std::to_array<std::pair<char32_t, unsigned char>>(
    {{0x20AC, 0x80}, {0x201A, 0x82}, {0x0192, 0x83}, {0x201E, 0x84}, {0x2026, 0x85}, {0x2020, 0x86},
     {0x2021, 0x87}, {0x02C6, 0x88}, {0x2030, 0x89}, {0x0160, 0x8A}, {0x2039, 0x8B}, {0x0152, 0x8C},
     {0x017D, 0x8E}, {0x2018, 0x91}, {0x2019, 0x92}, {0x201C, 0x93}, {0x201D, 0x94}, {0x2022, 0x95},
     {0x2013, 0x96}, {0x2014, 0x97}, {0x02DC, 0x98}, {0x2122, 0x99}, {0x0161, 0x9A}, {0x203A, 0x9B},
     {0x0153, 0x9C}, {0x017E, 0x9E}, {0x0178, 0x9F}});

/// The bytes that Latin-1 text was; nothing where a character is not of it.
std::optional<std::string> latin1_bytes(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const auto c = decode_utf8(text);
    text.remove_prefix(c.length);
    const auto* const found = std::find_if(windows.begin(), windows.end(),
                                           [&](const auto& w) { return w.first == c.value; });
    if (found != windows.end()) {
      out += static_cast<char>(found->second);
    } else if (c.value <= 0xFF) {
      out += static_cast<char>(c.value);
    } else {
      return std::nullopt;
    }
  }
  return out;
}

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

} // namespace

std::optional<std::string> mend_misread_file(std::string_view text) {
  const auto front = front_of(text);
  const bool ascii = std::all_of(front.begin(), front.end(),
                                 [](char c) { return static_cast<unsigned char>(c) < 0x80U; });
  if (ascii || has_moves(text) || find_invalid_utf8(front) != std::string_view::npos) {
    return std::nullopt;
  }
  std::vector<std::string> ways;
  const auto consider = [&](std::optional<std::string> way) {
    if (way && has_moves(*way)) {
      ways.push_back(std::move(*way));
    }
  };
  if (latin1_bytes(front)) {
    const auto bytes = latin1_bytes(text);
    if (!bytes) {
      return std::nullopt;
    }
    if (auto utf8 = decoded(*bytes, Encoding::utf8); utf8 && has_moves(*utf8)) {
      return utf8;
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
