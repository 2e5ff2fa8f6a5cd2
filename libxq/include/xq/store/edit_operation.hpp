#pragma once

#include <xq/record/game.hpp>
#include <xq/store/header_change.hpp>

#include <cstdint>
#include <span>
#include <string>

namespace xq::store {

/// An operation of the journal: a command that changed games.
struct EditOperation {
  enum class Kind : std::uint8_t {
    edit,
    remove,
    undo,
    redo,
    import ///< games were added
  };
  std::int64_t id = 0;
  std::string time; ///< UTC: 2026-03-01T12:00:00Z
  std::string what; ///< the options of the command
  Kind kind{};
  std::int64_t target = 0; ///< of undo and redo: the operation that is taken back or done again
  bool in_force = false;   ///< of the others: not taken back
  std::int64_t games = 0;
  std::int64_t values = 0; ///< headers that changed
};

/// What becomes of one game.
struct GameChange {
  enum class What : std::uint8_t { headers, deleted, restored, added };
  What what{};
  std::int64_t game = 0;
  std::span<const HeaderChange> headers{}; ///< of What::headers
  const record::Game* record = nullptr;    ///< of the others: the game
};

} // namespace xq::store
