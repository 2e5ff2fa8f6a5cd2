#pragma once

#include "base/text/json_writer.hpp"

#include <xq/board/adjudicate.hpp>

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace xq::jobs {

/// `none`, `red`, `black`, `draw`: in every language the same.
[[nodiscard]] std::string_view winner_word(Outcome outcome) noexcept;

/// What proves that a move is what it is: the mate that it threatens, then what wins each piece
/// that it chases, as if its side moved again; each once. Empty by wxf. Points into `move`.
[[nodiscard]] std::vector<std::span<const Move>> proofs(const CycleMove& move);

/// More members of the object of one move.
using MoreMembers = std::function<void(JsonWriter&, const CycleMove&)>;

/// Members `winner`, `cause`, `reason`, `article` and, of a repetition, `cycle`: what `xq
/// adjudicate --json` and `GET /adjudicate` say of a verdict.
void write_verdict_members(JsonWriter& json, const Verdict& verdict, const MoreMembers& more = {});

} // namespace xq::jobs
