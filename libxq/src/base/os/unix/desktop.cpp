#include "base/os/desktop.hpp"

namespace xq::os {

bool has_own_terminal() noexcept { return false; }

bool is_piped_by_program() noexcept { return false; }

std::string desktop_language() { return {}; }

std::string shell_word(std::string_view text) {
  constexpr std::string_view plain =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./,:=+@%-";
  bool is_plain = !text.empty();
  for (const char c : text) { // bytes of other scripts mean nothing to a shell
    is_plain = is_plain &&
               (plain.find(c) != std::string_view::npos || static_cast<unsigned char>(c) >= 0x80);
  }
  if (is_plain) {
    return std::string{text};
  }
  std::string out = "'";
  for (const char c : text) {
    out += c == '\'' ? std::string{"'\\''"} : std::string(1, c);
  }
  return out + "'";
}

} // namespace xq::os
