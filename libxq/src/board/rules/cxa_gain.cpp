#include "board/rules/cxa_line.hpp"

#include <utility>

namespace xq::cxa {

namespace {

constexpr int longest_gain = 3; ///< checks before a piece is won

/// Puts moves in an order that exchanging colours does not change, nor, but for two moves that are
/// each other's image, a mirror: which of several lines is found must not depend on them.
void put_in_order(const Position& p, MoveList& moves) {
  const auto place = [&](Square s) {
    const int rank = p.side_to_move() == Color::red ? rank_of(s) : rank_count - 1 - rank_of(s);
    const int file = file_of(s) - file_count / 2;
    return (rank * file_count + (file < 0 ? -file : file)) * 2 + (file < 0 ? 1 : 0);
  };
  std::sort(moves.begin(), moves.end(), [&](Move a, Move b) {
    return std::pair{place(a.from()), place(a.to())} < std::pair{place(b.from()), place(b.to())};
  });
}

} // namespace

bool ForcedLines::may_gain_by_checks(const Balance& balance) {
  const Balance begin = lenient(balance);
  for (int checks = 1; checks <= longest_gain; ++checks) {
    if (gains_by_checks(m_position, begin, checks, nullptr)) {
      return true;
    }
  }
  return !m_decided;
}

/// The pieces that `side` wins by the fewest checks that win something.
Bitboard ForcedLines::won_by_checks(Color side, const Balance& balance) {
  Position p = m_position;
  p.set_side_to_move(side);
  Gained gained;
  if (!p.in_check(~side)) {
    const Color beginner = m_side;
    m_side = side;
    for (int checks = 1; checks <= longest_gain; ++checks) {
      if (gains_by_checks(p, balance, checks, &gained)) {
        break;
      }
    }
    m_side = beginner;
  }
  return gained.victims;
}

/// Whether the side wins something by at most `checks` checks, whatever is answered.
bool ForcedLines::gains_by_checks(Position& p, const Balance& balance, int checks, Gained* gained) {
  const std::uint64_t key =
      balance.mixed_with(to_integer(p.key()), {no_exchange, no_exchange, to_index(m_side)});
  const std::int32_t* const known = m_no_gain.find(key);
  if ((known != nullptr && *known >= checks) || !may_visit()) {
    return false;
  }
  MoveList moves;
  generate_checks(p, moves);
  put_in_order(p, moves);
  for (const Move m : moves) {
    if (p.at(m.to()) != Piece::none && is_offer(balance, m)) {
      continue;
    }
    if (gains_by(p, balance, m, checks, nullptr)) {
      return gained == nullptr || gains_by(p, balance, m, checks, gained);
    }
  }
  if (m_decided) {
    m_no_gain.put(key, checks);
  }
  return false;
}

/// Whether the side gains by a sequence that begins with the check `m`.
bool ForcedLines::gains_by(Position& p, const Balance& balance, Move m, int checks,
                           Gained* gained) {
  const Balance then = balance.after(p, m, m_side);
  Undo undo;
  p.do_move(m, undo);
  MoveList answers;
  generate_legal(p, answers);
  put_in_order(p, answers);
  const auto key = to_integer(p.key());
  Move& refutation = m_no_gain_after[static_cast<std::size_t>(checks)];
  if (gained == nullptr) {
    put_first(answers, refutation);
    if (const std::int32_t* const known = m_refutations.find(key)) {
      put_first(answers, Move::from_raw(static_cast<std::uint16_t>(*known)));
    }
  }
  Gained found;
  if (undo.captured != Piece::none && !balance.spared.contains(m.to())) {
    found.victims |= Bitboard{balance.origin[to_index(m.to())]};
  }
  Line longest;
  bool gains = true;
  for (std::size_t i = 0; gains && i < answers.size(); ++i) {
    // what an answer to a check takes is lost by the check
    const Balance next = then.counting(answers[i].to()).after(p, answers[i], m_side, true);
    Undo undo_answer;
    p.do_move(answers[i], undo_answer);
    found.line.size = 0;
    gains = gains_after(p, next, checks, gained == nullptr ? nullptr : &found);
    if (!gains) {
      refutation = answers[i];
      m_refutations.put(key, refutation.raw());
    } else if (found.line.size + 1 >= longest.size) {
      longest.set(answers[i], found.line);
    }
    p.undo_move(answers[i], undo_answer);
  }
  p.undo_move(m, undo);
  if (gains && gained != nullptr) {
    gained->line.set(m, longest);
    gained->victims |= found.victims;
  }
  return gains;
}

/// Whether the side gains after the answer to the first of the checks.
bool ForcedLines::gains_after(Position& p, const Balance& balance, int checks, Gained* gained) {
  Balance on = balance;
  on.point = Square::none;
  on.moved = {};
  if (p.in_check() || exchange(p, on, Gain::even, Gain::wins) < Gain::wins) {
    return checks > 1 && gains_by_checks(p, balance, checks - 1, gained);
  }
  if (gained != nullptr) {
    (void)exchange(p, on, Gain::even, Gain::wins, &gained->line);
    if (gained->line.size != 0) {
      gained->victims |= Bitboard{balance.origin[to_index(gained->line.moves[0].to())]};
    }
  }
  return true;
}

void ForcedLines::find_gain_by_checks(const Balance& balance) {
  constexpr std::array<int, 6> goals{1, 2, 4, 6, 8, 12};
  Balance begin = balance;
  int value = 0;
  Gained gained;
  for (int checks = 1; checks <= longest_gain; ++checks) {
    for (const int goal : goals) {
      if (goal <= value) {
        continue;
      }
      Gained found;
      begin.goal = goal;
      if (!gains_by_checks(m_position, begin, checks, &found)) {
        break;
      }
      value = goal;
      gained = found;
    }
  }
  const Bitboard of_value = m_position.pieces(~m_side) & ~balance.worthless;
  for (const Square victim : gained.victims& of_value) {
    m_threats->push_back({gained.line.moves[0].from(), victim, Means::checks, false, value,
                          gained.line.to_vector()});
  }
}

} // namespace xq::cxa
