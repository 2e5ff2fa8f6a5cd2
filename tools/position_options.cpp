#include "position_options.hpp"

#include "position_argument.hpp"

#include <xq/base/error.hpp>
#include <xq/base/text.hpp>
#include <xq/notation/notation.hpp>

#include <optional>
#include <string_view>

namespace xq::cli {

namespace {

using store::BoardPattern;

/// The position after moves in any style from the standard start; move numbers are passed over.
Position play(std::string_view text, std::optional<notation::WxfStyle> wxf) {
  Position position = Position::start();
  constexpr std::string_view blanks = " \t\r\n,";
  for (;;) {
    text.remove_prefix(std::min(text.size(), text.find_first_not_of(blanks)));
    if (text.empty()) {
      return position;
    }
    auto token = text.substr(0, text.find_first_of(blanks));
    text.remove_prefix(token.size());
    const auto number = token.find_first_not_of("0123456789");
    if (number == token.npos || (number != 0 && token[number] == '.')) { // 12. or 12.炮二平五
      token.remove_prefix(std::min(token.size(), token.find_first_not_of("0123456789.")));
    }
    if (token.empty()) {
      continue;
    }
    const auto reading = notation::read_move(position, token, std::nullopt, wxf);
    if (!reading) {
      throw make_error<UsageError>("--moves: '{}': {}", excerpt(token, 40),
                                   notation::explain(position, token, reading));
    }
    position.do_move(reading.move);
  }
}

BoardPattern read(Expected<BoardPattern, std::string> pattern, std::string_view option) {
  if (!pattern) {
    throw make_error<UsageError>("--{}: {}", option, pattern.error());
  }
  return *pattern;
}

} // namespace

void PositionOptions::describe(OptionSet& options) {
  options.begin_group("Position (at most one; the left-right mirror image counts, too)");
  options.add("position", text(position, "FEN"),
              "the game reaches this position: startpos or a FEN");
  options.add(
      "moves", text(moves, "MOVES"),
      "the game reaches the position after these moves, in any style, whatever its order of "
      "moves");
  options.add(
      "material", text(material, "PIECES"),
      "the game reaches this material, Red's pieces - Black's: RRP-RC; advisors and elephants "
      "count for a side that names one; P+ for one or more, P* for any number");
  options.add(
      "sub-position", text(sub_position, "PATTERN"),
      "the game reaches a position like this: a FEN with _ for any square, * for any piece, # "
      "for a red, % for a black one");
  options.begin_group("Options");
}

void PositionOptions::apply(store::Filter& filter, const WxfStyleOption& wxf) const {
  int given = 0;
  for (const auto* text : {&position, &moves, &material, &sub_position}) {
    given += text->empty() ? 0 : 1;
  }
  if (given > 1) {
    throw UsageError{"--position, --moves, --material and --sub-position exclude each other"};
  }
  if (!position.empty() || !moves.empty()) {
    const Position wanted = moves.empty() ? position_argument(position) : play(moves, wxf.style);
    filter.position = {BoardPattern::exactly(wanted), wanted.canonical()};
  } else if (!material.empty()) {
    filter.position = {read(BoardPattern::read_material(material), "material"), {}};
  } else if (!sub_position.empty()) {
    filter.position = {read(BoardPattern::read_squares(sub_position), "sub-position"), {}};
  }
}

} // namespace xq::cli
