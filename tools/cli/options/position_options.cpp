#include "cli/options/position_options.hpp"

#include "cli/options/position_argument.hpp"

#include <xq/base/error.hpp>

#include <string_view>

namespace xq::cli {

namespace {

Position reached_by(const std::string& moves, const WxfStyleOption& wxf) {
  try {
    return after_moves(Position::start(), moves, wxf.style);
  } catch (const UsageError& e) {
    throw make_error<UsageError>("--moves: {}", e.what());
  }
}

BoardPattern read(const Expected<BoardPattern, std::string>& pattern, std::string_view option) {
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
    throw make_error<UsageError>(
        "--position, --moves, --material and --sub-position exclude each other");
  }
  if (!position.empty() || !moves.empty()) {
    const Position wanted = moves.empty() ? position_argument(position) : reached_by(moves, wxf);
    filter.position = {BoardPattern::exactly(wanted), wanted.canonical()};
  } else if (!material.empty()) {
    filter.position = {read(BoardPattern::read_material(material), "material"), {}};
  } else if (!sub_position.empty()) {
    filter.position = {read(BoardPattern::read_squares(sub_position), "sub-position"), {}};
  }
}

} // namespace xq::cli
