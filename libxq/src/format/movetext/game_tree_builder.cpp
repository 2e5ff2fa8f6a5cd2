#include "format/movetext/game_tree_builder.hpp"

#include "base/text/text.hpp"

#include <algorithm>
#include <cassert>
#include <iterator>

namespace xq::format {

void GameTreeBuilder::begin(record::Game& game) {
  m_game = &game;
  m_position = game.start();
  m_node = m_line_start = record::root_node;
  m_ply = 0;
  m_suspended.clear();
  m_has_comment_before = false;
}

void GameTreeBuilder::open_variation(std::size_t offset) {
  assert(!at_start() && depth() < max_depth);
  m_suspended.push_back({m_position, m_undo, m_node, m_line_start, m_ply, offset});
  m_position.undo_move(m_game->node(m_node).move, m_undo);
  m_node = m_line_start = m_game->node(m_node).parent;
  --m_ply;
}

void GameTreeBuilder::open_branch(record::NodeId behind, std::size_t offset) {
  assert(depth() < max_depth);
  m_suspended.push_back({m_position, m_undo, m_node, m_line_start, m_ply, offset});
  std::vector<Move> moves;
  for (auto node = behind; node != record::root_node; node = m_game->node(node).parent) {
    moves.push_back(m_game->node(node).move);
  }
  m_position = m_game->start();
  std::for_each(moves.rbegin(), moves.rend(), [this](Move m) { m_position.do_move(m); });
  m_node = m_line_start = behind;
  m_ply = static_cast<int>(moves.size());
}

void GameTreeBuilder::close_variation() {
  assert(depth() > 0);
  const auto& outer = m_suspended.back();
  m_position = outer.position;
  m_undo = outer.undo;
  m_node = outer.node;
  m_line_start = outer.line_start;
  m_ply = outer.ply;
  m_suspended.pop_back();
  if (m_has_comment_before) { // a variation of words only: a comment on the move it stands at
    flush_comment_before(record::NoteKind::comment);
  }
}

void GameTreeBuilder::add_comment(std::string_view text) {
  text = trim(text);
  if (text.empty()) {
    return;
  }
  if (text.find('\r') != std::string_view::npos) {
    m_scratch.clear();
    std::copy_if(text.begin(), text.end(), std::back_inserter(m_scratch),
                 [](char c) { return c != '\r'; });
    text = m_scratch;
  }
  if (depth() > 0 && at_start()) {
    m_comment_before.append(m_has_comment_before ? "\n" : "").append(text);
    m_has_comment_before = true;
  } else {
    m_game->add_comment(m_node, text);
  }
}

void GameTreeBuilder::flush_comment_before(record::NoteKind kind) {
  m_game->add_comment(m_node, m_comment_before, kind);
  m_comment_before.clear();
  m_has_comment_before = false;
}

} // namespace xq::format
