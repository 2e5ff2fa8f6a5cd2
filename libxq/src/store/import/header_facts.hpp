#pragma once

#include <xq/record/game.hpp>

namespace xq::store {

/// Whether `rich`, a record of the same moves from the same position, says all that `poor` says:
/// every header of `poor` that is filled in is in `rich` with
/// the same value (a date may be more precise there), so are its result, if it has one, and its
/// notes and variations, if it has any. Nothing is lost when only `rich` is kept.
[[nodiscard]] bool says_all_of(const record::Game& rich, const record::Game& poor);

/// Whether `record` says something in its headers or result that a game said in a `former` state
/// and does not say now.
[[nodiscard]] bool says_what_is_gone(const record::Game& record, const record::Game& former,
                                     const record::Game& now);

} // namespace xq::store
