#include "base/text/ascii.hpp"
#include "board/piece_board.hpp"

#include <xq/record/game.hpp>

#include <algorithm>
#include <bit>
#include <cassert>
#include <limits>
#include <ostream>
#include <utility>

namespace xq::record {
namespace {

/// Beyond so many headers a search through them costs more than a hash table.
constexpr std::size_t many_tags = 64;
constexpr std::uint32_t free_slot = 0xFFFFFFFF;

/// FNV-1a over the small letters: equal for equal names.
std::size_t hash_of(std::string_view name) noexcept {
  std::uint64_t hash = 0xCBF29CE484222325;
  for (const char c : name) {
    hash = (hash ^ static_cast<unsigned char>(lower(c))) * 0x100000001B3;
  }
  return static_cast<std::size_t>(hash ^ hash >> 32U);
}

bool same_notes(const Game& a, NodeId in_a, const Game& b, NodeId in_b) {
  std::vector<Game::Note> notes;
  a.for_each_note(in_a, [&](const Game::Note& n) { notes.push_back(n); });
  std::size_t i = 0;
  bool same = true;
  b.for_each_note(in_b, [&](const Game::Note& n) {
    same = same && i < notes.size() && notes[i].kind == n.kind && notes[i].nag == n.nag &&
           notes[i].text == n.text;
    ++i;
  });
  return same && i == notes.size();
}

bool same_tags(const Game& a, const Game& b) noexcept {
  if (a.tag_count() != b.tag_count()) {
    return false;
  }
  for (std::size_t i = 0; i < a.tag_count(); ++i) {
    const auto x = a.tag_at(i);
    const auto y = b.tag_at(i);
    if (x.name != y.name || x.value != y.value) {
      return false;
    }
  }
  return true;
}

/// Compares the trees below the roots; a stack of pairs, because variations may nest deeply.
bool same_trees(const Game& a, const Game& b) {
  if (a.node_count() != b.node_count()) {
    return false;
  }
  const bool notes = a.has_notes() || b.has_notes();
  std::vector<std::pair<NodeId, NodeId>> todo{{root_node, root_node}};
  while (!todo.empty()) {
    const auto [in_a, in_b] = todo.back();
    todo.pop_back();
    if (a.node(in_a).move != b.node(in_b).move || (notes && !same_notes(a, in_a, b, in_b))) {
      return false;
    }
    auto x = a.node(in_a).first_child;
    auto y = b.node(in_b).first_child;
    for (; x != no_node && y != no_node; x = a.node(x).next_sibling, y = b.node(y).next_sibling) {
      todo.emplace_back(x, y);
    }
    if (x != y) { // one of them has more children
      return false;
    }
  }
  return true;
}

} // namespace

std::string_view to_text(Result result) noexcept {
  switch (result) {
  case Result::red_wins:
    return "1-0";
  case Result::black_wins:
    return "0-1";
  case Result::draw:
    return "1/2-1/2";
  case Result::unknown:
    break;
  }
  return "*";
}

std::ostream& operator<<(std::ostream& out, Result result) { return out << to_text(result); }

void Game::clear() {
  m_text.clear();
  m_tags.clear();
  m_slots.clear();
  clear_moves();
  set_start(Position::start());
  m_result = Result::unknown;
  number = 0;
  line = 0;
  source.clear();
  raw.clear();
  problems.clear();
}

void Game::clear_moves() {
  m_nodes.clear();
  m_nodes.emplace_back();
  m_notes.clear();
  m_variations = false;
  m_final_nodes = 0;
}

Game::Span Game::store(std::string_view text) {
  assert(m_text.size() + text.size() <= std::numeric_limits<std::uint32_t>::max());
  const Span span{static_cast<std::uint32_t>(m_text.size()),
                  static_cast<std::uint32_t>(text.size())};
  m_text.append(text); // `text` may lie within m_text: append() allows it
  return span;
}

/// Where in m_slots the first header of this name stands, or a free place for it.
std::size_t Game::slot_of(std::string_view name) const noexcept {
  const auto mask = m_slots.size() - 1;
  auto at = hash_of(name) & mask;
  while (m_slots[at] != free_slot && !equal_ignoring_case(view(m_tags[m_slots[at]].name), name)) {
    at = (at + 1) & mask;
  }
  return at;
}

/// Bring m_slots up to date after a header was added at the end, or, when m_slots is empty, with
/// all of them.
void Game::index_tags() {
  if (m_tags.size() <= many_tags) {
    return;
  }
  auto first = m_tags.size() - 1;
  if (m_slots.size() < 2 * m_tags.size()) {
    m_slots.assign(std::bit_ceil(4 * m_tags.size()), free_slot);
    first = 0;
  }
  for (auto i = first; i < m_tags.size(); ++i) {
    auto& slot = m_slots[slot_of(view(m_tags[i].name))];
    slot = std::min(slot, static_cast<std::uint32_t>(i));
  }
}

const Game::StoredTag* Game::find_tag(std::string_view name) const noexcept {
  if (!m_slots.empty()) {
    const auto tag = m_slots[slot_of(name)];
    return tag == free_slot ? nullptr : &m_tags[tag];
  }
  const auto found = std::find_if(m_tags.begin(), m_tags.end(), [&](const StoredTag& t) {
    return equal_ignoring_case(view(t.name), name);
  });
  return found == m_tags.end() ? nullptr : &*found;
}

void Game::add_tag(std::string_view name, std::string_view value) {
  // A view into m_text dies when the first store() grows it: make room for both before.
  const std::size_t needed = m_text.size() + name.size() + value.size();
  if (needed > m_text.capacity()) {
    const std::string name_copy{name};
    const std::string value_copy{value};
    m_text.reserve(std::max(needed, 2 * m_text.capacity()));
    const auto stored_name = store(name_copy);
    m_tags.push_back({stored_name, store(value_copy)});
  } else {
    const auto stored_name = store(name);
    m_tags.push_back({stored_name, store(value)});
  }
  index_tags();
}

void Game::set_tag(std::string_view name, std::string_view value) {
  if (const auto* found = find_tag(name); found != nullptr) {
    const auto i = static_cast<std::size_t>(found - m_tags.data());
    m_tags[i].value = store(value);
  } else {
    add_tag(name, value);
  }
}

void Game::remove_tag(std::string_view name) {
  m_tags.erase(
      std::remove_if(m_tags.begin(), m_tags.end(),
                     [&](const StoredTag& t) { return equal_ignoring_case(view(t.name), name); }),
      m_tags.end());
  m_slots.clear();
  index_tags();
}

std::string_view Game::tag(std::string_view name) const noexcept {
  const auto* found = find_tag(name);
  return found == nullptr ? std::string_view{} : view(found->value);
}

bool Game::has_tag(std::string_view name) const noexcept { return find_tag(name) != nullptr; }

Game::Tag Game::tag_at(std::size_t i) const noexcept {
  return {view(m_tags[i].name), view(m_tags[i].value)};
}

NodeId Game::add_move(NodeId parent, Move move) {
  assert(parent < m_nodes.size() && m_nodes.size() < no_node);
  const auto id = static_cast<NodeId>(m_nodes.size());
  m_nodes.push_back({.move = move, .parent = parent});
  Node& above = m_nodes[parent];
  if (above.first_child == no_node) {
    above.first_child = id;
  } else {
    m_nodes[above.last_child].next_sibling = id;
    m_variations = true;
  }
  above.last_child = id;
  return id;
}

void Game::main_moves(std::vector<Move>& out) const {
  out.clear();
  if (!m_variations) { // one child each, which is younger: the moves in their order
    out.resize(m_nodes.size() - 1);
    std::transform(m_nodes.begin() + 1, m_nodes.end(), out.begin(),
                   [](const Node& node) { return node.move; });
    return;
  }
  for (auto id = m_nodes[root_node].first_child; id != no_node; id = m_nodes[id].first_child) {
    out.push_back(m_nodes[id].move);
  }
}

int Game::plies() const noexcept {
  if (!m_variations) { // every node is on the main line
    return static_cast<int>(m_nodes.size()) - 1;
  }
  int count = 0;
  for (auto id = m_nodes[root_node].first_child; id != no_node; id = m_nodes[id].first_child) {
    ++count;
  }
  return count;
}

Position Game::final_position() const {
  if (m_final_nodes == m_nodes.size()) {
    return m_final;
  }
  PieceBoard board{m_start};
  int halfmove_clock = m_start.halfmove_clock();
  int fullmove_number = m_start.fullmove_number();
  for (auto id = m_nodes[root_node].first_child; id != no_node; id = m_nodes[id].first_child) {
    fullmove_number += board.side_to_move() == Color::black ? 1 : 0;
    halfmove_clock = board.do_move(m_nodes[id].move) == Piece::none ? halfmove_clock + 1 : 0;
  }
  return board.position(halfmove_clock, fullmove_number);
}

void Game::link_note(NodeId node, StoredNote note) {
  assert(node < m_nodes.size());
  const auto id = static_cast<std::uint32_t>(m_notes.size());
  m_notes.push_back(note);
  Node& owner = m_nodes[node];
  if (owner.first_note == no_note) {
    owner.first_note = id;
  } else {
    m_notes[owner.last_note].next = id;
  }
  owner.last_note = id;
}

void Game::add_comment(NodeId node, std::string_view text, NoteKind kind) {
  assert(kind != NoteKind::nag);
  const auto stored = store(text);
  link_note(node, {kind, 0, stored, no_note});
}

void Game::add_nag(NodeId node, std::uint16_t nag) {
  link_note(node, {NoteKind::nag, nag, {}, no_note});
}

bool equal(const Game& a, const Game& b) {
  return a.result() == b.result() && a.start() == b.start() && same_tags(a, b) && same_trees(a, b);
}

} // namespace xq::record
