#include "jobs/search/position_question.hpp"

#include "base/text/text.hpp"
#include "base/text/whole_number.hpp"
#include "board/turned.hpp"
#include "jobs/search/position_text.hpp"
#include "notation/piece_letters.hpp"
#include "notation/read_path.hpp"
#include "notation/reading.hpp"
#include "store/filter/filter_values.hpp"

#include <xq/base/error.hpp>
#include <xq/base/translate.hpp>

#include <algorithm>
#include <vector>

namespace xq::jobs {

namespace {

using Question = PositionQuestion;

BoardPattern read(const Expected<BoardPattern, std::string>& pattern, const std::string& name) {
  if (!pattern) {
    throw make_error<UsageError>("{}: {}", name, pattern.error());
  }
  return *pattern;
}

template <std::string Question::*member>
void set_text(std::string_view text, Question& question) {
  question.*member = text;
}

template <bool Question::*member>
void set_flag(std::string_view /*text*/, Question& question) {
  question.*member = true;
}

void set_wxf(std::string_view text, Question& question) {
  const auto* const found = std::find_if(wxf_styles.begin(), wxf_styles.end(),
                                         [&](const auto& row) { return row.first == text; });
  if (found == wxf_styles.end()) {
    throw make_error<UsageError>("'{}' is no style of WXF: write xqbase, index or 1997",
                                 excerpt(text, 40));
  }
  question.wxf = found->second;
}

using Row = store::NamedText<Question>;
constexpr auto all_texts = std::to_array<Row>({
    {"position", "FEN", to_translate("Position"),
     "the game reaches this position: startpos or a FEN", set_text<&Question::position>},
    {"moves", "MOVES", to_translate("Moves"),
     "the game reaches the position after these moves, in any style, whatever its order of moves",
     set_text<&Question::moves>},
    {"material", "PIECES", to_translate("Material"),
     "the game reaches this material, Red's pieces - Black's: RRP-RC or 车车兵-车炮; advisors and "
     "elephants count for a side that names one; P+ for one or more, P* for any number",
     set_text<&Question::material>},
    {"balance", "PIECES", to_translate("Difference of material"),
     "the game reaches this difference of material: what Red has more - what Black has more: R-CC "
     "or 车-炮炮; everything else is even, advisors and elephants only if one is named",
     set_text<&Question::balance>},
    {"sub-position", "PATTERN", to_translate("Part of a position"),
     "the game reaches a position like this: a FEN with _ for any square, * for any piece, # for a "
     "red, % for a black one; ranks may be left out",
     set_text<&Question::sub_position>},
    {"then", "MOVE", to_translate("Move played there"),
     "with --position or --moves: this move, in any style, is played there",
     set_text<&Question::then>},
    {"hold", "N", to_translate("Plies in a row"),
     "the position or material stands for N plies in a row",
     [](std::string_view text, Question& question) {
       question.hold = static_cast<int>(parse_number(text, 1, 10'000));
     },
     "1"},
    {"manoeuvre", "PATH", to_translate("Path of a piece"),
     "one piece makes these moves one after the other, whatever others move between: h0-g2-e3, "
     "Nh0-g2-e3 or 马二进三,马三进四",
     set_text<&Question::manoeuvre>},
    {"at-ply", "RANGE", to_translate("At ply"),
     "it is reached after so many plies (0: at the start), or the path ends with that ply: 40-60, "
     "or 40- for 40 and more",
     [](std::string_view text, Question& question) { question.ply = store::read_range(text); }},
    {"no-mirror", "", to_translate("Without mirror images"),
     "left-right mirror images do not count", set_flag<&Question::no_mirror>},
    {"colors-exchanged", "", to_translate("With colours exchanged, too"),
     "the same with Red and Black exchanged counts, too", set_flag<&Question::exchanged>},
    {"wxf-style", "STYLE", {}, {}, set_wxf}, // an option of every tool that reads moves
});

} // namespace

std::span<const Row> position_texts() noexcept { return all_texts; }

/// The position that is asked for by its squares.
std::optional<Position> Question::wanted_place(Naming naming) const {
  if (place || (position.empty() && moves.empty())) {
    return place;
  }
  const bool has_moves = !moves.empty();
  try {
    return has_moves ? after_moves(Position::start(), moves, wxf)
                     : read_position(position, OpenKing::warning); // as files have them
  } catch (const UsageError& e) {
    throw make_error<UsageError>("{}: {}", naming(has_moves ? "moves" : "position"), e.what());
  }
}

store::PositionFilter Question::at_place(const Position& wanted, Naming naming) const {
  auto out = store::reaches(wanted);
  if (!then.empty()) {
    const auto reading = notation::read_token(wanted, then, std::nullopt, wxf);
    if (!reading) {
      throw make_error<UsageError>("{}: '{}': {}", naming("then"), excerpt(then, 40),
                                   notation::explain(wanted, then, reading));
    }
    out.then = reading.move;
  }
  return out;
}

std::optional<store::PositionFilter> Question::like_pattern(Naming naming) const {
  store::PositionFilter out;
  out.hold = hold;
  if (!material.empty()) {
    out.pattern = read(BoardPattern::read_material(notation::with_piece_letters(material)),
                       naming("material"));
  } else if (!balance.empty()) {
    out.pattern =
        read(BoardPattern::read_balance(notation::with_piece_letters(balance)), naming("balance"));
  } else if (!sub_position.empty()) {
    out.pattern = read(BoardPattern::read_squares(sub_position), naming("sub-position"));
  } else {
    return std::nullopt;
  }
  return out;
}

void Question::check(Naming naming) const {
  std::vector<std::string_view> given;
  const auto add = [&](bool is_given, std::string_view name) {
    if (is_given) {
      given.push_back(name);
    }
  };
  add(place || !position.empty(), "position");
  add(!moves.empty(), "moves");
  const bool squares = !given.empty();
  add(!material.empty(), "material");
  add(!balance.empty(), "balance");
  add(!sub_position.empty(), "sub-position");
  if (given.size() > 1) {
    throw make_error<UsageError>("{} and {} exclude each other", naming(given[0]),
                                 naming(given[1]));
  }
  if (!then.empty() && !squares) {
    throw make_error<UsageError>("{} needs {} or {}", naming("then"), naming("position"),
                                 naming("moves"));
  }
  if (hold > 1 && (given.empty() || squares)) {
    throw make_error<UsageError>("{} needs {}, {} or {}", naming("hold"), naming("material"),
                                 naming("balance"), naming("sub-position"));
  }
  if (given.empty() && manoeuvre.empty() && (ply || no_mirror || exchanged)) {
    throw make_error<UsageError>("{}, {} and {} need a position or {}", naming("at-ply"),
                                 naming("no-mirror"), naming("colors-exchanged"),
                                 naming("manoeuvre"));
  }
}

std::optional<Position> Question::apply(store::Filter& filter, Naming naming) const {
  check(naming);
  if (!manoeuvre.empty()) {
    const auto path = notation::read_path(manoeuvre);
    if (!path) {
      throw make_error<UsageError>("{}: {}", naming("manoeuvre"), path.error());
    }
    filter.path = *path;
  }
  const auto wanted = wanted_place(naming);
  filter.position = wanted ? at_place(*wanted, naming) : like_pattern(naming);
  filter.mirrored = !no_mirror;
  filter.exchanged = exchanged;
  filter.ply = ply;
  return wanted;
}

} // namespace xq::jobs
