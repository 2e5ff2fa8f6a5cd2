#include "base/text/text.hpp"
#include "format/binary/xqf.hpp"
#include "support/catch.hpp"
#include "support/files.hpp"
#include "support/random_games.hpp"
#include "support/xqf_cipher.hpp"

#include <xq/base/encoding.hpp>
#include <xq/board/fen.hpp>
#include <xq/record/game.hpp>

#include <algorithm>

using namespace xq;
using record::Game;
using record::NodeId;

namespace {

/// The beginning of `text` that takes at most `width` bytes of GB18030.
std::string cut(std::string_view text, std::size_t width) {
  std::size_t used = 0;
  std::size_t end = 0;
  while (end < text.size()) {
    const auto length = decode_utf8(text.substr(end)).length;
    used += (*encode(text.substr(end, length), Encoding::gb18030)).size();
    if (used > width) {
      break;
    }
    end += length;
  }
  return std::string{trim(text.substr(0, end))};
}

constexpr std::string_view kept_tags[] = {"Event", "Site",  "Date",     "Red",
                                          "Black", "Title", "Annotator"};

/// `game` with its moves and notes changed by `tell(out, node)`.
template <typename Tell>
void copy_tree(const Game& game, Game& out, Tell&& tell) {
  out.set_result(game.result());
  out.set_start(game.start());
  for (NodeId id = 0; id < game.node_count(); ++id) {
    if (id != record::root_node) {
      out.add_move(game.node(id).parent, game.node(id).move);
    }
    game.for_each_note(id, [&](const Game::Note& note) { tell(id, note); });
  }
}

/// The same game, the headers that XQF knows first, without what only repeats the position, and
/// without blanks around texts. A writer need not report these changes.
Game tidy(const Game& game) {
  Game out;
  for (const auto name : kept_tags) {
    if (const auto value = trim(game.tag(name)); !value.empty()) {
      out.add_tag(name, value);
    }
  }
  for (std::size_t i = 0; i < game.tag_count(); ++i) {
    const auto tag = game.tag_at(i);
    const bool first = game.tag(tag.name).data() == tag.value.data();
    const bool told = first && std::any_of(std::begin(kept_tags), std::end(kept_tags), [&](auto n) {
                        return game.tag(n).data() == tag.value.data();
                      });
    const bool implied = tag.name == "FEN" || tag.name == "Format" || tag.name == "Game" ||
                         tag.value.empty() ||
                         (tag.name == "Result" && record::find_result(tag.value) == game.result());
    if (!implied && (!told || trim(tag.value).empty())) {
      out.add_tag(tag.name, tag.value);
    }
  }
  copy_tree(game, out, [&](NodeId id, const Game::Note& note) {
    if (note.kind == record::NoteKind::nag) {
      out.add_nag(id, note.nag);
    } else if (const auto text = trim(note.text); !text.empty()) {
      out.add_comment(id, text, note.kind);
    }
  });
  return out;
}

/// What docs/formats/xqf.md says is left of a game: some headers, cut to their widths; one comment
/// a move; no glyphs; no counters.
Game what_xqf_holds(const Game& game) {
  Game out;
  for (const auto name : kept_tags) {
    const std::size_t width = name == "Event" || name == "Title" ? 63 : 15;
    if (const auto value = cut(game.tag(name), width); !value.empty()) {
      out.add_tag(name, value);
    }
  }
  std::vector<std::string> comments(game.node_count());
  copy_tree(game, out, [&](NodeId id, const Game::Note& note) {
    if (note.kind != record::NoteKind::nag && !trim(note.text).empty()) {
      comments[id].append(comments[id].empty() ? "" : "\n").append(trim(note.text));
    }
  });
  for (NodeId id = 0; id < game.node_count(); ++id) {
    if (!comments[id].empty()) {
      out.add_comment(id, comments[id]);
    }
  }
  Position start = game.start();
  start.set_counters(0, 1);
  out.set_start(start);
  return out;
}

} // namespace

TEST_CASE("what XQF can hold of a game comes back, plain and enciphered") {
  std::mt19937 random{support::seed};
  INFO("seed " << support::seed);
  Game game;
  Game back;
  for (int round = 0; round < 400; ++round) {
    support::random_record(random, game);
    game.set_tag("Title", support::random_text(random));
    std::vector<Problem> losses;
    const auto file = format::write_xqf(game, losses);
    REQUIRE(file);
    const auto expected = what_xqf_holds(game);
    const int version = 10 + round % 9;
    INFO("round " << round << ", version " << version << ", start " << write_fen(game.start()));
    const auto bytes = version == 10 ? *file : support::XqfCipher{random, version}(*file);
    back.clear();
    const auto counts = format::read_xqf(support::bytes_of(bytes), back);
    REQUIRE(counts);
    CHECK(back.problems.empty());
    CHECK(counts->in_file + 1 == game.node_count());
    REQUIRE(equal(back, expected));
    // Nothing is lost in silence, and nothing is called lost that came back.
    CHECK(losses.empty() == equal(tidy(game), expected));
  }
}

TEST_CASE("an XQF file cut anywhere gives a game or a finding") {
  std::mt19937 random{support::seed};
  INFO("seed " << support::seed);
  Game game;
  do {
    support::random_record(random, game);
  } while (game.plies() < 20 || !game.has_variations() || !game.has_notes());
  std::vector<Problem> losses;
  const auto file = format::write_xqf(game, losses);
  REQUIRE(file);
  Game back;
  for (std::size_t size = 0; size < file->size(); ++size) {
    back.clear();
    const auto bytes = file->substr(0, size);
    const auto counts = format::read_xqf(support::bytes_of(bytes), back);
    INFO(size << " of " << file->size() << " bytes");
    CHECK(bool(counts) == (size >= 1024));
    CHECK((!counts || !back.problems.empty()));
  }
}
