#pragma once

#include <string>
#include <string_view>

namespace xq::render {

/// `text` as text or as the value of an attribute in double quotes within HTML.
[[nodiscard]] std::string escaped(std::string_view text);
/// The same, with control characters made visible.
[[nodiscard]] std::string shown(std::string_view text);

/// The colours and fonts of every page: a file in web/ (see XqEmbedText.cmake).
[[nodiscard]] std::string_view theme_style() noexcept;

} // namespace xq::render
