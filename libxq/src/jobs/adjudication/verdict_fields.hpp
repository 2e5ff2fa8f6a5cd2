#pragma once

#include "jobs/answer/field.hpp"

#include <xq/board/adjudicate.hpp>

#include <span>
#include <string_view>
#include <vector>

namespace xq::jobs {

/// `none`, `red`, `black`, `draw`: in every language the same.
[[nodiscard]] std::string_view winner_word(Outcome outcome) noexcept;

/// `none`, `wxf`, `cxa`.
[[nodiscard]] std::string_view rules_word(RuleSet rules) noexcept;

/// What proves that a move is what it is: the mate that it threatens, then what wins each piece
/// that it chases, as if its side moved again; each once. Empty by wxf. Points into `move`.
[[nodiscard]] std::vector<std::span<const Move>> proofs(const CycleMove& move);

/// What `xq adjudicate --json` and `GET /adjudicate` say of a verdict, and of each move of its
/// cycle.
[[nodiscard]] std::span<const FieldOf<Verdict>> verdict_fields() noexcept;
[[nodiscard]] std::span<const FieldOf<CycleMove>> cycle_fields() noexcept;

} // namespace xq::jobs
