#pragma once

#include <xq/record/game.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

// What is done to the games of a database, as GameEditor takes and tells it.
namespace xq::store {

/// A header of a game before and after a change; nothing where there is no such header.
struct HeaderChange {
  std::string name;
  std::optional<std::string> was;
  std::optional<std::string> became;
};

/// What is done to the headers of games: renamings first, then settings, then removals. Names of
/// headers compare without case, White... is Red...; of equal names the first is changed.
struct HeaderEdits {
  enum class Named : std::uint8_t { player, team, event, site };
  /// Headers of that kind whose value is `from`, to the last byte, get the value `to`; of several
  /// renamings the first that fits, so that two names can be exchanged.
  struct Renaming {
    Named named{};
    std::string from;
    std::string to;
  };
  /// The header gets this value; a game that lacks it gets it, too, at the end.
  struct Setting {
    std::string name;
    std::string value;
  };
  std::vector<Renaming> renamings{};
  std::vector<Setting> settings{};
  std::vector<std::string> removals{}; ///< names; all headers of that name go

  [[nodiscard]] bool empty() const noexcept {
    return renamings.empty() && settings.empty() && removals.empty();
  }
};

/// Throws UsageError for edits that cannot be: of the start position, to a result that is none, by
/// a name that is none, of one header twice. Results in words become figures.
void check(HeaderEdits& edits);

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
