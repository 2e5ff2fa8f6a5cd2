#include "base/text/compose.hpp"
#include "board/piece_name.hpp"
#include "board/rules/cxa_acts.hpp"
#include "board/rules/ruling.hpp"

#include <xq/base/translate.hpp>
#include <xq/board/adjudicate.hpp>
#include <xq/board/movegen.hpp>

#include <fmt/core.h>

#include <algorithm>

namespace xq {

namespace {

std::string name(Square s) {
  return {static_cast<char>('a' + file_of(s)), static_cast<char>('0' + rank_of(s))};
}

std::string rounds(int plies) {
  return counted(static_cast<std::uint64_t>(plies / 2), "{} round", "{} rounds");
}

CycleMove look_at(const Position& before, Move m, std::size_t ply) {
  CycleMove out;
  out.ply = ply;
  out.side = before.side_to_move();
  out.move = m;
  out.piece = type_of(before.at(m.from()));
  return out;
}

CycleMove look_at_wxf(const Position& before, Move m, std::size_t ply) {
  CycleMove out = look_at(before, m, ply);
  Position after = before;
  after.do_move(m);
  out.check = after.in_check();
  if (out.check) {
    return out;
  }
  out.kill = threatens_mate(after, out.side);
  for (const Square victim : chased_pieces(after, out.side)) {
    for (const Square from : new_chasers(before, m, after, victim)) {
      out.chases.push_back({type_of(after.at(from)),
                            from,
                            type_of(after.at(victim)),
                            victim,
                            ChaseMeans::capture,
                            {}});
    }
  }
  return out;
}

/// The article of the Chinese rules of 2020 by which a move is what it is.
std::string_view article_of(const cxa::Finding& finding) {
  switch (finding.act) {
  case cxa::Act::check:
    return "24.1";
  case cxa::Act::kill:
    return "24.2";
  case cxa::Act::chase:
    return std::all_of(
               finding.threats.begin(), finding.threats.end(),
               [](const cxa::Threat& t) { return t.means == ChaseMeans::exchange || t.even; })
               ? "24.3, 26.5"
               : "24.3";
  case cxa::Act::idle:
    break;
  }
  switch (finding.exception) {
  case cxa::Exception::king_answers_check:
    return "24.8, 26.1.2";
  case cxa::Exception::holds_the_draw:
    return "24.8, 26.2";
  case cxa::Exception::none:
    break;
  }
  return "24.8";
}

/// Names the most valuable piece of those that one sequence of checks wins.
CycleMove look_at_cxa(const Position& before, Move m, std::size_t ply,
                      const cxa::Finding& finding) {
  CycleMove out = look_at(before, m, ply);
  Position after = before;
  after.do_move(m);
  out.check = finding.act == cxa::Act::check;
  out.kill = finding.act == cxa::Act::kill;
  out.mate = finding.mate;
  out.article = article_of(finding);
  if (finding.act == cxa::Act::idle) {
    return out;
  }
  for (const cxa::Threat& threat : finding.threats) {
    const PieceType victim = type_of(after.at(threat.victim));
    const Chase chase{type_of(after.at(threat.from)),
                      threat.from,
                      victim,
                      threat.victim,
                      threat.means,
                      threat.line};
    const bool goes_on = chase.means == ChaseMeans::checks && !out.chases.empty() &&
                         out.chases.back().means == ChaseMeans::checks;
    if (!goes_on) {
      out.chases.push_back(chase);
    } else if (cxa::value_of(victim) > cxa::value_of(out.chases.back().victim)) {
      out.chases.back() = chase;
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
std::string perpetual_chase_article(const std::vector<CycleMove>& cycle, Color chaser) {
  const auto only = [&](PieceType attacker, PieceType victim) {
    return only_chases(cycle, chaser, attacker, victim);
  };
  if (only(PieceType::cannon, PieceType::rook)) {
    return localized(
        "a cannon may not chase a rook perpetually, protected or not (Asian rules, 15)");
  }
  if (only(PieceType::rook, PieceType::cannon)) {
    return localized("a rook may not chase an unprotected cannon perpetually (Asian rules, 18)");
  }
  for (const PieceType t : {PieceType::rook, PieceType::cannon, PieceType::horse}) {
    if (only(t, t)) {
      return localized(
          "a piece may not chase one of its kind that cannot take back (Asian rules, 24)");
    }
  }
  return localized("perpetual chase of one piece loses (Asian rules, chapter 4, section 4)");
}

std::string wxf_article(const Ruling& ruling, const std::vector<CycleMove>& cycle) {
  const auto has = [&](Conduct c) { return ruling.conduct[0] == c || ruling.conduct[1] == c; };
  const Color offender = ruling.outcome == Outcome::black_wins ? Color::red : Color::black;
  if (has(Conduct::perpetual_check)) {
    if (ruling.outcome == Outcome::draw) {
      return localized("both sides checking is a draw (Asian rules, 7)");
    }
    return any_check(cycle, ~offender) ? localized("two checks against one check back: the "
                                                   "constant checker loses (Asian rules, 8)")
                                       : localized("perpetual check loses (Asian rules, 6)");
  }
  if (has(Conduct::perpetual_chase)) {
    return ruling.outcome == Outcome::draw
               ? localized("both sides chasing is a draw (Asian rules, chapter 4, section 4)")
               : perpetual_chase_article(cycle, offender);
  }
  if (has(Conduct::several_chased)) {
    return localized("chasing two or more pieces in turn is a draw (Asian rules, 32)");
  }
  if (has(Conduct::check_and_chase)) {
    return localized(
        "one check and one chase in turn is a draw (Asian rules, 18, diagrams 37 and 38)");
  }
  const bool kills = always_kills(cycle, Color::red) || always_kills(cycle, Color::black);
  return kills ? localized("perpetual threat of mate is a draw (Asian rules, 9)")
               : localized("repetition without an offence is a draw (Asian rules, 5)");
}

/// Numbers are those of the Chinese rules of 2020, chapter 6.
std::string cxa_article(const Ruling& ruling) {
  switch (ruling.weighing) {
  case Weighing::kill_or_chase:
    return localized("perpetual threat of mate against perpetual chase: the former must change or "
                     "loses (长杀对长捉, 不变作负; Chinese rules 2020, 26.9.1)");
  case Weighing::rook_or_jointly:
    return localized("perpetual chase of rooks by single pieces against a chase by several "
                     "together: the former must change or loses (长捉车对联合捉子, 不变作负; "
                     "Chinese rules 2020, 26.9.2)");
  case Weighing::rootless_or_jointly:
    return localized("perpetual chase of rootless pieces by single pieces against a chase by "
                     "several together: the former must change or loses (长捉无根子对联合捉子, "
                     "不变作负; Chinese rules 2020, 26.9.3)");
  case Weighing::none:
    break;
  }
  const auto is_idle = [&](Color c) { return ruling.conduct[to_index(c)] == Conduct::idle; };
  if (ruling.outcome == Outcome::draw) {
    return is_idle(Color::red)
               ? localized("both sides may repeat: a draw (双方均为允许着法, 不变作和; "
                           "Chinese rules 2020, 25.2)")
           : ruling.pawns_chase[0] || ruling.pawns_chase[1]
               ? localized("both sides attack with every move, so that pawns chase, too: a draw "
                           "(相互长打, 兵(卒)按捉处理, 不变作和; Chinese rules 2020, 26.1.4 and "
                           "26.9.4)")
               : localized("both sides repeat forbidden moves: a draw (双方均为禁止着法, "
                           "不变作和; Chinese rules 2020, 26.9.4)");
  }
  const auto forbidden = [](std::string_view what, std::string_view name, int definition) {
    return localized("{} ({}, 不变作负; Chinese rules 2020, 25.3 and 24.{})", what, translate(name),
                     definition);
  };
  const Color loser = ruling.outcome == Outcome::black_wins ? Color::red : Color::black;
  switch (ruling.conduct[to_index(loser)]) {
  case Conduct::perpetual_check:
    return localized(
        "one-sided perpetual check always loses (单方长将作负; Chinese rules 2020, 25.1 and "
        "24.9)");
  case Conduct::perpetual_kill:
    return forbidden(translate("perpetual threat of mate must change or loses"),
                     to_translate("长杀"), 10);
  case Conduct::perpetual_chase:
  case Conduct::several_chased:
    return forbidden(translate("perpetual chase must change or loses"), to_translate("长捉"), 11);
  case Conduct::check_and_kill:
    return forbidden(translate("check and threat of mate in turn must change or lose"),
                     to_translate("一将一杀"), 13);
  case Conduct::check_and_chase:
    return forbidden(translate("check and chase in turn must change or lose"),
                     to_translate("一将一捉"), 13);
  case Conduct::kill_and_chase:
    return forbidden(translate("threat of mate and chase in turn must change or lose"),
                     to_translate("一杀一捉"), 13);
  default:
    return forbidden(translate("attacks in every move must change or lose"), to_translate("长打"),
                     13);
  }
}

/// Where the moves of `side` in the round that is shown would be an offence, all being checks or
/// all attacks: the last move before it that was none, if any.
const CycleMove* excuse(std::span<const CycleMove> before, const std::vector<CycleMove>& round,
                        Color side, bool kills_count) {
  const auto is_check = [](const CycleMove& m) { return m.check; };
  const auto attacks = [&](const CycleMove& m) {
    return m.check || !m.chases.empty() || (kills_count && m.kill);
  };
  const auto last_without = [&](const auto& kind) -> const CycleMove* {
    const auto of_side = [&](const CycleMove& m) { return m.side == side; };
    if (std::any_of(round.begin(), round.end(),
                    [&](const CycleMove& m) { return of_side(m) && !kind(m); })) {
      return nullptr; // it is shown
    }
    const auto found = std::find_if(before.rbegin(), before.rend(),
                                    [&](const CycleMove& m) { return of_side(m) && !kind(m); });
    return found == before.rend() ? nullptr : &*found;
  };
  const CycleMove* const idle = last_without(attacks);
  return idle != nullptr ? idle : last_without(is_check);
}

std::string moves_of(const std::vector<CycleMove>& cycle, Color side) {
  std::string out;
  for (const CycleMove& m : cycle) {
    if (m.side == side) {
      // Translators: between the members of a list
      const auto separator = out.empty() ? std::string_view{} : translate(", ");
      append_format(out, "{}{}{} {}", separator, name(m.move.from()), name(m.move.to()),
                    describe(m));
    }
  }
  return out;
}

/// What the moves of a judged cycle are, from the one at `first_ply` on.
std::vector<CycleMove> moves_from(const Position& start, RepetitionJudge& judge,
                                  const Ruling& ruling, std::size_t first_ply) {
  const std::vector<Move>& moves = judge.moves();
  std::vector<CycleMove> out;
  Position position = start;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (i + 1 >= first_ply) {
      const bool pawns_chase = ruling.pawns_chase[to_index(position.side_to_move())];
      out.push_back(judge.rules() == RuleSet::cxa
                        ? look_at_cxa(position, moves[i], i + 1, judge.finding(i + 1, pawns_chase))
                        : look_at_wxf(position, moves[i], i + 1));
    }
    position.do_move(moves[i]);
  }
  return out;
}

} // namespace

std::string_view to_text(Cause cause) noexcept {
  constexpr std::array<std::string_view, 5> names{"none", "checkmate", "stalemate", "repetition",
                                                  "natural-limit"};
  return names[static_cast<std::size_t>(cause)];
}

std::string_view to_text(ChaseMeans means) noexcept {
  constexpr std::array<std::string_view, 3> names{"capture", "exchange", "checks"};
  return names[static_cast<std::size_t>(means)];
}

std::string describe(const CycleMove& move) {
  if (move.check) {
    return localized("check");
  }
  std::string out = move.kill ? localized("threatens mate") : "";
  for (const Chase& c : move.chases) {
    const std::string plain =
        localized("chases the {} {} with the {} {}", piece_name(c.victim, ~move.side), name(c.at),
                  piece_name(c.attacker, move.side), name(c.from));
    const std::string chase = c.means == ChaseMeans::exchange
                                  ? localized("{} in an exchange", plain)
                              : c.means == ChaseMeans::checks ? localized("{} by checks", plain)
                                                              : plain;
    out = out.empty() ? chase : localized("{} and {}", out, chase);
  }
  return out.empty() ? localized("idle") : out;
}

std::string article_of(const Position& start, RepetitionJudge& judge, const Ruling& ruling) {
  return judge.rules() == RuleSet::cxa
             ? cxa_article(ruling)
             : wxf_article(ruling, moves_from(start, judge, ruling, ruling.first_ply));
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

Verdict explain_repetition(const Position& start, RepetitionJudge& judge, int occurrences) {
  Verdict out;
  const Ruling ruling = judge.judge(occurrences);
  if (ruling.outcome == Outcome::none && !ruling.undecided) {
    return out;
  }
  const bool cxa = judge.rules() == RuleSet::cxa;
  const bool draw = ruling.outcome == Outcome::draw;
  out.outcome = ruling.outcome;
  out.cause = Cause::repetition;
  // judged: everything since the first occurrence, or nine rounds; shown: the last round, or all
  // nine
  const int wanted = occurrences == 0 ? usual_occurrences(judge.rules()) : occurrences;
  const bool nine_rounds = judge.history().occurrences() < wanted;
  out.first_ply = nine_rounds ? ruling.first_ply : judge.history().occurrence(2) + 1;
  out.last_ply = ruling.last_ply;
  // only for a draw by cxa is more of it looked at
  const std::size_t first = draw || !cxa ? ruling.first_ply : out.first_ply;
  const std::vector<CycleMove> judged = moves_from(start, judge, ruling, first);
  const std::size_t before_round = out.first_ply - first;
  out.cycle.assign(judged.begin() + static_cast<std::ptrdiff_t>(before_round), judged.end());
  if (ruling.undecided) {
    out.reason = ruling.reason;
    return out;
  }
  out.article = cxa ? cxa_article(ruling) : wxf_article(ruling, judged);
  // for a draw by cxa the article contains the reason
  std::string why = cxa && draw ? out.article : localized("{}; {}", ruling.reason, out.article);
  for (const Color side : {Color::red, Color::black}) {
    const auto before = std::span{judged}.first(before_round);
    if (const CycleMove* const m = draw ? excuse(before, out.cycle, side, cxa) : nullptr) {
      why = localized("{}; {} at ply {}: {}{} {}", why, name(side), m->ply, name(m->move.from()),
                      name(m->move.to()), describe(*m));
    }
  }
  out.reason = localized("{}; plies {} to {}: Red {}; Black {}", why, out.first_ply, out.last_ply,
                         moves_of(out.cycle, Color::red), moves_of(out.cycle, Color::black));
  return out;
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

Verdict Adjudicator::of_repetition() {
  return explain_repetition(m_start, m_judge, m_rules.occurrences);
}

Verdict Adjudicator::of_no_move() const {
  Verdict out;
  const Color loser = m_position.side_to_move();
  out.outcome = loser == Color::red ? Outcome::black_wins : Outcome::red_wins;
  out.cause = m_position.in_check() ? Cause::checkmate : Cause::stalemate;
  const bool mate = out.cause == Cause::checkmate;
  const bool cxa = m_rules.rules == RuleSet::cxa;
  if (mate) {
    out.article = cxa ? localized("checkmate wins (Chinese rules, 胜负: 将死)")
                      : localized("checkmate wins (Asian rules, 1)");
    out.reason = localized("{} is checkmated; {}", name(loser), out.article);
  } else {
    out.article = cxa ? localized("a side without a legal move loses (Chinese rules, 胜负: 困毙)")
                      : localized("a side without a legal move loses (Asian rules, 2)");
    out.reason = localized("{} is stalemated; {}", name(loser), out.article);
  }
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
    const std::string limit = rounds(m_rules.natural_limit);
    out.article =
        m_rules.rules == RuleSet::cxa
            ? localized("natural limit of {} (Chinese rules, 和棋: 自然限着)", limit)
            : localized("natural limit of {} (Asian rules, 4: declared by the referee)", limit);
    out.reason = localized("{} without a capture; {}", rounds(plies), out.article);
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
