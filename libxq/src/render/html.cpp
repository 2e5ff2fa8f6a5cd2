#include "render/html.hpp"

#include "base/text/printable.hpp"

namespace xq::render {

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
    case '<':
      out += "&lt;";
      break;
    case '&':
      out += "&amp;";
      break;
    case '"':
      out += "&quot;";
      break;
    default:
      out += c;
    }
  }
  return out;
}

std::string shown(std::string_view text) { return escaped(printable(text)); }

} // namespace xq::render
