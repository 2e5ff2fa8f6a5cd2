#pragma once

#include "cli/talk.hpp"

#include <xq/base/translate.hpp>
#include <xq/board/types.hpp>

#include <fmt/core.h>

#include <string_view>

namespace xq::cli {

inline void say(std::string_view text) { print_lines(fmt::format("{}\n", text)); }

[[nodiscard]] inline std::string_view color_name(Color c) {
  return c == Color::red ? translate("Red") : translate("Black");
}

} // namespace xq::cli
