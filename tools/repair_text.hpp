#pragma once

#include "format/movetext/written_moves.hpp"
#include "format/shared/slice.hpp"

#include <xq/analysis/repair.hpp>
#include <xq/format/format.hpp>
#include <xq/record/game.hpp>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace xq::cli {

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

/// Repairs games in their text, which otherwise stays as it is. One a thread.
class TextRepairer {
public:
  TextRepairer(engine::Searcher& searcher, const format::ReadOptions& read,
               const analysis::RepairOptions& options, double min_confidence);

  /// Changes for a game that cannot be used, or, with `look_for_implausible`, one for a game that
  /// can; nothing when there is none, or its text is of a kind that transcript() does not know.
  [[nodiscard]] std::optional<TextRepair> repair(const record::Game& game,
                                                 bool look_for_implausible);

  /// The game as PGN with all changes made if they are certain enough together, the original text
  /// in a comment; otherwise as it was read. Games of other formats are written as PGN; nothing for
  /// those of them that cannot be used.
  [[nodiscard]] std::optional<std::string> text(const record::Game& game, TextRepair* repair);

private:
  [[nodiscard]] std::string source(const record::Game& game);
  [[nodiscard]] std::vector<analysis::Repair> find(std::string_view text, const record::Game& game,
                                                   bool illegal);
  [[nodiscard]] std::optional<std::string> mended(const record::Game& game,
                                                  const TextRepair& repair);
  [[nodiscard]] bool is_pgn(const record::Game& game);
  [[nodiscard]] static std::string edited(std::string_view text, const format::WrittenMoves& places,
                                          const analysis::Repair& repair);

  analysis::Judge m_judge;
  analysis::Repairer m_repairer;
  double m_min_confidence;
  std::unique_ptr<format::SliceParser> m_parser;
  std::unique_ptr<format::Writer> m_writer;
  record::Game m_parsed;
};

/// `repair: ...`, the lines under a game's problems, without newlines.
[[nodiscard]] std::vector<std::string> describe(const TextRepair& repair);

} // namespace xq::cli
