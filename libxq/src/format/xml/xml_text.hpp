#pragma once

#include <xq/base/problem.hpp>
#include <xq/record/game.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace xq::format {

/// What XML 1.0 calls a character (its production 2, Char): it has no way to write any other.
[[nodiscard]] constexpr bool is_xml_character(char32_t c) noexcept {
  return (c >= 0x20 || c == '\t' || c == '\n' || c == '\r') && c != 0xFFFE && c != 0xFFFF &&
         (c < 0xD800 || c > 0xDFFF);
}

/// `text` with other characters in place of those that XML cannot hold: the picture of a control
/// character (U+2400 on), and U+FFFD for anything else.
[[nodiscard]] std::string without_forbidden(std::string_view text);

/// `text` as the content of an XML element, without_forbidden().
void append_xml_text(std::string& out, std::string_view text);
/// `text` as the value of an attribute in double quotes: parsers read a bare newline or tab there
/// as a space.
void append_xml_attribute(std::string& out, std::string_view text);

/// Append a warning for the characters of headers and comments that become U+FFFD.
void report_forbidden_characters(const record::Game& game, std::vector<Problem>& losses);

} // namespace xq::format
