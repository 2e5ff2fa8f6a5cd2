#include "board/rules/cxa_acts.hpp"

#include <xq/base/translate.hpp>
#include <xq/board/rules.hpp>

#include <algorithm>

namespace xq {

namespace {

using cxa::Act;
using cxa::Finding;

/// What one side's moves in a cycle are, taken together.
struct Doing {
  bool check = false;
  bool kill = false;
  bool chase = false;
  bool idle = false;
  bool one_piece = true; ///< chased by every move: some piece is
  bool alone = true;     ///< each chase is, or is also, one by a single piece
  bool decided = true;
  Bitboard always_chased = Bitboard::all(); ///< where these pieces stood before the cycle

  void add(const Finding& finding, const std::array<Square, square_count>& origin) {
    check = check || finding.act == Act::check;
    kill = kill || finding.act == Act::kill;
    chase = chase || finding.act == Act::chase;
    idle = idle || finding.act == Act::idle;
    decided = decided && finding.decided;
    Bitboard chased;
    bool single = false;
    for (const cxa::NewThreat& t : finding.threats) {
      chased |= Bitboard{origin[to_index(t.threat.victim)]};
      single = single || !t.together;
    }
    always_chased &= chased;
    if (finding.act == Act::chase) {
      alone = alone && single;
    }
  }

  [[nodiscard]] Conduct conduct() const noexcept {
    if (idle) {
      return Conduct::idle;
    }
    if (check) {
      return kill && chase ? Conduct::attacks
             : kill        ? Conduct::check_and_kill
             : chase       ? Conduct::check_and_chase
                           : Conduct::perpetual_check;
    }
    if (kill) {
      return chase ? Conduct::kill_and_chase : Conduct::perpetual_kill;
    }
    return always_chased.empty() ? Conduct::several_chased : Conduct::perpetual_chase;
  }
};

bool only_chases(Conduct c) noexcept {
  return c == Conduct::perpetual_chase || c == Conduct::several_chased;
}

/// Article 26.9, of two sides that both break the rules: which has to change, if one.
Weighing weigh(const Doing& a, const Doing& b) noexcept {
  if (a.conduct() == Conduct::perpetual_kill && only_chases(b.conduct())) {
    return Weighing::kill_or_chase;
  }
  if (only_chases(a.conduct()) && a.alone && b.chase && !b.alone) {
    return Weighing::alone_or_jointly;
  }
  return Weighing::none;
}

bool looks_idle(const Position& before, Move m) {
  Position after = before;
  after.do_move(m);
  return !after.in_check() && newly_chased(before, m, after).empty() &&
         !threatens_mate(after, before.side_to_move());
}

std::string_view name(Color c) noexcept {
  return c == Color::red ? translate("Red") : translate("Black");
}

void lose(Ruling& out, Color offender) {
  out.outcome = offender == Color::red ? Outcome::black_wins : Outcome::red_wins;
  out.reason =
      localized("{} {}", name(offender), translate(to_text(out.conduct[to_index(offender)])));
}

void judge_doings(Ruling& out, const std::array<Doing, color_count>& doings) {
  const auto is = [&](auto&& what) {
    return std::array{what(doings[0].conduct()), what(doings[1].conduct())};
  };
  const auto checks = is([](Conduct c) { return c == Conduct::perpetual_check; });
  const auto forbidden = is([](Conduct c) { return c != Conduct::idle; });
  out.outcome = Outcome::draw;
  for (const auto& offence : {checks, forbidden}) {
    if (offence[0] != offence[1]) {
      return lose(out, offence[0] ? Color::red : Color::black);
    }
  }
  if (!forbidden[0]) {
    out.reason = localized("both sides may repeat");
    return;
  }
  for (const Color side : {Color::red, Color::black}) {
    out.weighing = weigh(doings[to_index(side)], doings[to_index(~side)]);
    if (out.weighing != Weighing::none) {
      return lose(out, side);
    }
  }
  out.reason = localized("both sides repeat forbidden moves");
}

} // namespace

const Position& RepetitionJudge::position_after(std::size_t ply) {
  const std::size_t base = m_history.last_capture();
  if (m_positions.empty()) {
    m_positions.push_back(m_base);
  }
  while (m_positions.size() <= ply - base) {
    m_positions.push_back(m_positions.back());
    m_positions.back().do_move(m_moves[base + m_positions.size() - 2]);
  }
  return m_positions[ply - base];
}

const cxa::Finding& RepetitionJudge::finding(std::size_t ply) {
  cxa::Context context;
  context.before = position_after(ply - 1);
  context.move = m_moves[ply - 1];
  if (ply >= m_history.last_capture() + 3) {
    context.earlier = position_after(ply - 3);
    context.own_before = m_moves[ply - 3];
    context.other_before = m_moves[ply - 2];
  }
  const bool answers = context.before.in_check() && context.own_before;
  const FindingKey key{to_integer(context.before.key()),
                       answers ? to_integer(context.earlier.key()) : 0, context.move.raw()};
  std::shared_ptr<const cxa::Finding>& known = m_findings[key];
  if (!known) {
    known = std::make_shared<const cxa::Finding>(cxa::classify(context));
  }
  return *known;
}

Ruling RepetitionJudge::judge_cycle(std::size_t first) {
  Ruling out;
  out.first_ply = first + 1;
  out.last_ply = m_moves.size();
  std::array<Doing, color_count> doings;
  std::array<Square, square_count> origin{};
  for (std::size_t i = 0; i < square_count; ++i) {
    origin[i] = static_cast<Square>(i);
  }
  // Saves a fifth of the time over the archive's repetitions: what neither attacks nor mates in one
  // is mostly idle, one idle move is enough, and so it is looked at first.
  std::array<bool, color_count> tried{};
  for (std::size_t ply = out.first_ply; ply <= out.last_ply; ++ply) {
    const std::size_t side = to_index(position_after(ply - 1).side_to_move());
    if (!tried[side] && looks_idle(position_after(ply - 1), m_moves[ply - 1])) {
      tried[side] = true;
      if (const cxa::Finding& found = finding(ply); found.act == Act::idle && found.decided) {
        doings[side].idle = true;
      }
    }
  }
  for (std::size_t ply = out.first_ply; ply <= out.last_ply; ++ply) {
    const Move m = m_moves[ply - 1];
    origin[to_index(m.to())] = origin[to_index(m.from())];
    Doing& doing = doings[to_index(position_after(ply - 1).side_to_move())];
    if (!doing.idle) { // one idle move is enough
      doing.add(finding(ply), origin);
    }
  }
  out.conduct = {doings[0].conduct(), doings[1].conduct()};
  if (!doings[0].decided || !doings[1].decided) {
    out.undecided = true;
    out.reason = localized("not decided: a search of forced moves came to its bound");
    return out;
  }
  judge_doings(out, doings);
  return out;
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
