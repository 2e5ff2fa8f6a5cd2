#pragma once

#include <xq/board/types.hpp>

#include <fmt/format.h>

#include <string_view>

namespace xq::cli {

inline void say(std::string_view text) { fmt::print("{}\n", text); }

[[nodiscard]] inline std::string_view color_name(Color c) {
  return c == Color::red ? "Red" : "Black";
}

} // namespace xq::cli
