#pragma once

#include <xq/engine/engine.hpp>
#include <xq/notation/notation.hpp>
#include <xq/record/game.hpp>

#include <functional>
#include <string>
#include <vector>

namespace xq::analysis {

/// Probability that a side wins (half of a draw included) from its evaluation in centipawns:
/// 1 / (1 + exp(-score / 271.6)), so 100 centipawns are 59 %, 300 are 75 %, 600 are 90 %; a forced
/// mate is 1 or 0.
[[nodiscard]] double winning_probability(engine::Score score) noexcept;

/// How much a move threw away, as the loss of winning probability in its player's eyes.
enum class Mark : std::uint8_t {
  none,
  dubious, ///< ?!  from 10 %
  mistake, ///< ?   from 20 %
  blunder, ///< ??  from 30 %
};
[[nodiscard]] Mark mark_of(double loss) noexcept;

struct AnnotateOptions {
  engine::Limits limits; ///< for each position; fixed nodes or depth make the result repeatable
  notation::Style style = notation::Style::chinese; ///< of the lines in comments
  notation::WriteOptions notation;
  int line_plies = 8;    ///< of a best line, at most
  std::string annotator; ///< value of the Annotator header; empty: leave that header alone
};

/// What the engine thinks of one position of the main line.
struct Evaluation {
  engine::Score score = 0; ///< from Red's side; centipawns, mates as in engine.hpp
  int depth = 0;
  std::vector<Move> line; ///< best line; empty when the game is over
  std::uint64_t nodes = 0;
};

struct Review {
  std::vector<Evaluation> positions; ///< start position first, one more than plies
  std::vector<Mark> marks;           ///< one a ply
  std::vector<double> losses;        ///< one a ply, 0 to 1
};

/// Search every position of the main line, last one first, so that what the table learned about a
/// position serves the one before it. `engine` is cleared first: the result depends on the game and
/// the options alone. `keep_going` is asked before each position; when it answers false the
/// function throws Interrupted.
[[nodiscard]] Review review(const record::Game& game, engine::Engine& engine,
                            const AnnotateOptions& options,
                            const std::function<bool()>& keep_going = {});

/// The game with the review written into it: after each move a comment "[%eval +0.35,12]" (pawns
/// from Red's side or #N for mate in N moves, then the depth), and after a marked move its NAG and
/// "better: LINE (VALUE)". Comments of an earlier annotation are replaced, all others kept.
[[nodiscard]] record::Game annotated(const record::Game& game, const Review& review,
                                     const AnnotateOptions& options);

/// "+0.35", "-12.00", "#5" (Red mates in five moves), "-#5" (Black does).
[[nodiscard]] std::string value_text(engine::Score red_score);

} // namespace xq::analysis
