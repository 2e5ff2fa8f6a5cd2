#include "format/text/left_out.hpp"

#include "base/text/text.hpp"
#include "format/shared/flat_record.hpp"

namespace xq::format {

using record::Game;
using record::NodeId;

LeftOut& LeftOut::operator+=(const LeftOut& other) noexcept {
  headers += other.headers;
  comments += other.comments;
  variations += other.variations;
  results += other.results;
  return *this;
}

LeftOut left_out_of_uci(const Game& game) {
  LeftOut out;
  for (std::size_t i = 0; i < game.tag_count(); ++i) {
    out.headers += is_implied(game, game.tag_at(i)) ? 0U : 1U;
  }
  if (!game.has_notes() && !game.has_variations()) {
    return out;
  }
  for (NodeId id = 0; id < game.node_count(); ++id) {
    game.for_each_note(id, [&](const Game::Note& note) {
      out.comments += note.kind == record::NoteKind::nag || !trim(note.text).empty() ? 1U : 0U;
    });
    out.variations +=
        id != record::root_node && game.node(game.node(id).parent).first_child != id ? 1U : 0U;
  }
  return out;
}

LeftOut left_out_of_ucci(const Game& game) {
  auto out = left_out_of_uci(game);
  out.results = game.result() != record::Result::unknown ? 1 : 0;
  return out;
}

} // namespace xq::format
