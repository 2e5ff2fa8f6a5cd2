#include "format/movetext/branches.hpp"

#include "base/text/npos.hpp"
#include "base/text/text.hpp"
#include "format/movetext/move_numbers.hpp"
#include "format/movetext/movetext_words.hpp"

#include <algorithm>
#include <array>

namespace xq::format {
namespace {

constexpr auto variation = std::to_array<std::string_view>({"变", "變"});

/// The label behind `变`; empty for `主变`.
std::string_view label_of(std::string_view text) noexcept {
  constexpr auto main_line = std::to_array<std::string_view>({"主变", "主變"});
  text = trim(text);
  return length_of_any(main_line, text) == text.size()
             ? std::string_view{}
             : trim(text.substr(length_of_any(variation, text)));
}

} // namespace

BranchHeading branch_heading(std::string_view line) noexcept {
  constexpr std::string_view leaves = "接";
  constexpr std::string_view ordinal = "第";
  line = line.substr(0, line.find('\n'));
  const auto front = length_of_any(variation, line);
  const auto from = line.find(leaves);
  const auto number = line.find(ordinal, std::min(from, line.size()));
  int round = 0;
  if (front == 0 || from == npos || number == npos ||
      dressed_number_length(line.substr(number), round) == 0) {
    return {};
  }
  return {trim(line.substr(front, from - front)),
          label_of(line.substr(from + leaves.size(), number - from - leaves.size())), line.size()};
}

void Branches::add(std::string_view label, record::NodeId behind, const record::Game& game) {
  m_known.push_back({label, behind, static_cast<record::NodeId>(game.node_count())});
}

std::optional<record::NodeId> Branches::node_at(std::string_view label, int ply,
                                                const record::Game& game) const {
  Branch branch{{}, record::root_node, game.node(record::root_node).first_child};
  if (!label.empty()) {
    const auto found = std::find_if(m_known.begin(), m_known.end(),
                                    [&](const Branch& known) { return known.label == label; });
    if (found == m_known.end()) {
      return std::nullopt;
    }
    branch = *found;
  }
  std::vector<record::NodeId> path; // from the end of the part before the variation to the root
  for (auto node = branch.behind; node != record::root_node; node = game.node(node).parent) {
    path.push_back(node);
  }
  path.push_back(record::root_node);
  const auto wanted = static_cast<std::size_t>(std::max(ply, 0));
  if (wanted < path.size()) {
    return path[path.size() - 1 - wanted];
  }
  auto node = branch.first < game.node_count() ? branch.first : record::no_node;
  for (auto at = path.size(); at < wanted && node != record::no_node; ++at) {
    node = game.node(node).first_child;
  }
  return node == record::no_node ? std::nullopt : std::optional{node};
}

} // namespace xq::format
