#pragma once

#include "jobs/answer/field.hpp"

#include <xq/store/game_editor.hpp>

#include <string>
#include <vector>

namespace xq::cli {

/// What becomes of a game, as lines: `game 12`, then `- Event: A` and `+ Event: B`; a game that is
/// deleted or comes back is one line, with - or +.
[[nodiscard]] std::string change_as_text(const store::GameChange& change);
/// The same, an object a line: one for each header, or for the game.
[[nodiscard]] std::string change_as_json(const store::GameChange& change);

/// The members that a line of change_as_json() may have.
[[nodiscard]] std::vector<jobs::Field> change_fields();

/// The journal as a table; empty for no operations.
[[nodiscard]] std::string operations_as_text(const std::vector<store::EditOperation>& operations);
[[nodiscard]] std::string operations_as_json(const std::vector<store::EditOperation>& operations);
[[nodiscard]] std::vector<jobs::Field> operation_fields();

} // namespace xq::cli
