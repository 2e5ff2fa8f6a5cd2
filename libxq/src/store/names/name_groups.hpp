#pragma once

#include "store/names/player_links.hpp"

#include <cstddef>
#include <functional>
#include <vector>

namespace xq::store {

/// Joins things by links, the surest first, unless two of them are known to be different.
class NameGroups {
public:
  /// `differ(a, b)` says whether two of the things are different for certain.
  NameGroups(std::size_t things, std::function<bool(std::size_t, std::size_t)> differ);

  /// Whatever is known to differ.
  void join_known(std::size_t a, std::size_t b);
  /// The links are by rising doubt; those of more than `most_doubt` are left.
  void join(const std::vector<NameLink>& links, double most_doubt);

  /// Things that belong together, in rising order; each thing is in one.
  [[nodiscard]] std::vector<std::vector<std::size_t>> groups() const;
  /// From `first`, every other thing of its group with the link that led to it, and to which thing;
  /// null for things that were known.
  struct Step {
    std::size_t thing = 0;
    std::size_t from = 0;
    const NameLink* link = nullptr;
  };
  [[nodiscard]] std::vector<Step> steps_from(std::size_t first) const;

private:
  void unite(std::size_t a, std::size_t b, const NameLink* link);
  [[nodiscard]] bool apart(std::size_t a, std::size_t b) const;

  std::function<bool(std::size_t, std::size_t)> m_differ;
  std::vector<std::size_t> m_group; ///< of each thing
  std::vector<std::vector<std::size_t>> m_members;
  std::vector<std::vector<Step>> m_joined; ///< by thing: what was joined with it
};

} // namespace xq::store
