#include "jobs/search/position_question.hpp"

#include "base/text/text.hpp"
#include "base/text/whole_number.hpp"
#include "board/turned.hpp"
#include "jobs/search/filter_texts.hpp"
#include "jobs/search/position_text.hpp"
#include "notation/piece_letters.hpp"
#include "notation/read_path.hpp"

#include <xq/base/error.hpp>

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

constexpr auto all_texts = std::to_array<NamedText<Question>>({
    {"position", false, set_text<&Question::position>},
    {"moves", false, set_text<&Question::moves>},
    {"material", false, set_text<&Question::material>},
    {"balance", false, set_text<&Question::balance>},
    {"sub-position", false, set_text<&Question::sub_position>},
    {"then", false, set_text<&Question::then>},
    {"hold", false,
     [](std::string_view text, Question& question) {
       question.hold = static_cast<int>(parse_number(text, 1, 10'000));
     }},
    {"manoeuvre", false, set_text<&Question::manoeuvre>},
    {"at-ply", false,
     [](std::string_view text, Question& question) { question.ply = read_range(text); }},
    {"no-mirror", true, set_flag<&Question::no_mirror>},
    {"colors-exchanged", true, set_flag<&Question::exchanged>},
    {"wxf-style", false, set_wxf},
});

} // namespace

std::span<const NamedText<Question>> position_texts() noexcept { return all_texts; }

/// The position that is asked for by its squares.
std::optional<Position> Question::wanted_place(Naming naming) const {
  if (place || (position.empty() && moves.empty())) {
    return place;
  }
  const bool has_moves = !moves.empty();
  try {
    return has_moves ? after_moves(Position::start(), moves, wxf) : read_position(position);
  } catch (const UsageError& e) {
    throw make_error<UsageError>("{}: {}", naming(has_moves ? "moves" : "position"), e.what());
  }
}

store::PositionFilter Question::at_place(const Position& wanted, Naming naming) const {
  store::PositionFilter out;
  out.pattern = BoardPattern::exactly(wanted);
  out.key = wanted.canonical();
  out.exchanged_key = turned_position(wanted).canonical();
  if (!then.empty()) {
    const auto reading = notation::read_move(wanted, then, std::nullopt, wxf);
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
