#pragma once

#include <xq/record/game.hpp>

namespace xq::store {

/// Whether `rich`, a record of the same moves from the same position, says all that `poor` says:
/// every header of `poor` that is filled in is in `rich` with
/// the same value (a date may be more precise there), so are its result, if it has one, and its
/// notes and variations, if it has any. Nothing is lost when only `rich` is kept.
[[nodiscard]] bool says_all_of(const record::Game& rich, const record::Game& poor);

} // namespace xq::store
