#pragma once

#include "jobs/answer/field.hpp"

#include <xq/analysis/statistics.hpp>

#include <cstddef>
#include <span>

namespace xq::jobs {

/// Statistics as an answer has them.
struct CountedGames {
  const analysis::Statistics& of;
  std::size_t limit; ///< of events, players and openings; 0: none
};
/// Fields with a label are a table each for people: the label stands over its names.
[[nodiscard]] std::span<const FieldOf<CountedGames>> statistics_fields() noexcept;

} // namespace xq::jobs
