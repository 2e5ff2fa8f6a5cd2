#pragma once

#include "service/puzzles/puzzle_shelf.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace xq::service {

/// What is said of the solver's last move.
enum class Judgement : std::uint8_t {
  begin,  ///< nothing was moved yet, or it is the solver's turn
  right,  ///< the answer to it follows
  solved, ///< it was the last one
  slower, ///< it mates, too, but in more moves than the shortest mate
  wrong,
};
/// `begin`, `right` ... as in JSON.
[[nodiscard]] std::string_view to_text(Judgement judgement) noexcept;

struct Judged {
  Judgement judgement = Judgement::begin;
  std::optional<Move> reply; ///< to a right move: the defence that lasts longest, or the solution's
};

/// Judges the last of `played`, which are legal: moves of the solver and answers, from the start.
/// In a mate puzzle every move is right that mates within the
/// moves that are left, which is proved on the board; in other puzzles only the moves of the
/// solution are right.
[[nodiscard]] Judged judge(const ServedPuzzle& puzzle, std::span<const Move> played);

/// What is left of a solution, the solver to move; empty where none is known.
[[nodiscard]] std::vector<Move> rest_of_solution(const ServedPuzzle& puzzle,
                                                 std::span<const Move> played);

} // namespace xq::service
