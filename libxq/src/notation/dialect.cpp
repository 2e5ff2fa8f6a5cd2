#include "base/script/latin.hpp"
#include "base/text/ascii.hpp"
#include "base/text/text.hpp"
#include "notation/reading.hpp"
#include "notation/vietnamese.hpp"

#include <xq/notation/notation.hpp>

#include <array>
#include <string>

namespace xq::notation {

namespace {

/// A letter of the dialect and WXF's.
struct Letter {
  std::string_view written;
  char meant;
};
constexpr auto western_letters = std::to_array<Letter>({{"g", 'A'}, {"m", 'E'}, {"s", 'P'}});
/// `tg` before `t`. Full-width and accented letters do not occur.
constexpr auto vietnamese_letters = std::to_array<Letter>({{"tg", 'K'},
                                                           {"t", 'E'},
                                                           {"s", 'A'},
                                                           {"x", 'R'},
                                                           {"m", 'H'},
                                                           {"p", 'C'},
                                                           {"c", 'P'},
                                                           {"b", 'P'}});

/// The letter of WXF at the front of `token`, which loses what was read; 0 when there is none.
template <std::size_t size>
char take_letter(std::string_view& token, const std::array<Letter, size>& letters) {
  for (const auto& letter : letters) {
    if (equal_ignoring_case(token.substr(0, letter.written.size()), letter.written)) {
      token.remove_prefix(letter.written.size());
      return letter.meant;
    }
  }
  return '\0';
}

/// `M3+5` as `E3+5`.
std::string western(std::string_view token) {
  std::string out;
  if (token.starts_with('+') || token.starts_with('-')) {
    out += token[0];
    token.remove_prefix(1);
  }
  const char letter = take_letter(token, western_letters);
  return letter == '\0' ? std::string{} : out.append(1, letter).append(token);
}

/// `P2-5` as `C2.5`, `Xt/1` as `R+-1`: t is the front one (trước), s the rear one (sau).
std::string wxf_of_letters(std::string_view token) {
  std::string out;
  const char letter = take_letter(token, vietnamese_letters);
  if (letter == '\0' || token.size() < 3) {
    return {};
  }
  const char place = lower(token[0]);
  out += letter;
  out += place == 't' ? '+' : place == 's' ? '-' : place;
  out += token[1] == '.' ? '+' : token[1] == '-' ? '.' : token[1] == '/' ? '-' : ' ';
  out += token.substr(2);
  return out[2] == ' ' ? std::string{} : out;
}

/// What a word of a move in words stands for in WXF.
struct Word {
  std::string_view written; ///< without marks
  char meant;
};
constexpr auto piece_words = std::to_array<Word>({{"phao", 'C'},
                                                  {"ma", 'H'},
                                                  {"xe", 'R'},
                                                  {"tuong", 'E'}, // the king has the same letters
                                                  {"tinh", 'E'},
                                                  {"bo", 'E'},
                                                  {"si", 'A'},
                                                  {"tot", 'P'},
                                                  {"chot", 'P'},
                                                  {"binh", 'P'}});
constexpr auto step_words =
    std::to_array<Word>({{"binh", '.'}, {"tien", '+'}, {"tan", '+'}, {"thoai", '-'}, {"lui", '-'}});
constexpr auto place_words = std::to_array<Word>({{"truoc", '+'}, {"sau", '-'}});

template <std::size_t size>
char meaning_of(std::string_view word, const std::array<Word, size>& words) noexcept {
  for (const auto& one : words) {
    if (one.written == word) {
      return one.meant;
    }
  }
  return '\0';
}

bool is_column(std::string_view word) noexcept {
  return word.size() == 1 && word[0] >= '1' && word[0] <= '9';
}

/// Whether the piece that begins `text` is tướng, the king, and not tượng, the elephant: the mark
/// of its o tells, in one character or in several.
bool names_king(std::string_view text) noexcept {
  constexpr auto marked = std::to_array<std::string_view>(
      {"\u1EDB", "\u1EDA", "\u01A1\u0301", "\u01A0\u0301", "o\u031B\u0301", "O\u031B\u0301"});
  const auto word = text.substr(0, text.find(' '));
  return std::any_of(marked.begin(), marked.end(),
                     [&](std::string_view o) { return word.find(o) != std::string_view::npos; });
}

/// `Pháo 2 bình 5` as `C2.5`; empty for any other text.
std::string wxf_of_words(std::string_view text) {
  const auto plain = without_marks(text);
  std::array<std::string_view, 4> words;
  std::size_t count = 0;
  for (std::string_view rest = plain; !rest.empty();
       rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()))) {
    if (count == words.size()) {
      return {};
    }
    words[count] = rest.substr(0, rest.find(' '));
    rest.remove_prefix(words[count++].size());
  }
  if (count != words.size()) {
    return {};
  }
  const bool is_king = words[0] == "tuong" && names_king(text);
  const char piece = is_king ? 'K' : meaning_of(words[0], piece_words);
  const char place = is_column(words[1]) ? words[1][0] : meaning_of(words[1], place_words);
  const char step = meaning_of(words[2], step_words);
  const bool whole = piece != '\0' && place != '\0' && step != '\0' && is_column(words[3]);
  return whole ? std::string{piece, place, step, words[3][0]} : std::string{};
}

} // namespace

std::string wxf_of_vietnamese(std::string_view token) {
  auto words = token.size() > 5 ? wxf_of_words(token) : std::string{};
  return words.empty() ? wxf_of_letters(token) : words;
}

bool is_spelled_vietnamese(std::string_view text) { return !wxf_of_words(text).empty(); }

Reading read_dialect(const Position& position, std::string_view token, Dialect dialect,
                     std::optional<WxfStyle> wxf) {
  const auto plain = dialect == Dialect::western ? western(token) : wxf_of_vietnamese(token);
  if (plain.empty()) {
    Reading out;
    out.fault = ReadFault::unknown_text;
    return out;
  }
  return read_token(position, plain, Style::wxf, wxf);
}

} // namespace xq::notation
