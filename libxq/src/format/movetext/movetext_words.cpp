#include "format/movetext/movetext_words.hpp"

#include "base/script/latin.hpp"
#include "base/text/npos.hpp"
#include "base/text/text.hpp"
#include "format/shared/slice.hpp"
#include "notation/reading.hpp"
#include "notation/vietnamese.hpp"

#include <xq/notation/notation.hpp>
#include <xq/record/game.hpp>

namespace xq::format {
namespace {

constexpr auto separators =
    std::to_array<std::string_view>({"，", "。", "、", "；", "．", "：", "→", "⇒", "“", "”", "‘",
                                     "’", "——", "「", "」", "『", "』", "｜", "／"});
constexpr auto brackets =
    std::to_array<std::string_view>({"（", "）", "｛", "｝", "［", "］", "【", "】"});

/// A sign of an evaluation and its number in PGN.
struct Glyph {
  std::string_view text;
  int nag;
};
constexpr auto wide_glyphs = std::to_array<Glyph>({{"！！", 3},
                                                   {"？？", 4},
                                                   {"！？", 5},
                                                   {"？！", 6},
                                                   {"！", 1},
                                                   {"？", 2},
                                                   {"±", 16},
                                                   {"∓", 17},
                                                   {"⩲", 14},
                                                   {"⩱", 15},
                                                   {"∞", 13},
                                                   {"□", 7}});

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

/// A glyph that ends the word before it; a sign of an evaluation does not.
bool begins_with_glyph(std::string_view text) noexcept {
  return text.starts_with("！") || text.starts_with("？");
}

/// A sign at `at` that ends a word, and begins none.
bool divides_words(std::string_view text, std::size_t at) noexcept {
  const auto rest = text.substr(at);
  if (static_cast<unsigned char>(rest[0]) >= 0xC2U &&
      (blank_length(rest) != 0 || length_of_any(separators, rest) != 0 ||
       length_of_any(brackets, rest) != 0 || begins_with_glyph(rest))) {
    return true;
  }
  return at != 0 && (is_quote(rest) || rest.starts_with("->") || rest.starts_with("=>") ||
                     rest.starts_with("…") || (rest[0] == '/' && divides_moves(text, at)));
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

std::size_t separator_length(std::string_view text) noexcept {
  if (text.starts_with("->") || text.starts_with("=>")) {
    return 2;
  }
  return length_of_any(separators, text);
}

std::size_t frame_length(std::string_view text) noexcept {
  if (!text.starts_with('[') && !text.starts_with("```")) {
    return 0;
  }
  const auto end = std::min(text.find('\n'), text.size());
  const auto line = trim(text.substr(0, end));
  const bool frame =
      line[0] == '`' || equal_ignoring_case(line, "[pgn]") || equal_ignoring_case(line, "[/pgn]");
  return frame ? end : 0;
}

std::size_t wide_bracket_length(std::string_view text) noexcept {
  return length_of_any(brackets, text);
}

std::size_t wide_glyph_length(std::string_view text, int& nag) noexcept {
  for (const auto& glyph : wide_glyphs) {
    if (text.starts_with(glyph.text)) {
      nag = glyph.nag;
      return glyph.text.size();
    }
  }
  return 0;
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

bool begins_with_move(std::string_view text) noexcept {
  auto word = word_at(text);
  while (word.size() > 3 && invisible_length(word.substr(word.size() - 3)) == 3) {
    word.remove_suffix(3); // h2e2 and a zero-width blank
  }
  return !word.empty() && (notation::has_move_form(word) ||
                           (is_ideograph_lead(word[0]) && begins_with_chinese_move(word)));
}

bool begins_with_vietnamese_move(std::string_view text) noexcept {
  constexpr std::size_t longest = 6; // Tg5.1 and a glyph
  const auto word = word_at(text);
  return word.size() >= 4 && word.size() <= longest && is_letter(word[0]) &&
         notation::has_move_form(notation::wxf_of_vietnamese(word));
}

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

bool is_prose(std::string_view word) noexcept {
  if (is_address(word) || (is_digit(word[0]) && begins_with_date(word))) {
    return true;
  }
  const auto c = decode_utf8(word).value;
  const bool ideograph = (c >= U'\u3400' && c <= U'\u9FFF') || c == U'《' || c == U'※' || c == U'★';
  return ideograph && !begins_with_chinese_move(word) && !notation::resembles_chinese_move(word);
}

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

bool ends_with_result(std::string_view line) noexcept {
  line = trim(line);
  const auto word = line.substr(line.find_last_of(" \t") + 1); // npos + 1 is 0
  return !word.empty() && word != "?" && record::find_result(word);
}

} // namespace xq::format
