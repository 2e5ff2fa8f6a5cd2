#pragma once

#include "engine/classic/classic.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace xq::engine {

// What `xq bench ordering` searches.

/// A row of a table.
struct OrderingScheme {
  std::string name;
  ClassicIdeas ideas;
  int depth_less = 0; ///< searched by so many plies less than the others: it has too many nodes
};

struct OrderingTable {
  std::string title;
  std::vector<OrderingScheme> schemes; ///< compared with the first
};

[[nodiscard]] std::vector<OrderingTable> ordering_tables();

/// Twenty middle games, from games of the engine against itself.
[[nodiscard]] std::span<const std::string_view> middle_games() noexcept;

} // namespace xq::engine
