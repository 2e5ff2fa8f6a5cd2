#include "format/shared/record_tree.hpp"

#include "base/text/text.hpp"
#include "format/shared/move_tree.hpp"

namespace xq::format {

void RecordTree::clear() {
  m_nodes.clear();
  m_nodes.emplace_back();
  m_comments.clear();
  m_text.clear();
}

RecordTree::Id RecordTree::add(Id parent, Square from, Square to, std::size_t offset) {
  const auto id = static_cast<Id>(m_nodes.size());
  Node node;
  node.from = from;
  node.to = to;
  node.parent = parent;
  node.offset = offset;
  m_nodes.push_back(node);
  auto& above = m_nodes[parent];
  (above.first_child == none ? above.first_child : m_nodes[above.last_child].next_sibling) = id;
  above.last_child = id;
  return id;
}

void RecordTree::prefer(Id id) noexcept {
  auto& preferred = m_nodes[m_nodes[id].parent].preferred;
  preferred = preferred == none ? id : preferred;
}

void RecordTree::reorder(Node& above) noexcept {
  const auto id = above.preferred;
  if (id == none || above.first_child == id) {
    return;
  }
  auto before = above.first_child;
  while (m_nodes[before].next_sibling != id) {
    before = m_nodes[before].next_sibling;
  }
  m_nodes[before].next_sibling = m_nodes[id].next_sibling;
  if (above.last_child == id) {
    above.last_child = before;
  }
  m_nodes[id].next_sibling = above.first_child;
  above.first_child = id;
}

void RecordTree::add_comment(Id id, std::string_view text) {
  text = trim(text);
  auto& node = m_nodes[id];
  const bool first = node.first_comment == none;
  if (text.empty() || (!first && this->text(m_comments[node.last_comment]) == text)) {
    return;
  }
  const auto place = static_cast<std::uint32_t>(m_comments.size());
  (first ? node.first_comment : m_comments[node.last_comment].next) = place;
  node.last_comment = place;
  m_comments.push_back({m_text.size(), text.size(), none});
  m_text += text;
}

Square RecordTree::first_from() const noexcept {
  const auto first = m_nodes[root].first_child;
  return first == none ? Square::none : m_nodes[first].from;
}

void RecordTree::grow(record::Game& game, Reporter& report) {
  for (auto& node : m_nodes) {
    reorder(node);
  }
  const auto problems = game.problems.size();
  const auto note = [&](record::NodeId id, const Node& node) {
    for (auto at = node.first_comment; id != record::no_node && at != none;
         at = m_comments[at].next) {
      game.add_comment(id, text(m_comments[at]));
    }
  };
  note(record::root_node, m_nodes[root]);
  MoveTree tree{game};
  std::vector<Id> promised;
  for (auto id = m_nodes[root].first_child; id != none;) {
    const auto& node = m_nodes[id];
    const bool has_alternative = node.next_sibling != none;
    note(tree.add({node.from, node.to, node.first_child != none, has_alternative, node.offset}),
         node);
    if (has_alternative) {
      promised.push_back(node.next_sibling);
    }
    id = node.first_child;
    if (id == none && !promised.empty()) {
      id = promised.back();
      promised.pop_back();
    }
  }
  tree.finish();
  report.locate(problems);
}

} // namespace xq::format
