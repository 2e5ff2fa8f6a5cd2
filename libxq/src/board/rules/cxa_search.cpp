#include "board/check_info.hpp"
#include "board/palace.hpp"
#include "board/rules/cxa_line.hpp"

#include <algorithm>

namespace xq::cxa {

namespace {

constexpr int most_counter_checks = 4; ///< of both sides, each an answer to a check
constexpr int longest_counter = 4;     ///< checks of the other side after a capture

} // namespace

int value_of(PieceType t) noexcept {
  switch (t) {
  case PieceType::rook:
    return 8;
  case PieceType::horse:
  case PieceType::cannon:
    return 4;
  case PieceType::advisor:
  case PieceType::elephant:
    return 2;
  default:
    return 0;
  }
}

ForcedLines::ForcedLines(const Position& position, Color side, Square pawn)
    : m_position{position}, m_side{side}, m_pawn{pawn} {
  m_position.set_side_to_move(side);
}

bool ForcedLines::may_visit() noexcept {
  if (m_left == 0) {
    m_decided = false;
    return false;
  }
  --m_left;
  return true;
}

/// Captures to the end, both sides free to stop where they are not in check; between `alpha` and
/// `beta` alone. Without a line asked for, what has been found out is remembered.
Gain ForcedLines::exchange(Position& p, const Balance& balance, Gain alpha, Gain beta, Line* line) {
  if (line != nullptr) {
    line->size = 0;
    return search_captures(p, balance, alpha, beta, line);
  }
  const Gain now = balance.gain();
  const bool own = p.side_to_move() == m_side;
  if ((own ? now >= beta : now <= alpha) && !p.in_check()) {
    return now;
  }
  const std::uint64_t key =
      balance.mixed_with(to_integer(p.key()), {static_cast<std::uint8_t>(alpha),
                                               static_cast<std::uint8_t>(beta), to_index(m_side)});
  if (const std::int32_t* const known = m_exchanges.find(key)) {
    return static_cast<Gain>(*known);
  }
  const Gain out = search_captures(p, balance, alpha, beta, nullptr);
  if (m_decided) {
    m_exchanges.put(key, static_cast<std::int32_t>(out));
  }
  return out;
}

Gain ForcedLines::search_captures(Position& p, const Balance& balance, Gain alpha, Gain beta,
                                  Line* line) {
  const bool own = p.side_to_move() == m_side;
  if (!may_visit() || balance.counter_checks > most_counter_checks) {
    return balance.gain();
  }
  const bool check = p.in_check();
  if (!check) {
    const Gain now = balance.gain();
    if (own ? now >= beta : now <= alpha) {
      return now;
    }
    alpha = own ? std::max(alpha, now) : alpha;
    beta = own ? beta : std::min(beta, now);
  }
  const bool may_mate = !balance.point_only && !(own && balance.mates);
  if (may_mate && line != nullptr) {
    if (const Move mate = mate_in_one(p)) {
      line->set(mate, {});
      return own ? Gain::mates : Gain::mated;
    }
  }
  Gain best = check ? (own ? Gain::mated : Gain::mates) : own ? alpha : beta;
  MoveList moves;
  const bool may_check = !check && !own && balance.other_checks > 0;
  if (check) {
    generate_evasions(p, moves);
  } else {
    generate_captures(p, moves);
    if (line == nullptr) { // the result is the same in any order
      std::partition(moves.begin(), moves.end(), [&](Move m) { return m.to() == balance.last; });
    }
  }
  if (may_check) {
    MoveList checks;
    generate_checks(p, checks);
    for (const Move m : checks) {
      if (p.at(m.to()) == Piece::none) {
        moves.push(m);
      }
    }
  }
  bool offered = false;
  CheckInfo info{p, check};
  for (const Move m : moves) {
    const bool quiet = p.at(m.to()) == Piece::none || balance.spared.contains(m.to());
    if (!check && quiet && (!may_check || (balance.lenient && p.at(m.to()) != Piece::none))) {
      continue;
    }
    if (!check && !quiet) {
      if (balance.point_only && m.to() != balance.point) {
        continue;
      }
      if (own && !balance.no_offers && is_offer(balance, m)) {
        continue;
      }
      const PieceType t = type_of(p.at(m.from()));
      if (!own && balance.back_only && balance.checked && m.to() != balance.point) {
        continue;
      }
      const bool takes_back = m.to() == balance.point || m.to() == balance.last;
      if (!takes_back && ((own && (t == PieceType::king || t == PieceType::pawn)) ||
                          (balance.moved.contains(m.from()) && !balance.checked))) {
        continue;
      }
    }
    // an exchange that is offered wins nothing, neither by an answer to a check
    if (check && own && !quiet && !balance.no_offers && is_offer(balance, m)) {
      offered = offered || info.is_safe(m);
      continue;
    }
    if ((!check && quiet && !info.gives_check(m)) || !info.is_safe(m)) {
      continue;
    }
    Balance next = balance.after(p, m, m_side, check);
    if (!own) {
      const bool checks_on = !check && quiet;
      next.other_checks = checks_on ? balance.other_checks - 1 : 0;
      next.checked = checks_on;
    }
    Undo undo;
    p.do_move(m, undo);
    next.counter_checks += check && quiet && p.in_check() ? 1 : 0;
    const Gain found = exchange(p, next, alpha, beta);
    const bool better = own ? found > best : found < best;
    if (better && line != nullptr) {
      Line rest;
      (void)exchange(p, next, alpha, beta, &rest);
      line->set(m, rest);
    }
    p.undo_move(m, undo);
    best = better ? found : best;
    if (own) {
      alpha = std::max(alpha, best);
    } else {
      beta = std::min(beta, best);
    }
    if (alpha >= beta) {
      return best;
    }
  }
  if (offered && best == Gain::mated) {
    best = balance.gain(); // the exchange saves it
  }
  // without a line a mate is looked for last: mostly a capture decides
  if (may_mate && line == nullptr && mate_in_one(p)) {
    return own ? Gain::mates : Gain::mated;
  }
  return best;
}

/// What `capture` in `p` comes to by captures to the end; `line`, if asked for, begins with it.
Gain ForcedLines::gain_of(const Position& p, Move capture, const Balance& balance, Gain alpha,
                          Gain beta, Line* line) {
  Position after = p;
  after.do_move(capture);
  const Balance then = balance.after(p, capture, m_side);
  if (line == nullptr) {
    return exchange(after, then, alpha, beta);
  }
  Line rest;
  const Gain out = exchange(after, then, alpha, beta, &rest);
  line->set(capture, rest);
  return out;
}

bool ForcedLines::wins_on_the_spot(Move capture) {
  if (!m_position.is_legal(capture)) {
    return false;
  }
  Balance spot = balance_of_position();
  spot.point_only = true;
  m_left = most_positions;
  find_offers();
  if (is_offer(spot, capture)) {
    return false;
  }
  return gain_of(m_position, capture, spot, Gain::even, Gain::wins) >= Gain::wins;
}

bool ForcedLines::wins_outright(Move capture) {
  if (!m_position.is_legal(capture)) {
    return false;
  }
  (void)captures();
  Balance balance = balance_of_position();
  balance.spared = m_own_spot; // what is won anyway makes up for nothing
  balance.mates = !mate().empty();
  balance.other_checks = longest_counter;
  m_left = most_positions;
  return gain_of(m_position, capture, balance.counting(capture.to()), Gain::even, Gain::wins) >=
         Gain::wins;
}

/// The pieces that captures win for `side`: on their own square alone, or with all that follows.
Bitboard ForcedLines::won_by_captures(Color side, const Balance& balance) {
  Position p = m_position;
  p.set_side_to_move(side);
  Bitboard out;
  if (p.in_check(~side)) {
    return out;
  }
  const Color beginner = m_side;
  std::swap(p, m_position);
  m_side = side;
  for (const Square victim :
       m_position.pieces(~side) & ~m_position.pieces(PieceType::king) & ~balance.worthless) {
    for (const Square from : m_position.attackers(victim, side)) {
      const Move m{from, victim};
      const PieceType t = type_of(m_position.at(from));
      const bool may_chase = t != PieceType::king && t != PieceType::pawn;
      // attackers() has the king on an open file, too
      if (!m_position.is_legal(m) || (!balance.no_offers && is_offer(balance, m)) ||
          (balance.chasers_only && !may_chase)) {
        continue;
      }
      if (gain_of(m_position, m, balance.counting(victim), Gain::even, Gain::wins) >= Gain::wins) {
        out |= Bitboard{victim};
        break;
      }
    }
  }
  m_side = beginner;
  std::swap(p, m_position);
  return out;
}

/// The pieces of each side that a piece of their kind could itself take without loss: between these
/// there is an offer to exchange and no attack, also in the course of a line.
void ForcedLines::find_offers() {
  if (m_offers_known) { // the searches below ask for offers, and must find none yet
    return;
  }
  m_offers_known = true;
  const Color beginner = m_side;
  std::array<Bitboard, square_count> offers{};
  Balance balance = balance_of_position();
  balance.point_only = true;
  balance.spared = won_by_captures(m_side, balance) | won_by_captures(~m_side, balance);
  balance.point_only = false;
  balance.mates = true;
  balance.other_checks = longest_counter;
  for (const Color side : {Color::red, Color::black}) {
    Position answer = m_position;
    answer.set_side_to_move(~side);
    m_side = ~side;
    for (const Square victim : answer.pieces(~side)) {
      const PieceType kind = type_of(answer.at(victim));
      for (const Square s : answer.pieces(side) & answer.pieces(kind)) {
        const Move m{victim, s};
        if (kind == PieceType::king || kind == PieceType::pawn || !answer.is_legal(m)) {
          continue;
        }
        if (gain_of(answer, m, balance, Gain::loses, Gain::even) >= Gain::even) {
          offers[to_index(victim)] |= Bitboard{s};
        }
      }
    }
  }
  m_side = beginner;
  m_offers = offers;
  m_exchanges.clear(); // what was found out without them
}

bool ForcedLines::is_offer(const Balance& balance, Move capture) const noexcept {
  const Square victim =
      capture.to() == balance.point ? balance.point_victim : balance.origin[to_index(capture.to())];
  return m_offers[to_index(victim)].contains(balance.origin[to_index(capture.from())]);
}

/// A capture after which another piece than the one that captures gives check.
bool ForcedLines::uncovers_check(Move capture) const {
  Position after = m_position;
  after.do_move(capture);
  return !(after.checkers() & ~Bitboard{capture.to()}).empty();
}

std::span<const Threat> ForcedLines::captures() {
  if (!m_threats) {
    m_threats.emplace();
    m_left = most_positions;
    find_captures();
    m_captures = m_threats->size();
  }
  return {m_threats->data(), m_captures};
}

const std::vector<Threat>& ForcedLines::threats() {
  (void)captures();
  if (!m_checks_tried) {
    m_checks_tried = true;
    Balance balance = balance_of_position();
    balance.mates = !mate().empty();
    for (const Threat& t : *m_threats) {
      balance.spared |= Bitboard{t.victim};
    }
    m_left = most_positions;
    if (may_gain_by_checks(balance)) {
      balance.spared |= spared();
      find_gain_by_checks(balance);
    }
  }
  return *m_threats;
}

Balance ForcedLines::balance_of_position() const noexcept {
  Balance balance;
  for (std::size_t i = 0; i < square_count; ++i) {
    balance.origin[i] = static_cast<Square>(i);
  }
  for (const Square s : m_position.pieces(PieceType::pawn)) {
    if (!has_crossed(color_of(m_position.at(s)), s)) {
      balance.worthless |= Bitboard{s};
    }
  }
  return balance;
}

void ForcedLines::find_captures() {
  find_offers();
  Balance balance = balance_of_position();
  balance.mates = !mate().empty();
  m_left = most_positions;
  Balance spot = balance;
  spot.point_only = true;
  spot.chasers_only = true;
  m_own_spot = won_by_captures(m_side, spot);
  balance.other_checks = longest_counter;
  find_captures(balance);
}

/// What counts neither as won nor as lost: what the side wins on the spot, and what the other side
/// threatens anyway.
Bitboard ForcedLines::spared() {
  if (!m_spared) {
    Balance balance = balance_of_position();
    balance.mates = !mate().empty();
    Balance spot = balance;
    spot.point_only = true;
    spot.no_offers = true;
    Balance other = balance;
    other.no_offers = true;
    other.spared = won_by_captures(m_side, spot) | won_by_captures(~m_side, spot);
    other.other_checks = longest_counter;
    other.back_only = true;
    balance.spared = m_own_spot | won_by_captures(~m_side, other);
    m_spared = balance.spared | won_by_checks(~m_side, balance);
  }
  return *m_spared;
}

/// The same with more spared than is: what wins nothing then, wins nothing at all. Saves most
/// positions the search for what the other side threatens, 8 % of the time.
Balance ForcedLines::lenient(const Balance& balance) const noexcept {
  Balance out = balance;
  out.spared |= m_own_spot | m_position.pieces(m_side);
  out.lenient = true;
  return out;
}

void ForcedLines::find_captures(const Balance& balance) {
  Balance spot = balance_of_position();
  spot.mates = balance.mates;
  spot.point_only = true;
  const Bitboard victims =
      m_position.pieces(~m_side) & ~m_position.pieces(PieceType::king) & ~balance.worthless;
  for (const Square victim : victims) {
    for (const Square from : m_position.attackers(victim, m_side)) {
      const Move m{from, victim};
      const PieceType t = type_of(m_position.at(from));
      if (!m_position.is_safe(m) || is_offer(balance, m)) {
        continue;
      }
      if (t == PieceType::king || (t == PieceType::pawn && from != m_pawn && !uncovers_check(m))) {
        continue;
      }
      const bool on_the_spot = m_own_spot.contains(victim) &&
                               gain_of(m_position, m, spot, Gain::even, Gain::wins) >= Gain::wins;
      if (!on_the_spot && m_decided &&
          gain_of(m_position, m, lenient(balance).counting(victim), Gain::even, Gain::wins) <
              Gain::wins) {
        continue;
      }
      Balance begin = balance;
      begin.spared = spared();
      begin = begin.counting(victim);
      Gain least = Gain::even;
      Gain gain = gain_of(m_position, m, begin, least, Gain::wins);
      if (gain < Gain::wins && on_the_spot) {
        least = Gain::loses;
        gain = gain_of(m_position, m, begin, least, Gain::wins);
      }
      const bool even = gain == Gain::even || gain == Gain::pawn_for_piece;
      if (gain < Gain::wins && !(even && on_the_spot)) {
        continue;
      }
      Line line;
      (void)gain_of(m_position, m, begin, least, Gain::wins, &line);
      Position after = m_position;
      after.do_move(m);
      bool taken_back = false;
      for (const Square s : after.attackers(victim, ~m_side)) {
        taken_back = taken_back || after.is_legal({s, victim});
      }
      m_threats->push_back({from, victim, taken_back ? Means::exchange : Means::capture, even,
                            even ? 0 : std::max(1, value_of(type_of(m_position.at(victim)))),
                            line.to_vector()});
    }
  }
}

} // namespace xq::cxa
