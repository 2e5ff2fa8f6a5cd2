#pragma once

#include <xq/board/position.hpp>

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace xq {

/// Which rules judge a repetition: the Asian and world rules, those of the Chinese association, or
/// none.
enum class RuleSet : std::uint8_t { none, wxf, cxa };

enum class Outcome : std::uint8_t { none, red_wins, black_wins, draw };

/// The pieces of the side not moving that `attacker` threatens to win in `position` if it were to
/// move: squares of enemy pieces (no king, no pawn before the river) that a rook, horse, cannon,
/// advisor or elephant can lawfully capture without being recaptured lawfully; a rook attacked by a
/// horse or cannon, and a rook, horse or cannon attacked by an advisor or elephant, even when
/// protected. An attack between pieces of the same kind does not count while the victim can
/// lawfully capture back (it is an offer).
[[nodiscard]] Bitboard chased_pieces(const Position& position, Color attacker);

/// The pieces of `attacker` from which chased_pieces() has `victim`.
[[nodiscard]] Bitboard chasers_of(const Position& position, Color attacker, Square victim);

/// `attacker`, not in check, would mate at once if it were to move in `position`.
[[nodiscard]] bool threatens_mate(const Position& position, Color attacker);

/// What all moves of one side in a cycle amount to.
enum class Conduct : std::uint8_t {
  idle,            ///< at least one move neither checks, threatens mate nor chases
  attacks,         ///< some moves check, some threaten mate, the others chase
  perpetual_check, ///< every move checks
  perpetual_kill,  ///< every move threatens mate
  perpetual_chase, ///< every move chases one and the same piece
  several_chased,  ///< every move chases, but not always the same piece
  check_and_kill,  ///< some moves check, the others threaten mate
  check_and_chase, ///< some moves check, the others chase
  kill_and_chase,  ///< some moves threaten mate, the others chase
};
/// What such a side does: `gives perpetual check`.
[[nodiscard]] std::string_view to_text(Conduct conduct) noexcept;

/// Judgement on the repetition at the end of a game.
struct Ruling {
  Outcome outcome = Outcome::none; ///< none: the last position is no repetition
  std::size_t first_ply = 0;       ///< the cycle: plies first_ply to last_ply, counted from 1
  std::size_t last_ply = 0;
  std::string reason; ///< one sentence; empty for `none`
  /// Of Red and Black. Threats of mate are looked at for RuleSet::cxa only, which forbids them.
  std::array<Conduct, color_count> conduct{};
};

/// Whether the position after `moves` (all legal) stands for the `occurrences`th time or more, and
/// what the cycle since the first of these occurrences means under `rules`.
/// wxf: perpetual check loses, then perpetual chase of one piece loses; both sides at fault, or
/// neither: draw.
/// cxa: one-sided perpetual check loses; then a side that checks, threatens mate or chases in every
/// move, in whatever mixture and whichever pieces, loses to one that does not; otherwise draw.
[[nodiscard]] Ruling judge_repetition(const Position& start, std::span<const Move> moves,
                                      RuleSet rules = RuleSet::wxf, int occurrences = 3);

} // namespace xq
