#include "render/fill.hpp"

#include "base/text/text.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <vector>

namespace xq::render {

namespace {

/// A part of a text within which no line is broken.
struct Part {
  std::string_view text;
  bool after_blank; ///< in the text; a blank at a line break is left out
};

/// No line begins with these.
bool is_closing(std::string_view character) {
  constexpr std::string_view all = "，。、；：？！）》」』”’·…—％";
  return all.find(character) != std::string_view::npos;
}
/// And none ends with these.
bool is_opening(std::string_view character) {
  constexpr std::string_view all = "（《「『“‘";
  return all.find(character) != std::string_view::npos;
}

/// The words of `row`; of Chinese text each character, with the punctuation that clings to it.
std::vector<Part> parts_of(std::string_view row) {
  std::vector<Part> out;
  bool blank = true;   // a blank or the end of the row before precedes the character
  bool apart = true;   // a line may be broken before the character
  bool opened = false; // an opening bracket precedes it
  while (!row.empty()) {
    const auto character = row.substr(0, decode_utf8(row).length);
    row.remove_prefix(character.size());
    if (character == " ") {
      blank = apart = true;
      continue;
    }
    const bool wide = display_width(character) > 1;
    const bool joins =
        !blank && !out.empty() && (is_closing(character) || opened || (!apart && !wide));
    if (joins) {
      auto& text = out.back().text;
      text = {text.data(), text.size() + character.size()};
    } else {
      out.push_back({character, blank});
    }
    blank = false;
    apart = wide;
    opened = is_opening(character);
  }
  return out;
}

} // namespace

std::string fill(std::string_view text, std::size_t indent, std::size_t width) {
  const std::string margin(indent, ' ');
  std::string out;
  std::string line;
  const auto end_line = [&] {
    if (!line.empty()) {
      out += margin + line + "\n";
      line.clear();
    }
  };
  while (!text.empty()) {
    const std::string_view row = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), row.size() + 1));
    if (row.empty() || row.front() == ' ') {
      end_line();
      out += row.empty() ? "\n" : fmt::format("{}{}\n", margin, row);
      continue;
    }
    for (const auto& piece : parts_of(row)) {
      const bool blank = piece.after_blank && !line.empty();
      if (!line.empty() &&
          indent + display_width(line) + blank + display_width(piece.text) > width) {
        end_line();
      } else if (blank) {
        line += ' ';
      }
      line += piece.text;
    }
  }
  end_line();
  return out;
}

} // namespace xq::render
