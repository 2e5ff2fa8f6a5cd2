#include "cli/options/position_options.hpp"

#include "board/turned.hpp"
#include "cli/options/filter_options.hpp"
#include "cli/options/position_argument.hpp"
#include "notation/read_path.hpp"

#include <xq/base/error.hpp>
#include <xq/base/text.hpp>
#include <xq/notation/notation.hpp>

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

Move move_there(const Position& position, const std::string& text, const WxfStyleOption& wxf) {
  const auto reading = notation::read_move(position, text, std::nullopt, wxf.style);
  if (!reading) {
    throw make_error<UsageError>("--then: '{}': {}", excerpt(text, 40),
                                 notation::explain(position, text, reading));
  }
  return reading.move;
}

/// The position with colours exchanged, seen from the other side.
Position turned_position(const Position& position) {
  Position out;
  for (std::size_t s = 0; s < square_count; ++s) {
    const auto square = static_cast<Square>(s);
    if (position.at(square) != Piece::none) {
      out.put(turned(position.at(square)), turned(square));
    }
  }
  out.set_side_to_move(~position.side_to_move());
  return out;
}

} // namespace

void PositionOptions::describe(OptionSet& options) {
  options.begin_group("Position (at most one of the first five; mirror images count, too)");
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
  options.add("balance", text(balance, "PIECES"),
              "the game reaches this difference of material: what Red has more - what Black has "
              "more: R-CC; everything else is even, advisors and elephants only if one is named");
  options.add(
      "sub-position", text(sub_position, "PATTERN"),
      "the game reaches a position like this: a FEN with _ for any square, * for any piece, # "
      "for a red, % for a black one");
  options.add("then", text(then, "MOVE"),
              "with --position or --moves: this move, in any style, is played there");
  options.add("hold", number(hold, 1, 10'000),
              "the position or material stands for N plies in a row");
  options.add("manoeuvre", text(manoeuvre, "PATH"),
              "one piece makes these moves one after the other, whatever others move between: "
              "h0-g2-e3, Nh0-g2-e3 or 马二进三,马三进四");
  options.add(
      "at-ply", range(ply),
      "it is reached after so many plies (0: at the start), or the path ends with that ply: "
      "40-60, or 40- for 40 and more");
  options.add("no-mirror", flag(no_mirror), "left-right mirror images do not count");
  options.add("colors-exchanged", flag(exchanged),
              "the same with Red and Black exchanged counts, too");
  options.begin_group("Options");
}

std::optional<store::PositionFilter> PositionOptions::wanted(const WxfStyleOption& wxf) const {
  store::PositionFilter out;
  out.hold = hold;
  if (!position.empty() || !moves.empty()) {
    const Position place = moves.empty() ? position_argument(position) : reached_by(moves, wxf);
    out.pattern = BoardPattern::exactly(place);
    out.key = place.canonical();
    out.exchanged_key = turned_position(place).canonical();
    out.then = then.empty() ? Move{} : move_there(place, then, wxf);
    return out;
  }
  if (!material.empty()) {
    out.pattern = read(BoardPattern::read_material(material), "material");
  } else if (!balance.empty()) {
    out.pattern = read(BoardPattern::read_balance(balance), "balance");
  } else if (!sub_position.empty()) {
    out.pattern = read(BoardPattern::read_squares(sub_position), "sub-position");
  } else {
    return std::nullopt;
  }
  return out;
}

void PositionOptions::apply(store::Filter& filter, const WxfStyleOption& wxf) const {
  int given = 0;
  for (const auto* text : {&position, &moves, &material, &balance, &sub_position}) {
    given += text->empty() ? 0 : 1;
  }
  if (given > 1) {
    throw make_error<UsageError>("--position, --moves, --material, --balance and --sub-position "
                                 "exclude each other");
  }
  if (!then.empty() && position.empty() && moves.empty()) {
    throw make_error<UsageError>("--then needs --position or --moves");
  }
  if (hold > 1 && (given == 0 || !position.empty() || !moves.empty())) {
    throw make_error<UsageError>("--hold needs --material, --balance or --sub-position");
  }
  if (given == 0 && manoeuvre.empty() && (ply || no_mirror || exchanged)) {
    throw make_error<UsageError>(
        "--at-ply, --no-mirror and --colors-exchanged need a position or --manoeuvre");
  }
  if (!manoeuvre.empty()) {
    const auto path = notation::read_path(manoeuvre);
    if (!path) {
      throw make_error<UsageError>("--manoeuvre: {}", path.error());
    }
    filter.path = *path;
  }
  filter.position = wanted(wxf);
  filter.mirrored = !no_mirror;
  filter.exchanged = exchanged;
  filter.ply = ply;
}

} // namespace xq::cli
