#include <xq/base/text.hpp>
#include <xq/format/xml_text.hpp>

namespace xq::format {
namespace {

void append_character(std::string& out, char c) {
  switch (c) {
  case '&':
    out += "&amp;";
    break;
  case '<':
    out += "&lt;";
    break;
  case '>':
    out += "&gt;";
    break;
  case '"':
    out += "&quot;";
    break;
  case '\r':
    out += "&#13;";
    break;
  case '\t':
  case '\n':
    out += c;
    break;
  default:
    if (static_cast<unsigned char>(c) < 0x20) {
      append_utf8(out, static_cast<char32_t>(0x2400 + c));
    } else {
      out += c;
    }
  }
}

} // namespace

void append_xml_text(std::string& out, std::string_view text) {
  for (const char c : text) {
    append_character(out, c);
  }
}

void append_xml_attribute(std::string& out, std::string_view text) {
  for (const char c : text) {
    if (c == '\n') {
      out += "&#10;";
    } else if (c == '\t') {
      out += "&#9;";
    } else {
      append_character(out, c);
    }
  }
}

} // namespace xq::format
