#include "analysis/review/piece_words.hpp"
#include "analysis/verify/checks.hpp"
#include "board/packed_moves.hpp"
#include "board/rules/ruling.hpp"
#include "notation/style_for_people.hpp"

#include <xq/analysis/review.hpp>
#include <xq/base/problem_code.hpp>
#include <xq/base/translate.hpp>
#include <xq/board/adjudicate.hpp>
#include <xq/board/movegen.hpp>
#include <xq/notation/notation.hpp>
#include <xq/record/game.hpp>

#include <algorithm>
#include <optional>

namespace xq::analysis {

namespace {

using record::Game;
using record::Result;

Result to_result(Outcome outcome) noexcept {
  switch (outcome) {
  case Outcome::red_wins:
    return Result::red_wins;
  case Outcome::black_wins:
    return Result::black_wins;
  case Outcome::draw:
    return Result::draw;
  case Outcome::none:
    break;
  }
  return Result::unknown;
}

bool decisive(Result r) noexcept { return r == Result::red_wins || r == Result::black_wins; }

/// What one replay of a main line shows.
class LineCheck {
public:
  LineCheck(Game& game, const VerifyOptions& options)
      : m_game{game}, m_options{options}, m_judge{game.start(), options.rules, options.shared} {}

  void run(const record::Facts& facts, GameSignature* signature) {
    record::SequenceHash hash{m_game.start()};
    Move move; // the last one so far
    const Position final =
        record::replay_main_moves(m_game, [&](record::NodeId id, const Position& before) {
          if (move) {
            arrived(move, before);
          }
          move = m_game.node(id).move;
          hash.add(move);
        });
    if (move) {
      arrived(move, final);
    }
    check_end(final);
    check_limit();
    if (signature != nullptr && move) {
      sign(*signature, facts, hash.value());
    }
  }

private:
  /// `position` stands after `move`.
  void arrived(Move move, const Position& position) {
    m_judge.add(move, position);
    if (m_options.natural_limit > 0 && position.halfmove_clock() >= m_options.natural_limit &&
        m_limit_ply == 0 && past_limit()) {
      m_limit_ply = m_judge.moves().size();
    }
    if (m_judge.may_judge() && m_forbidden.outcome == Outcome::none) {
      const Ruling ruling = m_judge.judge();
      if (ruling.outcome == Outcome::red_wins || ruling.outcome == Outcome::black_wins) {
        m_forbidden = ruling;
        m_nine_rounds = m_judge.history().occurrences() < repetition();
        m_forbidden_by = article_of(m_game.start(), m_judge, ruling);
      }
    }
  }

  [[nodiscard]] bool past_limit() {
    if (!m_limit) {
      m_limit.emplace(m_game.start(), m_options.rules);
    }
    return m_limit->count(m_judge.moves()) >= m_options.natural_limit;
  }

  /// With the result as the text in question.
  void report(ProblemCode code, std::string message, int ply) {
    report(code, std::move(message), ply, to_text(m_game.result()));
  }
  void report(ProblemCode code, std::string message, int ply, std::string_view token) {
    m_game.problems.push_back(
        make_problem(code, std::move(message), token, {0, m_game.line, 0}, ply));
  }

  /// `move 5 (车五平四)`: the round and the move at `ply`, where something begins.
  [[nodiscard]] std::string move_at(std::size_t ply) const {
    const auto& moves = m_judge.moves();
    Position position = m_game.start();
    const std::size_t black_first = position.side_to_move() == Color::black ? 1 : 0;
    for (std::size_t i = 0; i + 1 < ply; ++i) {
      position.do_move(moves[i]);
    }
    return localized("move {} ({})", (ply + black_first + 1) / 2,
                     notation::to_text(position, moves[ply - 1], notation::style_for_people()));
  }

  void check_end(const Position& final) {
    const Result result = m_game.result();
    if (result == Result::unknown && !m_game.standard_start()) {
      return; // a problem or an ending: its solution may end anywhere, and needs no result
    }
    if (!has_legal_move(final)) {
      const Color loser = final.side_to_move();
      const Result on_board = loser == Color::red ? Result::black_wins : Result::red_wins;
      if (on_board != result) {
        report(ProblemCode::result_contradicts_position,
               final.in_check()
                   ? localized("{} is checkmated at the end, so the result is {}, not {}",
                               name(loser), to_text(on_board), to_text(result))
                   : localized("{} is stalemated at the end, so the result is {}, not {}",
                               name(loser), to_text(on_board), to_text(result)),
               m_game.plies());
      }
      return;
    }
    if (result == Result::unknown) {
      if (!m_judge.moves().empty()) {
        report(ProblemCode::missing_result, localized("no header and no move tells the result"), 0,
               {});
      }
      return;
    }
    const bool lost_by_repetition = check_repetition();
    if (!lost_by_repetition) {
      if (const auto side = winner(); side && !can_attack(final, *side)) {
        report(ProblemCode::result_without_force,
               localized("{} has won, but has nothing left to attack with", name(*side)),
               m_game.plies());
      } else {
        check_ending(final);
      }
    }
  }

  [[nodiscard]] std::optional<Color> winner() const {
    const Result result = m_game.result();
    return result == Result::red_wins     ? std::optional{Color::red}
           : result == Result::black_wins ? std::optional{Color::black}
                                          : std::nullopt;
  }

  void check_ending(const Position& final) {
    const auto ending = known_ending(final);
    const Result result = m_game.result();
    const bool drawn_by_rule =
        result == Result::draw &&
        (m_limit_ply != 0 || m_judge.history().occurrences() >= repetition());
    if (!ending || drawn_by_rule) {
      return;
    }
    const Result usual = !ending->won                   ? Result::draw
                         : ending->strong == Color::red ? Result::red_wins
                                                        : Result::black_wins;
    if (usual != result) {
      const auto pieces = ending_text(Words{}, *ending);
      report(ProblemCode::result_contradicts_ending,
             ending->won
                 ? localized("the last position, {}, is nearly always won by {}, and the "
                             "result is {}",
                             pieces, name(ending->strong), to_text(result))
                 : localized("the last position, {}, is nearly always drawn, and the result "
                             "is {}",
                             pieces, to_text(result)),
             m_game.plies());
    }
  }

  /// The game ends where a position stands for the third time; or it went on after that. Whether
  /// the end decides it.
  bool check_repetition() {
    const Ruling ruling = m_judge.may_judge() ? m_judge.judge() : Ruling{};
    if (ruling.undecided) {
      return false;
    }
    if (ruling.outcome != Outcome::none) {
      const Result judged = to_result(ruling.outcome);
      if (judged != m_game.result()) {
        const Verdict verdict = explain_repetition(m_game.start(), m_judge);
        report(ProblemCode::result_contradicts_repetition,
               localized("from {} on the game repeats itself, which makes it {}, not {}: {}",
                         move_at(ruling.first_ply), to_text(judged), to_text(m_game.result()),
                         verdict.reason),
               static_cast<int>(ruling.first_ply), {});
        if (!is_certain(verdict)) {
          m_game.problems.back().severity = Severity::note;
        }
      }
      return ruling.outcome != Outcome::draw;
    }
    if (m_forbidden.outcome != Outcome::none) {
      const std::string first = move_at(m_forbidden.first_ply);
      report(ProblemCode::forbidden_repetition,
             m_nine_rounds ? localized("from {} to ply {}, nine rounds: {}; {}", first,
                                       m_forbidden.last_ply, m_forbidden.reason, m_forbidden_by)
                           : localized("from {} to ply {}: {}; {}", first, m_forbidden.last_ply,
                                       m_forbidden.reason, m_forbidden_by),
             static_cast<int>(m_forbidden.first_ply), {});
    }
    return false;
  }

  /// Perpetual check loses everywhere and always did. About chases editions and arbiters differ,
  /// players may agree on a draw before the loss is claimed, and one who repeats may resign.
  [[nodiscard]] bool is_certain(const Verdict& verdict) const {
    const auto check = [&](Color c) {
      return std::all_of(verdict.cycle.begin(), verdict.cycle.end(),
                         [&](const CycleMove& m) { return m.side != c || m.check; });
    };
    return verdict.outcome != Outcome::draw &&
           (decisive(m_game.result()) || check(Color::red) != check(Color::black));
  }

  void check_limit() {
    if (m_limit_ply != 0 && decisive(m_game.result())) {
      report(ProblemCode::past_natural_limit,
             localized("{} without a capture made a draw at ply {}",
                       counted(static_cast<std::uint64_t>(m_options.natural_limit / 2), "{} round",
                               "{} rounds"),
                       m_limit_ply),
             static_cast<int>(m_limit_ply));
    }
  }

  void sign(GameSignature& s, const record::Facts& facts, std::uint64_t hash) const {
    const PositionHistory& history = m_judge.history();
    const auto key_at = [&](std::size_t ply) {
      return ply <= history.plies() ? history.key(ply) : 0;
    };
    s.valid = true;
    s.moves = hash == 0 ? 1 : hash;
    s.plies = static_cast<std::uint16_t>(std::min<std::size_t>(history.plies(), 0xFFFF));
    s.at_60 = key_at(60);
    s.at_40 = key_at(40);
    s.at_20 = key_at(20);
    sign_headers(m_game, facts, s);
    const bool has_occasion =
        s.occasion.days.one_day() || (s.occasion.event != 0 && s.occasion.round != 0);
    if (s.pair == 0 || !has_occasion) {
      return;
    }
    s.start = to_integer(m_game.start().lock());
    s.line = m_judge.moves();
  }

  /// How often a position stands to make one.
  [[nodiscard]] int repetition() const noexcept { return usual_occurrences(m_options.rules); }

  Game& m_game;
  const VerifyOptions& m_options;
  RepetitionJudge m_judge;
  std::optional<NaturalLimitCounter> m_limit; ///< made where a game comes near
  Ruling m_forbidden;                         ///< the first repetition that loses
  bool m_nine_rounds = false;                 ///< no closed cycle, but nine rounds of several
  std::string m_forbidden_by;                 ///< the article
  std::size_t m_limit_ply = 0;                ///< where the natural limit was reached; 0: nowhere
};

} // namespace

void check_line(Game& game, const VerifyOptions& options, const record::Facts& facts,
                GameSignature* signature) {
  LineCheck{game, options}.run(facts, signature);
}

} // namespace xq::analysis
