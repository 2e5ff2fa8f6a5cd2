#pragma once

#include <string_view>

namespace xq::format {

/// The header that a Chinese name stands for, in either script and whatever blanks pad it: `红  方`
/// and 紅方 are Red. Empty where the name is not known.
[[nodiscard]] std::string_view header_of_chinese(std::string_view name);

} // namespace xq::format
