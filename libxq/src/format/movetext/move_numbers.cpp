#include "format/movetext/move_numbers.hpp"

#include "base/text/ascii.hpp"
#include "base/text/text.hpp"
#include "format/movetext/movetext_words.hpp"
#include "format/shared/slice.hpp"

#include <algorithm>
#include <array>

namespace xq::format {
namespace {

/// Whether `text` begins with `word`, which it loses.
bool take_front(std::string_view& text, std::string_view word) noexcept {
  if (!text.starts_with(word)) {
    return false;
  }
  text.remove_prefix(word.size());
  return true;
}

/// A number in digits of any kind at the front, which `text` loses; -1 when there is none.
int take_digits(std::string_view& text) noexcept {
  int value = 0;
  int digit = 0;
  bool any = false;
  while (const auto n = digit_length(text, digit)) {
    value = with_digit(value, digit);
    text.remove_prefix(n);
    any = true;
  }
  return any ? value : -1;
}

/// 一 to 九十九 at the front, which `text` loses; -1 when there is none.
int take_chinese_number(std::string_view& text) noexcept {
  constexpr auto digits =
      std::to_array<std::string_view>({"一", "二", "三", "四", "五", "六", "七", "八", "九"});
  int value = 0;
  bool any = false;
  for (bool more = true; more;) {
    more = false;
    for (std::size_t i = 0; i < digits.size() && !more; ++i) {
      more = take_front(text, digits[i]);
      value += more ? static_cast<int>(i) + 1 : 0;
    }
    if (!more && take_front(text, "十")) {
      value = value == 0 ? 10 : with_digit(value, 0);
      more = true;
    }
    any = any || more;
  }
  return any ? value : -1;
}

void take_blanks(std::string_view& text) noexcept {
  while (const auto n = blank_length(text)) {
    text.remove_prefix(n);
  }
}

/// `第12回合` or `回合12`, with a colon or without.
std::size_t round_length(std::string_view text, int& value) noexcept {
  const auto size = text.size();
  const bool ordinal = take_front(text, "第");
  if (!ordinal && !take_front(text, "回合")) {
    return 0;
  }
  take_blanks(text);
  value = take_digits(text);
  value = value < 0 ? take_chinese_number(text) : value;
  if (ordinal) {
    take_blanks(text);
  }
  const bool named = !ordinal || take_front(text, "回合") || take_front(text, "着") ||
                     take_front(text, "步") || take_front(text, "手") || take_front(text, "招");
  if (value < 0 || !named) {
    return 0;
  }
  static_cast<void>(take_front(text, "：") || take_front(text, ":"));
  return size - text.size();
}

/// `十二、`
std::size_t chinese_number_length(std::string_view text, int& value) noexcept {
  const auto size = text.size();
  value = take_chinese_number(text);
  const bool ends = value >= 0 && (take_front(text, "、") || take_front(text, "．"));
  return ends ? size - text.size() : 0;
}

/// Numbers within one character that follow each other, from 1 on or from `first`.
struct NumberSeries {
  char32_t begin, end;
  int first;
};
constexpr auto number_series = std::to_array<NumberSeries>({{U'\u2460', U'\u2474', 1},    // ①
                                                            {U'\u2474', U'\u2488', 1},    // ⑴
                                                            {U'\u2488', U'\u249C', 1},    // ⒈
                                                            {U'\u24EB', U'\u24F5', 11},   // ⓫
                                                            {U'\u24F5', U'\u24FF', 1},    // ⓵
                                                            {U'\u2776', U'\u2780', 1},    // ❶
                                                            {U'\u2780', U'\u278A', 1},    // ➀
                                                            {U'\u278A', U'\u2794', 1},    // ➊
                                                            {U'\u3220', U'\u322A', 1},    // ㈠
                                                            {U'\u3251', U'\u3260', 21},   // ㉑
                                                            {U'\u3280', U'\u328A', 1},    // ㊀
                                                            {U'\u32B1', U'\u32C0', 36}}); // ㊱

/// A number within one character: ①, ⑴, ⒈.
std::size_t enclosed_number_length(std::string_view text, int& value) noexcept {
  if (text[0] != '\xE2' && text[0] != '\xE3') {
    return 0;
  }
  const auto c = decode_utf8(text);
  const auto* const found =
      std::find_if(number_series.begin(), number_series.end(), [&](const NumberSeries& series) {
        return c.value >= series.begin && c.value < series.end;
      });
  if (found == number_series.end()) {
    return 0;
  }
  value = static_cast<int>(c.value - found->begin) + found->first;
  const auto behind = text.substr(c.length);
  const bool point = behind.starts_with("、") || behind.starts_with("．");
  return c.length + (point ? 3U : behind.starts_with('.') && !behind.starts_with("..") ? 1U : 0U);
}

/// Brackets about a number, where they are no parentheses.
struct Brackets {
  std::string_view open, close;
};
constexpr auto number_brackets = std::to_array<Brackets>({{"[", "]"},
                                                          {"［", "］"},
                                                          {"【", "】"},
                                                          {"〔", "〕"},
                                                          {"〈", "〉"},
                                                          {"《", "》"},
                                                          {"<", ">"},
                                                          {"＜", "＞"},
                                                          {"「", "」"}});

/// `[1]`, `【1】`, with or without a blank or a point in it.
std::size_t bracketed_number_length(std::string_view text, int& value) noexcept {
  const auto size = text.size();
  for (const auto& [open, close] : number_brackets) {
    if (!text.starts_with(open)) {
      continue;
    }
    text.remove_prefix(open.size());
    take_blanks(text);
    value = take_digits(text);
    value = value < 0 ? take_chinese_number(text) : value;
    static_cast<void>(take_front(text, "."));
    take_blanks(text);
    return value > 0 && value < 1000 && take_front(text, close) ? size - text.size() : 0;
  }
  return 0;
}

} // namespace

std::size_t number_mark_length(std::string_view text) noexcept {
  constexpr auto marks =
      std::to_array<std::string_view>({".)", ".）", "．）", "、)", "-", "－", "—", "–", "·", "•",
                                       "/", ">", "】", "］", "]", "~", "_"});
  return length_of_any(marks, text);
}

std::size_t named_number_length(std::string_view text, int& value) noexcept {
  constexpr auto names = std::to_array<std::string_view>({"round", "move", "no.", "no", "#"});
  const auto size = text.size();
  const auto* const name = std::find_if(names.begin(), names.end(), [&](std::string_view n) {
    return equal_ignoring_case(text.substr(0, n.size()), n);
  });
  if (name == names.end()) {
    return 0;
  }
  text.remove_prefix(name->size());
  take_blanks(text);
  value = take_digits(text);
  int dots = 0;
  while (const auto n = value < 0 ? 0 : dot_length(text, dots)) {
    text.remove_prefix(n);
  }
  static_cast<void>(take_front(text, "：") || take_front(text, ":") || take_front(text, ")"));
  const bool ends = value >= 0 && (text.empty() || text[0] == '\n' || blank_length(text) != 0 ||
                                   static_cast<unsigned char>(text[0]) >= 0x80U);
  return ends ? size - text.size() : 0;
}

std::size_t dressed_number_length(std::string_view text, int& value) noexcept {
  if (text.empty()) {
    return 0;
  }
  const bool ideograph = is_ideograph_lead(text[0]); // no bracket, as nearly always
  if (const auto length = ideograph ? 0 : bracketed_number_length(text, value); length != 0) {
    return length;
  }
  if (static_cast<unsigned char>(text[0]) >= 0x80U && text[0] != '\xEF') {
    for (const auto read : {enclosed_number_length, round_length, chinese_number_length}) {
      if (const auto length = read(text, value); length != 0) {
        return length;
      }
    }
    return 0;
  }
  if (is_letter(text[0]) || text[0] == '#') {
    return named_number_length(text, value);
  }
  const auto size = text.size();
  const bool opened = take_front(text, "(") || take_front(text, "（");
  value = take_digits(text);
  if (value < 0 || value >= 1000) {
    return 0;
  }
  if (take_front(text, ")") || take_front(text, "）")) {
    return size - text.size();
  }
  const std::size_t mark = opened ? 0 : number_mark_length(text);
  const auto move = skip_blanks(text.substr(mark));
  const bool follows = mark != 0 && !move.empty() && !is_digit(move[0]) && begins_with_move(move);
  return follows ? size - text.size() + mark : 0;
}

std::size_t number_length(std::string_view text, int& value) noexcept {
  const auto size = text.size();
  if (const auto dressed = dressed_number_length(text, value); dressed != 0) {
    text.remove_prefix(dressed);
  } else {
    value = take_digits(text);
    value = value < 0 ? take_chinese_number(text) : value;
    int dots = 0;
    while (const auto n = value < 0 ? 0 : dot_length(text, dots)) {
      text.remove_prefix(n);
    }
    static_cast<void>(value >= 0 && (take_front(text, "：") || take_front(text, "，") ||
                                     take_front(text, ":") || take_front(text, ",")));
  }
  while (const auto n = blank_length(text)) {
    text.remove_prefix(n);
  }
  return value < 0 ? 0 : size - text.size();
}

bool begins_with_first_move(std::string_view line) noexcept {
  int number = 0;
  const auto length = number_length(line, number);
  const auto front = line.substr(0, length);
  const auto move = line.substr(length);
  return length != 0 && number == 1 && front.find("..") == std::string_view::npos &&
         front.find("…") == std::string_view::npos &&
         (begins_with_move(move) || spelled_move_length(move) != 0);
}

} // namespace xq::format
