#include "base/files/file_name.hpp"

#include "base/text/text.hpp"

namespace xq {

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
  return out;
}

} // namespace xq
