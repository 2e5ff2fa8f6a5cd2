#pragma once

#include <string_view>

namespace xq {

/// What a search of a text returns for something that is not there.
inline constexpr auto npos = std::string_view::npos;

} // namespace xq
