#pragma once

#include <xq/board/position.hpp>

#include <cstdint>
#include <span>
#include <string>

namespace xq {

/// Which rules judge a repetition: the Asian and world rules, or none.
enum class RuleSet : std::uint8_t { none, wxf };

enum class Outcome : std::uint8_t { none, red_wins, black_wins, draw };

/// The pieces of the side not moving that `attacker` threatens to win in `position` if it were to
/// move: squares of enemy pieces (no king, no pawn before the river) that a rook, horse, cannon,
/// advisor or elephant can lawfully capture without being recaptured lawfully; a rook attacked by a
/// horse or cannon, and a rook, horse or cannon attacked by an advisor or elephant, even when
/// protected. An attack between pieces of the same kind does not count while the victim can
/// lawfully capture back (it is an offer).
[[nodiscard]] Bitboard chased_pieces(const Position& position, Color attacker);

/// Judgement on the repetition at the end of a game.
struct Ruling {
  Outcome outcome = Outcome::none; ///< none: the last position is no repetition
  std::size_t first_ply = 0;       ///< the cycle: plies first_ply to last_ply, counted from 1
  std::size_t last_ply = 0;
  std::string reason; ///< one sentence; empty for `none`
};

/// Whether the position after `moves` (all legal) stands for the `occurrences`th time or more, and
/// what the cycle since the first of these occurrences means under `rules`: perpetual check loses,
/// then perpetual chase of one piece loses; both sides at fault, or neither: draw.
[[nodiscard]] Ruling judge_repetition(const Position& start, std::span<const Move> moves,
                                      RuleSet rules = RuleSet::wxf, int occurrences = 3);

} // namespace xq
