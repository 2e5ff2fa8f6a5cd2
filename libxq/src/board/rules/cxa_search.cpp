#include "board/rules/cxa_search.hpp"

#include "board/check_info.hpp"

#include <xq/board/movegen.hpp>

#include <algorithm>

namespace xq::cxa {

namespace {

constexpr int longest_mate = 5;         ///< checks of a mate that is threatened
constexpr int longest_refutation = 1;   ///< checks of a mate that answers a capture, or follows one
constexpr int longest_gain = 3;         ///< checks before a piece is won
constexpr int longest_counter = 4;      ///< checks of the other side after a capture
constexpr int most_positions = 400'000; ///< of one search

/// The legal moves that give check.
void generate_checks(const Position& p, MoveList& checks) {
  const bool in_check = p.in_check();
  MoveList moves;
  if (in_check) {
    generate_evasions(p, moves);
  } else {
    generate_captures(p, moves);
    generate_quiets(p, moves);
  }
  CheckInfo info{p, in_check};
  for (const Move m : moves) {
    if (info.gives_check(m) && info.is_safe(m)) {
      checks.push(m);
    }
  }
}

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

/// What has been taken in a line, from the side that began it, and what no longer counts.
struct ForcedLines::Balance {
  Bitboard spared;    ///< pieces that could be won before the line, which proves nothing of them
  Bitboard worthless; ///< pawns that had not crossed the river before the line
  Square point = Square::none;        ///< of the first capture: king and pawn take part there alone
  Square point_victim = Square::none; ///< what was taken there first: where it stood
  bool point_only = false;
  bool no_offers = false;    ///< each capture counts
  bool chasers_only = false; ///< king and pawn do not begin
  bool back_only = false;    ///< after its checks the other side takes on the point alone
  bool checked = false;      ///< by the other side in the line: its pieces take what they like
  bool mates = false;        ///< already before the line: it proves nothing
  Bitboard moved; ///< pieces that moved in the line: they take on the point or what took last
  Square last = Square::none; ///< where the last capture was
  int goal = 1;               ///< the least that wins
  int pieces = 0;
  int rooks = 0; ///< won, less those lost: no pawn is worth one
  int pawns_won = 0;
  int pawns_lost = 0;
  int pawns_given = 0;  ///< before anything was won
  int pawns_taken = 0;  ///< with those before the river: they make up for a pawn that is lost
  int other_checks = 0; ///< that the other side may still give instead of a capture
  std::array<Square, square_count> origin{};

  [[nodiscard]] Gain gain() const noexcept {
    if (pieces >= goal && pieces > 0) {
      return pawns_given > pawns_taken && rooks <= 0 ? Gain::even : Gain::wins;
    }
    if (pieces < 0) {
      return pawns_won <= pawns_lost || rooks < 0    ? Gain::loses
             : pieces <= -value_of(PieceType::horse) ? Gain::pawn_for_piece
                                                     : Gain::pawn_for_guard;
    }
    return pieces > 0 || pawns_won == pawns_lost ? Gain::even
           : pawns_won < pawns_lost              ? Gain::loses
           : goal <= 1                           ? Gain::wins
                                                 : Gain::even;
  }

  /// After `m`, still to be played in `p`.
  [[nodiscard]] Balance after(const Position& p, Move m, Color beginner,
                              bool answers_check = false) const noexcept {
    Balance out = *this;
    const Piece taken = p.at(m.to());
    const bool own = p.side_to_move() == beginner;
    const bool counts = (!point_only || point == Square::none || m.to() == point) &&
                        !(spared.contains(m.to()) && point != m.to());
    if (taken != Piece::none && counts) {
      if (type_of(taken) == PieceType::pawn) {
        if (!worthless.contains(m.to())) {
          ++(own ? out.pawns_won : out.pawns_lost);
          out.pawns_given += !own && pieces <= 0 ? 1 : 0;
        }
        out.pawns_taken += own ? 1 : 0;
      } else {
        out.pieces += own ? value_of(type_of(taken)) : -value_of(type_of(taken));
        if (type_of(taken) == PieceType::rook) {
          out.rooks += own ? 1 : -1;
        }
      }
      if (out.point == Square::none) {
        out.point = m.to();
        out.point_victim = origin[to_index(m.to())];
      }
    }
    out.origin[to_index(m.to())] = origin[to_index(m.from())];
    const Bitboard here{m.from()};
    const Bitboard there{m.to()};
    out.spared = (spared & ~here & ~there) |
                 (answers_check && spared.contains(m.from()) ? there : Bitboard{});
    out.moved = (moved & ~here) | there;
    out.last = taken != Piece::none ? m.to() : Square::none;
    out.worthless =
        (worthless & ~here & ~there) | (worthless.contains(m.from()) ? there : Bitboard{});
    return out;
  }
};

struct ForcedLines::Line {
  std::array<Move, 40> moves{};
  std::size_t size = 0;

  void set(Move m, const Line& rest) noexcept {
    moves[0] = m;
    size = std::min(rest.size + 1, moves.size());
    std::copy_n(rest.moves.begin(), size - 1, moves.begin() + 1);
  }
  [[nodiscard]] std::vector<Move> to_vector() const {
    return {moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(size)};
  }
};

ForcedLines::ForcedLines(const Position& position, Color side)
    : m_position{position}, m_side{side} {
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

const std::vector<Move>& ForcedLines::mate() {
  if (!m_mate) {
    m_mate.emplace();
    m_left = most_positions;
    Line line;
    for (int checks = 1; checks <= longest_mate; ++checks) {
      if (mates_in(m_position, checks, &line)) {
        m_mate = line.to_vector();
        break;
      }
    }
  }
  return *m_mate;
}

const std::vector<Move>& ForcedLines::mating_moves() {
  if (!m_mating) {
    m_mating.emplace();
    m_left = most_positions;
    MoveList moves;
    generate_checks(m_position, moves);
    for (const Move m : moves) {
      Line line;
      for (int checks = 1; checks <= longest_mate; ++checks) {
        if (mates_by(m_position, m, checks, &line)) {
          m_mating->push_back(m);
          break;
        }
      }
    }
  }
  return *m_mating;
}

/// Whether the check `m` begins a mate of at most `checks` checks.
bool ForcedLines::mates_by(Position& p, Move m, int checks, Line* line) {
  Undo undo;
  p.do_move(m, undo);
  MoveList answers;
  if (checks > 1) {
    generate_legal(p, answers);
  }
  bool mates = checks > 1 || !has_legal_move(p);
  Line longest;
  for (std::size_t i = 0; mates && i < answers.size(); ++i) {
    Undo undo_answer;
    p.do_move(answers[i], undo_answer);
    Line rest;
    mates = mates_in(p, checks - 1, &rest);
    if (mates && rest.size >= longest.size) {
      longest.set(answers[i], rest);
    }
    p.undo_move(answers[i], undo_answer);
  }
  p.undo_move(m, undo);
  if (mates) {
    line->set(m, longest);
  }
  return mates;
}

/// Whether the side to move mates with at most `checks` checks.
bool ForcedLines::mates_in(Position& p, int checks, Line* line) {
  if (checks == 0) {
    return false;
  }
  const auto key = to_integer(p.key());
  const auto known = m_no_mate.find(key);
  if ((known != m_no_mate.end() && known->second >= checks) || !may_visit()) {
    return false;
  }
  MoveList moves;
  generate_legal(p, moves);
  if (std::any_of(moves.begin(), moves.end(),
                  [&](Move m) { return p.gives_check(m) && mates_by(p, m, checks, line); })) {
    return true;
  }
  if (m_decided) {
    m_no_mate[key] = static_cast<std::int8_t>(checks);
  }
  return false;
}

/// Captures to the end, both sides free to stop where they are not in check.
Gain ForcedLines::exchange(Position& p, const Balance& balance, Gain alpha, Gain beta, Line* line) {
  line->size = 0;
  const bool own = p.side_to_move() == m_side;
  if (!may_visit()) {
    return balance.gain();
  }
  const bool check = p.in_check();
  if (!check) {
    const Gain now = balance.gain();
    if (own ? now >= beta : now <= alpha) {
      return now;
    }
    (own ? alpha : beta) = now;
  }
  if (!balance.point_only && !(own && balance.mates)) {
    Line mate;
    if (mates_in(p, longest_refutation, &mate)) {
      *line = mate;
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
    if (may_check) {
      generate_quiets(p, moves);
    }
  }
  CheckInfo info{p, check};
  for (const Move m : moves) {
    const bool quiet = p.at(m.to()) == Piece::none || balance.spared.contains(m.to());
    if (!check && quiet && !may_check) {
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
    Line rest;
    const Gain found = exchange(p, next, alpha, beta, &rest);
    p.undo_move(m, undo);
    if (own ? found > best : found < best) {
      best = found;
      line->set(m, rest);
    }
    if (own) {
      alpha = std::max(alpha, best);
    } else {
      beta = std::min(beta, best);
    }
    if (alpha >= beta) {
      break;
    }
  }
  return best;
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
  Position after = m_position;
  after.do_move(capture);
  Line line;
  return exchange(after, spot.after(m_position, capture, m_side), Gain::even, Gain::wins, &line) >=
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
      if (!m_position.is_safe(m) || (!balance.no_offers && is_offer(balance, m)) ||
          (balance.chasers_only && !may_chase)) {
        continue;
      }
      Position after = m_position;
      after.do_move(m);
      Line line;
      Balance begin = balance;
      begin.spared = begin.spared & ~Bitboard{victim};
      if (exchange(after, begin.after(m_position, m, side), Gain::even, Gain::wins, &line) >=
          Gain::wins) {
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
        Position after = answer;
        after.do_move(m);
        Line line;
        if (exchange(after, balance.after(answer, m, m_side), Gain::loses, Gain::even, &line) >=
            Gain::even) {
          offers[to_index(victim)] |= Bitboard{s};
        }
      }
    }
  }
  m_side = beginner;
  m_offers = offers;
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

const std::vector<Threat>& ForcedLines::threats() {
  if (!m_threats) {
    m_threats.emplace();
    m_left = most_positions;
    find_threats();
  }
  return *m_threats;
}

ForcedLines::Balance ForcedLines::balance_of_position() const noexcept {
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

void ForcedLines::find_threats() {
  find_offers();
  Balance balance = balance_of_position();
  balance.mates = !mate().empty();
  m_left = most_positions;
  Balance spot = balance;
  spot.point_only = true;
  Balance other = balance;
  spot.no_offers = true;
  other.no_offers = true;
  other.spared = won_by_captures(m_side, spot) | won_by_captures(~m_side, spot);
  spot.no_offers = false;
  spot.chasers_only = true;
  const Bitboard own_spot = won_by_captures(m_side, spot);
  other.other_checks = longest_counter;
  other.back_only = true;
  balance.spared = own_spot | won_by_captures(~m_side, other);
  // what the other side already wins by checks
  Position answer = m_position;
  answer.set_side_to_move(~m_side);
  if (!answer.in_check(m_side)) {
    m_side = ~m_side;
    std::swap(answer, m_position);
    Bitboard victims;
    Line line;
    for (int checks = 1; checks <= longest_gain; ++checks) {
      if (gains_by_checks(m_position, balance, checks, victims, &line)) {
        break;
      }
    }
    m_side = ~m_side;
    std::swap(answer, m_position);
    balance.spared |= victims;
  }
  balance.other_checks = longest_counter;
  find_captures(balance, own_spot);
  for (const Threat& t : *m_threats) {
    balance.spared |= Bitboard{t.victim};
  }
  balance.other_checks = 0;
  find_gain_by_checks(balance);
}

void ForcedLines::find_captures(const Balance& balance, Bitboard on_the_spot) {
  const Bitboard victims =
      m_position.pieces(~m_side) & ~m_position.pieces(PieceType::king) & ~balance.worthless;
  for (const Square victim : victims) {
    for (const Square from : m_position.attackers(victim, m_side)) {
      const Move m{from, victim};
      const PieceType t = type_of(m_position.at(from));
      if (!m_position.is_safe(m) || is_offer(balance, m)) {
        continue;
      }
      if (t == PieceType::king || (t == PieceType::pawn && !uncovers_check(m))) {
        continue;
      }
      Position after = m_position;
      after.do_move(m);
      Line rest;
      Balance begin = balance;
      begin.spared = begin.spared & ~Bitboard{victim};
      begin = begin.after(m_position, m, m_side);
      Gain gain = exchange(after, begin, Gain::even, Gain::wins, &rest);
      if (gain < Gain::wins && on_the_spot.contains(victim)) {
        gain = exchange(after, begin, Gain::loses, Gain::wins, &rest);
      }
      const bool even = gain == Gain::even || gain == Gain::pawn_for_piece;
      if (gain < Gain::wins && !(even && on_the_spot.contains(victim))) {
        continue;
      }
      bool taken_back = false;
      for (const Square s : after.attackers(victim, ~m_side)) {
        taken_back = taken_back || after.is_legal({s, victim});
      }
      Line line;
      line.set(m, rest);
      m_threats->push_back({from, victim, taken_back ? Means::exchange : Means::capture, even,
                            even ? 0 : std::max(1, value_of(type_of(m_position.at(victim)))),
                            line.to_vector()});
    }
  }
}

/// Whether the side wins something by at most `checks` checks, whatever is answered.
bool ForcedLines::gains_by_checks(Position& p, const Balance& balance, int checks,
                                  Bitboard& victims, Line* line) {
  if (!may_visit()) {
    return false;
  }
  MoveList moves;
  generate_checks(p, moves);
  put_in_order(p, moves);
  for (const Move m : moves) {
    if (p.at(m.to()) != Piece::none && is_offer(balance, m)) {
      continue;
    }
    const Balance then = balance.after(p, m, m_side);
    Undo undo;
    p.do_move(m, undo);
    MoveList answers;
    generate_legal(p, answers);
    put_in_order(p, answers);
    bool gains = true;
    Bitboard found;
    if (undo.captured != Piece::none && !balance.spared.contains(m.to())) {
      found |= Bitboard{balance.origin[to_index(m.to())]};
    }
    Line longest;
    for (std::size_t i = 0; gains && i < answers.size(); ++i) {
      Balance forced = then; // what an answer to a check takes is lost by the check
      forced.spared = then.spared & ~Bitboard{answers[i].to()};
      const Balance next = forced.after(p, answers[i], m_side, true);
      Undo undo_answer;
      p.do_move(answers[i], undo_answer);
      Line rest;
      Balance on = next;
      on.point = Square::none;
      on.moved = {};
      gains = !p.in_check() && exchange(p, on, Gain::even, Gain::wins, &rest) >= Gain::wins;
      if (gains) {
        if (rest.size != 0) {
          found |= Bitboard{next.origin[to_index(rest.moves[0].to())]};
        }
      } else if (checks > 1) {
        gains = gains_by_checks(p, next, checks - 1, found, &rest);
      }
      if (gains && rest.size + 1 >= longest.size) {
        longest.set(answers[i], rest);
      }
      p.undo_move(answers[i], undo_answer);
    }
    p.undo_move(m, undo);
    if (gains) {
      line->set(m, longest);
      victims |= found;
      return true;
    }
  }
  return false;
}

void ForcedLines::find_gain_by_checks(const Balance& balance) {
  constexpr std::array<int, 6> goals{1, 2, 4, 6, 8, 12};
  Balance begin = balance;
  int value = 0;
  Bitboard victims;
  Line line;
  for (int checks = 1; checks <= longest_gain; ++checks) {
    for (const int goal : goals) {
      if (goal <= value) {
        continue;
      }
      Line found;
      Bitboard taken;
      begin.goal = goal;
      if (!gains_by_checks(m_position, begin, checks, taken, &found)) {
        break;
      }
      value = goal;
      victims = taken;
      line = found;
    }
  }
  const Bitboard of_value = m_position.pieces(~m_side) & ~balance.worthless;
  for (const Square victim : victims& of_value) {
    m_threats->push_back(
        {line.moves[0].from(), victim, Means::checks, false, value, line.to_vector()});
  }
}

} // namespace xq::cxa
