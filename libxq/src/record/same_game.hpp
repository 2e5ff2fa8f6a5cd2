#pragma once

#include "record/date_range.hpp"

#include <xq/board/position.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

/// Whether two records are of one game although their moves differ: the one place that says so.
/// Both must name the same players in the same colours and tell the same result; then
///
///     may_be_one_game(a, b) && is_retyped(moves_of_a, moves_of_b)
///
/// is one game that was typed twice, with slips. Moves are packed, see board/packed_moves.hpp.
namespace xq::record {

/// When a game was played, as its headers tell.
struct Occasion {
  DateRange days;
  std::uint64_t event = 0; ///< the same number for the same event; 0: not known
  std::uint64_t round = 0; ///< likewise
};

/// The same day and no other round, or the same round of one event and no other day.
[[nodiscard]] bool may_be_one_game(const Occasion& a, const Occasion& b) noexcept;

/// At least nine tenths of the longer sequence stand in the other one, in order; and that is at
/// most two plies shorter, or nothing but the longer one with moves left out. False of no moves.
[[nodiscard]] bool is_retyped(std::string_view a, std::string_view b);

/// How many plies of `whole`, which begins at `start`, are played when `part` begins, at
/// `part_start`, and goes on as `whole` does but for slips: is_retyped() to the end of `part`.
/// Nothing where it does not, or begins where `whole` does.
[[nodiscard]] std::optional<std::size_t> find_part(Position start, std::string_view whole,
                                                   const Position& part_start,
                                                   std::string_view part);

} // namespace xq::record
