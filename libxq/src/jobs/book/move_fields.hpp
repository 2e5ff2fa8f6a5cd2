#pragma once

#include "jobs/answer/field.hpp"

#include <xq/book/book.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <string>

namespace xq::jobs {

/// What a book says of a move: games and results (for people their shares among the games whose
/// result is known), years, levels of the players, what an engine thinks of it for the side to
/// move.
[[nodiscard]] std::span<const FieldOf<book::BookMove>> move_fields() noexcept;
/// Those of what an engine thinks.
[[nodiscard]] std::span<const FieldOf<book::BookMove>> score_fields() noexcept;
/// The fields of a move without rounded values, from which a book can be made again.
[[nodiscard]] std::span<const FieldOf<book::BookMove>> stored_fields() noexcept;

/// A move among others of its position.
struct RankedMove {
  const Position& before;
  const book::BookMove& move;
  std::optional<std::size_t> rank{}; ///< by score, 1 for the best
  std::optional<double> weight{};
  bool weight_is_score = false; ///< which people see already
};
/// The move in three notations.
[[nodiscard]] std::span<const FieldOf<RankedMove>> notation_fields() noexcept;
[[nodiscard]] std::span<const FieldOf<RankedMove>> rank_fields() noexcept;

/// `1980-1999`, `1980` when it is one year; nothing when none is known.
[[nodiscard]] std::optional<std::string> years_text(const book::Years& years);
/// `2410 (2560)`, the average and the best level.
[[nodiscard]] std::optional<std::string> levels_text(const book::Levels& levels);

} // namespace xq::jobs
