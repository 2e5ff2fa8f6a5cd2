#pragma once

#include "record/rewrite.hpp"

#include <xq/record/game.hpp>
#include <xq/store/edit_operation.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace xq::store {

/// What edits change of a game: its headers and its result.
struct HeaderState {
  std::vector<record::OwnTag> tags;
  record::Result result = record::Result::unknown;

  friend bool operator==(const HeaderState& a, const HeaderState& b);
};

[[nodiscard]] HeaderState state_of(const record::Game& game);
/// The game with these headers and this result instead of its own.
[[nodiscard]] record::Game with_state(const record::Game& game, const HeaderState& state);

/// Whether two names are of one header: without case, White... as Red...
[[nodiscard]] bool is_same_header(std::string_view a, std::string_view b);

/// The header's value; nothing when there is none.
[[nodiscard]] std::optional<std::string> value_of(const HeaderState& state, std::string_view name);

/// Make the change, whatever the header was before. Result is that of the game, too.
void apply(const HeaderChange& change, HeaderState& state);

/// What `edits` change in `state`, which becomes what they make of it: a change for each header.
[[nodiscard]] std::vector<HeaderChange> apply(const HeaderEdits& edits, HeaderState& state);

} // namespace xq::store
