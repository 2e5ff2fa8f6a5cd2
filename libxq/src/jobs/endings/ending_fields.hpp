#pragma once

#include "endings/library.hpp"
#include "jobs/answer/field.hpp"

#include <xq/board/position.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace xq::jobs {

/// A table as a list shows it.
struct ListedEnding {
  endings::TableFacts facts;
  std::uint64_t placements = 0; ///< numbers that it has, see endings::Placements
  std::uint64_t bytes = 0;      ///< of its results

  explicit ListedEnding(const endings::Table& table);
};
/// `material`, `placements`, `bytes`, `red_to_move` and `black_to_move` (each with `won`, `drawn`,
/// `lost`, `by_rule`, for the side to move), `longest`, `longest_fen`, `judges_checks`.
[[nodiscard]] std::span<const FieldOf<ListedEnding>> ending_fields() noexcept;

/// What tables say of a position.
struct ProbedEnding {
  Position position;
  endings::Result result;
  std::vector<endings::RatedMove> moves; ///< the best first
};
/// `fen`, `material`, `result` (win, draw or loss of the side to move), `winner`, `by_rule`,
/// `plies`, and `moves` with `uci`, `chinese`, `wxf`, `result`, `by_rule`, `plies` and `best`.
[[nodiscard]] std::span<const FieldOf<ProbedEnding>> probe_fields() noexcept;
/// The same of moves alone, for people.
[[nodiscard]] Rows rows_of_moves(const ProbedEnding& ending);

/// `Red mates in 12 moves`, in the chosen language.
[[nodiscard]] std::string describe(const Position& position, const endings::Result& result);

} // namespace xq::jobs
