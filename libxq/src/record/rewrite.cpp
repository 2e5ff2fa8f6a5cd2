#include "record/rewrite.hpp"

namespace xq::record {

namespace {

void copy_notes(const Game& from, NodeId id, Game& to,
                const std::function<std::string(std::string_view)>& comment) {
  from.for_each_note(id, [&](const Game::Note& note) {
    if (note.kind == NoteKind::nag) {
      to.add_nag(id, note.nag);
    } else {
      to.add_comment(id, comment ? comment(note.text) : std::string{note.text}, note.kind);
    }
  });
}

} // namespace

std::vector<OwnTag> tags_of(const Game& game) {
  std::vector<OwnTag> out;
  for (std::size_t i = 0; i < game.tag_count(); ++i) {
    const auto tag = game.tag_at(i);
    out.push_back({std::string{tag.name}, std::string{tag.value}});
  }
  return out;
}

Game rewritten(const Game& game, const std::vector<OwnTag>& tags,
               const std::function<std::string(std::string_view)>& comment) {
  Game out;
  out.number = game.number;
  out.line = game.line;
  out.source = game.source;
  out.raw = game.raw;
  out.problems = game.problems;
  for (const OwnTag& tag : tags) {
    out.add_tag(tag.name, tag.value);
  }
  out.set_result(game.result());
  out.set_start(game.start());
  copy_notes(game, root_node, out, comment);
  // Parents come before their children and siblings in their order: the numbers stay.
  for (NodeId id = root_node + 1; id < game.node_count(); ++id) {
    out.add_move(game.node(id).parent, game.node(id).move);
    copy_notes(game, id, out, comment);
  }
  return out;
}

} // namespace xq::record
