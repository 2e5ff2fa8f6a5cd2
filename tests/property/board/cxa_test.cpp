#include "board/rules/cxa_acts.hpp"
#include "support/catch.hpp"
#include "support/random_positions.hpp"

#include <xq/board/adjudicate.hpp>
#include <xq/board/fen.hpp>
#include <xq/board/movegen.hpp>

#include <algorithm>
#include <optional>
#include <random>

using namespace xq;

// A plain restatement of articles of the Chinese rules of 2020, exhaustive and slow: what a check
// and a threat of mate are, what is a chase beyond doubt and what is none, and the verdict.

namespace {

constexpr int most_checks = 3; ///< of the mates that the restatement looks for

/// The checks in which the side to move mates, each of its moves a check; none if it takes more.
std::optional<int> checks_to_mate(const Position& p, int most) {
  for (int checks = 1; checks <= most; ++checks) {
    MoveList moves;
    generate_legal(p, moves);
    for (const Move m : moves) {
      Position after = p;
      after.do_move(m);
      if (!after.in_check()) {
        continue;
      }
      MoveList answers;
      generate_legal(after, answers);
      const bool mates = std::all_of(answers.begin(), answers.end(), [&](Move answer) {
        Position then = after;
        then.do_move(answer);
        return checks > 1 && checks_to_mate(then, checks - 1).has_value();
      });
      if (mates) {
        return checks;
      }
    }
  }
  return std::nullopt;
}

Position as_if_to_move(Position p, Color side) {
  p.set_side_to_move(side);
  return p;
}

bool has_value(const Position& p, Square s) {
  const PieceType t = type_of(p.at(s));
  return t != PieceType::king &&
         (t != PieceType::pawn ||
          (color_of(p.at(s)) == Color::red ? rank_of(s) >= 5 : rank_of(s) <= 4));
}

/// What a side has won and lost in a line of captures (子力): a rook is two horses or cannons, each
/// of these two advisors or elephants; what a pawn across the river is worth floats.
struct Ledger {
  int pieces = 0; ///< in advisors
  int rooks = 0;
  int pawns = 0;
  int pawns_first = 0; ///< pawns lost before a piece was won, less those taken

  void add(PieceType t, bool won, bool has_value) {
    const int sign = won ? 1 : -1;
    if (t == PieceType::pawn) {
      pawns += has_value ? sign : 0;
      pawns_first += won ? -1 : has_value && pieces <= 0 ? 1 : 0;
      return;
    }
    pieces += sign * (t == PieceType::rook                              ? 4
                      : t == PieceType::horse || t == PieceType::cannon ? 2
                                                                        : 1);
    rooks += t == PieceType::rook ? sign : 0;
  }
  /// More than was lost: no pawn for pieces, no piece for pawns.
  [[nodiscard]] bool wins() const {
    return pieces != 0 ? pieces > 0 && (pawns_first <= 0 || rooks > 0) : pawns > 0;
  }
};

/// Whether the piece on `victim` attacks one of its kind: an offer of an exchange, maybe.
bool faces_its_kind(const Position& p, Square victim) {
  const Position answer = as_if_to_move(p, ~p.side_to_move());
  for (const Square s : p.pieces(p.side_to_move(), type_of(p.at(victim)))) {
    if (answer.is_pseudo_legal({victim, s})) {
      return true;
    }
  }
  return false;
}

/// 26.1: king and pawn do not begin.
bool may_chase(const Position& p, Move m) {
  const PieceType t = type_of(p.at(m.from()));
  return t != PieceType::king && t != PieceType::pawn;
}

/// Lines of captures from one position, exhaustive: every move is tried, nothing is remembered.
class PlainCaptures {
public:
  enum class Rule : std::uint8_t {
    on_the_spot, ///< both sides take on the first square alone: whether the piece has a root
    at_best,     ///< the other side takes back alone: no chase can win more
    at_worst,    ///< the side takes back alone, the other side whatever it likes
  };

  PlainCaptures(const Position& p, Rule rule) : m_rule{rule}, m_side{p.side_to_move()} {
    for (const Square s : p.occupied()) {
      m_valuable[to_index(s)] = has_value(p, s);
    }
  }

  /// Whether the side wins by beginning with `capture`.
  [[nodiscard]] bool wins(const Position& p, Move capture) {
    m_first = capture.to();
    return value_after(p, capture, {}, m_valuable, 0);
  }
  /// Whether the side wins by at most `checks` checks and then a capture, whatever is answered.
  [[nodiscard]] bool wins_by_checks(const Position& p, int checks) {
    return wins_by_checks(p, {}, m_valuable, checks);
  }
  /// A check, where `at_worst` says nothing, or a line that is too long.
  [[nodiscard]] bool unclear() const noexcept { return m_unclear; }

private:
  using Valuable = std::array<bool, square_count>;

  /// Plays `m`, and enters what it takes.
  void play(Position& p, Move m, Ledger& ledger, Valuable& valuable) const {
    const Piece taken = p.at(m.to());
    if (taken != Piece::none) {
      ledger.add(type_of(taken), p.side_to_move() == m_side, valuable[to_index(m.to())]);
    }
    valuable[to_index(m.to())] = valuable[to_index(m.from())];
    p.do_move(m);
  }

  bool wins_by_checks(const Position& p, const Ledger& ledger, const Valuable& valuable,
                      int checks) {
    MoveList moves;
    generate_legal(p, moves);
    return std::any_of(moves.begin(), moves.end(), [&](Move m) {
      return p.gives_check(m) && wins_after_check(p, m, ledger, valuable, checks);
    });
  }

  bool wins_after_check(Position p, Move m, Ledger ledger, Valuable valuable, int checks) {
    if (m_rule == Rule::at_worst && p.at(m.to()) != Piece::none && faces_its_kind(p, m.to())) {
      return false;
    }
    play(p, m, ledger, valuable);
    MoveList answers;
    generate_legal(p, answers);
    return std::all_of(answers.begin(), answers.end(), [&](Move answer) {
      Position then = p;
      Ledger after = ledger;
      Valuable worth = valuable;
      play(then, answer, after, worth);
      return (!then.in_check() && wins_now(then, after, worth)) ||
             (checks > 1 && wins_by_checks(then, after, worth, checks - 1));
    });
  }

  /// Whether the side, to move, has won or wins by a capture.
  bool wins_now(const Position& p, const Ledger& ledger, const Valuable& valuable) {
    if (ledger.wins() || (m_rule == Rule::at_best && checks_to_mate(p, 1))) {
      return true;
    }
    MoveList moves;
    generate_legal(p, moves);
    return std::any_of(moves.begin(), moves.end(), [&](Move m) {
      if (p.at(m.to()) == Piece::none ||
          (m_rule == Rule::at_worst && (!may_chase(p, m) || faces_its_kind(p, m.to())))) {
        return false;
      }
      m_first = m.to();
      return value_after(p, m, ledger, valuable, 0);
    });
  }

  bool value_after(const Position& p, Move m, Ledger ledger, Valuable valuable, int depth) {
    const Piece taken = p.at(m.to());
    if (taken != Piece::none && (m_rule != Rule::on_the_spot || m.to() == m_first)) {
      ledger.add(type_of(taken), p.side_to_move() == m_side, valuable[to_index(m.to())]);
    }
    valuable[to_index(m.to())] = valuable[to_index(m.from())];
    Position after = p;
    after.do_move(m);
    return value(after, m.to(), ledger, valuable, depth + 1);
  }

  [[nodiscard]] bool may_take(bool own, Square to, Square last) const noexcept {
    switch (m_rule) {
    case Rule::on_the_spot:
      return to == m_first;
    case Rule::at_best:
      return own || to == m_first || to == last;
    case Rule::at_worst:
      return !own || to == m_first;
    }
    return false;
  }

  /// Whether the side wins, with whoever is to move: each may stop where it is not in check.
  bool value(const Position& p, Square last, const Ledger& ledger, const Valuable& valuable,
             int depth) {
    const bool own = p.side_to_move() == m_side;
    const bool check = p.in_check();
    m_unclear = m_unclear || depth > 10 || (check && m_rule != Rule::on_the_spot);
    if (m_unclear) {
      return false;
    }
    bool best = check ? !own : ledger.wins();
    MoveList moves;
    generate_legal(p, moves);
    for (const Move m : moves) {
      const bool takes = p.at(m.to()) != Piece::none;
      const bool may_matter = m_rule == Rule::at_best || (m_rule == Rule::at_worst && !own);
      m_unclear = m_unclear || (may_matter && p.gives_check(m));
      if (check || (takes && may_take(own, m.to(), last))) {
        const bool found = value_after(p, m, ledger, valuable, depth);
        best = own ? best || found : best && found;
      }
    }
    return best;
  }

  Rule m_rule;
  Color m_side;
  Square m_first{};
  Valuable m_valuable{};
  bool m_unclear = false;
};

/// Whether any two pieces of a kind attack one another: what is offered wins nothing in a line.
bool may_offer(const Position& p) {
  for (const Color side : {Color::red, Color::black}) {
    const Position turn = as_if_to_move(p, side);
    for (const Square s : p.pieces(~side)) {
      if (faces_its_kind(turn, s)) {
        return true;
      }
    }
  }
  return false;
}

/// The captures of the side to move, all legal, but those by which an exchange may be offered.
std::vector<Move> captures(const Position& p) {
  std::vector<Move> out;
  MoveList moves;
  generate_legal(p, moves);
  std::copy_if(moves.begin(), moves.end(), std::back_inserter(out), [&](Move m) {
    return p.at(m.to()) != Piece::none && has_value(p, m.to()) && !faces_its_kind(p, m.to());
  });
  return out;
}

Position small_position(std::mt19937& random) {
  for (;;) {
    Position p;
    for (const Color c : {Color::red, Color::black}) {
      support::place_somewhere(p, random, c, PieceType::king);
      for (auto count = 1 + random() % 3; count > 0; --count) {
        constexpr std::array kinds{PieceType::rook,  PieceType::horse,    PieceType::cannon,
                                   PieceType::pawn,  PieceType::elephant, PieceType::advisor,
                                   PieceType::horse, PieceType::cannon};
        support::place_somewhere(p, random, c, kinds[random() % kinds.size()]);
      }
    }
    p.set_side_to_move(random() % 2 == 0 ? Color::red : Color::black);
    if (!validate(p)) {
      return p;
    }
  }
}

/// Two moves and the way back, all legal.
std::optional<std::array<Move, 4>> random_cycle(const Position& start, std::mt19937& random) {
  Position p = start;
  std::array<Move, 4> out;
  for (std::size_t i = 0; i < 4; ++i) {
    MoveList legal;
    generate_legal(p, legal);
    if (legal.empty()) {
      return std::nullopt;
    }
    const Move m =
        i < 2 ? legal[random() % legal.size()] : Move{out[i - 2].to(), out[i - 2].from()};
    if (!legal.contains(m) || p.at(m.to()) != Piece::none) {
      return std::nullopt;
    }
    out[i] = m;
    p.do_move(m);
  }
  return out;
}

/// 26.2: the side has at most one rook, horse, cannon or crossed pawn, the other more than one.
bool may_hold_draw(const Position& p, Color side) {
  const auto is_strong = [&](Square s) {
    const PieceType t = type_of(p.at(s));
    return t == PieceType::rook || t == PieceType::horse || t == PieceType::cannon;
  };
  int own = 0;
  int other = 0;
  for (const Square s : p.occupied()) {
    const bool crossed = type_of(p.at(s)) == PieceType::pawn && has_value(p, s);
    if (color_of(p.at(s)) == side) {
      own += is_strong(s) || crossed ? 1 : 0;
    } else {
      other += is_strong(s) ? 1 : 0;
    }
  }
  return own <= 1 && other > 1;
}

Outcome restated_verdict(const std::vector<CycleMove>& round) {
  std::array<bool, color_count> checks{true, true};
  std::array<bool, color_count> attacks{true, true};
  std::array<bool, color_count> kills{true, true};
  std::array<bool, color_count> chases{true, true};
  for (const CycleMove& m : round) {
    const std::size_t side = to_index(m.side);
    kills[side] = kills[side] && m.kill;
    chases[side] = chases[side] && !m.check && !m.kill && !m.chases.empty();
    checks[side] = checks[side] && m.check;
    attacks[side] = attacks[side] && (m.check || m.kill || !m.chases.empty());
  }
  for (const auto& offence : {checks, attacks}) {
    if (offence[0] != offence[1]) {
      return offence[0] ? Outcome::black_wins : Outcome::red_wins;
    }
  }
  for (const std::size_t side : {0U, 1U}) {
    if (kills[side] && chases[1 - side]) { // 26.9.1
      return side == 0 ? Outcome::black_wins : Outcome::red_wins;
    }
  }
  return Outcome::draw; // or, where both chase, for the one that 26.9.2 and 26.9.3 name
}

/// Whether a capture won already, whatever else the other side took, before `m`, which may have
/// moved the piece that captures along its line: 24.7; where `m` answers a check, before that
/// check: 26.1.4.
bool stood(const Position& then, const CycleMove& m, const Chase& chase) {
  const bool moved = chase.from == m.move.to();
  const Move win{moved ? m.move.from() : chase.from, chase.at};
  const bool same_line =
      file_of(win.from()) == file_of(win.to())
          ? file_of(chase.from) == file_of(win.to())
          : rank_of(win.from()) == rank_of(win.to()) && rank_of(chase.from) == rank_of(win.to());
  if (then.in_check(~m.side) || (moved && !same_line) || !then.is_legal(win) ||
      faces_its_kind(then, win.to())) {
    return false;
  }
  PlainCaptures at_worst{then, PlainCaptures::Rule::at_worst};
  return at_worst.wins(then, win) && !at_worst.unclear();
}

/// Whether the side to move may win something, by captures, or by checks first.
bool may_gain(const Position& p) {
  if (checks_to_mate(p, most_checks)) {
    return true;
  }
  PlainCaptures by_checks{p, PlainCaptures::Rule::at_best};
  if (by_checks.wins_by_checks(p, most_checks) || by_checks.unclear()) {
    return true;
  }
  MoveList moves;
  generate_legal(p, moves);
  return std::any_of(moves.begin(), moves.end(), [&](Move m) {
    PlainCaptures at_best{p, PlainCaptures::Rule::at_best};
    return p.at(m.to()) != Piece::none && (at_best.wins(p, m) || at_best.unclear());
  });
}

/// The rounds of a cycle with what each move is; and what stood before each of them.
struct Round {
  Verdict verdict;
  std::array<Position, 4> before;
};

Round random_round(std::mt19937& random) {
  for (;;) {
    const Position start = small_position(random);
    const auto cycle = random_cycle(start, random);
    if (!cycle) {
      continue;
    }
    Round out;
    std::vector<Move> moves;
    for (int i = 0; i < 3; ++i) {
      moves.insert(moves.end(), cycle->begin(), cycle->end());
    }
    out.verdict = adjudicate(start, moves, {.rules = RuleSet::cxa, .natural_limit = 0});
    Position p = start;
    for (std::size_t i = 0; i < 4; ++i) {
      out.before[i] = p;
      p.do_move((*cycle)[i]);
    }
    return out;
  }
}

} // namespace

TEST_CASE("Chinese rules: what stood, who chases and gains by checks agree with a restatement") {
  INFO("seed " << support::seed);
  std::mt19937 random{static_cast<unsigned>(support::seed)};
  int standing = 0;
  int by_checks = 0;
  int sound = 0;
  for (int i = 0; i < 5000; ++i) {
    const Round round = random_round(random);
    INFO(write_fen(round.before[0]) << ": " << round.verdict.reason);
    REQUIRE(round.verdict.cycle.size() == 4);
    for (std::size_t ply = 0; ply < 4; ++ply) {
      const CycleMove& m = round.verdict.cycle[ply];
      const Position& before = round.before[ply];
      const Position& earlier = round.before[(ply + 3) % 4];
      const bool answers = before.in_check();
      Position again = before;
      again.do_move(m.move);
      again.set_side_to_move(m.side);
      INFO(support::uci(m.move) << ": " << describe(m));
      CHECK((m.article.find("26.2") == std::string::npos || may_hold_draw(again, m.side)));
      if (m.check) {
        continue;
      }
      for (const Chase& chase : m.chases) {
        const Move win{chase.from, chase.at};
        if (chase.means == ChaseMeans::checks) { // 24.3 (c): not where none can be won
          PlainCaptures at_best{again, PlainCaptures::Rule::at_best};
          CHECK((at_best.wins_by_checks(again, 3) || at_best.unclear()));
          ++sound;
          continue;
        }
        if (!may_chase(again, win) && round.verdict.article.find("26.1.4") == std::string::npos) {
          Position taken = again; // 26.1, 26.8
          taken.do_move(win);
          CHECK(chase.attacker == PieceType::pawn);
          CHECK(!(taken.checkers() & ~Bitboard{win.to()}).empty());
        }
        const Move last = round.verdict.cycle[(ply + 3) % 4].move;
        if (!faces_its_kind(again, chase.at) && !(answers && last.to() == chase.at)) {
          CHECK(!stood(answers ? as_if_to_move(earlier, m.side) : before, m, chase));
          ++standing;
        }
      }
      if (!answers && !m.kill && m.chases.empty() && !may_hold_draw(again, m.side) &&
          !may_offer(again)) {
        PlainCaptures at_worst{again, PlainCaptures::Rule::at_worst};
        if (at_worst.wins_by_checks(again, 2) && !at_worst.unclear()) {
          CHECK(may_gain(before));
          ++by_checks;
        }
      }
    }
  }
  CHECK(standing > 50);
  CHECK(sound > 50);
  CHECK(by_checks > 50);
}

TEST_CASE("Chinese rules: moves and verdicts of small cycles agree with a plain restatement") {
  INFO("seed " << support::seed);
  std::mt19937 random{static_cast<unsigned>(support::seed)};
  int cycles = 0;
  int kills = 0;
  int chases = 0;
  int rooted = 0;
  int unrooted = 0;
  int lost = 0;
  while (cycles < 5000) {
    const Position start = small_position(random);
    const auto cycle = random_cycle(start, random);
    if (!cycle) {
      continue;
    }
    ++cycles;
    std::vector<Move> moves;
    for (int i = 0; i < 3; ++i) {
      moves.insert(moves.end(), cycle->begin(), cycle->end());
    }
    const Verdict verdict = adjudicate(start, moves, {.rules = RuleSet::cxa, .natural_limit = 0});
    INFO(write_fen(start) << " " << support::uci((*cycle)[0]) << " " << support::uci((*cycle)[1])
                          << ": " << verdict.reason);
    REQUIRE(verdict.cycle.size() == 4);
    const Outcome restated = restated_verdict(verdict.cycle);
    CHECK((verdict.outcome == restated ||
           (restated == Outcome::draw && verdict.article.find("26.9.2") != std::string::npos) ||
           (restated == Outcome::draw && verdict.article.find("26.9.3") != std::string::npos)));
    lost += verdict.outcome == Outcome::draw ? 0 : 1;
    Position before = start;
    for (const CycleMove& m : verdict.cycle) {
      INFO(support::uci(m.move) << ": " << describe(m));
      Position after = before;
      after.do_move(m.move);
      CHECK(m.check == after.in_check());
      const bool answers = before.in_check();
      const bool king = m.piece == PieceType::king;
      if (answers && king) { // 26.1.2
        CHECK((m.check || (!m.kill && m.chases.empty())));
      } else if (!m.check && !answers && before.is_legal(m.move)) {
        const auto now = checks_to_mate(as_if_to_move(after, m.side), most_checks);
        const auto then =
            before.in_check(~m.side) ? std::nullopt : checks_to_mate(before, most_checks);
        if (now && !then) { // 24.2
          CHECK(m.kill);
          ++kills;
        }
        CHECK((!m.kill || now || m.mate.size() > 2 * most_checks - 1));
        const Position again = as_if_to_move(after, m.side);
        for (const Move win : captures(again)) { // 24.3, 26.5
          PlainCaptures on_the_spot{again, PlainCaptures::Rule::on_the_spot};
          const bool rootless = on_the_spot.wins(again, win);
          if (!on_the_spot.unclear()) {
            INFO(support::uci(win));
            CHECK(rootless == cxa::ForcedLines{after, m.side}.wins_on_the_spot(win));
            ++(rootless ? unrooted : rooted);
          }
          PlainCaptures at_worst{again, PlainCaptures::Rule::at_worst};
          if (!may_chase(again, win) || !at_worst.wins(again, win) || at_worst.unclear()) {
            continue;
          }
          const bool moved = win.from() == m.move.to();
          const bool attacked =
              before.attackers(win.to(), m.side).contains(moved ? m.move.from() : win.from());
          const bool guard = type_of(after.at(win.to())) == PieceType::advisor ||
                             type_of(after.at(win.to())) == PieceType::elephant;
          if (guard && may_hold_draw(after, m.side)) {
            continue;
          }
          if (!attacked) {
            INFO(support::uci(win));
            CHECK((m.kill || !m.chases.empty()));
            ++chases;
          }
        }
        for (const Chase& chase : m.chases) { // none where the capture cannot win
          const Move win{chase.from, chase.at};
          PlainCaptures on_the_spot{again, PlainCaptures::Rule::on_the_spot};
          PlainCaptures at_best{again, PlainCaptures::Rule::at_best};
          if (chase.means != ChaseMeans::checks && !on_the_spot.wins(again, win)) {
            CHECK((at_best.wins(again, win) || at_best.unclear() || on_the_spot.unclear()));
          }
        }
      }
      for (const Chase& chase : m.chases) { // the line is one of legal moves
        Position line = as_if_to_move(after, m.side);
        REQUIRE(!chase.line.empty());
        for (const Move step : chase.line) {
          REQUIRE(line.is_legal(step));
          line.do_move(step);
        }
        CHECK(has_value(after, chase.at));
      }
      if (!m.mate.empty()) {
        Position line = as_if_to_move(after, m.side);
        for (const Move step : m.mate) {
          REQUIRE(line.is_legal(step));
          line.do_move(step);
        }
        CHECK((line.in_check() && !has_legal_move(line)));
      }
      before = after;
    }
  }
  CHECK(kills > 50);
  CHECK(chases > 50);
  CHECK(rooted > 50);
  CHECK(unrooted > 50);
  CHECK(lost > 50);
}
