#pragma once

#include <span>
#include <string>
#include <string_view>

namespace xq {

/// The candidate that `word` was probably meant to be: the one with the fewest typing errors
/// (insertions, deletions, replacements, swaps), or a longer one that begins with it. Empty when
/// none is near.
[[nodiscard]] std::string_view nearest(std::string_view word,
                                       std::span<const std::string> candidates);

} // namespace xq
