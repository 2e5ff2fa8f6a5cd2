#include "cli/options/position_options.hpp"

#include "cli/games/named_value.hpp"

#include <fmt/core.h>

#include <string>
#include <string_view>
#include <utility>

namespace xq::cli {

void PositionOptions::describe(OptionSet& options) {
  const auto value = [this](std::string_view name, std::string shown = {}) {
    return named_value(jobs::position_texts(), name, question, std::move(shown));
  };
  Value hold = value("hold", "N");
  hold.default_text = std::to_string(question.hold);
  options.begin_group("Position (at most one of the first five; mirror images count, too)");
  options.add("position", value("position", "FEN"),
              "the game reaches this position: startpos or a FEN");
  options.add(
      "moves", value("moves", "MOVES"),
      "the game reaches the position after these moves, in any style, whatever its order of "
      "moves");
  options.add("material", value("material", "PIECES"),
              "the game reaches this material, Red's pieces - Black's: RRP-RC or 车车兵-车炮; "
              "advisors and elephants "
              "count for a side that names one; P+ for one or more, P* for any number");
  options.add("balance", value("balance", "PIECES"),
              "the game reaches this difference of material: what Red has more - what Black has "
              "more: R-CC or 车-炮炮; everything else is even, advisors and elephants only if one "
              "is named");
  options.add(
      "sub-position", value("sub-position", "PATTERN"),
      "the game reaches a position like this: a FEN with _ for any square, * for any piece, # "
      "for a red, % for a black one; ranks may be left out");
  options.add("then", value("then", "MOVE"),
              "with --position or --moves: this move, in any style, is played there");
  options.add("hold", std::move(hold), "the position or material stands for N plies in a row");
  options.add("manoeuvre", value("manoeuvre", "PATH"),
              "one piece makes these moves one after the other, whatever others move between: "
              "h0-g2-e3, Nh0-g2-e3 or 马二进三,马三进四");
  options.add(
      "at-ply", value("at-ply", "RANGE"),
      "it is reached after so many plies (0: at the start), or the path ends with that ply: "
      "40-60, or 40- for 40 and more");
  options.add("no-mirror", value("no-mirror"), "left-right mirror images do not count");
  options.add("colors-exchanged", value("colors-exchanged"),
              "the same with Red and Black exchanged counts, too");
  options.begin_group("Options");
}

void PositionOptions::apply(store::Filter& filter, const WxfStyleOption& wxf) const {
  jobs::PositionQuestion asked = question;
  asked.wxf = wxf.style;
  asked.apply(filter, [](std::string_view name) { return fmt::format("--{}", name); });
}

} // namespace xq::cli
