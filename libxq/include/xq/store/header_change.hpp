#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

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

} // namespace xq::store
