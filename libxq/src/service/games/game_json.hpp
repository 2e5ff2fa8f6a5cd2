#pragma once

#include "service/move_json.hpp"

#include <xq/record/game.hpp>

#include <span>
#include <string>
#include <vector>

namespace xq::service {

/// Members of an open object: all headers, those that everybody wants by themselves, and the moves
/// as a tree (docs/api.md).
void write_game_members(JsonWriter& json, const record::Game& game, const MoveStyle& style);
[[nodiscard]] std::vector<jobs::Field> game_fields();

/// `ecco` and `opening`: the code of the record, else what its moves make, and its name; empty
/// where there is none; `openingEnglish` where the code is known.
struct ShownOpening {
  ShownOpening(const record::Game& game, const MoveStyle& style);
  std::string ecco, opening, english;
};
[[nodiscard]] std::span<const jobs::FieldOf<ShownOpening>> opening_fields() noexcept;

/// `text` in the script that moves are written in.
[[nodiscard]] std::string in_script(std::string_view text, const MoveStyle& style);

} // namespace xq::service
