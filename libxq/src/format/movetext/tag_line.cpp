#include "format/movetext/tag_line.hpp"

#include "base/text/ascii.hpp"
#include "base/text/npos.hpp"
#include "base/text/text.hpp"
#include "format/movetext/move_numbers.hpp"
#include "format/movetext/movetext_words.hpp"
#include "format/shared/header_name.hpp"
#include "format/shared/line_scan.hpp"
#include "format/shared/slice.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace xq::format {
namespace {

std::string_view trim_right(std::string_view line) noexcept {
  while (!line.empty() && (line.back() == ' ' || line.back() == '\t' || line.back() == '\r')) {
    line.remove_suffix(1);
  }
  return line;
}

/// Offset of the opening quote of a header line, npos when the line is none.
std::size_t opening_quote(std::string_view line) noexcept {
  if (line.empty() || line[0] != '[') {
    return npos;
  }
  std::size_t i = 1;
  while (i < line.size() && (line[i] == ' ' || line[i] == '\t')) {
    ++i;
  }
  const auto name = i;
  while (i < line.size() && is_name_character(line[i])) {
    ++i;
  }
  if (i == name) {
    return npos;
  }
  while (i < line.size() && (line[i] == ' ' || line[i] == '\t')) {
    ++i;
  }
  return i < line.size() && line[i] == '"' ? i : npos;
}

/// The character at `at` stands behind an odd number of backslashes, none of them before `from`.
bool is_escaped(std::string_view line, std::size_t at, std::size_t from) noexcept {
  std::size_t backslashes = 0;
  while (at - backslashes > from && line[at - backslashes - 1] == '\\') {
    ++backslashes;
  }
  return backslashes % 2 != 0;
}

/// Offset of the `"` of the `"]` that ends a value which begins at `from`; npos when there is none.
/// Quotes may stand inside the value, so the last one counts, unless another header or the number
/// of a move follows.
std::size_t closing_quote(std::string_view line, std::size_t from) noexcept {
  const auto whole = trim_right(line);
  if (whole.size() >= from + 2 && whole.ends_with("\"]") &&
      whole.find('"', from) == whole.size() - 2) {
    return whole.size() - 2;
  }
  std::size_t found = npos;
  for (auto at = line.find('"', from); at != npos; at = line.find('"', at + 1)) {
    const auto bracket = skip_blanks(line.substr(at + 1));
    if (!bracket.starts_with(']')) {
      continue;
    }
    found = at;
    const auto next = skip_blanks(bracket.substr(1));
    if (!is_escaped(line, at, from) && (opening_quote(next) != npos || begins_with_number(next))) {
      break;
    }
  }
  return found;
}

/// A header in its usual form and nothing else on the line: `[Name "value"]`; name and value.
struct PlainTag {
  std::string_view name, value;
};
std::optional<PlainTag> plain_tag(std::string_view line) noexcept {
  if (line.size() < 5 || line[0] != '[' || !line.ends_with("\"]")) {
    return std::nullopt;
  }
  std::size_t i = 1;
  while (is_name_character(line[i])) { // ends at a quote at the latest
    ++i;
  }
  if (i == 1 || line[i] != ' ' || line[i + 1] != '"' || i + 2 > line.size() - 2) {
    return std::nullopt;
  }
  const auto value = line.substr(i + 2, line.size() - 2 - (i + 2));
  if (value.find('"') != npos) {
    return std::nullopt;
  }
  return PlainTag{line.substr(1, i - 1), value};
}

template <std::size_t size>
std::size_t front_of_any(std::string_view text,
                         const std::array<std::string_view, size>& all) noexcept {
  for (const auto one : all) {
    if (text.starts_with(one)) {
      return one.size();
    }
  }
  return 0;
}

/// `line` without one of `all` at its end; nothing where it has none.
template <std::size_t size>
std::optional<std::string_view>
without_end(std::string_view line, const std::array<std::string_view, size>& all) noexcept {
  for (const auto one : all) {
    if (line.ends_with(one)) {
      return line.substr(0, line.size() - one.size());
    }
  }
  return std::nullopt;
}

constexpr auto quotes =
    std::to_array<std::string_view>({"\"", "“", "”", "‘", "’", "'", "＂", "「", "」", "『", "』"});
constexpr auto opening_brackets = std::to_array<std::string_view>({"[", "［", "【"});
constexpr auto closing_brackets = std::to_array<std::string_view>({"]", "］", "】"});

/// Headers that a line in unusual dress may be; a remark in brackets has other words.
bool is_known_name(std::string_view name) noexcept {
  constexpr auto known = std::to_array<std::string_view>(
      {"Event", "Site", "Date", "Round", "Red", "Black", "White", "Result", "FEN", "Game", "Format",
       "Title", "Opening", "ECCO", "RedTeam", "BlackTeam", "Variation", "Annotator", "Remark"});
  constexpr auto remarks = std::to_array<std::string_view>({"评论", "評論", "备注", "備註"});
  return std::any_of(known.begin(), known.end(),
                     [&](std::string_view k) { return equal_ignoring_case(k, name); }) ||
         (!header_of_chinese(name).empty() &&
          std::find(remarks.begin(), remarks.end(), name) == remarks.end());
}

/// A header of a known name in other dress: `［Event "x"］`, `[红方 "x"]`, `[Red “x”]`, `[Red x]`.
std::optional<TagLine> dressed_tag(std::string_view line) noexcept {
  line = line.substr(0, line.find('\n'));
  const auto front = front_of_any(line, opening_brackets);
  auto inside = without_end(trim(line), closing_brackets);
  if (front == 0 || !inside || inside->size() <= front || opening_quote(line) != npos) {
    return std::nullopt;
  }
  auto rest = skip_blanks(inside->substr(front));
  std::size_t name = 0;
  while (name < rest.size() && blank_length(rest.substr(name)) == 0 &&
         front_of_any(rest.substr(name), quotes) == 0 && rest[name] != ':' &&
         !rest.substr(name).starts_with("：")) {
    ++name;
  }
  TagLine tag;
  tag.name = rest.substr(0, name);
  rest = skip_blanks(rest.substr(name));
  rest.remove_prefix(rest.starts_with(':') ? 1 : rest.starts_with("：") ? 3 : 0);
  rest = trim(skip_blanks(rest));
  if (rest.empty() || !is_known_name(tag.name)) {
    return std::nullopt;
  }
  const auto quote = front_of_any(rest, quotes);
  rest.remove_prefix(quote);
  tag.value = quote == 0 ? rest : without_end(rest, quotes).value_or(rest);
  tag.quoted = true;
  tag.length = static_cast<std::size_t>(inside->data() - line.data()) + inside->size();
  tag.length += front_of_any(line.substr(tag.length), closing_brackets);
  return tag;
}

/// A header with a name in Chinese that no table knows: `[棋谱编号 "7"]`, alone on its line.
std::optional<TagLine> tag_in_chinese(std::string_view line) noexcept {
  line = trim_right(line);
  if (!line.starts_with('[')) {
    return std::nullopt;
  }
  const auto blank = std::min(line.find_first_of(" \t"), line.size());
  const auto name = line.substr(1, blank - 1);
  const auto value = skip_blanks(line.substr(blank));
  const auto in_name = [](char c) {
    return is_name_character(c) || static_cast<unsigned char>(c) >= 0x80U;
  };
  if (name.empty() || !std::all_of(name.begin(), name.end(), in_name) || value.size() < 3 ||
      value[0] != '"' || !value.ends_with("\"]")) {
    return std::nullopt;
  }
  TagLine tag;
  tag.name = name;
  tag.value = value.substr(1, value.size() - 3);
  tag.length = line.size();
  tag.quoted = true;
  return tag;
}

/// One line of `text` from `from`, without its line end.
std::string_view line_at(std::string_view text, std::size_t from) noexcept {
  return text.substr(from, std::min(text.find('\n', from), text.size()) - from);
}

} // namespace

std::string_view tag_name(std::string_view line) noexcept {
  if (line.size() < 2 || !(line[0] == '[' && static_cast<unsigned char>(line[1]) < 0x80U)) {
    if (const auto dressed = dressed_tag(line)) {
      return dressed->name;
    }
  }
  line.remove_prefix(line.empty() ? 0 : 1);
  while (!line.empty() && (line[0] == ' ' || line[0] == '\t')) {
    line.remove_prefix(1);
  }
  std::size_t n = 0;
  while (n < line.size() && is_name_character(line[n])) {
    ++n;
  }
  return line.substr(0, n);
}

bool begins_with_number(std::string_view line) noexcept {
  std::size_t i = 0;
  while (i < line.size() && line[i] >= '0' && line[i] <= '9') {
    ++i;
  }
  while (line.substr(i).starts_with("\xEF\xBC") && line.size() > i + 2 && line[i + 2] >= '\x90' &&
         line[i + 2] <= '\x99') {
    i += 3;
  }
  const auto rest = line.substr(i);
  if (i > 0 && (rest.starts_with('.') || rest.starts_with("．") || rest.starts_with("、"))) {
    return true;
  }
  int number = 0;
  const auto dressed = dressed_number_length(line, number);
  return dressed != 0 && begins_with_move(skip_blanks(line.substr(dressed)));
}

bool is_bracketed_number(std::string_view line) noexcept {
  return line.size() > 1 && line[0] == '[' &&
         (line[1] == ' ' || (line[1] >= '0' && line[1] <= '9')) && begins_with_number(line);
}

bool is_tag_start(std::string_view line) noexcept {
  return opening_quote(line) != npos || dressed_tag(line).has_value();
}

std::size_t score_length(std::string_view text) noexcept {
  if (!text.starts_with("[Score")) {
    return 0;
  }
  const auto tag = read_tag_line(text);
  return tag.name == "Score" && tag.quoted && tag.closed_quote && tag.closed_bracket ? tag.length
                                                                                     : 0;
}

std::string_view behind_scores(std::string_view line) noexcept {
  line = skip_blanks(line_at(line, 0));
  bool found = false;
  while (const auto length = score_length(line)) {
    line = skip_blanks(line.substr(length));
    found = true;
  }
  return found && !line.starts_with('[') ? line : std::string_view{};
}

bool is_plain_tag(std::string_view line) noexcept { return plain_tag(line).has_value(); }

bool ends_value(std::string_view line) noexcept { return closing_quote(line, 0) != npos; }

bool has_open_value(std::string_view line) noexcept {
  const auto quote = opening_quote(line);
  return quote != npos && closing_quote(line, quote + 1) == npos;
}

TagLine read_tag_line(std::string_view text) noexcept {
  TagLine tag;
  auto line = line_at(text, 0);
  if (const auto plain = plain_tag(line)) {
    tag.name = plain->name;
    tag.value = plain->value;
    tag.length = line.size();
    tag.quoted = true;
    return tag;
  }
  tag.name = tag_name(line);
  tag.length = line.size();
  if (auto dressed = dressed_tag(line)) {
    return *dressed;
  }
  const auto open = opening_quote(line);
  if (open == npos) {
    if (auto chinese = tag_in_chinese(line)) {
      return *chinese;
    }
    tag.closed_bracket = line.find(']') != npos;
    return tag;
  }
  tag.quoted = true;
  auto close = closing_quote(line, open + 1);
  if (close == npos && line.size() < text.size()) {
    const auto next = line_at(text, line.size() + 1);
    const auto content = skip_blanks(next);
    if (!content.empty() && content[0] != '[' && closing_quote(next, 0) != npos) {
      line = text.substr(0, line.size() + 1 + next.size());
      close = closing_quote(line, line.size() - next.size());
    }
  }
  if (close != npos) {
    tag.value = line.substr(open + 1, close - open - 1);
    tag.length = line.find(']', close) + 1;
    return tag;
  }
  tag.closed_bracket = false;
  const auto rest = trim_right(line.substr(open + 1));
  tag.closed_quote = rest.ends_with('"');
  tag.value = tag.closed_quote ? rest.substr(0, rest.size() - 1) : rest;
  return tag;
}

} // namespace xq::format
