#include "format/text/dhtmlxq_page.hpp"

#include "base/text/ascii.hpp"
#include "base/text/npos.hpp"
#include "base/text/text.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

namespace xq::format::dhtmlxq {
namespace {

constexpr std::string_view variable_begin = "DhtmlXQ_";

Wrapper find_wrapper(std::string_view text, std::string_view front, std::size_t from) noexcept {
  for (auto at = find_word(text, front, from); at != npos; at = find_word(text, front, at + 1)) {
    auto end = at + front.size();
    while (end < text.size() && is_letter(text[end])) {
      ++end;
    }
    if (end < text.size() && text[end] == ']') {
      return {at, end + 1 - at};
    }
  }
  return {};
}
struct Escape {
  std::string_view written, meant;
};

/// `text` with each of `escapes` as it is meant.
std::string unescape(std::string_view text, std::span<const Escape> escapes) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const auto found = std::find_if(escapes.begin(), escapes.end(), [&](const Escape& e) {
      return text.substr(at).starts_with(e.written);
    });
    out += found == escapes.end() ? text.substr(at, 1) : found->meant;
    at += found == escapes.end() ? 1 : found->written.size();
  }
  return out;
}

} // namespace

std::size_t find_word(std::string_view text, std::string_view word, std::size_t from) noexcept {
  const std::array<char, 2> first{word[0], lower(word[0])};
  const std::string_view firsts{first.data(), first[0] == first[1] ? 1U : 2U};
  for (auto at = text.find_first_of(firsts, from); at != npos;
       at = text.find_first_of(firsts, at + 1)) {
    if (equal_ignoring_case(text.substr(at, word.size()), word)) {
      return at;
    }
  }
  return npos;
}

Wrapper find_begin(std::string_view text, std::size_t from) noexcept {
  return find_wrapper(text, "[DhtmlXQ", from);
}
Wrapper find_end(std::string_view text, std::size_t from) noexcept {
  return find_wrapper(text, "[/DhtmlXQ", from);
}

Variable find_variable(std::string_view text, std::size_t from) noexcept {
  std::size_t end = 0; // of the last name
  for (auto at = find_word(text, variable_begin, from); at != npos;
       at = find_word(text, variable_begin, end)) {
    const auto name_at = at + variable_begin.size();
    end = name_at;
    while (end < text.size() && (is_letter(text[end]) || is_digit(text[end]) || text[end] == '_')) {
      ++end;
    }
    const auto behind = text.find_first_not_of(" \t\"'", end);
    if ((at != 0 && (text[at - 1] == '[' || text[at - 1] == '/')) || behind == npos ||
        (text[behind] != '=' && text[behind] != ':')) {
      continue;
    }
    const auto quote = text.find_first_not_of(" \t\r\n", behind + 1);
    if (quote != npos && (text[quote] == '"' || text[quote] == '\'' ||
                          (text[behind] == '=' && quote == behind + 1 && is_digit(text[quote])))) {
      return {at, text.substr(name_at, end - name_at), text.substr(quote)};
    }
  }
  return {};
}

Literals join_literals(std::string_view text) {
  Literals out;
  if (!text.empty() && is_digit(text[0])) { // of an address
    const auto end = std::min(text.find_first_not_of("0123456789"), text.size());
    return {std::string{text.substr(0, end)}, text.substr(end)};
  }
  while (!text.empty() && (text[0] == '"' || text[0] == '\'')) {
    const auto close = text.find(text[0], 1);
    out.text += text.substr(1, close == npos ? npos : close - 1);
    text = close == npos ? std::string_view{} : text.substr(close + 1);
    out.rest = text;
    const auto plus = text.find_first_not_of(" \t\r\n");
    if (plus == npos || text[plus] != '+') {
      break;
    }
    const auto next = text.find_first_not_of(" \t\r\n", plus + 1);
    text = next == npos ? std::string_view{} : text.substr(next);
  }
  return out;
}

std::string without_escaped_brackets(std::string_view text) {
  constexpr auto escapes = std::to_array<Escape>({{"\\[", "["},
                                                  {"\\]", "]"},
                                                  {"\\_", "_"},
                                                  {"&#91;", "["},
                                                  {"&#93;", "]"},
                                                  {"&lbrack;", "["},
                                                  {"&rbrack;", "]"},
                                                  {"［", "["},
                                                  {"］", "]"}});
  bool plain = false;
  for (auto at = find_word(text, "[DhtmlXQ"); at != npos && !plain;
       at = find_word(text, "[DhtmlXQ", at + 1)) {
    plain = at == 0 || text[at - 1] != '\\';
  }
  const bool escaped = !plain && std::any_of(escapes.begin(), escapes.end(), [&](const Escape& e) {
    return e.meant == "[" && find_word(text, std::string{e.written}.append("DhtmlXQ")) != npos;
  });
  return escaped ? unescape(text, escapes) : std::string{};
}

std::string without_json_escapes(std::string_view text) {
  constexpr auto escapes = std::to_array<Escape>(
      {{"\\\\", "\\"}, {"\\/", "/"}, {"\\r", ""}, {"\\n", "\n"}, {"\\t", " "}, {"\\\"", "\""}});
  const bool escaped = find_word(text, "[\\/DhtmlXQ") != npos;
  return escaped ? unescape(text, escapes) : std::string{};
}

void find_escaped_begins(std::string_view line, std::vector<std::size_t>& starts) {
  constexpr auto opened = std::to_array<std::string_view>({"\\[", "&#91;", "&lbrack;", "［"});
  constexpr auto closed = std::to_array<std::string_view>({"\\]", "&#93;", "&rbrack;", "］"});
  bool first = true;
  for (auto at = find_word(line, "DhtmlXQ"); at != npos; at = find_word(line, "DhtmlXQ", at + 1)) {
    const auto before = line.substr(0, at);
    const auto* const open = std::find_if(opened.begin(), opened.end(),
                                          [&](std::string_view o) { return before.ends_with(o); });
    auto end = at + std::string_view{"DhtmlXQ"}.size();
    while (end < line.size() && is_letter(line[end])) {
      ++end;
    }
    const auto behind = line.substr(end);
    const bool wrapper = open != opened.end() &&
                         std::any_of(closed.begin(), closed.end(),
                                     [&](std::string_view c) { return behind.starts_with(c); });
    if (wrapper && !std::exchange(first, false)) {
      starts.push_back(at - open->size());
    }
  }
}

} // namespace xq::format::dhtmlxq
