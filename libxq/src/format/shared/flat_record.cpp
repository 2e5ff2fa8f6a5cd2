#include "format/shared/flat_record.hpp"

#include "base/text/ascii.hpp"
#include "base/text/text.hpp"

#include <xq/base/problem_code.hpp>
#include <xq/base/translate.hpp>
#include <xq/record/game.hpp>

#include <algorithm>

namespace xq::format {

using record::Game;
using record::NodeId;
using record::NoteKind;

std::string joined_comments(const Game& game, NodeId node) {
  std::string text;
  game.for_each_note(node, [&](const Game::Note& note) {
    const auto words = trim(note.text);
    if (note.kind != NoteKind::nag && !words.empty()) {
      text.append(text.empty() ? "" : "\n").append(words);
    }
  });
  return text;
}

void report_loss(std::vector<Problem>& losses, const std::string& what, std::string_view token) {
  losses.push_back(make_problem(ProblemCode::not_representable,
                                localized("the format has no place for {}", what), token));
}

void report_lost_notes(const Game& game, std::vector<Problem>& losses) {
  if (!game.has_notes()) {
    return;
  }
  std::size_t glyphs = 0;
  std::size_t joined = 0;
  for (std::size_t i = 0; i < game.node_count(); ++i) {
    bool first = true;
    game.for_each_note(static_cast<NodeId>(i), [&](const Game::Note& note) {
      if (note.kind == NoteKind::nag) {
        ++glyphs;
      } else if (!trim(note.text).empty()) {
        joined += !first || note.kind == NoteKind::comment_before ? 1 : 0;
        first = false;
      }
    });
  }
  if (glyphs != 0) {
    report_loss(losses, localized("annotation glyphs: {} left out", glyphs));
  }
  if (joined != 0) {
    report_loss(losses, localized("several comments at a move, or one before it: {} joined to the "
                                  "comment after the move",
                                  joined));
  }
}

bool is_blank_header(const Game::Tag& tag) { return trim(tag.value).empty(); }

bool is_implied(const Game& game, const Game::Tag& tag) {
  return tag.value.empty() || equal_ignoring_case(tag.name, "FEN") ||
         equal_ignoring_case(tag.name, "Format") || equal_ignoring_case(tag.name, "Game") ||
         (equal_ignoring_case(tag.name, "Result") &&
          record::find_result(tag.value) == game.result());
}

} // namespace xq::format
