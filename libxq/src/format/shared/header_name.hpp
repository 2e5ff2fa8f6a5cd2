#pragma once

#include <string>
#include <string_view>

/// Names of headers in formats that allow only some characters in a name. Any other character is
/// written as `_xHHHH_`, its code point in four or eight hexadecimal digits; an underscore is
/// written so where it would be read as the beginning of such an escape. It is the form in which
/// .NET's XmlConvert.EncodeName() writes names of elements.
namespace xq::format {

/// Whether a character may stand in a name; `first` tells that it begins the name.
using NameRule = bool (*)(char32_t c, bool first) noexcept;

/// ASCII letters, digits, `_` and `-`: names in PGN.
[[nodiscard]] bool in_pgn_name(char32_t c, bool first) noexcept;
/// The same, but neither a digit nor `-` begins the name: elements, attributes, fields.
[[nodiscard]] bool in_plain_name(char32_t c, bool first) noexcept;

/// All of `name`, which is not empty, is in_plain_name().
[[nodiscard]] bool is_plain_name(std::string_view name) noexcept;

/// `name` with escapes for what `rule` forbids. unescape_name() gives `name` again, if it is valid
/// UTF-8. Empty only for an empty name, which no format can hold.
[[nodiscard]] std::string escape_name(std::string_view name, NameRule rule);
/// The escaped name, with an escape for the first character, too: for a name that has a meaning of
/// its own in the format.
[[nodiscard]] std::string escape_taken_name(std::string_view name, NameRule rule);
/// `name` without escapes; what only resembles one stays.
[[nodiscard]] std::string unescape_name(std::string_view name);

/// The field of DhtmlXQ and PFC for a header; empty when it has none of its own.
[[nodiscard]] std::string_view field_of_header(std::string_view header) noexcept;
/// The header for a field; a field that is not known keeps its own name, without escapes.
[[nodiscard]] std::string header_of_field(std::string_view field);
/// `name` is the field of another header, or could be taken for one.
[[nodiscard]] bool is_known_field(std::string_view name) noexcept;

/// The header that a Chinese name stands for, in either script and whatever blanks pad it: `红  方`
/// and 紅方 are Red. Empty where the name is not known.
[[nodiscard]] std::string_view header_of_chinese(std::string_view name);

} // namespace xq::format
