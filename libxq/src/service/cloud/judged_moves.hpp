#pragma once

#include <xq/book/book.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace xq::service {

/// A move of a book as the cloud-book protocol shows it.
struct JudgedMove {
  Move move;
  std::uint32_t games = 0;
  /// Percent for the side to move: what the score means, else of the games; 50 when no game tells
  /// its result.
  double winrate = 50;
  std::optional<int> score; ///< centipawns of the side to move; none: no engine has judged it
  int rank = 0;             ///< 2: the best and its equals; 1: good; 0: the rest
  /// The score is what the results mean: no engine has judged the position.
  bool from_results = false;
};

/// What a move that no engine has judged has as its score.
enum class Unjudged : std::uint8_t { no_score, score_of_results };

/// The moves of a position, best first.
///
/// With scores: by score; good is what is at most 50 centipawns worse than the best. A move without
/// a score comes behind those that have one.
///
/// Without: by the lower end of the 95 % interval (Wilson, 1927) of the points that games with the
/// move brought the side to move, so that one won game does not beat a thousand played well. Equal
/// is what is at most half a percent worse than the best. Good is what is at most five percent
/// worse, and what a tenth of the games chose, if it brought at most five percent less than all
/// moves together: a main line is played by strong players against strong players, so that its
/// results lag behind those of a rarity.
///
/// `unjudged`: where no move has a score, those of known results get none, or the centipawns of
/// that lower end.
[[nodiscard]] std::vector<JudgedMove> judge(const std::vector<book::BookMove>& moves, Color mover,
                                            Unjudged unjudged = Unjudged::no_score);

/// Put the moves in order and rank them, as judge() does.
void rank_moves(std::vector<JudgedMove>& moves, const std::vector<double>& safe_winrates);

/// The lower end of the interval, in percent.
[[nodiscard]] double safe_winrate(const book::Counts& counts, Color mover) noexcept;

} // namespace xq::service
