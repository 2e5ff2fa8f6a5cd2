#include "base/text/text.hpp"
#include "format/xml/xml_parser.hpp"
#include "format/xml/xml_text.hpp"
#include "support/catch.hpp"

#include <xq/format/format.hpp>

using namespace xq;

namespace {

/// Takes everything and keeps nothing: whether the parser accepts the text is all that counts.
struct Ignore final : format::XmlParser::Handler {
  void start_element(std::string_view /*name*/,
                     std::span<const format::XmlParser::Attribute> /*attributes*/) override {}
  void end_element(std::string_view /*name*/) override {}
  void text(std::string_view /*text*/) override {}
};

} // namespace

TEST_CASE("XML text has no character that XML 1.0 forbids", "[xml_text]") {
  std::string out;
  format::append_xml_text(out, "a\x01\uFFFE\uFFFF\uFFFD\U0001FFFE<\xED\xA0\x80\xFFz\x7F");
  CHECK(out == "a\u2401\uFFFD\uFFFD\uFFFD\U0001FFFE&lt;\uFFFD\uFFFD\uFFFD\uFFFDz\x7F");
  out.clear();
  format::append_xml_attribute(out, "\uFFFE\n\t\"");
  CHECK(out == "\uFFFD&#10;&#9;&quot;");
}

TEST_CASE("XML, CBF and PFC are well-formed whatever characters a game has", "[xml_text]") {
  for (const char32_t c : {char32_t{1}, char32_t{0x1F}, char32_t{0x7F}, char32_t{0x85},
                           char32_t{0xFFFE}, char32_t{0xFFFF}, char32_t{0x1FFFF}, char32_t{0}}) {
    std::string words = "a";
    append_utf8(words, c);
    words += "]]>b";
    record::Game game;
    game.add_tag("Red", words);
    game.add_tag(words, words);
    game.add_tag("X", words);
    game.add_comment(record::root_node, words);
    const auto first = game.add_move(record::root_node, {make_square(7, 2), make_square(4, 2)});
    game.add_comment(first, words);
    for (const std::string name : {"xml", "cbf", "pfc"}) {
      INFO(name << " U+" << std::hex << static_cast<unsigned long>(c));
      const auto writer = format::make_writer(name, {});
      std::string text;
      writer->header(text);
      writer->game(text, game);
      writer->footer(text);
      Ignore handler;
      format::XmlParser parser{handler};
      const auto problem = parser.feed(text, true);
      CHECK_FALSE(problem);
      CHECK(text.find("\uFFFE") == std::string::npos); // expat lets them pass, others do not
      CHECK(text.find("\uFFFF") == std::string::npos);
      std::vector<Problem> losses;
      writer->losses(game, losses);
      CHECK(losses.empty() == format::is_xml_character(c));
    }
  }
}
