#include "format/shared/losses.hpp"

#include "base/text/text.hpp"
#include "format/shared/flat_record.hpp"

#include <xq/base/translate.hpp>
#include <xq/record/game.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace xq::format {

using record::Game;
using record::NodeId;
using record::NoteKind;

void report_lost_headers(const Game& game, std::string_view written_result,
                         std::vector<Problem>& losses) {
  for (std::size_t i = 0; i < game.tag_count(); ++i) {
    const auto tag = game.tag_at(i);
    if (tag.name.empty()) {
      report_loss(losses, localized("a header without a name"), tag.value);
    } else if (!is_first_of_name(game, tag)) {
      report_loss(losses, localized("a second header {}", tag.name), tag.value);
    }
  }
  const auto header = record::find_outcome(trim(written_result));
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
  std::size_t joined = 0; ///< but for the first one
  for (NodeId id = 0; id < game.node_count(); ++id) {
    const auto parent = game.node(id).parent;
    const bool opens = parent != record::no_node && game.node(parent).first_child != id;
    bool has_before = false;
    game.for_each_note(id, [&](const Game::Note& note) {
      glyphs += note.kind == NoteKind::nag && note.nag > 255 ? 1U : 0U;
      if (note.kind == NoteKind::comment_before && !trim(note.text).empty()) {
        moved += opens ? 0U : 1U;
        joined += std::exchange(has_before, opens) ? 1U : 0U;
      }
    });
  }
  if (glyphs != 0) {
    report_loss(losses, localized("annotation glyphs above $255: {} will not be read", glyphs));
  }
  if (joined != 0) {
    report_loss(losses, localized("several comments before the first move of a variation: {} "
                                  "joined to the one before",
                                  joined));
  }
  report_returns(game, losses);
  if (moved != 0) {
    report_loss(losses, localized("comments before a move that begins no variation: {} moved to "
                                  "the move before",
                                  moved));
  }
}

void report_returns(const Game& game, std::vector<Problem>& losses) {
  std::size_t returns = 0;
  for (NodeId id = 0; game.has_notes() && id < game.node_count(); ++id) {
    game.for_each_note(id, [&](const Game::Note& note) {
      returns +=
          note.kind != NoteKind::nag && note.text.find('\r') != std::string_view::npos ? 1U : 0U;
    });
  }
  if (returns != 0) {
    report_loss(losses, localized("carriage returns in comments: {} comments lose them", returns));
  }
}

bool is_writable(std::string_view text) noexcept {
  return text.find('\0') == std::string_view::npos &&
         find_invalid_utf8(text) == std::string_view::npos;
}

std::string writable(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const auto c = decode_utf8(text);
    append_utf8(out, c.value == 0 ? U'\u2400' : c.value); // U+FFFD for what is not valid
    text.remove_prefix(c.length);
  }
  return out;
}

namespace {

/// Call f(text) for the values of all headers and for all comments.
template <typename F>
void for_each_text(const Game& game, F&& f) {
  for (std::size_t i = 0; i < game.tag_count(); ++i) {
    f(game.tag_at(i).value);
  }
  for (NodeId id = 0; game.has_notes() && id < game.node_count(); ++id) {
    game.for_each_note(id, [&](const Game::Note& note) { f(note.text); });
  }
}

} // namespace

void report_nul_characters(const Game& game, std::vector<Problem>& losses) {
  std::ptrdiff_t count = 0;
  for_each_text(
      game, [&](std::string_view text) { count += std::count(text.begin(), text.end(), '\0'); });
  if (count != 0) {
    report_loss(losses, localized("NUL characters: {} written as U+2400", count));
  }
}

void report_invalid_text(const Game& game, std::vector<Problem>& losses) {
  std::size_t count = 0;
  for_each_text(game, [&](std::string_view text) {
    text.remove_prefix(std::min(find_invalid_utf8(text), text.size()));
    while (!text.empty()) {
      const auto c = decode_utf8(text);
      count += c.valid ? 0U : 1U;
      text.remove_prefix(c.length);
    }
  });
  if (count != 0) {
    report_loss(losses, localized("bytes that are not UTF-8: {} written as U+FFFD", count));
  }
}

void report_unwritable_text(const Game& game, std::vector<Problem>& losses) {
  std::string all; // to look at once; the line ends keep apart what is broken
  all.reserve(1024);
  for_each_text(game, [&](std::string_view text) { all.append(text).push_back('\n'); });
  if (!is_writable(all)) {
    report_nul_characters(game, losses);
    report_invalid_text(game, losses);
  }
}

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
