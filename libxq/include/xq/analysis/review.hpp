#pragma once

#include <xq/analysis/analyst.hpp>
#include <xq/analysis/reason.hpp>
#include <xq/record/ecco.hpp>
#include <xq/record/game.hpp>

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace xq::analysis {

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
  good,    ///< !   the engine's choice, not an obvious one, and every other move would be a ??
  dubious, ///< ?!  from 7, or misses a mate
  mistake, ///< ?   from 10
  blunder, ///< ??  from 15
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

/// What review() works with; the pointers outlive it.
struct ReviewTools {
  Analyst* analyst = nullptr;
  EvaluationStore* store = nullptr; ///< null: every question goes to the analyst
  /// Whether the book knows the move in the position; empty: there is no book.
  std::function<bool(const Position&, Move)> in_book{};
  /// Asked before and after each search; when it answers false review() throws Interrupted and
  /// the answer in work is dropped.
  std::function<bool()> keep_going{};
  /// Told after each position how many are done.
  std::function<void(std::size_t)> on_position{};
  /// Told after each question whether its answer was known before.
  std::function<void(const Question& question, bool known)> on_question{};
};

/// Judge every move of the main line that the book does not know: the position before it against
/// the position after it, each by a question of its own (see Question), the last one first. Where
/// the two differ by 5 percentage points or more both are searched deeper. The neighbours of the
/// two have half a say, see docs/annotate.md. The result depends on the game, the analyst's
/// identity and the book alone.
[[nodiscard]] Review review(const record::Game& game, const ReviewTools& tools);

} // namespace xq::analysis
