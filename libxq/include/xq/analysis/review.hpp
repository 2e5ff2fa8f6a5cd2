#pragma once

#include <xq/analysis/analyst.hpp>
#include <xq/board/position.hpp>
#include <xq/record/ecco.hpp>
#include <xq/record/game.hpp>

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace xq::analysis {

/// How a position with few pieces ends, by its material.
struct Ending {
  using Counts = std::array<std::uint8_t, piece_type_count>; ///< by type, without the king

  Color strong{};   ///< the side that wins; of a draw, the one with more pieces that attack
  bool won{};       ///< by `strong`; else it is a draw
  Counts attack{};  ///< what `strong` has ...
  Counts defence{}; ///< ... and what the other side has
};

/// `side` has a piece that can cross the river.
[[nodiscard]] bool can_attack(const Position& position, Color side) noexcept;

/// What the table of classical endings (docs/engine.md) says of a position in which nobody is in
/// check and nothing can be taken; nullopt where it leaves a doubt. Of the positions of the same
/// material, with the same side to move and the defence as much in order, the strong side wins at
/// least 99 in 100, or neither side wins more than one.
[[nodiscard]] std::optional<Ending> known_ending(const Position& position);

/// What a side has at the end of a line of play that it had not before.
struct LineGain {
  using Counts = std::array<std::uint8_t, piece_type_count>;

  Counts won{};  ///< captured pieces by type ...
  Counts lost{}; ///< ... of the side itself; what was exchanged for the same type is left out
  bool empty_cannon = false; ///< see has_empty_cannon()

  /// Won less lost in half pawns: pawn 2, advisor and elephant 4, horse 8, cannon 9, rook 18.
  [[nodiscard]] int worth() const noexcept;
};

/// The position at the end of `line` (legal moves) from `start`, after which both sides went on
/// with captures, and with all moves when in check, as long as that wins material, a few plies far.
[[nodiscard]] Position end_of_line(const Position& start, std::span<const Move> line);

/// What the captures on the way to end_of_line() gain.
[[nodiscard]] LineGain gain_of_line(const Position& start, std::span<const Move> line, Color side);

/// A cannon of `side` stands on the central file with the other king, and nothing between them.
[[nodiscard]] bool has_empty_cannon(const Position& position, Color side) noexcept;

/// A move and what the line that begins with it proves for the side that plays it.
struct Point {
  Position at; ///< before the move
  Move move;
  LineGain gain;
  bool by_rule = false; ///< the line ends in a repetition that the rules forbid the other side
};

/// A known ending that a line comes to.
struct EndingReason {
  Ending ending;
  Position at; ///< where the better move would have been played ...
  Move move;   ///< ... which comes to the ending; none: the played move does
};

/// Why a move is worse than another one, as far as the engine's lines prove it: nothing else is
/// said.
struct Reason {
  std::optional<Point> better;     ///< what the better move would have won
  std::optional<Point> overlooked; ///< what the opponent's answer wins
  std::optional<EndingReason> ending;
};

/// The player of `played` in `position` lost something: `before` is the engine's answer about the
/// position, whose first line is the better move's, `after` that about the position after the
/// move. Material counts only where the lines differ by a pawn or more and the values differ by at
/// least half as much. An ending is given where the better move's line comes to a won or drawn one
/// and the played move's line to none or to a worse one, or where the played move's line alone
/// comes to one and does not win it.
[[nodiscard]] Reason reason_of_loss(const Position& position, Move played, const Evaluation& before,
                                    const Evaluation& after);

/// Centipawns at which the odds of a win are e to 1. Fitted by the program tune_probability to the
/// results of 2,806 games of a public archive at 50,000 nodes a position: 202 +- 8.
inline constexpr double probability_scale = 202;
/// Probability that a side wins (half of a draw included) from its evaluation in centipawns:
/// 1 / (1 + exp(-score / probability_scale)), so 100 centipawns are 62 %, 222 are 75 %, 444 are
/// 90 %; a forced win is 1 or 0.
[[nodiscard]] double winning_probability(engine::Score score) noexcept;
/// The centipawns that mean this probability; from 1 % on and up to 99 %, so +-928 at most.
[[nodiscard]] engine::Score score_of_probability(double probability) noexcept;

/// What a move was worth, by the loss of winning probability in its player's eyes, in percentage
/// points.
enum class Mark : std::uint8_t {
  none,
  good,    ///< !   the engine's choice, not an obvious one, and every other move loses 15
  dubious, ///< ?!  from 12, or misses a mate
  mistake, ///< ?   from 16
  blunder, ///< ??  from 20
};
inline constexpr std::size_t mark_count = 5;
[[nodiscard]] Mark mark_of(double loss) noexcept;
/// "", "!", "?!", "?", "??"
[[nodiscard]] std::string_view to_text(Mark mark) noexcept;
/// Accuracy of one move, 0 to 100: 100 * exp(-4 * loss), so a loss of 10 % makes it 67.
[[nodiscard]] double accuracy(double loss) noexcept;

/// What is to be said about one move.
struct MoveReview {
  bool judged = false; ///< false: within the book
  bool best = false;   ///< the engine's own choice
  /// 0 to 1: expected points (engine::outcomes_of) before the move less those after it
  double loss = 0;
  Mark mark = Mark::none;
  int misses_mate = 0; ///< the player had mate in this many moves, and now has none
  int allows_mate = 0; ///< now the opponent mates in this many moves, and could not force it before
  int finds_mate = 0;  ///< first move of a mate in this many moves that the player does not let go
  Reason reason;       ///< of a move marked ?!, ? or ??
};

struct PlayerSummary {
  int moves = 0; ///< judged ones
  double average_loss = 0;
  double average_accuracy = 0; ///< 100 without judged moves
  int average_centipawns = 0;  ///< lost a move, values cut at +-1000
  std::array<int, mark_count> marks{};
  int mates_found = 0;
  int mates_missed = 0;
};

/// What the engine thinks of a game.
struct Review {
  std::size_t book_plies = 0; ///< moves in front that the book knows, not judged
  /// Start first; none within the book. Marks rest on these values and no others: each on those of
  /// the two positions before the move and of the two after it.
  std::vector<std::optional<Evaluation>> positions;
  std::vector<MoveReview> moves; ///< one a ply
  std::array<PlayerSummary, color_count> players;
  const record::Opening* opening = nullptr; ///< null: not from the standard start position
  std::uint64_t searched = 0;               ///< questions answered by the engine
  std::uint64_t cached = 0; ///< questions answered before, in this run or an earlier one
};

/// How deep positions are searched again on which a mark may hang.
struct Looks {
  Effort second = Effort::deep;   ///< where a move seems to lose 7 points
  std::optional<Effort> third{};  ///< where after that it loses 10 or more: what may get a mark
  std::optional<Effort> fourth{}; ///< where it then loses 10 to 16, so that ?! is in doubt
};

/// How thorough a judgement of a game is: `xq annotate --quality`, of which night is the default.
enum class Quality : std::uint8_t { night, quick, normal, deep };

/// The limit of nodes in each position, see review_limits().
[[nodiscard]] constexpr std::uint64_t nodes_of(Quality quality) noexcept {
  switch (quality) {
  case Quality::night:
    return 12'000;
  case Quality::quick:
    return 20'000;
  case Quality::normal:
    return 75'000;
  default:
    return 1'000'000;
  }
}

/// Limits as review() is best asked with: after half of the nodes of a position no other iteration
/// begins. It would seldom be completed, and deeper looks can go on from there.
[[nodiscard]] inline engine::Limits review_limits(engine::Limits limits) {
  limits.soft_nodes = limits.nodes / 2;
  return limits;
}

/// How deep positions are searched again: by night a small first look, and larger ones where a mark
/// may hang on them.
[[nodiscard]] constexpr Looks looks_of(Quality quality) noexcept {
  using enum Effort;
  return quality == Quality::night ? Looks{thorough, extensive, exhaustive} : Looks{};
}

/// What review() works with; the pointers outlive it.
struct ReviewTools {
  Analyst* analyst = nullptr;
  EvaluationStore* store = nullptr; ///< null: every question goes to the analyst
  /// Whether the book knows the move in the position; empty: there is no book.
  std::function<bool(const Position&, Move)> in_book{};
  /// Asked before and after each search; when it answers false review() throws Interrupted and
  /// the answer in work is dropped.
  std::function<bool()> keep_going{};
  Looks looks{};
  /// Told after each position how many are done.
  std::function<void(std::size_t)> on_position{};
  /// Told after each question whether its answer was known before.
  std::function<void(const Question& question, bool known)> on_question{};
};

/// Judge every move of the main line that the book does not know: the position before it against
/// the position after it, each by a question of its own (see Question), the last one first. Where
/// a move that is not the engine's choice loses 7 percentage points or more both are searched
/// deeper, by `looks`. The neighbours of the two have half a say, see docs/annotate.md. The result
/// depends on the game, the analyst's identity, the looks and the book alone.
[[nodiscard]] Review review(const record::Game& game, const ReviewTools& tools);

} // namespace xq::analysis
