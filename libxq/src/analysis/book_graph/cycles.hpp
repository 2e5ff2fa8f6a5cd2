#pragma once

#include "analysis/book_graph/count_back.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace xq::analysis {

/// The cycles of a graph: for each node the number, from 1, of its strongly connected component; 0
/// for a node through which no cycle leads. Only nodes of which `known` is not 0 count.
[[nodiscard]] std::vector<std::uint32_t> find_cycles(const GraphView& graph,
                                                     std::span<const std::uint8_t> known);

} // namespace xq::analysis
