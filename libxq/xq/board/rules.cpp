#include <xq/board/rules.hpp>

#include <vector>

namespace xq {

namespace {

bool has_crossed(Color pawn_color, Square s) noexcept {
  return pawn_color == Color::red ? rank_of(s) >= 5 : rank_of(s) <= 4;
}

/// After a capture on `s`: can the side to move lawfully take back there?
bool can_recapture(const Position& p, Square s) noexcept {
  for (const Square from : p.attackers(s, p.side_to_move())) {
    if (p.is_legal({from, s})) {
      return true;
    }
  }
  return false;
}

bool wins_even_if_protected(PieceType attacker, PieceType victim) noexcept {
  switch (attacker) {
  case PieceType::horse:
  case PieceType::cannon:
    return victim == PieceType::rook;
  case PieceType::advisor:
  case PieceType::elephant:
    return victim == PieceType::rook || victim == PieceType::horse || victim == PieceType::cannon;
  default:
    return false;
  }
}

/// `m` is a lawful capture by the side to move.
bool is_chase(const Position& p, Move m) noexcept {
  const PieceType attacker = type_of(p.at(m.from()));
  const PieceType victim = type_of(p.at(m.to()));
  if (wins_even_if_protected(attacker, victim)) {
    return true;
  }
  Position after = p;
  after.do_move(m);
  if (can_recapture(after, m.to())) {
    return false;
  }
  if (attacker == victim) {
    Position answer = p;
    answer.set_side_to_move(~p.side_to_move());
    return !answer.is_legal({m.to(), m.from()});
  }
  return true;
}

} // namespace

Bitboard chased_pieces(const Position& position, Color attacker) {
  Position p = position;
  p.set_side_to_move(attacker);
  Bitboard victims = p.pieces(~attacker) & ~p.pieces(PieceType::king);
  for (const Square s : p.pieces(~attacker, PieceType::pawn)) {
    if (!has_crossed(~attacker, s)) {
      victims ^= Bitboard{s};
    }
  }
  const Bitboard chasers =
      p.pieces(attacker) & ~p.pieces(PieceType::king) & ~p.pieces(PieceType::pawn);
  Bitboard out;
  for (const Square from : chasers) {
    for (const Square to : p.targets(from) & victims & ~out) {
      const Move m{from, to};
      if (p.is_safe(m) && is_chase(p, m)) {
        out |= Bitboard{to};
      }
    }
  }
  return out;
}

namespace {

/// What one side did in every one of its moves of a cycle. Pieces are followed by the squares on
/// which they stood when the cycle began.
struct Conduct {
  bool moved = false;
  bool always_check = true;
  Bitboard always_chased = Bitboard::all();

  [[nodiscard]] bool perpetual_check() const noexcept { return moved && always_check; }
  [[nodiscard]] bool perpetual_chase() const noexcept { return moved && always_chased; }
};

/// Follows the pieces of a cycle by where they stood at its beginning.
class Origins {
public:
  Origins() {
    for (std::size_t i = 0; i < square_count; ++i) {
      m_origin[i] = static_cast<Square>(i);
    }
  }
  void move(Move m) noexcept { m_origin[to_index(m.to())] = m_origin[to_index(m.from())]; }
  [[nodiscard]] Bitboard of(Bitboard squares) const noexcept {
    Bitboard out;
    for (const Square s : squares) {
      out |= Bitboard{m_origin[to_index(s)]};
    }
    return out;
  }

private:
  std::array<Square, square_count> m_origin{};
};

std::array<Conduct, color_count> conduct_in(Position p, std::span<const Move> cycle) {
  std::array<Conduct, color_count> out;
  Origins origins;
  for (const Move m : cycle) {
    const Color mover = p.side_to_move();
    const Bitboard before = origins.of(chased_pieces(p, mover));
    p.do_move(m);
    origins.move(m);
    Conduct& conduct = out[to_index(mover)];
    conduct.moved = true;
    const bool check = p.in_check();
    conduct.always_check = conduct.always_check && check;
    // A check is no chase, and an attack that stood before the move is no new one.
    conduct.always_chased &= check ? Bitboard{} : origins.of(chased_pieces(p, mover)) & ~before;
  }
  return out;
}

Ruling ruling(const Conduct& red, const Conduct& black) {
  Ruling out;
  out.outcome = Outcome::draw;
  if (red.perpetual_check() || black.perpetual_check()) {
    if (red.perpetual_check() && black.perpetual_check()) {
      out.reason = "both sides give check perpetually";
      return out;
    }
    const bool red_checks = red.perpetual_check();
    out.outcome = red_checks ? Outcome::black_wins : Outcome::red_wins;
    out.reason = red_checks ? "Red gives perpetual check" : "Black gives perpetual check";
    return out;
  }
  if (red.perpetual_chase() != black.perpetual_chase()) {
    const bool red_chases = red.perpetual_chase();
    out.outcome = red_chases ? Outcome::black_wins : Outcome::red_wins;
    out.reason =
        red_chases ? "Red chases one piece perpetually" : "Black chases one piece perpetually";
    return out;
  }
  out.reason = red.perpetual_chase() ? "both sides chase perpetually"
                                     : "neither side checks or chases perpetually";
  return out;
}

} // namespace

Ruling judge_repetition(const Position& start, std::span<const Move> moves, RuleSet rules,
                        int occurrences) {
  std::vector<Position> positions{start};
  positions.reserve(moves.size() + 1);
  for (const Move m : moves) {
    positions.push_back(positions.back());
    positions.back().do_move(m);
  }
  const Position& last = positions.back();
  int count = 1;
  std::size_t first = positions.size() - 1;
  for (std::size_t i = positions.size() - 1; i-- > 0 && count < occurrences;) {
    if (positions[i + 1].halfmove_clock() == 0) {
      break; // a capture: nothing before it can come again
    }
    if (positions[i].key() == last.key() && positions[i].same_board(last)) {
      ++count;
      first = i;
    }
  }
  if (rules == RuleSet::none || count < occurrences) {
    return {};
  }
  const auto conduct = conduct_in(positions[first], moves.subspan(first));
  Ruling out = ruling(conduct[to_index(Color::red)], conduct[to_index(Color::black)]);
  out.first_ply = first + 1;
  out.last_ply = moves.size();
  return out;
}

} // namespace xq
