#include "base/files/file_name.hpp"

#include "base/text/ascii.hpp"
#include "base/text/text.hpp"

#include <algorithm>
#include <array>

namespace xq {

namespace {

/// Windows takes it for a device, in any folder and with any ending.
bool is_device(std::string_view stem) noexcept {
  constexpr auto names = std::to_array<std::string_view>({"CON", "PRN", "AUX", "NUL"});
  const bool numbered = stem.size() == 4 && stem[3] >= '1' && stem[3] <= '9' &&
                        (equal_ignoring_case(stem.substr(0, 3), "COM") ||
                         equal_ignoring_case(stem.substr(0, 3), "LPT"));
  return numbered || std::any_of(names.begin(), names.end(), [&](std::string_view name) {
           return equal_ignoring_case(stem, name);
         });
}

} // namespace

std::string as_file_name(std::string_view text, std::size_t most) {
  constexpr std::string_view special = "/\\:*?\"<>|";
  constexpr std::string_view ends = " .";
  std::string out;
  while (!text.empty()) {
    const auto character = text.substr(0, decode_utf8(text).length);
    text.remove_prefix(character.size());
    if (out.size() + character.size() > most) {
      break;
    }
    const char first = character.front();
    const bool control = static_cast<unsigned char>(first) < ' ' || first == '\x7F';
    if (control || special.find(first) != std::string_view::npos) {
      out += '_';
    } else {
      out += character;
    }
  }
  out.erase(0, out.find_first_not_of(ends));
  out.erase(out.find_last_not_of(ends) + 1);
  if (const auto stem = out.find('.'); is_device(out.substr(0, stem))) {
    out.insert(std::min(stem, out.size()), 1, '_');
  }
  return out;
}

} // namespace xq
