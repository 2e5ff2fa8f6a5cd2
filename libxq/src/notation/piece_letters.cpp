#include "notation/piece_letters.hpp"

#include "base/text/text.hpp"
#include "notation/styles.hpp"

#include <xq/board/types.hpp>

namespace xq::notation {

std::string with_piece_letters(std::string_view text) {
  constexpr std::string_view letters = "KABNRCP"; // by PieceType
  std::string out;
  while (!text.empty()) {
    const auto character = decode_utf8(text);
    const auto symbol = symbol_of(character.value);
    if (symbol.kind == SymbolClass::piece) {
      out += letters[symbol.value];
    } else if (character.value == U'－' || character.value == U'—') {
      out += '-';
    } else {
      out += text.substr(0, character.length);
    }
    text.remove_prefix(character.length);
  }
  return out;
}

} // namespace xq::notation
