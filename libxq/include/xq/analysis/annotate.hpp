#pragma once

// A game with an engine's judgement of its moves: review.hpp judges, this writes it in.
//
//     const auto analyst = analysis::own_analysts({.nodes = 50'000}, {}, "1").make();
//     const auto review = analysis::review(game, {.analyst = analyst.get()});
//     const record::Game commented = analysis::annotated(game, review, {});

#include <xq/analysis/review.hpp>
#include <xq/notation/notation.hpp>
#include <xq/record/game.hpp>

#include <cstdint>
#include <span>
#include <string>

namespace xq::analysis {

/// Which positions of the main line get the engine's lines as variations.
enum class ShownLines : std::uint8_t {
  none,
  marked, ///< in the place of moves with ?!, ? or ??
  all     ///< wherever another move was played
};

struct AnnotateOptions {
  ShownLines lines = ShownLines::marked;
  int line_plies = 8;      ///< of a line, at most
  std::string annotator{}; ///< value of the Annotator header; empty: leave that header alone
  notation::Style style = notation::Style::uci; ///< of moves in comments
  notation::WriteOptions notation{};
};

/// The game with the review written into it:
/// - after each judged move a comment "[%eval +0.35,12]" (see value_text(), then the depth), and
///   behind it what there is to say: "loses 24 %", "misses mate in 3", "allows mate in 5", "mate
///   in 4", "the only move", "leaves the book", "overlooks h2h9, which wins a rook", "h2h9 wins a
///   rook for a horse"; in another language than English the mark stands before that;
/// - its mark as a NAG;
/// - the engine's lines as variations, each with "[%pv +0.65,12]" after its first move;
/// - a comment before the first move with a summary for each player;
/// - the headers ECCO and Opening where the game has none.
/// What an earlier annotation wrote is replaced, all else kept, so that annotating twice is the
/// same as once. A variation of the annotation to which people have added stays.
[[nodiscard]] record::Game annotated(const record::Game& game, const Review& review,
                                     const AnnotateOptions& options);

/// What is kept of the judgement of a move where the lines are not.
struct MoveValue {
  int ply = 0;             ///< from 1
  engine::Score score = 0; ///< after the move, centipawns from Red's side
  double loss = 0;         ///< 0 to 1
  Mark mark = Mark::none;
};
enum class ValueWords : std::uint8_t { none, remarks };
/// Writes values and marks into the main line as annotated() does, without depths, lines and
/// summaries; `words`: with "loses 24 %", "the only move". A move that has a value of an earlier
/// annotation keeps that.
void add_values(record::Game& game, std::span<const MoveValue> values, ValueWords words);

/// "average loss 2.3 %, accuracy 91.2, 1 !, 0 ?!, 2 ?, 1 ??" and mates, of one player.
[[nodiscard]] std::string to_text(const PlayerSummary& summary);
enum class RemarkLanguage : std::uint8_t {
  chosen, ///< of set_catalogue(): for people
  english ///< for programs
};
/// How remarks speak.
struct RemarkWords {
  RemarkLanguage language = RemarkLanguage::chosen;
  notation::Style style = notation::Style::uci; ///< of moves
  notation::WriteOptions notation{};
};
/// What annotated() says about a move behind its value; empty when there is nothing to say.
[[nodiscard]] std::string remark(const Review& review, std::size_t ply,
                                 const RemarkWords& words = {});

} // namespace xq::analysis
