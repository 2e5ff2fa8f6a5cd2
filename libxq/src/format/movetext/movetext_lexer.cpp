#include "format/movetext/movetext_lexer.hpp"

#include "base/text/ascii.hpp"
#include "base/text/text.hpp"
#include "format/movetext/game_tree_builder.hpp"
#include "format/movetext/tag_line.hpp"

#include <xq/record/result.hpp>

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
constexpr auto separators = std::to_array<std::string_view>({"，", "。", "、", "；", "．", "："});

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

} // namespace

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
  while (i < text.size() && !ends_word(text[i])) {
    const auto rest = text.substr(i);
    if (static_cast<unsigned char>(text[i]) >= 0xE2U &&
        (blank_length(rest) != 0 || length_of_any(separators, rest) != 0)) {
      break;
    }
    ++i;
  }
  return text.substr(0, std::max<std::size_t>(i, text.empty() ? 0 : decode_utf8(text).length));
}

MovetextToken MovetextLexer::take(Kind kind, std::size_t length, int value) noexcept {
  const MovetextToken token{kind, value, m_at, m_text.substr(m_at, length)};
  m_at += length;
  return token;
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
    return take(Kind::separator, 1);
  case '+':
  case '#':
  case '=':
    return sign();
  case '}':
  case ']':
    return take(Kind::closing_bracket, 1);
  case '.':
    return dots();
  case '{':
    return comment();
  case ';':
    return line_comment();
  case '(':
    return take(Kind::variation_begin, 1);
  case ')':
    return take(Kind::variation_end, 1);
  case '$':
    return nag();
  case '!':
  case '?':
    return take(Kind::glyph, std::min(text.find_first_not_of("!?"), text.size()));
  case '[': {
    const auto length = score_length(text);
    return length != 0 ? take(Kind::score, length) : take(Kind::opening_bracket, 1);
  }
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
  // Nearly all numbers: `12. ` and a move. Saves 2 % of `xq convert` and of `xq verify`; relies
  // on the general code below, which reads the same moves.
  if (text.substr(length).starts_with('.')) {
    const auto move = std::min(text.find_first_not_of(' ', length + 1), text.size() - 1);
    if (is_ideograph_lead(text[move]) || is_letter(text[move])) {
      return take(Kind::number, move, digits > most_digits ? -1 : value);
    }
  }
  int digit = 0;
  while (const auto n = digit_length(text.substr(length), digit)) {
    value = with_digit(value, digit);
    length += n;
    ++digits;
  }
  const auto after = text.substr(length);
  const bool plain = length == digits && after.size() > 1 && after[0] == '.' && !is_digit(after[1]);
  const bool ends = plain || after.empty() || after[0] == '\n' || blank_length(after) != 0 ||
                    dot_length(after, digit) != 0;
  if (!plain && (!ends || is_index_move(text) || record::find_result(word_at(text)))) {
    return word();
  }
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

MovetextToken MovetextLexer::line_comment() noexcept {
  const auto text = rest();
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
  int ignored = 0;
  if (const auto length = invisible_length(text); length != 0) {
    return take(Kind::invisible, length);
  }
  if (digit_length(text, ignored) != 0) {
    return number();
  }
  if (dot_length(text, ignored) != 0) {
    return dots();
  }
  if (const auto length = length_of_any(separators, text); length != 0) {
    return take(Kind::separator, length);
  }
  if (const auto length = length_of_any(decorations, text); length != 0) {
    return take(Kind::decoration, length);
  }
  return word();
}

MovetextToken MovetextLexer::word() noexcept {
  const auto text = word_at(rest());
  const auto result = record::find_result(text);
  return result ? take(Kind::result, text.size(), static_cast<int>(*result))
                : take(Kind::word, text.size());
}

MovetextToken MovetextLexer::as_word(const MovetextToken& token) noexcept {
  m_at = token.offset;
  return take(Kind::word, word_at(rest()).size());
}

MovetextLexer::VariationEnd MovetextLexer::skip_variation() noexcept {
  for (std::size_t depth = 1; depth != 0;) {
    m_at = std::min(m_text.find_first_of("{;()", m_at), m_text.size());
    switch (next().kind) {
    case Kind::end:
      return VariationEnd::missing;
    case Kind::variation_begin:
      if (++depth > GameTreeBuilder::max_depth) {
        --m_at;
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
