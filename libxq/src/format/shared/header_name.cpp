#include "format/shared/header_name.hpp"

#include "base/text/compose.hpp"
#include "base/text/text.hpp"
#include "format/shared/line_scan.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <optional>

namespace xq::format {
namespace {

constexpr std::string_view escape_begin = "_x";

bool is_hex(std::string_view digits) noexcept {
  return std::all_of(digits.begin(), digits.end(), [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f');
  });
}

/// The front of `text` would be read as an escape, perhaps together with what is written behind it.
bool resembles_escape(std::string_view text) noexcept {
  return text.starts_with(escape_begin) && text.size() >= 6 && is_hex(text.substr(2, 4));
}

struct Escape {
  char32_t character;
  std::size_t length;
};
std::optional<Escape> escape_at(std::string_view text) noexcept {
  for (const std::size_t digits : {std::size_t{4}, std::size_t{8}}) {
    const auto length = escape_begin.size() + digits + 1;
    if (!text.starts_with(escape_begin) || text.size() < length || text[length - 1] != '_' ||
        !is_hex(text.substr(2, digits))) {
      continue;
    }
    unsigned long value = 0;
    std::from_chars(text.data() + 2, text.data() + 2 + digits, value, 16);
    if (value <= 0x10FFFF && (value < 0xD800 || value > 0xDFFF)) {
      return Escape{static_cast<char32_t>(value), length};
    }
  }
  return std::nullopt;
}

std::string escape(std::string_view name, NameRule rule, bool taken) {
  std::string out;
  for (bool first = true; !name.empty(); first = false) {
    const auto c = decode_utf8(name);
    if ((taken && first) || !rule(c.value, first) || resembles_escape(name)) {
      const auto value = static_cast<unsigned long>(c.value);
      append_format(out, "_x{:0{}X}_", value, value > 0xFFFF ? 8 : 4);
    } else {
      out += name.substr(0, c.length);
    }
    name.remove_prefix(c.length);
  }
  return out;
}

} // namespace

bool in_pgn_name(char32_t c, bool /*first*/) noexcept {
  return c < 0x80 && is_name_character(static_cast<char>(c));
}

bool in_plain_name(char32_t c, bool first) noexcept {
  return in_pgn_name(c, first) && !(first && ((c >= '0' && c <= '9') || c == '-'));
}

bool is_plain_name(std::string_view name) noexcept {
  return !name.empty() && in_plain_name(static_cast<unsigned char>(name[0]), true) &&
         std::all_of(name.begin(), name.end(),
                     [](char c) { return in_plain_name(static_cast<unsigned char>(c), false); });
}

std::string escape_name(std::string_view name, NameRule rule) { return escape(name, rule, false); }

std::string escape_taken_name(std::string_view name, NameRule rule) {
  return escape(name, rule, true);
}

std::string unescape_name(std::string_view name) {
  std::string out;
  while (!name.empty()) {
    const auto found = escape_at(name);
    if (found) {
      append_utf8(out, found->character);
    } else {
      out += name[0];
    }
    name.remove_prefix(found ? found->length : 1);
  }
  return out;
}

} // namespace xq::format
