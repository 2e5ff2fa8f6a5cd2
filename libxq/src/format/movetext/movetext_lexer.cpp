#include "format/movetext/movetext_lexer.hpp"

#include "base/script/latin.hpp"
#include "base/text/ascii.hpp"
#include "base/text/text.hpp"
#include "format/movetext/game_tree_builder.hpp"
#include "format/movetext/tag_line.hpp"
#include "notation/reading.hpp"
#include "notation/vietnamese.hpp"

#include <xq/notation/notation.hpp>
#include <xq/record/game.hpp>

#include <algorithm>
#include <array>

namespace xq::format {
namespace {

using Kind = MovetextToken::Kind;
constexpr auto npos = std::string_view::npos;
constexpr std::size_t most_digits = 9; // of a move number: no game in memory has more moves
constexpr int most_number = 999'999'999;

/// `value` with one more digit; beyond most_number it stays there.
constexpr int with_digit(int value, int digit) noexcept {
  return value > most_number / 10 ? most_number : value * 10 + digit;
}

constexpr auto decorations = std::to_array<std::string_view>(
    {"将军", "將軍", "绝杀", "絕殺", "将死", "將死", "吃", "杀", "殺", "照将", "叫杀"});
constexpr auto separators =
    std::to_array<std::string_view>({"，", "。", "、", "；", "．", "：", "→", "⇒", "“", "”", "‘",
                                     "’", "——", "「", "」", "『", "』", "｜", "／"});
constexpr auto brackets =
    std::to_array<std::string_view>({"（", "）", "｛", "｝", "［", "］", "【", "】"});
constexpr auto wide_glyphs =
    std::to_array<std::string_view>({"！！", "？？", "！？", "？！", "！", "？"});
constexpr auto glyph_nags = std::to_array<int>({3, 4, 5, 6, 1, 2});

/// A sign of an evaluation and its glyph in PGN.
struct Sign {
  std::string_view text;
  int nag;
};
constexpr auto signs =
    std::to_array<Sign>({{"±", 16}, {"∓", 17}, {"⩲", 14}, {"⩱", 15}, {"∞", 13}, {"□", 7}});

template <std::size_t size>
std::size_t length_of_any(const std::array<std::string_view, size>& words,
                          std::string_view text) noexcept {
  const auto* const found = std::find_if(words.begin(), words.end(),
                                         [&](std::string_view w) { return text.starts_with(w); });
  return found == words.end() ? 0 : found->size();
}

/// Length of a dot in any of its shapes at the front of `text`; `dots` gets how many it stands for.
std::size_t dot_length(std::string_view text, int& dots) noexcept {
  dots = text.starts_with("…") ? 3 : 1;
  if (text.starts_with('.')) {
    return 1;
  }
  return dots == 3 || text.starts_with("．") || text.starts_with("。") || text.starts_with("、")
             ? 3
             : 0;
}

/// Length of the digit at the front, ASCII or full-width, with its value; 0 when there is none.
std::size_t digit_length(std::string_view text, int& value) noexcept {
  if (!text.empty() && is_digit(text[0])) {
    value = text[0] - '0';
    return 1;
  }
  if (text.size() >= 3 && text[0] == '\xEF' && text[1] == '\xBC') {
    value = static_cast<unsigned char>(text[2]) - 0x90;
    return value >= 0 && value <= 9 ? 3 : 0;
  }
  return 0;
}

/// `33.4 ` and nothing more: a pawn of the rules of 1997, though it begins like a move number.
bool is_index_move(std::string_view text) noexcept {
  const auto digit = [&](std::size_t i) { return text[i] >= '1' && text[i] <= '9'; };
  return text.size() >= 4 && digit(0) && digit(1) && text[2] == '.' && digit(3) &&
         (text.size() == 4 || ends_word(text[4]));
}

/// `++.4` or `--+1`: the first or last of four or five pawns to the rules of 1997.
bool is_double_sign_move(std::string_view text) noexcept {
  return text.size() >= 4 && (text[0] == '+' || text[0] == '-') && text[1] == text[0] &&
         (text[2] == '.' || text[2] == '=' || text[2] == '+' || text[2] == '-') && text[3] >= '1' &&
         text[3] <= '9';
}

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

/// `Round 12:`, `Move 12.`, `No. 12`, `#12`: words of English before a number.
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

/// Whether the text behind the digits may begin with one of number_mark_length()'s signs: a quick
/// test, since nearly always a point, a blank or the end of the line stands there.
bool may_end_number(std::string_view text) noexcept {
  if (text.empty() || text[0] == ' ' || text[0] == '\n') {
    return false;
  }
  return text[0] != '.' || text.starts_with(".)") || text.starts_with(".）");
}

/// The sign that ends a number before a move, as in `1-炮二平五`; 0 when there is none.
std::size_t number_mark_length(std::string_view text) noexcept {
  constexpr auto marks =
      std::to_array<std::string_view>({".)", ".）", "．）", "、)", "-", "－", "—", "–", "·", "•",
                                       "/", ">", "】", "］", "]", "~", "_"});
  return length_of_any(marks, text);
}

/// `Pháo 2 bình 5`, `Xe trước tiến 1`, `tuong 5/1`: a move in words of Vietnamese, four of them at
/// most; 0 when there is none.
std::size_t spelled_move_length(std::string_view text) noexcept {
  const auto goes_on = [&] {
    return is_letter(text[1]) || static_cast<unsigned char>(text[1]) >= 0x80U;
  };
  if (text.size() < 4 || !is_letter(text[0]) || !goes_on()) {
    return 0;
  }
  std::size_t at = 0;
  for (int words = 1; words <= 4 && at < text.size(); ++words) {
    at = std::min(text.find_first_of(" \t\r\n,;", at), text.size());
    if (words >= 3 && notation::is_spelled_vietnamese(text.substr(0, at))) {
      return at;
    }
    at += at < text.size() && text[at] == ' ' ? 1U : 0U;
  }
  return 0;
}

/// Words of a sentence in Vietnamese, up to the end of the line or to a move.
std::size_t vietnamese_prose_length(std::string_view text) noexcept {
  text = text.substr(0, text.find_first_of("\n{(;"));
  const auto is_move = [](std::string_view word) {
    return std::any_of(word.begin(), word.end(), [](char c) { return is_digit(c); });
  };
  if (text.empty() || is_move(word_at(text)) || !has_marked_letter(text)) {
    return 0;
  }
  std::size_t end = 0;
  for (std::size_t at = 0; at < text.size();) {
    const auto here = text.substr(at);
    if (const auto n = std::max(blank_length(here), separator_length(here)); n != 0) {
      at += n;
      continue;
    }
    const auto word = word_at(here);
    if (is_move(word) || spelled_move_length(here) != 0) {
      break;
    }
    at += word.size();
    end = at;
  }
  return trim(text.substr(0, end)).size();
}

bool is_address(std::string_view word) noexcept {
  return word.starts_with("http") || word.starts_with("www.");
}

/// A move in Chinese at the front, right or wrong, whatever follows it.
bool begins_with_chinese_move(std::string_view text) noexcept {
  std::size_t bytes = 0;
  for (int i = 0; i < 4 && bytes < text.size(); ++i) {
    bytes += decode_utf8(text.substr(bytes)).length;
  }
  return notation::has_move_form(text.substr(0, bytes));
}

/// `2004年全国赛`
bool begins_with_date(std::string_view word) noexcept {
  const auto digits = std::min(word.find_first_not_of("0123456789"), word.size());
  const auto rest = word.substr(digits);
  return digits != 0 &&
         (rest.starts_with("年") || rest.starts_with("月") || rest.starts_with("届"));
}

bool is_prose(std::string_view word) noexcept {
  if (is_address(word) || (is_digit(word[0]) && begins_with_date(word))) {
    return true;
  }
  const auto c = decode_utf8(word).value;
  const bool ideograph = (c >= U'\u3400' && c <= U'\u9FFF') || c == U'《' || c == U'※' || c == U'★';
  return ideograph && !begins_with_chinese_move(word) && !notation::resembles_chinese_move(word);
}

/// A quote of a program, which encloses each move of a list.
bool is_quote(std::string_view text) noexcept {
  return text.starts_with('"') || text.starts_with('\'');
}

/// A dash or the like that belongs to no move: a blank or a character of Chinese follows.
bool stands_alone(std::string_view text) noexcept {
  const auto behind = text.substr(1);
  return behind.empty() || behind[0] == '\n' || blank_length(behind) != 0 ||
         static_cast<unsigned char>(behind[0]) >= 0x80U;
}

/// What a semicolon divides: moves, numbers and a result, at least one move, and nothing else. A
/// comment has other words.
bool holds_only_moves(std::string_view line) noexcept {
  bool any = false;
  while (true) {
    line = skip_blanks(line);
    const auto mark = std::max(separator_length(line),
                               line.starts_with(';') || line.starts_with(',') ? std::size_t{1} : 0);
    if (mark != 0) {
      line.remove_prefix(mark);
      continue;
    }
    int ignored = 0;
    line.remove_prefix(number_length(line, ignored));
    const auto word = word_at(line);
    if (word.empty() || record::find_result(word)) {
      return any && skip_blanks(line.substr(word.size())).empty();
    }
    if (!begins_with_move(word) && !begins_with_vietnamese_move(word)) {
      return false;
    }
    any = true;
    line.remove_prefix(word.size());
  }
}

/// What a parenthesis holds is moves, and not a remark: it begins with a number or a move.
bool holds_moves(std::string_view text) noexcept {
  while (const auto n = blank_length(text)) {
    text.remove_prefix(n);
  }
  int ignored = 0;
  return !text.empty() && (digit_length(text, ignored) != 0 || !is_prose(word_at(text)));
}

} // namespace

std::size_t separator_length(std::string_view text) noexcept {
  if (text.starts_with("->") || text.starts_with("=>")) {
    return 2;
  }
  return length_of_any(separators, text);
}

std::size_t leading_signs_length(std::string_view line) noexcept {
  const auto rest = [&](std::size_t at) { return line.substr(std::min(at, line.size())); };
  std::size_t at = 0;
  for (bool more = true; more;) {
    const auto here = rest(at);
    const bool bracket = here.starts_with('[') || here.starts_with('(');
    const auto sign = here.starts_with('>') || here.starts_with('"') || here.starts_with('\'') ||
                              (bracket && is_quote(rest(at + 1)))
                          ? std::size_t{1}
                          : separator_length(here);
    at += sign + (sign == 0 ? 0 : here.size() - sign - skip_blanks(here.substr(sign)).size());
    more = sign != 0;
  }
  return at;
}

namespace {

/// A slash behind a move and before the next: `h2e2/h9g7`, but not `P2/1` and no address.
bool divides_moves(std::string_view text, std::size_t at) noexcept {
  const auto before = text.substr(0, at);
  return at >= 4 && at + 1 < text.size() &&
         (is_letter(text[at + 1]) || static_cast<unsigned char>(text[at + 1]) >= 0x80U) &&
         (notation::has_move_form(before) ||
          (is_ideograph_lead(before[0]) && begins_with_chinese_move(before)));
}

/// An arrow or a point between two numbers belongs to a move: `车9→8`, `Ｃ２．５`.
bool joins_digits(std::string_view text, std::size_t at) noexcept {
  const auto rest = text.substr(at);
  if (!rest.starts_with("→") && !rest.starts_with("．")) {
    return false;
  }
  constexpr std::string_view wide_digits = "０１２３４５６７８９一二三四五六七八九";
  const auto behind = rest.substr(3);
  const auto before = text.substr(0, at);
  const auto wide = [&](std::string_view digit) {
    const auto found = digit.size() == 3 ? wide_digits.find(digit) : npos;
    return found != npos && found % 3 == 0;
  };
  const bool ends_number = (at > 1 && is_digit(before.back()) && !is_digit(before[0])) ||
                           (at > 3 && wide(before.substr(at - 3)));
  int digit = 0;
  return ends_number && !behind.empty() &&
         (digit_length(behind, digit) != 0 || wide(behind.substr(0, 3)));
}

/// A sign at `at` that ends a word, and begins none.
bool divides_words(std::string_view text, std::size_t at) noexcept {
  const auto rest = text.substr(at);
  if (static_cast<unsigned char>(rest[0]) >= 0xC2U &&
      (blank_length(rest) != 0 || length_of_any(separators, rest) != 0 ||
       length_of_any(brackets, rest) != 0 || length_of_any(wide_glyphs, rest) != 0)) {
    return true;
  }
  return at != 0 && (is_quote(rest) || rest.starts_with("->") || rest.starts_with("=>") ||
                     rest.starts_with("…") || (rest[0] == '/' && divides_moves(text, at)));
}

} // namespace

std::size_t side_label_length(std::string_view text) noexcept {
  constexpr auto sides =
      std::to_array<std::string_view>({"红方", "红", "紅方", "紅", "黑方", "黑", "先手", "后手",
                                       "後手", "Red", "Black", "Đỏ", "Đen"});
  constexpr std::string_view first_bytes = "RB\xC4\xE5\xE7\xE9";
  if (text.empty() || first_bytes.find(text[0]) == npos) {
    return 0;
  }
  const auto* const side = std::find_if(sides.begin(), sides.end(), [&](std::string_view s) {
    return text.starts_with(s) &&
           (text.substr(s.size()).starts_with(':') || text.substr(s.size()).starts_with("："));
  });
  if (side == sides.end()) {
    return 0;
  }
  auto rest = text.substr(side->size());
  rest.remove_prefix(rest[0] == ':' ? 1 : 3);
  rest = skip_blanks(rest);
  return begins_with_move(rest) ? text.size() - rest.size() : 0;
}

bool begins_with_spelled_move(std::string_view text) noexcept {
  return spelled_move_length(text) != 0;
}

bool begins_with_vietnamese_move(std::string_view text) noexcept {
  constexpr std::size_t longest = 6; // Tg5.1 and a glyph
  const auto word = word_at(text);
  return word.size() >= 4 && word.size() <= longest && is_letter(word[0]) &&
         notation::has_move_form(notation::wxf_of_vietnamese(word));
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

bool begins_with_move(std::string_view text) noexcept {
  auto word = word_at(text);
  while (word.size() > 3 && invisible_length(word.substr(word.size() - 3)) == 3) {
    word.remove_suffix(3); // h2e2 and a zero-width blank
  }
  return !word.empty() && (notation::has_move_form(word) ||
                           (is_ideograph_lead(word[0]) && begins_with_chinese_move(word)));
}

bool begins_with_first_move(std::string_view line) noexcept {
  int number = 0;
  const auto length = number_length(line, number);
  const auto front = line.substr(0, length);
  const auto move = line.substr(length);
  return length != 0 && number == 1 && front.find("..") == npos && front.find("…") == npos &&
         (begins_with_move(move) || begins_with_spelled_move(move));
}

bool ends_with_result(std::string_view line) noexcept {
  line = trim(line);
  const auto word = line.substr(line.find_last_of(" \t") + 1); // npos + 1 is 0
  return !word.empty() && word != "?" && record::find_result(word);
}

bool ends_word(char c) noexcept {
  switch (c) {
  case ' ':
  case '\t':
  case '\r':
  case '\n':
  case '{':
  case '}':
  case '(':
  case ')':
  case '[':
  case ']':
  case ';':
  case '$':
  case '!':
  case '?':
  case ',':
    return true;
  default:
    return false;
  }
}

std::string_view word_at(std::string_view text) noexcept {
  std::size_t i = 0;
  for (; i < text.size() && !ends_word(text[i]); ++i) {
    const char c = text[i];
    if (is_letter(c) || is_digit(c) || is_ideograph_lead(c)) { // nearly always
      continue;
    }
    if (joins_digits(text, i)) {
      i += decode_utf8(text.substr(i)).length - 1U;
    } else if (divides_words(text, i)) {
      break;
    }
  }
  return text.substr(0, std::max<std::size_t>(i, text.empty() ? 0 : decode_utf8(text).length));
}

MovetextToken MovetextLexer::take(Kind kind, std::size_t length, int value) noexcept {
  const MovetextToken token{kind, value, m_at, m_text.substr(m_at, length)};
  m_at += length;
  return token;
}

/// From a wide blank to the end of all blanks.
void MovetextLexer::skip_wide_blanks() noexcept {
  for (auto text = rest(); !text.empty(); text = rest()) {
    const auto length = text[0] == '\n' ? 1 : blank_length(text);
    if (length == 0) {
      return;
    }
    m_at += length;
  }
}

MovetextToken MovetextLexer::next() noexcept {
  skip_blanks();
  const auto text = rest();
  if (text.empty()) {
    return take(Kind::end, 0);
  }
  const char c = text[0];
  if (is_digit(c)) {
    return number();
  }
  if (static_cast<unsigned char>(c) >= 0x80U) {
    return multibyte();
  }
  switch (c) {
  case ',':
  case '|':
  case '/':
  case '"':
  case '\'':
    return take(Kind::separator, 1);
  case '-':
  case '>':
    if (const auto length = separator_length(text); length != 0 || c == '>' || stands_alone(text)) {
      return take(Kind::separator, std::max<std::size_t>(length, 1));
    }
    return word();
  case '#':
  case '<':
    if (int number = 0; const auto length = dressed_number_length(text, number)) {
      return take(Kind::number, length, number);
    }
    return c == '#' ? sign() : word();
  case '+':
  case '=':
    return sign();
  case '}':
  case ']':
    return take(m_at != 0 && is_quote(m_text.substr(m_at - 1)) ? Kind::separator
                                                               : Kind::closing_bracket,
                1);
  case '.':
    return dots();
  case '{':
    return comment();
  case ';':
    return line_comment();
  case '(':
    return parenthesis(1);
  case ')':
    return take(Kind::variation_end, 1);
  case '$':
    return nag();
  case '!':
  case '?':
    return take(Kind::glyph, std::min(text.find_first_not_of("!?"), text.size()));
  case '[':
    return square_bracket();
  case '*':
    return take(Kind::result, 1, static_cast<int>(record::Result::unknown));
  case '%':
    return at_line_start() ? take(Kind::escape, std::min(text.find('\n'), text.size())) : word();
  default:
    return word();
  }
}

/// `+`, `#` and `=` after a move say what the position says anyway. `+C-2` is a move, though, and a
/// line of `====` ends the game.
MovetextToken MovetextLexer::sign() noexcept {
  const auto text = rest();
  if (at_line_start() && is_footer_line(text)) {
    return take(Kind::footer, text.size());
  }
  const bool after_word_end = m_at == 0 || ends_word(m_text[m_at - 1]);
  const bool begins_move =
      text.size() > 1 && (is_double_sign_move(text) || is_digit(text[1]) || is_letter(text[1]));
  return after_word_end && begins_move ? word() : take(Kind::mark, 1);
}

/// A move number, a result, or a move that begins with a digit (an ordinal of Black, an index of
/// WXF).
MovetextToken MovetextLexer::number() noexcept {
  const auto text = rest();
  std::size_t length = 0;
  int value = 0;
  for (; length < text.size() && is_digit(text[length]); ++length) {
    value = with_digit(value, text[length] - '0');
  }
  std::size_t digits = length;
  if (text.size() > length && (text[length] == '-' || text[length] == '/')) { // 1-0
    if (const auto word = word_at(text); const auto result = record::find_result(word)) {
      return take(Kind::result, word.size(), static_cast<int>(*result));
    }
  }
  int digit = 0;
  while (const auto n = digit_length(text.substr(length), digit)) {
    value = with_digit(value, digit);
    length += n;
    ++digits;
  }
  const auto after = text.substr(length);
  if (int dressed = 0; after.starts_with(')') || after.starts_with("）") ||
                       (may_end_number(after) && number_mark_length(after) != 0)) {
    if (const auto all = dressed_number_length(text, dressed); all != 0) {
      return take(Kind::number, all, dressed);
    }
  }
  const bool plain = length == digits && after.size() > 1 && after[0] == '.' && !is_digit(after[1]);
  const bool colon =
      after.starts_with("：") || after.starts_with("，") ||
      (after.size() > 1 && (after[0] == ':' || after[0] == ',') && !is_digit(after[1]));
  const bool ends = plain || colon || after.empty() || after[0] == '\n' ||
                    blank_length(after) != 0 || dot_length(after, digit) != 0;
  if (!plain && (!ends || is_index_move(text) || record::find_result(word_at(text)))) {
    return word();
  }
  length += colon ? (after[0] == ':' || after[0] == ',' ? 1U : 3U) : 0U;
  return take(Kind::number, length, digits > most_digits ? -1 : value);
}

MovetextToken MovetextLexer::dots() noexcept {
  const auto text = rest();
  int count = 0;
  int dots = 0;
  std::size_t length = 0;
  while (true) {
    if (const auto n = dot_length(text.substr(length), dots); n != 0) {
      count += dots;
      length += n;
    } else if (const auto blank = blank_length(text.substr(length)); blank != 0) {
      length += blank;
    } else {
      return take(Kind::dots, length, count);
    }
  }
}

MovetextToken MovetextLexer::comment() noexcept {
  const auto end = rest().find('}');
  return take(Kind::comment, end == npos ? rest().size() : end + 1);
}

/// A semicolon before a move that divides it from the one before: only moves follow it on its line,
/// or other semicolons stand there that divide moves, too. Where it may begin a comment, it touches
/// the move before it: `H8+7; H2+3`, but not `H8+7 ; H2+3`.
bool MovetextLexer::semicolon_divides() const noexcept {
  if (m_at == 0 || (!m_semicolons_divide && blank_length(m_text.substr(m_at - 1)) != 0)) {
    return false;
  }
  constexpr std::size_t far_enough = 1000; // bytes; a line of semicolons alone takes linear time
  auto behind = rest().substr(1, far_enough);
  behind = behind.substr(0, behind.find('\n'));
  const auto from = m_at > far_enough ? m_at - far_enough : 0;
  const auto before = m_text.substr(from, m_at - from);
  const auto line = before.substr(before.rfind('\n') + 1); // npos + 1 is 0
  const auto list = line.substr(line.rfind('}') + 1);
  int ignored = 0;
  auto piece = format::skip_blanks(behind.substr(0, behind.find(';')));
  piece.remove_prefix(number_length(piece, ignored));
  if (!begins_with_move(piece) && !begins_with_vietnamese_move(piece)) {
    return holds_only_moves(behind);
  }
  piece = format::skip_blanks(piece.substr(word_at(piece).size()));
  const bool alone = piece.empty() || ends_word(piece[0]) || length_of_any(brackets, piece) != 0;
  return list.find(';') != npos || (alone && behind.find(';') != npos) || holds_only_moves(behind);
}

MovetextToken MovetextLexer::line_comment() noexcept {
  const auto text = rest();
  if (!at_line_start() && semicolon_divides()) {
    return take(Kind::separator, 1);
  }
  auto end = std::min(text.find('\n'), text.size());
  while (text.substr(end).starts_with("\n;")) {
    end = std::min(text.find('\n', end + 1), text.size());
  }
  return take(Kind::line_comment, end);
}

MovetextToken MovetextLexer::nag() noexcept {
  const auto text = rest();
  int value = -1;
  std::size_t length = 1;
  for (; length < text.size() && is_digit(text[length]); ++length) {
    value = std::min(std::max(value, 0) * 10 + (text[length] - '0'), 100'000);
  }
  return take(Kind::nag, length, value);
}

MovetextToken MovetextLexer::multibyte() noexcept {
  const auto text = rest();
  if (!is_ideograph_lead(text[0])) {
    return wide_sign();
  }
  if (const auto length = length_of_any(decorations, text); length != 0) {
    return take(Kind::decoration, length);
  }
  int number = 0;
  if (const auto length = dressed_number_length(text, number); length != 0) {
    return take(Kind::number, length, number);
  }
  return word();
}

/// What is neither ASCII nor Chinese: mostly a sign.
MovetextToken MovetextLexer::wide_sign() noexcept {
  const auto text = rest();
  int number = 0;
  if (const auto length = invisible_length(text); length != 0) {
    return take(Kind::invisible, length);
  }
  if (digit_length(text, number) != 0) {
    return this->number();
  }
  if (dot_length(text, number) != 0) {
    return dots();
  }
  if (const auto length = length_of_any(separators, text); length != 0) {
    return take(Kind::separator, length);
  }
  if (const auto length = dressed_number_length(text, number); length != 0) {
    return take(Kind::number, length, number);
  }
  for (const auto& [sign, nag] : signs) {
    if (text.starts_with(sign)) {
      return take(Kind::nag, sign.size(), nag);
    }
  }
  for (std::size_t i = 0; i < wide_glyphs.size(); ++i) {
    if (text.starts_with(wide_glyphs[i])) {
      return take(Kind::nag, wide_glyphs[i].size(), glyph_nags[i]);
    }
  }
  return length_of_any(brackets, text) != 0 ? wide_bracket() : word();
}

/// A move number `[1]`, a score, a remark in Chinese, or a header, which does not belong here.
MovetextToken MovetextLexer::square_bracket() noexcept {
  const auto text = rest();
  if (text[0] == '[' && is_quote(text.substr(1))) { // a list in a program
    return take(Kind::separator, 1);
  }
  if (const auto length = score_length(text); length != 0) {
    return take(Kind::score, length);
  }
  int number = 0;
  if (const auto length = dressed_number_length(text, number); length != 0) {
    return take(Kind::number, length, number);
  }
  const auto line = text.substr(0, text.find('\n'));
  const auto plain = line.find(']');
  const auto wide = line.find("］");
  const auto front = text[0] == '[' ? std::size_t{1} : std::size_t{3};
  const bool words = line.size() > front && static_cast<unsigned char>(line[front]) >= 0x80U;
  if (!words || std::min(plain, wide) == npos || is_tag_start(text)) {
    return take(Kind::opening_bracket, front);
  }
  return take(Kind::comment, plain < wide ? plain + 1 : wide + 3);
}

/// A variation, a move number `(1)`, or a remark.
MovetextToken MovetextLexer::parenthesis(std::size_t bracket) noexcept {
  const auto text = rest();
  int number = 0;
  if (const auto length = dressed_number_length(text, number); length != 0) {
    return take(Kind::number, length, number);
  }
  auto inside = text.substr(bracket);
  inside = inside.substr(0, inside.find('\n')); // a remark ends on its line
  if (holds_moves(inside)) {
    return take(Kind::variation_begin, bracket);
  }
  const auto wide = inside.find("）");
  const auto end = std::min(inside.find(')'), wide);
  if (end == npos) {
    return take(Kind::variation_begin, bracket);
  }
  const bool decoration = length_of_any(decorations, inside) == end;
  const auto closing = bracket + end + (end == wide ? 3 : 1);
  return take(decoration ? Kind::decoration : Kind::comment, closing);
}

/// Brackets of a Chinese keyboard mean what the ASCII ones mean.
MovetextToken MovetextLexer::wide_bracket() noexcept {
  constexpr std::size_t size = 3;
  const auto text = rest();
  if (text.starts_with("（")) {
    return parenthesis(size);
  }
  if (text.starts_with("）")) {
    return take(Kind::variation_end, size);
  }
  if (text.starts_with("【")) {
    const auto end = text.find("】");
    return take(Kind::comment, end == npos ? text.size() : end + size);
  }
  if (text.starts_with("｛")) { // the nearer of two ends; the whole text is not looked through
    auto end = text.find_first_of("}\xEF", size);
    while (end != npos && text[end] != '}' && !text.substr(end).starts_with("｝")) {
      end = text.find_first_of("}\xEF", end + 1);
    }
    return take(Kind::comment, end == npos ? text.size() : end + (text[end] == '}' ? 1 : size));
  }
  return text.starts_with("［") ? square_bracket() : take(Kind::closing_bracket, size);
}

/// Words of a sentence at the front, as far as they are prose.
std::size_t MovetextLexer::prose_length() const noexcept {
  const auto text = rest();
  std::size_t end = 0;
  std::size_t at = 0;
  while (at < text.size() && text[at] != '\n') {
    const auto here = text.substr(at);
    if (const auto n = std::max(blank_length(here), separator_length(here)); n != 0) {
      at += n;
    } else if (here[0] == ',' || here[0] == '!' || here[0] == '?' || is_quote(here)) {
      ++at;
    } else if (const auto word = word_at(here);
               end == 0 || (is_prose(word) && !record::find_result(word))) {
      at += word.size();
      end = at;
    } else {
      break;
    }
  }
  return end;
}

MovetextToken MovetextLexer::word() noexcept {
  if (const auto length = side_label_length(rest()); length != 0) {
    return take(Kind::separator, length);
  }
  if (const auto length = spelled_move_length(rest()); length != 0) {
    return take(Kind::word, length);
  }
  const auto text = word_at(rest());
  if (const auto result = record::find_result(text)) {
    return take(Kind::result, text.size(), static_cast<int>(*result));
  }
  if (is_digit(text[0])) { // 2-0 and 1-1 as the last word
    const auto behind = format::skip_blanks(rest().substr(text.size()));
    const bool last = behind.empty() || behind[0] == '\n';
    if (const auto points = last ? record::find_outcome(text) : std::nullopt) {
      return take(Kind::result, text.size(), static_cast<int>(*points));
    }
  }
  if (is_prose(text)) {
    return take(Kind::prose, prose_length());
  }
  if (int number = 0; text[0] == 'R' || text[0] == 'r' || text[0] == 'M' || text[0] == 'm' ||
                      text[0] == 'N' || text[0] == 'n') {
    if (const auto length = named_number_length(rest(), number); length != 0) {
      return take(Kind::number, length, number);
    }
  }
  if (const auto length = vietnamese_prose_length(rest()); length != 0) {
    return take(Kind::prose, length);
  }
  // `Red resigns` up to the end of the line; moves have a digit before the third character
  const bool letters =
      text.size() > 2 && is_letter(text[0]) && is_letter(text[1]) && is_letter(text[2]);
  const auto line = letters ? rest().substr(0, rest().find_first_of("\n{(;")) : std::string_view{};
  return letters && record::find_outcome(line) ? take(Kind::prose, trim(line).size())
                                               : take(Kind::word, text.size());
}

MovetextToken MovetextLexer::as_word(const MovetextToken& token) noexcept {
  m_at = token.offset;
  return take(Kind::word, word_at(rest()).size());
}

MovetextLexer::VariationEnd MovetextLexer::skip_variation() noexcept {
  for (std::size_t depth = 1; depth != 0;) {
    m_at = std::min(m_text.find_first_of("{;()\xEF", m_at), m_text.size());
    if (m_at < m_text.size() && m_text[m_at] == '\xEF' && length_of_any(brackets, rest()) == 0) {
      ++m_at; // another full-width character
      continue;
    }
    const auto token = next();
    switch (token.kind) {
    case Kind::end:
      return VariationEnd::missing;
    case Kind::variation_begin:
      if (++depth > GameTreeBuilder::max_depth) {
        m_at = token.offset;
        return VariationEnd::too_deep;
      }
      break;
    case Kind::variation_end:
      --depth;
      break;
    default: // a comment
      break;
    }
  }
  return VariationEnd::closed;
}

} // namespace xq::format
