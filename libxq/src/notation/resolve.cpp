#include "notation/move_table.hpp"
#include "notation/styles.hpp"

namespace xq::notation {

namespace {

/// The piece that front, middle or rear means, where only one column has several of the kind.
Square marked_piece(const Position& position, PieceType t, Selector mark) noexcept {
  const Color c = position.side_to_move();
  Bitboard same = position.pieces(c, t);
  if (!same.has_several()) {
    return Square::none;
  }
  if (t == PieceType::pawn) {
    const PawnCounts pawns{same};
    int crowded = -1;
    for (int file = 0; file < file_count; ++file) {
      if (pawns.on(file) > 1) {
        if (crowded >= 0) {
          return Square::none;
        }
        crowded = file;
      }
    }
    if (crowded < 0 || pawns.on(crowded) > 3) {
      return Square::none;
    }
    same &= on_file(crowded);
  } else if (file_of(same.first()) != file_of(same.last())) {
    return Square::none;
  }
  const int count = same.count();
  if (mark == Selector::middle) {
    same.pop();
    return count == 3 ? same.first() : Square::none;
  }
  if (count > (t == PieceType::pawn ? 3 : 2)) {
    return Square::none;
  }
  const bool front = mark == Selector::front || mark == Selector::plus;
  return front == (c == Color::red) ? same.last() : same.first();
}

constexpr bool names_place(Selector m) {
  return m == Selector::front || m == Selector::middle || m == Selector::rear ||
         m == Selector::plus || m == Selector::minus;
}

Move if_legal(const Position& position, Move m) noexcept {
  return m && position.reaches(m.from(), m.to()) && position.is_safe(m) ? m : Move{};
}

bool is_front(const Description& what, const Standing& s) noexcept {
  return what.mark == Selector::double_plus || what.mark == Selector::front ||
                 what.mark == Selector::plus
             ? s.place == 1
             : s.place == s.count;
}

/// With four or five pawns, + is the first one to some, and to the rules of 1997 the second; so is
/// - from the rear. `place` counts from the end that the sign means.
bool fits_sign(int place, int count, std::optional<WxfStyle> wxf) noexcept {
  const bool old_rules = wxf == WxfStyle::rules1997;
  return (place == 1 && (count < 4 || !old_rules)) ||
         (place == 2 && count > 3 && (old_rules || !wxf));
}

/// A column of two pawns or more, one of which is asked for by front, middle or rear.
int fit_mark(const Description& what, const Standing& s, std::optional<WxfStyle> wxf) noexcept {
  // On one crowded column the mark is enough; with two it takes the column, too.
  const int certain = s.crowded_columns > 1 && what.column == 0 ? 1 : 2;
  switch (what.mark) {
  case Selector::front:
    return s.place == 1 ? certain : 0;
  case Selector::rear:
    return s.place == s.count ? certain : 0;
  case Selector::middle:
    if (s.count == 3) {
      return s.place == 2 ? certain : 0;
    }
    return s.place > 1 && s.place < s.count ? 1 : 0;
  case Selector::plus:
    return fits_sign(s.place, s.count, wxf) ? certain : 0;
  case Selector::minus:
    return fits_sign(s.count + 1 - s.place, s.count, wxf) ? certain : 0;
  case Selector::double_plus:
  case Selector::double_minus:
    return s.count > 3 && is_front(what, s) ? certain : 0;
  case Selector::none:
  case Selector::number:
    break;
  }
  return 0;
}

} // namespace

int fit(const Description& what, const Standing& s, std::optional<WxfStyle> wxf) noexcept {
  if (what.column != 0 && what.column != s.column) {
    return 0;
  }
  switch (what.mark) {
  case Selector::none:
    if (s.count == 1 || told_by_direction(what.type)) {
      return 2;
    }
    // By the rules of 1997 the middle one of three or five pawns has no sign.
    return wxf == WxfStyle::rules1997 && s.count > 2 && 2 * s.place == s.count + 1 ? 2 : 1;
  case Selector::number:
    if (s.count == 1) {
      return 0;
    }
    if (wxf == WxfStyle::rules1997 && s.crowded_columns > 1 && what.number == what.column) {
      return s.count == 3 && s.place == 2 ? 2 : 0; // 33=
    }
    return what.number == (what.column != 0 ? s.place : s.series) ? 2 : 0;
  default:
    return s.count == 1 ? 0 : fit_mark(what, s, wxf);
  }
}

Move resolve_directly(const Position& position, const Description& what) noexcept {
  if (what.mark == Selector::none) {
    return resolve_plain(position, what.type, what.column, what.step);
  }
  if (names_place(what.mark) && what.column == 0) {
    const Square from = marked_piece(position, what.type, what.mark);
    return from == Square::none ? Move{} : goes(position, what.type, from, what.step);
  }
  return {};
}

Reading resolve(const Position& position, const Description& what,
                std::optional<WxfStyle> wxf) noexcept {
  const Color c = position.side_to_move();
  std::array<MoveList, 3> meant; // by fit: legal moves that the text means
  MoveList aimed;                // what it means, legal or not, best fit first
  int pieces = 0;
  for (int level = 2; level > 0; --level) {
    for (const Square from : position.pieces(c, what.type)) {
      if (fit(what, standing_of(position, from), wxf) != level) {
        continue;
      }
      ++pieces;
      const Move m = aim(c, what.type, from, what.step);
      if (m) {
        aimed.push(m);
      }
      if (if_legal(position, m)) {
        meant[static_cast<std::size_t>(level)].push(m);
      }
    }
  }
  Reading out;
  const MoveList& fits = meant[2].empty() ? meant[1] : meant[2];
  if (fits.size() == 1) {
    out.move = fits[0];
  } else if (fits.size() > 1) {
    out.fault = ReadFault::ambiguous;
    out.candidates = fits;
  } else {
    out.fault = pieces == 0 ? ReadFault::no_such_piece : ReadFault::illegal;
    out.attempted = aimed.empty() ? Move{} : aimed[0];
  }
  return out;
}

} // namespace xq::notation
