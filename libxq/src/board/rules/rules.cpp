#include "board/palace.hpp"
#include "board/rules/ruling.hpp"

#include <xq/base/translate.hpp>
#include <xq/board/movegen.hpp>
#include <xq/board/rules.hpp>

namespace xq {

namespace {

constexpr std::size_t usual_plies = 128; ///< of a game: memory for more is allocated when needed

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

/// Kings, and pawns before the river, are not chased.
Bitboard never_chased(const Position& p, Color attacker) noexcept {
  Bitboard out = p.pieces(PieceType::king);
  for (const Square s : p.pieces(~attacker, PieceType::pawn)) {
    if (!has_crossed(~attacker, s)) {
      out |= Bitboard{s};
    }
  }
  return out;
}

/// Kings and pawns are allowed to chase perpetually.
Bitboard chasers(const Position& p, Color attacker) noexcept {
  return p.pieces(attacker) & ~p.pieces(PieceType::king) & ~p.pieces(PieceType::pawn);
}

} // namespace

Bitboard chased_pieces(const Position& position, Color attacker) {
  Position p = position;
  p.set_side_to_move(attacker);
  const Bitboard victims = p.pieces(~attacker) & ~never_chased(p, attacker);
  Bitboard out;
  for (const Square from : chasers(p, attacker)) {
    for (const Square to : p.targets(from) & victims & ~out) {
      const Move m{from, to};
      if (p.is_safe(m) && is_chase(p, m)) {
        out |= Bitboard{to};
      }
    }
  }
  return out;
}

Bitboard chasers_of(const Position& position, Color attacker, Square victim) {
  Position p = position;
  p.set_side_to_move(attacker);
  Bitboard out;
  if ((never_chased(p, attacker) & Bitboard{victim})) {
    return out;
  }
  for (const Square from : chasers(p, attacker)) {
    const Move m{from, victim};
    if (p.is_legal(m) && is_chase(p, m)) {
      out |= Bitboard{from};
    }
  }
  return out;
}

namespace {

/// Whether a move parries a chase of the piece that now could capture, and the capture, which was
/// lawful before, could be taken back then: the move only cuts the way of what would take back. A
/// protector that still reaches the square and may not go there is another matter: a false root.
bool only_parries(const Position& before, const Position& after, Move capture) {
  if (!before.is_legal(capture) ||
      !(chased_pieces(before, ~before.side_to_move()) & Bitboard{capture.from()})) {
    return false;
  }
  Position taken = before;
  taken.do_move(capture);
  if (!can_recapture(taken, capture.to())) {
    return false;
  }
  taken = after;
  taken.do_move(capture);
  return taken.attackers(capture.to(), taken.side_to_move()).empty();
}

} // namespace

Bitboard new_chasers(const Position& before, Move m, const Position& after, Square victim) {
  const Color mover = before.side_to_move();
  const Bitboard now = chasers_of(after, mover, victim);
  const Bitboard old = chasers_of(before, mover, victim);
  Position again = after; // as if the mover were to move once more
  again.set_side_to_move(mover);
  Bitboard out;
  for (const Square from : now) {
    const bool moved = from == m.to();
    const bool stood = moved ? static_cast<bool>(old & Bitboard{m.from()})
                             : old & Bitboard{from} || only_parries(before, again, {from, victim});
    if (!stood) {
      out |= Bitboard{from};
    }
  }
  return out;
}

Bitboard newly_chased(const Position& before, Move m, const Position& after) {
  Bitboard out;
  for (const Square victim : chased_pieces(after, before.side_to_move())) {
    if (new_chasers(before, m, after, victim)) {
      out |= Bitboard{victim};
    }
  }
  return out;
}

bool threatens_mate(const Position& position, Color attacker) {
  Position p = position;
  p.set_side_to_move(attacker);
  if (p.in_check(~attacker) || p.in_check(attacker)) {
    return false; // a check is not a threat; a side in check cannot carry one out
  }
  MoveList moves;
  generate_legal(p, moves);
  for (const Move m : moves) {
    Undo undo;
    p.do_move(m, undo);
    const bool mate = p.in_check() && !has_legal_move(p);
    p.undo_move(m, undo);
    if (mate) {
      return true;
    }
  }
  return false;
}

std::string_view to_text(Conduct conduct) noexcept {
  switch (conduct) {
  case Conduct::idle:
    return to_translate("makes idle moves");
  case Conduct::attacks:
    return to_translate("checks, threatens mate and chases in turn");
  case Conduct::perpetual_check:
    return to_translate("gives perpetual check");
  case Conduct::perpetual_kill:
    return to_translate("threatens mate perpetually");
  case Conduct::perpetual_chase:
    return to_translate("chases one piece perpetually");
  case Conduct::several_chased:
    return to_translate("chases several pieces in turn");
  case Conduct::check_and_kill:
    return to_translate("checks and threatens mate in turn");
  case Conduct::check_and_chase:
    return to_translate("checks and chases in turn");
  case Conduct::kill_and_chase:
    return to_translate("threatens mate and chases in turn");
  }
  return {};
}

std::string_view name(Color c) noexcept {
  return c == Color::red ? translate("Red") : translate("Black");
}

void lose(Ruling& ruling, Color offender) {
  ruling.outcome = offender == Color::red ? Outcome::black_wins : Outcome::red_wins;
  ruling.reason =
      localized("{} {}", name(offender), translate(to_text(ruling.conduct[to_index(offender)])));
}

namespace {

/// Where the conduct of one side alone is `forbidden`: that side loses.
template <typename F>
bool one_sided(Ruling& ruling, F&& forbidden) {
  const bool red = forbidden(ruling.conduct[to_index(Color::red)]);
  const bool black = forbidden(ruling.conduct[to_index(Color::black)]);
  if (red == black) {
    return false;
  }
  lose(ruling, red ? Color::red : Color::black);
  return true;
}

bool checks(Conduct c) noexcept { return c == Conduct::perpetual_check; }
bool chases_one(Conduct c) noexcept { return c == Conduct::perpetual_chase; }

void judge_wxf(Ruling& out) {
  const Conduct red = out.conduct[0];
  const Conduct black = out.conduct[1];
  if (one_sided(out, checks)) {
    return;
  }
  if (checks(red)) {
    out.reason = localized("both sides give check perpetually");
  } else if (!one_sided(out, chases_one)) {
    out.reason = chases_one(red) && chases_one(black)
                     ? localized("both sides chase perpetually")
                     : localized("neither side checks or chases one piece perpetually");
  }
}

} // namespace

RepetitionJudge::RepetitionJudge(const Position& start, RuleSet rules, SharedFindings* shared)
    : m_rules{rules}, m_shared{shared}, m_history{start}, m_position{start} {
  m_moves.reserve(usual_plies);
  restart_at(0);
}

void RepetitionJudge::add(Move m, const Position& after) {
  m_moves.push_back(m);
  m_history.add(after);
}

void RepetitionJudge::restart_at(std::size_t ply) {
  for (; m_classified < ply; ++m_classified) {
    m_position.do_move(m_moves[m_classified]);
  }
  m_last = {};
  m_not_chased = {};
  for (std::size_t i = 0; i < square_count; ++i) {
    m_origin[i] = static_cast<Square>(i);
  }
}

void RepetitionJudge::classify_moves() {
  if (m_classified < m_history.last_capture()) {
    restart_at(m_history.last_capture());
  }
  while (m_classified < m_moves.size()) {
    const Move m = m_moves[m_classified++];
    classify(m, m_classified);
  }
}

/// A check is not a chase, and an attack that existed before the move does not count.
void RepetitionJudge::classify(Move m, std::size_t ply) {
  const Color mover = m_position.side_to_move();
  const Position before = m_position;
  m_position.do_move(m);
  m_origin[to_index(m.to())] = m_origin[to_index(m.from())];
  const bool check = m_position.in_check();
  const Bitboard chased = check ? Bitboard{} : newly_chased(before, m, m_position);
  for (const Square s : m_position.pieces(~mover) & ~chased) {
    m_not_chased[to_index(m_origin[to_index(s)])] = ply;
  }
  LastPlies& last = m_last[to_index(mover)];
  if (check) {
    last.check = ply;
  } else {
    (chased ? last.chase : last.idle) = ply;
  }
}

Conduct RepetitionJudge::conduct_since(std::size_t ply, Color side) const {
  const LastPlies& last = m_last[to_index(side)];
  const bool check = last.check > ply;
  const bool chase = last.chase > ply;
  if (last.idle > ply) {
    return Conduct::idle;
  }
  if (check && !chase) {
    return Conduct::perpetual_check;
  }
  for (const Square s : m_position.pieces(~side)) {
    if (m_not_chased[to_index(m_origin[to_index(s)])] <= ply) {
      return Conduct::perpetual_chase;
    }
  }
  return check ? Conduct::check_and_chase : Conduct::several_chased;
}

Ruling RepetitionJudge::judge(int occurrences) {
  occurrences = occurrences == 0 ? usual_occurrences(m_rules) : occurrences;
  if (m_rules == RuleSet::none) {
    return {};
  }
  if (m_history.occurrences() < occurrences) {
    return m_rules == RuleSet::cxa ? judge_nine_rounds() : Ruling{};
  }
  const std::size_t first = m_history.occurrence(occurrences);
  if (m_rules == RuleSet::cxa) {
    return judge_cycle(first);
  }
  classify_moves();
  Ruling out;
  out.outcome = Outcome::draw;
  out.first_ply = first + 1;
  out.last_ply = m_moves.size();
  out.conduct = {conduct_since(first, Color::red), conduct_since(first, Color::black)};
  judge_wxf(out);
  return out;
}

Ruling judge_repetition(const Position& start, std::span<const Move> moves, RuleSet rules,
                        int occurrences) {
  RepetitionJudge judge{start, rules};
  Position position = start;
  for (const Move m : moves) {
    position.do_move(m);
    judge.add(m, position);
  }
  return judge.judge(occurrences);
}

} // namespace xq
