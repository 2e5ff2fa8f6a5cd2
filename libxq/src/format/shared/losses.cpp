#include "format/shared/losses.hpp"

#include "base/text/text.hpp"
#include "format/shared/flat_record.hpp"

#include <xq/base/translate.hpp>
#include <xq/record/result.hpp>

#include <fmt/core.h>

#include <algorithm>

namespace xq::format {

using record::Game;
using record::NodeId;
using record::NoteKind;

void report_lost_headers(const Game& game, std::vector<Problem>& losses) {
  for (std::size_t i = 0; i < game.tag_count(); ++i) {
    const auto tag = game.tag_at(i);
    if (tag.name.empty()) {
      report_loss(losses, localized("a header without a name"), tag.value);
    } else if (!is_first_of_name(game, tag)) {
      report_loss(losses, localized("a second header {}", tag.name), tag.value);
    }
  }
  const auto header = record::find_result(trim(game.tag("Result")));
  if (header && *header != record::Result::unknown && *header != game.result()) {
    report_loss(losses, localized("a result other than that of the header"),
                to_text(game.result()));
  }
}

void report_moved_notes(const Game& game, std::vector<Problem>& losses) {
  if (!game.has_notes()) {
    return;
  }
  std::size_t glyphs = 0;
  std::size_t moved = 0;
  std::size_t returns = 0;
  for (NodeId id = 0; id < game.node_count(); ++id) {
    const auto parent = game.node(id).parent;
    const bool opens = parent != record::no_node && game.node(parent).first_child != id;
    game.for_each_note(id, [&](const Game::Note& note) {
      glyphs += note.kind == NoteKind::nag && note.nag > 255 ? 1U : 0U;
      returns +=
          note.kind != NoteKind::nag && note.text.find('\r') != std::string_view::npos ? 1U : 0U;
      moved +=
          note.kind == NoteKind::comment_before && !opens && !trim(note.text).empty() ? 1U : 0U;
    });
  }
  if (glyphs != 0) {
    report_loss(losses, localized("annotation glyphs above $255: {} will not be read", glyphs));
  }
  if (returns != 0) {
    report_loss(losses, localized("carriage returns in comments: {} comments lose them", returns));
  }
  if (moved != 0) {
    report_loss(losses, localized("comments before a move that begins no variation: {} moved to "
                                  "the move before",
                                  moved));
  }
}

std::string without_nul(std::string_view text) {
  std::string out;
  for (const char c : text) {
    out += c == '\0' ? std::string_view{"\u2400"} : std::string_view{&c, 1};
  }
  return out;
}

void report_nul_characters(const Game& game, std::vector<Problem>& losses) {
  std::ptrdiff_t count = 0;
  for (std::size_t i = 0; i < game.tag_count(); ++i) {
    const auto value = game.tag_at(i).value;
    count += std::count(value.begin(), value.end(), '\0');
  }
  for (NodeId id = 0; game.has_notes() && id < game.node_count(); ++id) {
    game.for_each_note(id, [&](const Game::Note& note) {
      count += std::count(note.text.begin(), note.text.end(), '\0');
    });
  }
  if (count != 0) {
    report_loss(losses, localized("NUL characters: {} written as U+2400", count));
  }
}

} // namespace xq::format
