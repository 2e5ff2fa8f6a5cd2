#pragma once

#include "base/nearest.hpp"

#include <span>
#include <string>
#include <string_view>

namespace xq::cli {

using xq::nearest;

/// ` Did you mean 'X'?`, or nothing; to be put behind a sentence.
[[nodiscard]] std::string suggestion(std::string_view word, std::span<const std::string> candidates,
                                     std::string_view prefix = {});

/// The same for an option that a tool with the options `known` does not have; knows what people
/// call options that have another name here.
[[nodiscard]] std::string suggested_option(std::string_view word,
                                           std::span<const std::string> known);

} // namespace xq::cli
