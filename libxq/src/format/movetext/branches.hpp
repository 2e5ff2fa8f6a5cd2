#pragma once

#include <xq/record/game.hpp>

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace xq::format {

/// The line above a variation that stands below the moves it leaves, as dpxq's text has it:
/// `变①接主变第7回合`, then perhaps the position in braces, then `7. …… 炮２平１`.
struct BranchHeading {
  std::string_view label;  ///< `①`
  std::string_view parent; ///< the label of the variation that it leaves; empty: the main line
  std::size_t length = 0;  ///< of the line; 0: it is none
};
[[nodiscard]] BranchHeading branch_heading(std::string_view line) noexcept;

/// Where the variations with headings are in a game.
class Branches {
public:
  void clear() noexcept { m_known.clear(); }
  /// The variation's first move will be the game's next node, behind the node `behind`.
  void add(std::string_view label, record::NodeId behind, const record::Game& game);
  /// The node after `ply` plies of the variation with this label, those before it included, or of
  /// the main line for an empty one. Nothing where there is no such variation, or it is shorter.
  [[nodiscard]] std::optional<record::NodeId> node_at(std::string_view label, int ply,
                                                      const record::Game& game) const;

private:
  struct Branch {
    std::string_view label;
    record::NodeId behind, first;
  };
  std::vector<Branch> m_known;
};

} // namespace xq::format
