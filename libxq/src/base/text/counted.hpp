#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace xq {

/// `1 game`, `2 games`, `2 plies`.
[[nodiscard]] inline std::string counted(std::uint64_t n, std::string_view noun) {
  if (n == 1) {
    return fmt::format("1 {}", noun);
  }
  return noun.ends_with('y') ? fmt::format("{} {}ies", n, noun.substr(0, noun.size() - 1))
                             : fmt::format("{} {}s", n, noun);
}

} // namespace xq
