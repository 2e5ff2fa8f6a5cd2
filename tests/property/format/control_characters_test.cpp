// Every control character of ASCII in a header and in a comment, through every writer of text and
// back: it returns, or that is reported. A NUL is never written.

#include "base/text/text.hpp"
#include "format/binary/xqf.hpp"
#include "format/text/dhtmlxq.hpp"
#include "format/xml/cbf.hpp"
#include "format/xml/pfc.hpp"
#include "support/catch.hpp"
#include "support/files.hpp"
#include "support/parse.hpp"

#include <string>

using namespace xq;
using record::Game;

namespace {

struct TextFormat {
  std::string_view name;
  support::Parsed (*parse)(std::string_view, std::size_t);
  std::string_view header;
  bool comments;
};

const TextFormat text_formats[] = {
    {"pgn", support::parse_pgn, "Event", true},
    {"xml", support::parse_xml, "Event", true},
    {"jsonl", support::parse_jsonl, "Event", true},
    {"epd", support::parse_epd, "id", false},
    {"cbf", support::parse_as<format::CbfSplitter, format::make_cbf_parser>, "Event", true},
    {"pfc", support::parse_as<format::PfcSplitter, format::make_pfc_parser>, "Event", true},
    {"dhtmlxq", support::parse_as<format::DhtmlxqSplitter, format::make_dhtmlxq_parser>, "Event",
     true},
};

Game game_with(std::string_view header, const std::string& text) {
  Game game;
  game.add_tag(header, text);
  game.add_comment(record::root_node, text);
  const auto node = game.add_move(record::root_node, Move{make_square(7, 2), make_square(4, 2)});
  game.add_comment(node, text);
  return game;
}

std::string picture(char c) {
  std::string out;
  append_utf8(out, 0x2400U + static_cast<unsigned char>(c));
  return out;
}

/// All comments of a node, one after the other.
std::string comment_of(const Game& game, record::NodeId id) {
  std::string out;
  game.for_each_note(id, [&](const Game::Note& note) { out += note.text; });
  return out;
}

} // namespace

TEST_CASE("control characters come back, or are reported") {
  for (const auto& c : text_formats) {
    const auto writer = format::make_writer(c.name, {});
    for (char control = 0; control < 0x20; ++control) {
      const std::string text = std::string{"a"} + control + "b";
      const auto game = game_with(c.header, text);
      std::string out;
      writer->header(out);
      writer->game(out, game);
      writer->footer(out);
      INFO(c.name << ", character " << static_cast<int>(control) << "\n" << out);
      CHECK(out.find('\0') == std::string::npos);
      std::vector<Problem> losses;
      writer->losses(game, losses);
      const auto parsed = c.parse(out, out.size());
      REQUIRE(parsed.games.size() == 1);
      const Game& back = *parsed.games[0];
      CHECK(support::codes(back).empty());
      REQUIRE(back.plies() == 1);
      const std::string shown = "a" + picture(control) + "b";
      const auto whole = [&](std::string_view read) { return read == text; };
      const bool kept = whole(back.tag(c.header)) &&
                        (!c.comments || (whole(comment_of(back, record::root_node)) &&
                                         whole(comment_of(back, 1))));
      CHECK((kept || !losses.empty()));
      if (control == 0 && c.name != "jsonl") {
        CHECK(back.tag(c.header) == shown);
        CHECK((!c.comments || comment_of(back, 1) == shown));
        CHECK_FALSE(losses.empty());
      }
    }
  }
}

TEST_CASE("a NUL in a field of XQF does not end it") {
  const auto game = game_with("Event", std::string("a\0b", 3));
  std::vector<Problem> losses;
  const auto file = format::write_xqf(game, losses);
  REQUIRE(file);
  CHECK_FALSE(losses.empty());
  Game back;
  REQUIRE(format::read_xqf(support::bytes_of(*file), back));
  CHECK(back.tag("Event") == "a\u2400b");
  CHECK(comment_of(back, 1) == "a\u2400b");
}
