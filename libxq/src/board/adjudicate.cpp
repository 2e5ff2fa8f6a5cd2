#include "base/text/counted.hpp"

#include <xq/board/adjudicate.hpp>
#include <xq/board/movegen.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace xq {

namespace {

std::string_view name(Color c) noexcept { return c == Color::red ? "Red" : "Black"; }

std::string_view name(PieceType t) noexcept {
  constexpr std::array<std::string_view, piece_type_count + 1> names{
      "king", "advisor", "elephant", "horse", "rook", "cannon", "pawn", ""};
  return names[to_index(t)];
}

std::string name(Square s) {
  return {static_cast<char>('a' + file_of(s)), static_cast<char>('0' + rank_of(s))};
}

std::string rounds(int plies) { return counted(static_cast<std::uint64_t>(plies / 2), "round"); }

CycleMove look_at(const Position& before, Move m, std::size_t ply) {
  CycleMove out;
  out.ply = ply;
  out.side = before.side_to_move();
  out.move = m;
  out.piece = type_of(before.at(m.from()));
  Position after = before;
  after.do_move(m);
  out.check = after.in_check();
  if (out.check) {
    return out;
  }
  out.kill = threatens_mate(after, out.side);
  const Bitboard old = chased_pieces(before, out.side);
  for (const Square victim : chased_pieces(after, out.side) & ~old) {
    for (const Square from : chasers_of(after, out.side, victim)) {
      out.chases.push_back({type_of(after.at(from)), from, type_of(after.at(victim)), victim});
    }
  }
  return out;
}

bool any_check(const std::vector<CycleMove>& cycle, Color side) {
  return std::any_of(cycle.begin(), cycle.end(),
                     [&](const CycleMove& m) { return m.side == side && m.check; });
}

bool always_kills(const std::vector<CycleMove>& cycle, Color side) {
  return std::all_of(cycle.begin(), cycle.end(),
                     [&](const CycleMove& m) { return m.side != side || m.kill; });
}

/// Every new attack of `side` in the cycle is one of `attacker` on `victim`.
bool only_chases(const std::vector<CycleMove>& cycle, Color side, PieceType attacker,
                 PieceType victim) {
  return std::all_of(cycle.begin(), cycle.end(), [&](const CycleMove& m) {
    return m.side != side || std::all_of(m.chases.begin(), m.chases.end(), [&](const Chase& c) {
             return c.attacker == attacker && c.victim == victim;
           });
  });
}

/// Numbers are those of the Asian rules, chapter 4, section 4; docs/rules.md names the sources.
constexpr std::string_view asian_chases = "Asian rules, chapter 4, section 4";

std::string perpetual_chase_article(const std::vector<CycleMove>& cycle, Color chaser) {
  const auto only = [&](PieceType attacker, PieceType victim) {
    return only_chases(cycle, chaser, attacker, victim);
  };
  if (only(PieceType::cannon, PieceType::rook)) {
    return "a cannon may not chase a rook perpetually, protected or not (Asian rules, 15)";
  }
  if (only(PieceType::rook, PieceType::cannon)) {
    return "a rook may not chase an unprotected cannon perpetually (Asian rules, 18)";
  }
  for (const PieceType t : {PieceType::rook, PieceType::cannon, PieceType::horse}) {
    if (only(t, t)) {
      return "a piece may not chase one of its kind that cannot take back (Asian rules, 24)";
    }
  }
  return fmt::format("perpetual chase of one piece loses ({})", asian_chases);
}

std::string wxf_article(const Ruling& ruling, const std::vector<CycleMove>& cycle) {
  const auto has = [&](Conduct c) { return ruling.conduct[0] == c || ruling.conduct[1] == c; };
  const Color offender = ruling.outcome == Outcome::black_wins ? Color::red : Color::black;
  if (has(Conduct::perpetual_check)) {
    if (ruling.outcome == Outcome::draw) {
      return "both sides checking is a draw (Asian rules, 7)";
    }
    return any_check(cycle, ~offender)
               ? "two checks against one check back: the constant checker loses (Asian rules, 8)"
               : "perpetual check loses (Asian rules, 6)";
  }
  if (has(Conduct::perpetual_chase)) {
    return ruling.outcome == Outcome::draw
               ? fmt::format("both sides chasing is a draw ({})", asian_chases)
               : perpetual_chase_article(cycle, offender);
  }
  if (has(Conduct::several_chased)) {
    return "chasing two or more pieces in turn is a draw (Asian rules, 32)";
  }
  if (has(Conduct::check_and_chase)) {
    return "one check and one chase in turn is a draw (Asian rules, 18, diagrams 37 and 38)";
  }
  const bool kills = always_kills(cycle, Color::red) || always_kills(cycle, Color::black);
  return kills ? "perpetual threat of mate is a draw (Asian rules, 9)"
               : "repetition without an offence is a draw (Asian rules, 5)";
}

/// Numbers are those of the Chinese rules of 2020, chapter 6.
std::string cxa_article(const Ruling& ruling) {
  const auto is_idle = [&](Color c) { return ruling.conduct[to_index(c)] == Conduct::idle; };
  if (ruling.outcome == Outcome::draw) {
    return is_idle(Color::red) ? "both sides may repeat: a draw (双方均为允许着法, 不变作和; "
                                 "Chinese rules 2020, 25.2)"
                               : "both sides repeat forbidden moves: a draw (双方均为禁止着法, "
                                 "不变作和; Chinese rules 2020, 26.9.4)";
  }
  const auto forbidden = [](std::string_view what, std::string_view name, int definition) {
    return fmt::format("{} ({}, 不变作负; Chinese rules 2020, 25.3 and 24.{})", what, name,
                       definition);
  };
  const Color loser = ruling.outcome == Outcome::black_wins ? Color::red : Color::black;
  switch (ruling.conduct[to_index(loser)]) {
  case Conduct::perpetual_check:
    return "one-sided perpetual check always loses (单方长将作负; Chinese rules 2020, 25.1 and "
           "24.9)";
  case Conduct::perpetual_kill:
    return forbidden("perpetual threat of mate must change or loses", "长杀", 10);
  case Conduct::perpetual_chase:
  case Conduct::several_chased:
    return forbidden("perpetual chase must change or loses", "长捉", 11);
  case Conduct::check_and_kill:
    return forbidden("check and threat of mate in turn must change or lose", "一将一杀", 13);
  case Conduct::check_and_chase:
    return forbidden("check and chase in turn must change or lose", "一将一捉", 13);
  case Conduct::kill_and_chase:
    return forbidden("threat of mate and chase in turn must change or lose", "一杀一捉", 13);
  default:
    return forbidden("attacks in every move must change or lose", "长打", 13);
  }
}

void append_moves(std::string& out, const std::vector<CycleMove>& cycle, Color side) {
  bool first = true;
  for (const CycleMove& m : cycle) {
    if (m.side == side) {
      fmt::format_to(std::back_inserter(out), "{}{}{} {}",
                     first ? std::string_view{} : std::string_view{", "}, name(m.move.from()),
                     name(m.move.to()), describe(m));
      first = false;
    }
  }
}

} // namespace

std::string_view to_text(Cause cause) noexcept {
  constexpr std::array<std::string_view, 5> names{"none", "checkmate", "stalemate", "repetition",
                                                  "natural-limit"};
  return names[static_cast<std::size_t>(cause)];
}

std::string describe(const CycleMove& move) {
  if (move.check) {
    return "check";
  }
  std::string out = move.kill ? "threatens mate" : "";
  for (const Chase& c : move.chases) {
    fmt::format_to(std::back_inserter(out), "{}chases the {} {} with the {} {}",
                   out.empty() ? std::string_view{} : std::string_view{" and "}, name(c.victim),
                   name(c.at), name(c.attacker), name(c.from));
  }
  return out.empty() ? "idle" : out;
}

int NaturalLimitCounter::count(std::span<const Move> moves) {
  constexpr int counted_checks = 10;
  for (; m_counted < moves.size(); ++m_counted) {
    const Color mover = m_position.side_to_move();
    m_position.do_move(moves[m_counted]);
    if (m_position.halfmove_clock() == 0) {
      m_plies = 0;
      m_checks = {};
      m_answers_uncounted = false;
      continue;
    }
    const bool excess = m_position.in_check() && ++m_checks[to_index(mover)] > counted_checks;
    const bool left_out = m_rules == RuleSet::wxf && (excess || m_answers_uncounted);
    m_plies += left_out ? 0 : 1;
    m_answers_uncounted = excess;
  }
  return m_plies;
}

int natural_limit_plies(const Position& start, std::span<const Move> moves, RuleSet rules) {
  return NaturalLimitCounter{start, rules}.count(moves);
}

Adjudicator::Adjudicator(const Position& start, const AdjudicationRules& rules)
    : m_rules{rules},
      m_start{start},
      m_position{start},
      m_judge{start, rules.rules},
      m_limit{start, rules.rules} {}

void Adjudicator::play(Move m) {
  m_position.do_move(m);
  m_judge.add(m, m_position);
}

/// The last round of a repetition: from the last but one occurrence of the final position.
std::vector<CycleMove> Adjudicator::last_round() const {
  const std::vector<Move>& moves = m_judge.moves();
  const std::size_t first = m_judge.history().occurrence(2);
  std::vector<CycleMove> out;
  Position position = m_start;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (i >= first) {
      out.push_back(look_at(position, moves[i], i + 1));
    }
    position.do_move(moves[i]);
  }
  return out;
}

Verdict Adjudicator::of_repetition() {
  Verdict out;
  const Ruling ruling = m_judge.judge(m_rules.occurrences);
  if (ruling.outcome == Outcome::none) {
    return out;
  }
  const bool cxa = m_rules.rules == RuleSet::cxa;
  out.outcome = ruling.outcome;
  out.cause = Cause::repetition;
  out.cycle = last_round();
  out.first_ply = out.cycle.front().ply;
  out.last_ply = out.cycle.back().ply;
  out.article = cxa ? cxa_article(ruling) : wxf_article(ruling, out.cycle);
  // for a draw by cxa the article contains the reason
  const bool alike = cxa && ruling.outcome == Outcome::draw;
  out.reason = fmt::format("{}{}{}; plies {} to {}: Red ", alike ? "" : ruling.reason,
                           alike ? "" : "; ", out.article, out.first_ply, out.last_ply);
  append_moves(out.reason, out.cycle, Color::red);
  out.reason += "; Black ";
  append_moves(out.reason, out.cycle, Color::black);
  return out;
}

Verdict Adjudicator::of_no_move() const {
  Verdict out;
  const Color loser = m_position.side_to_move();
  out.outcome = loser == Color::red ? Outcome::black_wins : Outcome::red_wins;
  out.cause = m_position.in_check() ? Cause::checkmate : Cause::stalemate;
  const bool mate = out.cause == Cause::checkmate;
  const bool cxa = m_rules.rules == RuleSet::cxa;
  out.article = mate ? fmt::format("checkmate wins ({})",
                                   cxa ? "Chinese rules, 胜负: 将死" : "Asian rules, 1")
                     : fmt::format("a side without a legal move loses ({})",
                                   cxa ? "Chinese rules, 胜负: 困毙" : "Asian rules, 2");
  out.reason =
      fmt::format("{} is {}; {}", name(loser), mate ? "checkmated" : "stalemated", out.article);
  return out;
}

Verdict Adjudicator::verdict() {
  if (!has_legal_move(m_position)) {
    return of_no_move();
  }
  Verdict out = of_repetition();
  if (out.outcome != Outcome::none || m_rules.natural_limit == 0) {
    return out;
  }
  const int plies = m_limit.count(m_judge.moves());
  if (plies >= m_rules.natural_limit) {
    out.outcome = Outcome::draw;
    out.cause = Cause::natural_limit;
    out.article =
        fmt::format("natural limit of {} ({})", rounds(m_rules.natural_limit),
                    m_rules.rules == RuleSet::cxa ? "Chinese rules, 和棋: 自然限着"
                                                  : "Asian rules, 4: declared by the referee");
    out.reason = fmt::format("{} without a capture; {}", rounds(plies), out.article);
  }
  return out;
}

Verdict adjudicate(const Position& start, std::span<const Move> moves,
                   const AdjudicationRules& rules) {
  Adjudicator adjudicator{start, rules};
  for (const Move m : moves) {
    adjudicator.play(m);
  }
  return adjudicator.verdict();
}

} // namespace xq
