#include "board/rules/cxa_acts.hpp"

#include "board/palace.hpp"

#include <algorithm>
#include <optional>

namespace xq::cxa {

namespace {

Bitboard strong_pieces(const Position& p, Color side) noexcept {
  return p.pieces(side, PieceType::rook) | p.pieces(side, PieceType::horse) |
         p.pieces(side, PieceType::cannon);
}

bool on_one_line(Square a, Square b, Square c) noexcept {
  return (file_of(a) == file_of(b) && file_of(b) == file_of(c)) ||
         (rank_of(a) == rank_of(b) && rank_of(b) == rank_of(c));
}

/// Whether the piece on `s`, which has just moved, takes part in a capture that threatened before
/// by another: without it the capture is none, is taken back, or is parried by taking a piece that
/// makes it. One that only lets the other leave its line, by standing between it and the king's
/// attacker, takes no part. `decided` becomes false where a search ended at its bound.
bool takes_part(const Position& after, Square s, const Threat& threat, bool& decided) {
  const Piece piece = after.at(s);
  if (type_of(piece) == PieceType::king || threat.from == s || threat.means == Means::checks) {
    return false;
  }
  const Color side = color_of(piece);
  Position without = after;
  without.remove(s);
  if (!without.reaches(threat.from, threat.victim)) {
    return true;
  }
  if (without.in_check(~side) || without.in_check(side)) {
    return false;
  }
  without.set_side_to_move(side);
  if (!without.is_safe({threat.from, threat.victim})) {
    return false;
  }
  ForcedLines alone{without, side};
  const bool wins = alone.wins_on_the_spot({threat.from, threat.victim});
  decided = decided && alone.decided();
  if (!wins) {
    return true;
  }
  const Bitboard makers =
      (between(threat.from, threat.victim) & without.pieces(side)) | Bitboard{threat.from};
  ForcedLines answers{without, ~side};
  ForcedLines with{after, ~side};
  bool parried = false;
  for (const Square maker : makers) {
    const Move taking{threat.victim, maker};
    parried = parried || (answers.wins_on_the_spot(taking) && !with.wins_on_the_spot(taking));
  }
  decided = decided && answers.decided() && with.decided();
  return parried;
}

/// The piece that takes on the victim's square in a line of checks; `none` if the line ends before.
PieceType taker(const Position& after, const Threat& threat) {
  Position p = after;
  p.set_side_to_move(color_of(after.at(threat.from)));
  for (std::size_t i = 0; i < threat.line.size(); ++i) {
    const Move m = threat.line[i];
    if (i % 2 == 0 && m.to() == threat.victim) {
      return type_of(p.at(m.from()));
    }
    p.do_move(m);
  }
  return PieceType::none;
}

/// Whether a line of checks needs another piece of the side than the one that begins it.
bool checks_with_several(const Position& after, const Threat& threat, bool& decided) {
  const Color side = color_of(after.at(threat.from));
  const Bitboard others = strong_pieces(after, side) & ~Bitboard{threat.from};
  for (const Square s : others) {
    Position without = after;
    without.remove(s);
    if (without.in_check(~side) || without.in_check(side)) {
      continue;
    }
    ForcedLines lines{without, side};
    const auto& threats = lines.threats();
    decided = decided && lines.decided();
    if (std::none_of(threats.begin(), threats.end(), [&](const Threat& t) {
          return t.means == Means::checks && t.value >= threat.value;
        })) {
      return true;
    }
  }
  return false;
}

/// Whether the side threatens anything, be it to mate or to win a piece, if it is to move.
bool threatens(const Position& p, Color side, bool& decided) {
  ForcedLines lines{p, side};
  const bool out = !lines.mate().empty() || !lines.threats().empty();
  decided = decided && lines.decided();
  return out;
}

/// 26.2: a side with one attacking piece, which keeps the draw against more of them by the point on
/// which that piece stands: the other side threatens nothing, and would without it. Then what is
/// attacked beside, advisors and elephants, is not chased.
bool holds_the_draw(const Position& after, Color side, const std::vector<Threat>& threats,
                    bool& decided) {
  Bitboard attackers = strong_pieces(after, side);
  for (const Square s : after.pieces(side, PieceType::pawn)) {
    if (has_crossed(side, s)) {
      attackers |= Bitboard{s};
    }
  }
  const auto is_guard = [&](const Threat& t) {
    const PieceType victim = type_of(after.at(t.victim));
    return victim == PieceType::advisor || victim == PieceType::elephant;
  };
  if (attackers.count() != 1 || strong_pieces(after, ~side).count() <= 1 ||
      !std::all_of(threats.begin(), threats.end(), is_guard) || threatens(after, ~side, decided)) {
    return false;
  }
  Position without = after;
  without.remove(attackers.first());
  return without.in_check(side) || without.in_check(~side) || threatens(without, ~side, decided);
}

/// What a side threatened before its move or, where the move answers a check, before that check.
class Background {
public:
  explicit Background(const Context& c) : m_context{c}, m_answers{c.before.in_check()} {
    const Position& then = m_answers && c.check ? c.before_check : c.before;
    if (!then.in_check(~c.before.side_to_move()) && !(m_answers && !c.check)) {
      m_lines.emplace(then, c.before.side_to_move(), c.pawns_chase ? c.move.from() : Square::none);
      m_then = then;
    }
  }

  /// Whether the mate that `now` threatens stood: no longer one, begun by the same pieces.
  [[nodiscard]] bool has_mate(ForcedLines& now) {
    if (!m_lines || m_lines->mate().empty() || m_lines->mate().size() > now.mate().size()) {
      return false;
    }
    const auto& begins = m_lines->mating_moves();
    const Move m = m_context.move;
    return std::all_of(now.mating_moves().begin(), now.mating_moves().end(), [&](Move mating) {
      const Square from = mating.from() == m.to() ? m.from() : mating.from();
      return std::any_of(begins.begin(), begins.end(),
                         [&](Move old) { return old.from() == from; });
    });
  }

  /// Whether `now`, one of `all`, stood: the same piece by the same one, and by the same means.
  [[nodiscard]] bool has(const Threat& now, const std::vector<Threat>& all) {
    if (!m_lines) {
      return false;
    }
    if (now.means != Means::checks) {
      return has_capture(now);
    }
    return std::any_of(m_lines->threats().begin(), m_lines->threats().end(),
                       [&](const Threat& old) { return is_same_gain(old, now, all); });
  }

  /// Whether the capture `now` won already, without a piece being lost for it that the other side
  /// attacked: a piece that moves out of such an attack makes it, where it takes part.
  [[nodiscard]] bool has_outright(const Threat& now) {
    return m_lines && now.means != Means::checks &&
           m_lines->wins_outright({from_before(now), victim_before(now)});
  }

  [[nodiscard]] bool decided() const noexcept { return !m_lines || m_lines->decided(); }

private:
  [[nodiscard]] Square from_before(const Threat& now) const noexcept {
    return now.from == m_context.move.to() ? m_context.move.from() : now.from;
  }
  [[nodiscard]] Square victim_before(const Threat& now) const noexcept {
    const bool came = m_answers && m_context.check.to() == now.victim;
    return came ? m_context.check.from() : now.victim;
  }

  [[nodiscard]] bool has_capture(const Threat& now) {
    const bool by_moved = now.from == m_context.move.to();
    const Square from = from_before(now);
    const Square victim = victim_before(now);
    if (!m_then.reaches(from, victim) || (by_moved && !on_one_line(from, now.from, now.victim))) {
      return false; // saves the searches for most attacks that are new
    }
    const auto captures = m_lines->captures();
    return std::any_of(captures.begin(), captures.end(), [&](const Threat& old) {
      return !(old.even && !now.even) && old.victim == victim && old.from == from;
    });
  }

  [[nodiscard]] bool is_same_gain(const Threat& old, const Threat& now,
                                  const std::vector<Threat>& all) const {
    const Square from = from_before(now);
    // the result is the same: no less was won before, and some of it the same piece
    return old.value >= now.value && (old.means == Means::checks || old.from == from) &&
           std::any_of(all.begin(), all.end(), [&](const Threat& t) {
             return t.means == Means::checks && t.victim == old.victim;
           });
  }

  const Context& m_context;
  bool m_answers;
  Position m_then;
  std::optional<ForcedLines> m_lines;
};

} // namespace

Finding classify(const Context& c) {
  Finding out;
  const Color side = c.before.side_to_move();
  Position after = c.before;
  after.do_move(c.move);
  if (after.in_check()) {
    out.act = Act::check;
    return out;
  }
  if (c.before.in_check() && type_of(c.before.at(c.move.from())) == PieceType::king) {
    out.exception = Exception::king_answers_check;
    return out;
  }
  ForcedLines now{after, side, c.pawns_chase ? c.move.to() : Square::none};
  Background before{c};
  if (!now.mate().empty() && !before.has_mate(now)) {
    out.act = Act::kill;
    out.mate = now.mate();
  }
  const Square moved = c.move.to();
  bool decided = true;
  for (const Threat& t : now.threats()) {
    if (!before.has(t, now.threats()) ||
        (takes_part(after, moved, t, decided) && !before.has_outright(t))) {
      out.threats.push_back(t);
    }
  }
  if (out.act == Act::idle && !out.threats.empty()) {
    out.act = Act::chase;
    if (holds_the_draw(after, side, out.threats, decided)) {
      out.act = Act::idle;
      out.exception = Exception::holds_the_draw;
    }
  }
  out.decided = decided && now.decided() && before.decided();
  return out;
}

/// A piece that is worth more than the one that takes it is chased by that one alone.
bool is_together(const Position& after, Square moved, const Threat& threat, bool& decided) {
  if (takes_part(after, moved, threat, decided)) {
    return true;
  }
  if (threat.means == Means::capture) {
    return false;
  }
  const bool checks = threat.means == Means::checks;
  const PieceType attacker = checks ? taker(after, threat) : type_of(after.at(threat.from));
  const int victim = value_of(type_of(after.at(threat.victim)));
  if (value_of(attacker) > 0 && victim > value_of(attacker)) {
    return false;
  }
  return !checks || checks_with_several(after, threat, decided);
}

} // namespace xq::cxa
