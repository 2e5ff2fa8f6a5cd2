#pragma once

// How a game stands by the rules: mate, stalemate, repetition, the natural limit.
//
//     const Verdict verdict = adjudicate(position, moves, {.rules = RuleSet::cxa});
//     std::cout << to_text(verdict.cause) << ": " << verdict.reason << '\n';

#include <xq/board/rules.hpp>

#include <span>
#include <string>
#include <vector>

namespace xq {

/// Why a game is over, or not.
enum class Cause : std::uint8_t { none, checkmate, stalemate, repetition, natural_limit };
/// `none`, `checkmate`, `stalemate`, `repetition`, `natural-limit`.
[[nodiscard]] std::string_view to_text(Cause cause) noexcept;

/// How a piece is to be won.
enum class ChaseMeans : std::uint8_t {
  capture,  ///< nothing takes back; by wxf always
  exchange, ///< captures and recaptures to the end
  checks,   ///< a sequence of checks first
};
/// `capture`, `exchange`, `checks`.
[[nodiscard]] std::string_view to_text(ChaseMeans means) noexcept;

/// A piece under attack by another, both where they stand after the move that attacks.
struct Chase {
  PieceType attacker{};
  Square from{};
  PieceType victim{};
  Square at{};
  ChaseMeans means{};
  /// cxa: what wins it, the captures or checks and the answers to them, as if the side moved again.
  std::vector<Move> line;
};

/// One move of a cycle and what it is. A check counts before a threat of mate, that before a chase;
/// a move that is none of them is idle, be it an offer, a block or a pursuit of a protected piece.
struct CycleMove {
  std::size_t ply = 0; ///< from 1
  Color side{};
  Move move;
  PieceType piece{};
  bool check = false;
  bool kill = false;         ///< threatens mate: at once, by cxa also by a sequence of checks
  std::vector<Chase> chases; ///< attacks that this move made; empty when it checks
  std::vector<Move> mate;    ///< cxa: the mate that is threatened, as if the side moved again
  /// cxa: what names the move, `24.3` or `24.3, 26.5`; empty by wxf.
  std::string_view article;
};

/// `check`, `threatens mate`, `chases the horse c4 with the rook c2`, `idle`; by cxa also `chases
/// ... in an exchange` and `... by checks`.
[[nodiscard]] std::string describe(const CycleMove& move);

struct AdjudicationRules {
  RuleSet rules = RuleSet::wxf;
  int occurrences = 0;     ///< of a position that make a repetition; 0: usual_occurrences()
  int natural_limit = 120; ///< plies without a capture; 0: none
};

/// The result at the end of a move sequence, and why.
struct Verdict {
  Outcome outcome = Outcome::none;
  Cause cause = Cause::none;
  /// The whole sentence; empty when outcome is none, but where a repetition is not decided. It
  /// names the moves of the cycle, and the move before it that makes a side's repetition no
  /// offence, where the cycle alone would be one.
  std::string reason;
  std::string article;       ///< the rule in short, with its number where it has one
  std::size_t first_ply = 0; ///< of the cycle: one round of it, from the last but one occurrence
  std::size_t last_ply = 0;
  std::vector<CycleMove> cycle;
};

/// RepetitionJudge::judge() with what each move of the last round is, for people. `start`: where
/// the moves of `judge` begin. Outcome `none`: no repetition, or one that is not decided.
[[nodiscard]] Verdict explain_repetition(const Position& start, RepetitionJudge& judge,
                                         int occurrences = 0);

/// Verdict::article of a ruling of RepetitionJudge::judge(), not `none`, without a look at moves
/// that do not matter to it.
[[nodiscard]] std::string article_of(const Position& start, RepetitionJudge& judge,
                                     const Ruling& ruling);

/// Counts the plies at the end of a game that count towards the natural limit: those since the last
/// capture (the start position's counter included), where wxf leaves out each side's checks beyond
/// ten and the answers to them.
class NaturalLimitCounter {
public:
  NaturalLimitCounter(const Position& start, RuleSet rules) : m_rules{rules}, m_position{start} {
    m_plies = start.halfmove_clock();
  }
  /// After `moves`, which begin with those of the call before: only the new ones are read.
  [[nodiscard]] int count(std::span<const Move> moves);

private:
  RuleSet m_rules;
  Position m_position; ///< after m_counted moves
  std::size_t m_counted = 0;
  int m_plies = 0;
  std::array<int, color_count> m_checks{};
  bool m_answers_uncounted = false;
};

/// Judges one game after each of its moves, in time proportional to their number.
class Adjudicator {
public:
  Adjudicator(const Position& start, const AdjudicationRules& rules);
  void play(Move m); ///< a legal move
  /// Mate and stalemate first, then repetition, then the natural limit.
  [[nodiscard]] Verdict verdict();

private:
  [[nodiscard]] Verdict of_no_move() const;
  [[nodiscard]] Verdict of_repetition();

  AdjudicationRules m_rules;
  Position m_start;
  Position m_position;
  RepetitionJudge m_judge;
  NaturalLimitCounter m_limit;
};

/// Adjudicator::verdict() at the end of `moves` (all legal).
[[nodiscard]] Verdict adjudicate(const Position& start, std::span<const Move> moves,
                                 const AdjudicationRules& rules = {});

/// NaturalLimitCounter::count() at the end of `moves` (all legal).
[[nodiscard]] int natural_limit_plies(const Position& start, std::span<const Move> moves,
                                      RuleSet rules);

} // namespace xq
