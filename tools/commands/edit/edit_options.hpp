#pragma once

#include "command.hpp"

#include <xq/store/game_editor.hpp>

namespace xq::cli {

/// --set, --remove, --rename-player ..., --delete, --all: what becomes of which games.
struct EditOptions {
  store::HeaderEdits edits;
  bool deletes = false;
  bool all = false;

  void describe(OptionSet& options);
  [[nodiscard]] bool changes_headers() const noexcept { return !edits.empty(); }
  /// Names are exchanged, and nothing else is changed.
  [[nodiscard]] bool renames_only() const noexcept {
    return !deletes && edits.settings.empty() && edits.removals.empty();
  }
};

} // namespace xq::cli
