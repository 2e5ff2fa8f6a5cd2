#pragma once

#include <string>
#include <string_view>

namespace xq::render {

/// `text` as text or as the value of an attribute in double quotes within HTML.
[[nodiscard]] std::string escaped(std::string_view text);

} // namespace xq::render
