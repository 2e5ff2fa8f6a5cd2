#include "support/catch.hpp"
#include "support/parse.hpp"

using namespace xq;
using support::codes;
using support::notes;
using support::parse_xml;
using support::tree_text;

namespace {

const std::string prolog = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n";

std::string name(const std::optional<Problem>& problem) {
  return problem ? std::string{info(problem->code).name} : "";
}

} // namespace

TEST_CASE("Plain XML games, one or many", "[xml]") {
  const auto one = parse_xml(prolog + "<game><event>五羊杯</event><red/><result>1-0</result>"
                                      "<move> 炮八平五 </move><move>H8+7</move></game>");
  CHECK_FALSE(one.problem);
  CHECK(one.only().tag("Event") == "五羊杯");
  CHECK(one.only().has_tag("Red"));
  CHECK(one.only().result() == record::Result::red_wins);
  CHECK(tree_text(one.only()) == "b2e2 h9g7");

  const auto many =
      parse_xml("<games><season><game/><game><tag name=\"X-1\">y</tag></game></season>"
                "<game><fen>4k4/9/9/9/9/9/9/9/4R4/3K5 b</fen></game></games>");
  REQUIRE(many.games.size() == 3);
  CHECK(many.games[1]->tag("X-1") == "y");
  CHECK(many.games[2]->start().side_to_move() == Color::black);
  CHECK(many.texts[1] == "<game><tag name=\"X-1\">y</tag></game>");
}

TEST_CASE("XML variations, comments and glyphs hang on the move before", "[xml]") {
  const auto parsed = parse_xml(
      "<game><comment>root</comment><move>炮二平五</move><nag>3</nag><comment>a &lt; b</comment>"
      "<variation><comment>before</comment><move>炮八平五</move><variation><move>马二进三</move>"
      "</variation><move>马8进7</move></variation><move>马8进7</move></game>");
  const auto& game = parsed.only();
  CHECK(game.problems.empty());
  CHECK(tree_text(game) == "h2e2 (b2e2 h9g7) (h0g2) h9g7");
  CHECK(notes(game, record::root_node) == "root");
  const auto first = game.node(record::root_node).first_child;
  CHECK(notes(game, first) == "$3|a < b");
  CHECK(notes(game, game.node(first).next_sibling) == "before<");
}

TEST_CASE("XML games are the same however the text is cut", "[xml]") {
  const std::string text = prolog +
                           "<games>\n<game><event>许&amp;吕</event><move>炮二平五</move>"
                           "<comment>好</comment></game>\n<game><move>bad</move></game>\n</games>";
  const auto whole = parse_xml(text);
  REQUIRE(whole.games.size() == 2);
  for (std::size_t piece = 1; piece < 30; ++piece) {
    const auto cut = parse_xml(text, piece);
    INFO("pieces of " << piece);
    REQUIRE(cut.texts == whole.texts);
    CHECK(equal(*cut.games[0], *whole.games[0]));
    CHECK(codes(*cut.games[1]) == codes(*whole.games[1]));
    CHECK(cut.games[1]->problems[0].where.line == 4);
  }
}

TEST_CASE("Findings of XML games stay with the game", "[xml]") {
  const auto found = [](const std::string& inner) {
    const auto parsed = parse_xml("<game>" + inner + "</game>");
    return codes(parsed.only());
  };
  CHECK(found("<move>车一进九</move><move>炮二平五</move>") == "illegal-move");
  CHECK(found("<fen>9/9</fen><move>炮二平五</move>") == "bad-fen");
  CHECK(found("<move>炮二平五</move><fen>4k4/9/9/9/9/9/9/9/4R4/3K5 b</fen>") == "bad-fen");
  CHECK(found("<red>a</red><red>b</red>") == "duplicate-tag");
  CHECK(found("<result>红胜</result>").empty());
  CHECK(found("<result>resigned</result>") == "bad-result");
  CHECK(found("<move>炮二平五</move><nag>x</nag>") == "bad-nag");
  CHECK(found("<variation><move>炮二平五</move></variation>") == "variation-without-move");
  CHECK(found("words") == "unknown-token");
  CHECK(found("<event>a<b/></event>") == "bad-xml");
  CHECK(
      found("<move>炮二平五</move><variation><move>bad</move><variation><move>x</move></variation>"
            "</variation><move>马8进7</move>") == "unknown-move");
}

TEST_CASE("XML that is none, or wants to be more", "[xml]") {
  CHECK(name(parse_xml("").problem) == "bad-xml");
  CHECK(name(parse_xml("hello").problem) == "bad-xml");
  CHECK(name(parse_xml(prolog).problem) == "bad-xml");
  CHECK(name(parse_xml("<game a=\"1\" a=\"2\"/>").problem) == "bad-xml");
  CHECK(name(parse_xml("<!DOCTYPE g [<!ENTITY a \"b\">]><game/>").problem) == "entity-refused");
  CHECK(name(parse_xml("<!DOCTYPE g SYSTEM \"file:///x\"><game/>").problem) == "entity-refused");
  CHECK(name(parse_xml("<ChineseChessRecord/>").problem) == "unknown-format");
  CHECK(name(parse_xml("<things/>").problem) == "no-games");

  std::string deep;
  for (int i = 0; i < 20'000; ++i) {
    deep += "<n>";
  }
  CHECK(name(parse_xml(deep).problem) == "too-deep");
  const auto before = parse_xml("<games><game/><game/><broken></games>");
  CHECK(before.games.size() == 2);
  CHECK(name(before.problem) == "bad-xml");
}

TEST_CASE("Where the markup of an XML game breaks, the next game is still read", "[xml]") {
  const std::string before = "<all>\n<year n=\"1\"><game><move>炮二平五</move></game>\n";
  const std::string after = "\n<game>\n<move>马二进三</move></game>\n "
                            "<game><event>x</event><move>bad</move></game></year>"
                            "</all>";
  for (const std::string broken :
       {"<game><event>x</evnt><move>炮二平五</move></game>", "<game><event>a & b</event></game>",
        "<game><event>&#0;</event></game>", "<game><event>\xB1\xC8</event></game>",
        "<game><move>炮二平五</move>", "<game><move>炮二平五</move", "<game><event><![CDATA[ x",
        "<game><event x=\"1\" x=\"2\"/></game>", "<game><a></game>"}) {
    const auto text = before + broken + after;
    for (const std::size_t piece : {text.size(), std::size_t{1}, std::size_t{7}}) {
      INFO(text << "\nin pieces of " << piece);
      const auto parsed = parse_xml(text, piece);
      CHECK_FALSE(parsed.problem);
      REQUIRE(parsed.games.size() == 4);
      CHECK(parsed.games[0]->usable());
      CHECK(codes(*parsed.games[1]) == "bad-xml");
      CHECK(parsed.texts[1] == broken);
      CHECK(parsed.games[1]->problems[0].where.line >= 3);
      CHECK(codes(*parsed.games[2]).empty());
      CHECK(parsed.games[2]->plies() == 1);
      CHECK(parsed.games[2]->line == 4);
      CHECK(codes(*parsed.games[3]) == "unknown-move");
      CHECK(parsed.games[3]->problems[0].where.line == 6);
      CHECK(parsed.games[3]->problems[0].where.column == 24);
      CHECK(parsed.texts[3] == "<game><event>x</event><move>bad</move></game>");
    }
  }
}

TEST_CASE("Memory does not grow with an XML file", "[xml]") {
  format::XmlGameReader reader{{}};
  std::vector<std::unique_ptr<record::Game>> games;
  const std::string game = "<game><event>杯</event><move>炮二平五</move></game>\n";
  CHECK_FALSE(reader.feed("<games>", false, games));
  for (int i = 0; i < 1000; ++i) {
    CHECK_FALSE(reader.feed(game, false, games));
    REQUIRE(games.size() == 1);
    REQUIRE(games[0]->raw.capacity() < 2 * game.size());
    games.clear();
  }
}

TEST_CASE("An XML file that ends within a game", "[xml]") {
  const auto parsed = parse_xml("<games><game/><game><move>炮二平五</move><mo");
  CHECK_FALSE(parsed.problem);
  REQUIRE(parsed.games.size() == 2);
  CHECK(codes(*parsed.games[1]) == "truncated");
  CHECK(parsed.games[1]->plies() == 1);
  CHECK(parsed.texts[1] == "<game><move>炮二平五</move><mo");
  const auto root = parse_xml("<games>\n<game><a></game>\n</games>\n");
  REQUIRE(root.games.size() == 1);
  CHECK(root.texts[0] == "<game><a></game>");

  std::string many = "<games>"; // garbage without end does not cost time without end
  for (int i = 0; i < 5000; ++i) {
    many += "<game><";
  }
  CHECK(name(parse_xml(many).problem) == "bad-xml");
}

TEST_CASE("XML text is escaped, control characters are shown", "[xml]") {
  record::Game game;
  game.add_tag("Event", "a<b & \"c\"");
  game.add_tag("My Tag", "x\x1By");
  std::string out;
  format::make_xml_writer({})->game(out, game);
  CHECK(out == "<game>\n  <event>a&lt;b &amp; &quot;c&quot;</event>\n"
               "  <tag name=\"My Tag\">x\u241By</tag>\n</game>\n");
}
