#include "format/xml/xml_text.hpp"

#include "base/text/text.hpp"
#include "format/shared/flat_record.hpp"
#include "format/shared/losses.hpp"

#include <xq/base/translate.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <array>

namespace xq::format {
namespace {

/// Bytes that may begin what XML forbids: control characters, and U+FFFE and U+FFFF.
constexpr auto suspect = [] {
  std::array<bool, 256> out{};
  for (unsigned byte = 0; byte < 0x20; ++byte) {
    out[byte] = !is_xml_character(byte);
  }
  out[0xEF] = true;
  return out;
}();

/// Bytes that are escaped.
constexpr auto escaped = [] {
  std::array<bool, 256> out{};
  for (const char c : {'&', '<', '>', '"', '\r', '\n', '\t'}) {
    out[static_cast<unsigned char>(c)] = true;
  }
  return out;
}();

/// Offset of the first byte of `set`, or the size of `text`.
std::size_t find_any(std::string_view text, const std::array<bool, 256>& set) noexcept {
  const auto* const found = std::find_if(
      text.begin(), text.end(), [&](char c) { return set[static_cast<unsigned char>(c)]; });
  return static_cast<std::size_t>(found - text.begin());
}

/// Offset of the first byte that does not belong to an XML character, npos when there is none.
std::size_t find_forbidden(std::string_view text) noexcept {
  const auto invalid = find_invalid_utf8(text); // surrogates among it
  const auto end = std::min(invalid, text.size());
  for (std::size_t i = 0; (i += find_any(text.substr(i, end - i), suspect)) < end; ++i) {
    if (!is_xml_character(decode_utf8(text.substr(i)).value)) {
      return i;
    }
  }
  return invalid;
}

/// What is written for a character of a text that XML may not hold.
char32_t written_for(const CodePoint& c) noexcept {
  return is_xml_character(c.value) ? c.value // U+FFFD for a byte that is no text
         : c.value < 0x20          ? 0x2400 + c.value
                                   : replacement_character;
}

/// Characters that do not come back as they were.
struct Changed {
  std::size_t pictures = 0; ///< control characters but NUL
  std::size_t replaced = 0; ///< what became U+FFFD

  void count(std::string_view text) noexcept {
    for (text.remove_prefix(std::min(find_forbidden(text), text.size())); !text.empty();) {
      const auto c = decode_utf8(text);
      const bool control = c.valid && c.value < 0x20;
      if (control && c.value != 0 && !is_xml_character(c.value)) { // NUL is reported by itself
        ++pictures;
      } else if (!control && (!c.valid || !is_xml_character(c.value))) {
        ++replaced;
      }
      text.remove_prefix(c.length);
    }
  }
};

void append_character(std::string& out, char c) {
  switch (c) {
  case '&':
    out += "&amp;";
    break;
  case '<':
    out += "&lt;";
    break;
  case '>':
    out += "&gt;";
    break;
  case '"':
    out += "&quot;";
    break;
  case '\r':
    out += "&#13;";
    break;
  default:
    out += c;
  }
}

} // namespace

std::string without_forbidden(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const auto c = decode_utf8(text);
    append_utf8(out, written_for(c));
    text.remove_prefix(c.length);
  }
  return out;
}

void append_xml_text(std::string& out, std::string_view text) {
  if (find_forbidden(text) != std::string_view::npos) {
    return append_xml_text(out, without_forbidden(text));
  }
  for (; !text.empty(); text.remove_prefix(1)) {
    const auto plain = find_any(text, escaped);
    out += text.substr(0, plain);
    text.remove_prefix(plain);
    if (text.empty()) {
      return;
    }
    append_character(out, text[0]);
  }
}

void append_xml_attribute(std::string& out, std::string_view text) {
  if (find_forbidden(text) != std::string_view::npos) {
    return append_xml_attribute(out, without_forbidden(text));
  }
  for (const char c : text) {
    if (c == '\n') {
      out += "&#10;";
    } else if (c == '\t') {
      out += "&#9;";
    } else {
      append_character(out, c);
    }
  }
}

void report_forbidden_characters(const record::Game& game, std::vector<Problem>& losses) {
  Changed changed;
  for (std::size_t i = 0; i < game.tag_count(); ++i) {
    changed.count(game.tag_at(i).value);
  }
  for (record::NodeId id = 0; game.has_notes() && id < game.node_count(); ++id) {
    game.for_each_note(id, [&](const record::Game::Note& note) { changed.count(note.text); });
  }
  report_nul_characters(game, losses);
  if (changed.pictures != 0) {
    report_loss(losses, localized("control characters, which XML forbids: {} written as their "
                                  "pictures, U+2401 to U+241F",
                                  changed.pictures));
  }
  if (changed.replaced != 0) {
    report_loss(losses,
                localized("characters that XML forbids: {} replaced by U+FFFD", changed.replaced));
  }
}

} // namespace xq::format
