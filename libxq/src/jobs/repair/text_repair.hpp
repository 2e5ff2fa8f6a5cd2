#pragma once

#include "analysis/repair/repair.hpp"

#include <xq/format/format.hpp>
#include <xq/record/game.hpp>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace xq::jobs {

/// What repair makes of one game of a collection.
struct TextRepair {
  struct Step {
    analysis::Repair repair;
    int ply = 0; ///< of the change, from 1; 0: the start position
  };
  std::vector<Step> steps; ///< at least one; each is a change of what the one before left
  bool applied = false;    ///< all of them

  /// That all of them are right.
  [[nodiscard]] double confidence() const noexcept;
};

/// Repairs games in their text, which otherwise stays as it is. For one thread.
class TextRepairer {
public:
  /// `searcher` outlives this. A change is made when its confidence, 0 to 1, is at least
  /// `min_confidence`.
  TextRepairer(engine::Searcher& searcher, const format::ReadOptions& read,
               const analysis::RepairOptions& options, double min_confidence);
  ~TextRepairer();
  TextRepairer(const TextRepairer&) = delete;
  TextRepairer& operator=(const TextRepairer&) = delete;

  /// Changes for a game that cannot be used, or, with `look_for_implausible`, one for a game that
  /// can; nothing when there is none, or its text is neither PGN nor XML, DhtmlXQ, WXF or Chinese
  /// text.
  [[nodiscard]] std::optional<TextRepair> repair(const record::Game& game,
                                                 bool look_for_implausible);

  /// The game as PGN with all changes made if they are certain enough together, the original text
  /// in a comment; otherwise as it was read. Games of other formats are written as PGN; nothing for
  /// those of them that cannot be used.
  [[nodiscard]] std::optional<std::string> text(const record::Game& game, TextRepair* repair);

private:
  class State;
  std::unique_ptr<State> m_state;
};

/// `repair: ...`, the lines under a game's problems, without newlines.
[[nodiscard]] std::vector<std::string> describe(const TextRepair& repair);

} // namespace xq::jobs
