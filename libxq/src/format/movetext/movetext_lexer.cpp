#include "format/movetext/movetext_lexer.hpp"

#include "base/text/ascii.hpp"
#include "base/text/npos.hpp"
#include "base/text/text.hpp"
#include "format/movetext/game_tree_builder.hpp"
#include "format/movetext/move_numbers.hpp"
#include "format/movetext/movetext_words.hpp"
#include "format/movetext/tag_line.hpp"
#include "format/shared/slice.hpp"

#include <xq/record/game.hpp>

#include <algorithm>
#include <array>

namespace xq::format {
namespace {

using Kind = MovetextToken::Kind;
constexpr std::size_t most_digits = 9; // of a move number: no game in memory has more moves

constexpr auto decorations = std::to_array<std::string_view>(
    {"将军", "將軍", "绝杀", "絕殺", "将死", "將死", "吃", "杀", "殺", "照将", "叫杀"});
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

std::string_view MovetextLexer::line_ahead() const noexcept {
  const auto before = m_text.substr(0, m_at);
  const auto line = before.substr(before.rfind('\n') + 1); // npos + 1 is 0
  const auto content = format::skip_blanks(line);
  return content.empty() ? rest().substr(0, rest().find('\n')) : std::string_view{};
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
  case '`':
    if (const auto length = at_line_start() ? frame_length(text) : 0; length != 0) {
      return take(Kind::escape, length);
    }
    return c == '[' ? square_bracket() : word();
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
  const bool alone = piece.empty() || ends_word(piece[0]) || wide_bracket_length(piece) != 0;
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

/// `车８进８ ①` at the end of its line: the number of a note or a variation, and no move's.
bool MovetextLexer::refers_to_note(std::size_t length) const noexcept {
  const auto behind = format::skip_blanks(rest().substr(length));
  return line_ahead().empty() && (behind.empty() || behind[0] == '\n');
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
  if (const auto length = separator_length(text); length != 0) {
    return take(Kind::separator, length);
  }
  if (const auto length = dressed_number_length(text, number); length != 0) {
    return take(refers_to_note(length) ? Kind::separator : Kind::number, length, number);
  }
  if (const auto length = wide_glyph_length(text, number); length != 0) {
    return take(Kind::nag, length, number);
  }
  return wide_bracket_length(text) != 0 ? wide_bracket() : word();
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
    if (m_at < m_text.size() && m_text[m_at] == '\xEF' && wide_bracket_length(rest()) == 0) {
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
