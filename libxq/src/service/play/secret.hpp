#pragma once

#include "base/os/random.hpp"

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace xq::service {

/// So many secret bytes as hexadecimal digits. Throws Error.
template <std::size_t Bytes>
[[nodiscard]] std::string make_secret() {
  std::array<std::byte, Bytes> bytes{};
  os::fill_with_secret(bytes);
  std::string text;
  for (const std::byte b : bytes) {
    constexpr std::string_view digits = "0123456789abcdef";
    text += digits[std::to_integer<std::size_t>(b >> 4U)];
    text += digits[std::to_integer<std::size_t>(b & std::byte{15})];
  }
  return text;
}

/// Whether `given` is the secret. Takes the same time for each text of its length, so that nobody
/// finds it digit by digit.
[[nodiscard]] inline bool is_secret(std::string_view secret, std::string_view given) noexcept {
  if (secret.empty() || secret.size() != given.size()) {
    return false;
  }
  unsigned difference = 0;
  for (std::size_t i = 0; i < given.size(); ++i) {
    difference |= static_cast<unsigned char>(secret[i] ^ given[i]);
  }
  return difference == 0;
}

} // namespace xq::service
