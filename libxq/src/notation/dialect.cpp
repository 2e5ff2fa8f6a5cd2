#include "base/text/ascii.hpp"
#include "base/text/text.hpp"

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
std::string vietnamese(std::string_view token) {
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

} // namespace

Reading read_dialect(const Position& position, std::string_view token, Dialect dialect,
                     std::optional<WxfStyle> wxf) {
  const auto plain = dialect == Dialect::western ? western(token) : vietnamese(token);
  if (plain.empty()) {
    Reading out;
    out.fault = ReadFault::unknown_text;
    return out;
  }
  return read_move(position, plain, Style::wxf, wxf);
}

} // namespace xq::notation
