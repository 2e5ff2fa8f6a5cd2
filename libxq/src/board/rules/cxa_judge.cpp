#include "board/rules/cxa_conduct.hpp"
#include "board/rules/ruling.hpp"

#include <xq/base/translate.hpp>
#include <xq/board/rules.hpp>

#include <algorithm>
#include <set>

namespace xq {

namespace {

using cxa::Act;
using cxa::Finding;

/// A move that is not decided may still be more.
bool is_idle(const Finding& finding) noexcept {
  return finding.act == Act::idle && finding.decided;
}

/// The doing of one side while a cycle is looked at.
struct Watched : cxa::Doing {
  Bitboard always_chased = Bitboard::all(); ///< where these pieces stood before the cycle

  void add_finding(const Finding& finding, const std::array<Square, square_count>& origin) {
    add(finding.act, finding.decided);
    Bitboard chased;
    for (const cxa::Threat& t : finding.threats) {
      chased |= Bitboard{origin[to_index(t.victim)]};
    }
    always_chased &= chased;
    one_piece = !always_chased.empty();
  }
};

/// Which moves are looked at for an idle one.
enum class Look : std::uint8_t { answers, quiet, all };

bool is_looked_at(Look look, const Position& before, Move m) {
  if (look != Look::quiet) {
    return look == Look::all ||
           (before.in_check() && m.from() == before.king(before.side_to_move()));
  }
  Position after = before;
  after.do_move(m);
  return !after.in_check() && newly_chased(before, m, after).empty() &&
         !threatens_mate(after, before.side_to_move());
}

void judge_doings(Ruling& out, const std::array<cxa::Doing, color_count>& doings) {
  const cxa::Offence offence = cxa::find_offence(doings);
  out.outcome = Outcome::draw;
  out.weighing = offence.weighing;
  if (offence.side) {
    lose(out, *offence.side);
  } else {
    out.reason = doings[0].conduct() == Conduct::idle
                     ? localized("both sides may repeat")
                     : localized("both sides repeat forbidden moves");
  }
}

} // namespace

SharedFindings::Known SharedFindings::find(const Key& key) const {
  const std::scoped_lock lock{m_mutex};
  const auto found = m_findings.find(key);
  return found == m_findings.end() ? nullptr : found->second;
}

void SharedFindings::put(const Key& key, const Known& known) {
  constexpr std::size_t most_findings = 50'000; // some 20 MB
  const std::scoped_lock lock{m_mutex};
  if (m_findings.size() < most_findings) {
    m_findings.emplace(key, known);
  }
}

const Position& RepetitionJudge::position_after(std::size_t ply) {
  if (m_positions.empty() || m_base < m_history.last_capture()) {
    m_base = m_history.last_capture();
    restart_at(m_base);
    m_positions = {m_position};
  }
  while (m_positions.size() <= ply - m_base) {
    m_positions.push_back(m_positions.back());
    m_positions.back().do_move(m_moves[m_base + m_positions.size() - 2]);
  }
  return m_positions[ply - m_base];
}

const cxa::Finding& RepetitionJudge::finding(std::size_t ply, bool pawns_chase) {
  cxa::Context context;
  context.pawns_chase = pawns_chase;
  context.before = position_after(ply - 1);
  context.move = m_moves[ply - 1];
  if (ply >= m_history.last_capture() + 3) {
    context.before_check = position_after(ply - 2);
    context.check = m_moves[ply - 2];
  }
  const bool answers = context.before.in_check() && context.check;
  const SharedFindings::Key key{to_integer(context.before.key()), to_integer(context.before.lock()),
                                answers ? to_integer(context.before_check.key()) : 0,
                                context.move.raw(), pawns_chase};
  SharedFindings::Known& known = m_findings[key];
  if (!known && m_shared != nullptr) {
    known = m_shared->find(key);
  }
  if (!known) {
    known = std::make_shared<const cxa::Finding>(cxa::classify(context));
    if (m_shared != nullptr) {
      m_shared->put(key, known);
    }
  }
  return *known;
}

Ruling RepetitionJudge::judge_cycle(std::size_t first) {
  Ruling out;
  out.first_ply = first + 1;
  out.last_ply = m_moves.size();
  std::array<Watched, color_count> doings;
  // Saves a fifth of the time over an archive: one idle move is enough, also one that is known from
  // the move before. First those by which a king answers a check, which take no search, then what
  // neither attacks nor mates in one; of these the last, as it helps for longest.
  for (const Look look : {Look::answers, Look::quiet, Look::all}) {
    for (std::size_t ply = out.last_ply; ply >= out.first_ply; --ply) {
      const Position& before = position_after(ply - 1);
      const std::size_t side = to_index(before.side_to_move());
      std::size_t& last_idle = m_last[side].idle;
      if (last_idle < out.first_ply && is_looked_at(look, before, m_moves[ply - 1]) &&
          is_idle(finding(ply))) {
        last_idle = ply;
      }
      doings[side].idle = last_idle >= out.first_ply;
    }
  }
  const auto look_at_moves = [&] {
    std::array<Square, square_count> origin{};
    for (std::size_t i = 0; i < square_count; ++i) {
      origin[i] = static_cast<Square>(i);
    }
    for (std::size_t ply = out.first_ply; ply <= out.last_ply; ++ply) {
      const Move m = m_moves[ply - 1];
      origin[to_index(m.to())] = origin[to_index(m.from())];
      const std::size_t side = to_index(position_after(ply - 1).side_to_move());
      if (!doings[side].idle) { // one idle move is enough
        doings[side].add_finding(finding(ply, out.pawns_chase[side]), origin);
      }
    }
    out.conduct = {doings[0].conduct(), doings[1].conduct()};
  };
  look_at_moves();
  for (const std::size_t side : {0U, 1U}) {
    if (doings[side].idle && !doings[1 - side].idle && pawns_attack(side, out)) {
      out.pawns_chase[side] = true;
      doings[side] = {};
      look_at_moves();
    }
  }
  const bool both = !doings[0].idle && !doings[1].idle;
  if (both && (cxa::only_chases(out.conduct[0]) || cxa::only_chases(out.conduct[1]))) {
    std::set<const Finding*> seen;
    for (std::size_t ply = out.first_ply; ply <= out.last_ply; ++ply) {
      const std::size_t side = to_index(position_after(ply - 1).side_to_move());
      const Finding& found = finding(ply, out.pawns_chase[side]);
      if (found.act == Act::chase && seen.insert(&found).second) {
        const cxa::Chasing chasing =
            cxa::look_at_chase(found, position_after(ply), m_moves[ply - 1].to());
        doings[side].add_chase(chasing.single, chasing.of_rook);
        doings[side].decided = doings[side].decided && chasing.decided;
      }
    }
  }
  if (!doings[0].is_decided() || !doings[1].is_decided()) {
    out.undecided = true;
    out.reason = localized("not decided: a search of forced moves came to its bound");
    return out;
  }
  judge_doings(out, {doings[0], doings[1]});
  return out;
}

/// Whether every move of `side` in the cycle attacks, if what pawns attack is chased.
bool RepetitionJudge::pawns_attack(std::size_t side, const Ruling& ruling) {
  for (std::size_t ply = ruling.first_ply; ply <= ruling.last_ply; ++ply) {
    if (to_index(position_after(ply - 1).side_to_move()) == side && is_idle(finding(ply, true))) {
      return false;
    }
  }
  return true;
}

/// Whether three or more sequences of moves since `first`, one after the other, led back to where
/// they began.
bool RepetitionJudge::has_three_closed_sequences(std::size_t first) const {
  int closed = 0;
  std::size_t begin = first;
  for (std::size_t ply = first + 1; ply <= m_history.plies(); ++ply) {
    for (std::size_t before = begin; before < ply; ++before) {
      if (m_history.key(before) == m_history.key(ply)) {
        ++closed;
        begin = ply;
        break;
      }
    }
  }
  return closed >= 3;
}

Ruling RepetitionJudge::judge_nine_rounds() {
  constexpr std::size_t plies = 18;
  if (m_history.occurrences() < 2 || m_history.plies() < m_history.last_capture() + plies) {
    return {};
  }
  const std::size_t first = m_history.plies() - plies;
  if (!has_three_closed_sequences(first)) {
    return {};
  }
  Ruling out = judge_cycle(first);
  const bool lost = out.outcome == Outcome::red_wins || out.outcome == Outcome::black_wins;
  return lost && out.weighing == Weighing::none ? out : Ruling{};
}

} // namespace xq
