#pragma once

#include "command.hpp"

#include <xq/store/header_change.hpp>

#include <cstdint>
#include <vector>

namespace xq::cli {

/// --set, --remove, --rename-player ..., --delete, --game, --all: what becomes of which games.
struct EditOptions {
  store::HeaderEdits edits;
  bool deletes = false;
  std::vector<std::int64_t> games; ///< from --game, each once and in rising order
  bool all = false;

  void describe(OptionSet& options);
  /// Throws UsageError for changes that cannot be. Call before `games` and `edits` are used.
  void check();
  [[nodiscard]] bool changes_headers() const noexcept { return !edits.empty(); }
  [[nodiscard]] bool chooses() const noexcept { return all || !games.empty(); }
  /// Names are exchanged, and nothing else is changed.
  [[nodiscard]] bool renames_only() const noexcept {
    return !deletes && edits.settings.empty() && edits.removals.empty();
  }
};

} // namespace xq::cli
