#pragma once

#include <string_view>

/// The names that DhtmlXQ and PFC give to the headers of a game.
namespace xq::format {

/// The field for a header; empty when it has none of its own.
[[nodiscard]] std::string_view field_of_header(std::string_view header) noexcept;
/// The header for a field; a field that is not known keeps its own name, without escapes.
[[nodiscard]] std::string header_of_field(std::string_view field);
/// `name` is the field of another header, or could be taken for one.
[[nodiscard]] bool is_known_field(std::string_view name) noexcept;

} // namespace xq::format
