// CBF, PFC and DhtmlXQ: what their readers make of good and of damaged records.

#include "format/detect.hpp"
#include "format/text/dhtmlxq.hpp"
#include "format/xml/cbf.hpp"
#include "format/xml/pfc.hpp"
#include "support/catch.hpp"
#include "support/parse.hpp"

#include <xq/base/problem_code.hpp>
#include <xq/board/fen.hpp>
#include <xq/record/game.hpp>

#include <algorithm>

using namespace xq;

namespace {

template <typename Splitter, typename MakeParser>
support::Parsed parse_in_pieces(std::string_view text, MakeParser make, std::size_t piece = 7) {
  Splitter splitter;
  return support::parse(text, splitter, *make({}), piece);
}
support::Parsed cbf(std::string_view text) {
  return parse_in_pieces<format::CbfSplitter>(text, format::make_cbf_parser);
}
support::Parsed pfc(std::string_view text) {
  return parse_in_pieces<format::PfcSplitter>(text, format::make_pfc_parser);
}
support::Parsed dhtmlxq(std::string_view text) {
  return parse_in_pieces<format::DhtmlxqSplitter>(text, format::make_dhtmlxq_parser);
}

/// The tree in one line: `h2e2 (c3c4) h9g7`, comments in braces.
class Outline final : public record::GameVisitor {
public:
  explicit Outline(const record::Game& game) : m_game{game} {
    notes(record::root_node);
    record::walk(game, *this);
  }
  void enter_move(record::NodeId id, const Position& /*before*/) override {
    text += text.empty() || text.ends_with('(') ? "" : " ";
    const Move move = m_game.node(id).move;
    text += notation::square_name(move.from()) + notation::square_name(move.to());
    notes(id);
  }
  void enter_variation(record::NodeId /*id*/) override { text += " ("; }
  void leave_variation() override { text += ")"; }

  std::string text;

private:
  void notes(record::NodeId id) {
    m_game.for_each_note(
        id, [&](const record::Game::Note& note) { text += "{" + std::string{note.text} + "}"; });
  }
  const record::Game& m_game;
};
std::string outline(const record::Game& game) { return Outline{game}.text; }

std::string cbf_with(const std::string& head, const std::string& moves) {
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<ChineseChessRecord Version=\"1.0\"><Head>" +
         head + "</Head>\n<MoveList>" + moves + "</MoveList></ChineseChessRecord>\n";
}
const std::string start_element = "<FEN>" + std::string{start_fen} + "</FEN>";

std::string only_code(const support::Parsed& parsed) {
  const auto& problems = parsed.only().problems;
  return problems.size() == 1 ? std::string{info(problems[0].code).name}
                              : std::to_string(problems.size()) + " problems";
}

} // namespace

TEST_CASE("CBF: headers, result, tree in pre-order, comments") {
  const auto parsed = cbf(cbf_with(
      "<Name>T &amp; U</Name><Contest>E</Contest><Red>R</Red><Site /><RecordResult>4</RecordResult>"
      "<PlyCount>4</PlyCount>" +
          start_element,
      "<Move value=\"00-00\"><![CDATA[before <all>]]></Move>"
      "<Move value=\"77-47\" branch=\"1\" />"
      "<Move value=\"70-62\" branch=\"1\">one</Move>"
      "<Move value=\"79-67\" end=\"1\" />"
      "<Move value=\"10-22\" end=\"1\" />"
      "<Move value=\"26-25\" />"
      "<Move value=\"23-24\" end=\"1\" />"));
  const auto& game = parsed.only();
  INFO(support::codes(game));
  CHECK(game.problems.empty());
  CHECK(game.tag("Title") == "T & U");
  CHECK(game.tag("Event") == "E");
  CHECK(game.tag("Red") == "R");
  CHECK(game.tag("PlyCount") == "4");
  CHECK_FALSE(game.has_tag("Site"));
  CHECK(game.result() == record::Result::draw);
  CHECK(outline(game) == "{before <all>} h2e2 (c3c4 c6c5) h9g7{one} (b9c7) h0g2");
}

TEST_CASE("CBF: several documents in a file, one of them broken") {
  const auto good = cbf_with(start_element, "<Move value=\"77-47\" end=\"1\"/>");
  const auto bad = cbf_with(start_element, "<Move value=\"77-47\"/><Move value=");
  const auto parsed = cbf("\xEF\xBB\xBF" + good + bad + good);
  REQUIRE(parsed.games.size() == 3);
  CHECK(parsed.games[0]->usable());
  CHECK_FALSE(parsed.games[1]->usable());
  CHECK(parsed.games[1]->plies() == 1);
  CHECK(parsed.games[1]->problems[0].code == ProblemCode::bad_xml);
  CHECK(parsed.games[1]->problems[0].where.line == 6); // of the file, not of the document
  CHECK(parsed.games[2]->problems.empty());
}

TEST_CASE("CBF: damage is named") {
  CHECK(only_code(cbf(cbf_with("", "<Move value=\"77-47\"/>"))) == "missing-tag");
  CHECK(only_code(cbf(cbf_with(start_element, "<Move value=\"7x-47\"/>"))) == "unknown-move");
  CHECK(only_code(cbf(cbf_with(start_element, "<Move value=\"77-11\"/>"))) == "illegal-move");
  CHECK(only_code(cbf(cbf_with("<FEN>9/9 w</FEN>", "<Move value=\"77-47\"/>"))) == "bad-fen");
  CHECK(only_code(cbf(cbf_with(start_element + "<RecordResult>9</RecordResult>", ""))) ==
        "bad-result");
  CHECK(only_code(cbf(
            cbf_with(start_element, "<Move value=\"77-47\" end=\"1\"/><Move value=\"70-62\"/>"))) ==
        "variation-without-move");
  CHECK(only_code(cbf("<!DOCTYPE x [<!ENTITY a \"b\">]><ChineseChessRecord/>")) ==
        "entity-refused");
  const auto parsed =
      cbf(cbf_with(start_element, "<Move value=\"77-47\"/>\n<Move value=\"7x-47\"/>"));
  const auto& problem = parsed.only().problems.at(0);
  CHECK(problem.token == "7x-47");
  CHECK(problem.where.line == 4);
  CHECK(problem.where.column == 1);
  CHECK(problem.ply == 2);
}

TEST_CASE("PFC: nested moves, the chosen one first") {
  const auto parsed =
      pfc("<?xml version=\"1.0\"?><n version=\"2\" win=\"0-1\" title=\"T\" place=\"P\" "
          "m=\"" +
          std::string{start_fen} +
          "\" c=\"root&#10;two\">"
          "<n m=\"c3c4\"/><n m=\"h2e2\" default=\"true\"><n m=\"h9g7\" c=\"x\"/></n></n>");
  const auto& game = parsed.only();
  INFO(support::codes(game));
  CHECK(game.problems.empty());
  CHECK(outline(game) == "{root\ntwo} h2e2 (c3c4) h9g7{x}");
  CHECK(game.result() == record::Result::black_wins);
  CHECK(game.tag("Title") == "T");
  CHECK(game.tag("Site") == "P");
}

TEST_CASE("PFC: lines as long as games get, and no longer than the stack allows") {
  const auto nested = [](std::size_t plies) {
    static constexpr std::string_view moves[] = {"a0a1", "a9a8", "a1a0", "a8a9"};
    std::string text = "<n version=\"2\" m=\"" + std::string{start_fen} + "\">";
    for (std::size_t i = 0; i < plies; ++i) {
      text += "<n m=\"" + std::string{moves[i % 4]} + "\">";
    }
    for (std::size_t i = 0; i <= plies; ++i) {
      text += "</n>";
    }
    return text;
  };
  const auto longest =
      parse_in_pieces<format::PfcSplitter>(nested(9'999), format::make_pfc_parser, 1 << 20U);
  CHECK(longest.only().problems.empty());
  CHECK(longest.only().plies() == 9'999);
  const auto deeper =
      parse_in_pieces<format::PfcSplitter>(nested(100'000), format::make_pfc_parser, 1 << 20U);
  CHECK(only_code(deeper) == "too-deep");
}

TEST_CASE("PFC: damage is named") {
  const auto with = [](const std::string& moves) {
    return "<n version=\"2\" m=\"" + std::string{start_fen} + "\">" + moves + "</n>";
  };
  CHECK(only_code(pfc(with("<n m=\"h2z2\"><n m=\"h9g7\"/></n>"))) == "unknown-move");
  CHECK(only_code(pfc(with("<n m=\"h2h8\"/>"))) == "illegal-move");
  CHECK(only_code(pfc(with("<x/>"))) == "bad-xml");
  CHECK(only_code(pfc(with("<n m=\"h2e2\" c=\"a<b\"/>"))) == "bad-xml");
  CHECK(only_code(pfc("<n version=\"2\"><n m=\"h2e2\"/></n>")) == "missing-tag");
  CHECK(only_code(pfc("<n version=\"2\" m=\"9/9 w\"/>")) == "bad-fen");
}

namespace {

const std::string usual_board =
    "[DhtmlXQ_binit]8979695949392919097717866646260600102030405060708012720323436383[/"
    "DhtmlXQ_binit]";

std::string block(const std::string& fields) { return "[DhtmlXQ]\n" + fields + "\n[/DhtmlXQ]\n"; }

} // namespace

TEST_CASE("PengFei: a comment that ends like the attribute of a root begins no game") {
  const auto parsed =
      pfc("<?xml version=\"1.0\"?>\n<n win=\"*\" version = '2' m=\"\">\n<n m=\"h2e2\" c=\"see "
          "version=\">\n<n c=\" version='1'\" m=\"h9g7\"/></n></n>\n<n version=\"2\">\n</n>\n");
  REQUIRE(parsed.games.size() == 2);
  CHECK(outline(*parsed.games[0]) == "h2e2{see version=} h9g7{version='1'}");
}

TEST_CASE("DhtmlXQ: fields, variations by number, comments") {
  const auto parsed =
      dhtmlxq(block("[DhtmlXQ_title]T[/DhtmlXQ_title]\n[DhtmlXQ_event]E[/DhtmlXQ_event]\n"
                    "[DhtmlXQ_blacktime][/DhtmlXQ_time]\n[DhtmlXQ_place]P[/DhtmlXQ_place]\n"
                    "[DhtmlXQ_result]红胜[/DhtmlXQ_result]\n" +
                    usual_board +
                    "[DhtmlXQ_movelist]774770627967[/DhtmlXQ_movelist]\n"
                    "[DhtmlXQ_move_1_3_2]2625[/DhtmlXQ_move_1_3_2]\n"
                    "[DhtmlXQ_move_0_2_1]10227967[/DhtmlXQ_move_0_2_1]\n"
                    "[DhtmlXQ_comment0]before[/DhtmlXQ_comment0]\n"
                    "[DhtmlXQ_comment2]a||b[/DhtmlXQ_comment2]\n"
                    "[DhtmlXQ_comment2_3]deep[/DhtmlXQ_comment2_3]"));
  const auto& game = parsed.only();
  INFO(support::codes(game));
  CHECK(game.problems.empty());
  CHECK(game.standard_start());
  CHECK(outline(game) == "{before} h2e2 h9g7{a\nb} (b9c7 h0g2 (c3c4{deep})) h0g2");
  CHECK(game.tag("Title") == "T");
  CHECK(game.tag("Site") == "P");
  CHECK(game.result() == record::Result::red_wins);
}

TEST_CASE("DhtmlXQ: without moves the side that is in check has the move") {
  // Kings e0 and d9, a red rook on d5.
  std::string board(64, '9');
  board.replace(0, 2, "34");
  board.replace(8, 2, "49");
  board.replace(40, 2, "30");
  const auto parsed = dhtmlxq(block("[DhtmlXQ_binit]" + board + "[/DhtmlXQ_binit]"));
  INFO(support::codes(parsed.only()));
  CHECK(parsed.only().start().side_to_move() == Color::black);
  CHECK(parsed.only().usable());
  REQUIRE(parsed.only().problems.size() == 1);
  CHECK(parsed.only().problems[0].where.line == 2);
}

TEST_CASE("DhtmlXQ: in a web page, several in a line, with the side that moves first") {
  const auto parsed =
      dhtmlxq("<html><body>Look:<br>[DhtmlXQ]<br>[DhtmlXQ_title]a &lt;b&gt;[/DhtmlXQ_title]<br>" +
              usual_board +
              "<br>[DhtmlXQ_movelist]7062[/DhtmlXQ_movelist]<br>[/DhtmlXQ] and "
              "[DhtmlXQ]" +
              usual_board +
              "[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist][/DhtmlXQ]</body>\n"
              "<p>text</p>\n[DhtmlXQ]\n[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]\n[/DhtmlXQ]\n");
  REQUIRE(parsed.games.size() == 3);
  CHECK(parsed.games[0]->problems.empty());
  CHECK(parsed.games[0]->tag("Title") == "a <b>");
  CHECK(parsed.games[0]->start().side_to_move() == Color::black);
  CHECK(outline(*parsed.games[0]) == "h9g7");
  CHECK(outline(*parsed.games[1]) == "h2e2");
  CHECK(parsed.games[1]->problems.empty());
  CHECK(outline(*parsed.games[2]) == "h2e2");
  CHECK(parsed.games[2]->problems.at(0).code == ProblemCode::missing_tag);
}

TEST_CASE("DhtmlXQ: damage is named") {
  const auto moves = [](const std::string& list) {
    return usual_board + "[DhtmlXQ_movelist]" + list + "[/DhtmlXQ_movelist]";
  };
  CHECK(only_code(dhtmlxq(block(moves("77477")))) == "unknown-move");
  CHECK(only_code(dhtmlxq(block(moves("77a7")))) == "unknown-move");
  CHECK(only_code(dhtmlxq(block(moves("7711")))) == "illegal-move");
  CHECK(only_code(dhtmlxq(block("[DhtmlXQ_binit]0919[/DhtmlXQ_binit]"))) == "bad-fen");
  CHECK(only_code(dhtmlxq(block("[DhtmlXQ_title]x[DhtmlXQ_movelist]7747"))) == "bad-tag");
  CHECK(
      only_code(dhtmlxq(block(moves("7747") + "[DhtmlXQ_move_0_9_1]7062[/DhtmlXQ_move_0_9_1]"))) ==
      "variation-without-move");
  // Two variations that hang on each other hang on nothing.
  CHECK_FALSE(dhtmlxq(block(moves("7747") + "[DhtmlXQ_move_2_3_1]7062[/DhtmlXQ_move_2_3_1]"
                                            "[DhtmlXQ_move_1_3_2]7062[/DhtmlXQ_move_1_3_2]"))
                  .only()
                  .usable());
}

TEST_CASE("DhtmlXQ: a field that comes twice is named, with its place, and two comments are kept") {
  const std::string moves = usual_board + "\n[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]\n";
  const auto finding = [&](const std::string& more) {
    const auto parsed = dhtmlxq(block(moves + more));
    const auto& game = parsed.only();
    INFO(more << ": " << support::codes(game));
    CHECK(outline(game) == "h2e2");
    REQUIRE(game.problems.size() == 1);
    const auto& problem = game.problems[0];
    CHECK(problem.where.line == 4);
    CHECK(problem.where.column > 0);
    return std::string{info(problem.code).name};
  };
  CHECK(finding("[DhtmlXQ_movelist]1747[/DhtmlXQ_movelist]") == "duplicate-tag");
  CHECK(finding("[DhtmlXQ_move_0_1_0]1747[/DhtmlXQ_move_0_1_0]") == "duplicate-tag");
  CHECK(finding("[DhtmlXQ_binit]" + std::string(64, '9') + "[/DhtmlXQ_binit]") == "duplicate-tag");
  CHECK(finding("[DhtmlXQ_title]a[/DhtmlXQ_title][DhtmlXQ_title]b[/DhtmlXQ_title]") ==
        "duplicate-tag");
  CHECK(finding("[DhtmlXQ_result]红胜[/DhtmlXQ_result][DhtmlXQ_result]黑胜[/DhtmlXQ_result]") ==
        "duplicate-tag");
  CHECK(finding("[DhtmlXQ_redname]甲[/DhtmlXQ_redname][DhtmlXQ_redname]乙[/DhtmlXQ_redname]") ==
        "duplicate-tag");
  CHECK(finding("[DhtmlXQ_move_0_0_1]7062[/DhtmlXQ_move_0_0_1]") == "variation-without-move");
  CHECK(finding("[DhtmlXQ_move_0_3_1]7062[/DhtmlXQ_move_0_3_1]") == "variation-without-move");
  CHECK(finding("[DhtmlXQ_move_0_99999999999_1]70[/DhtmlXQ_move_0_99999999999_1]") == "bad-tag");
  CHECK(finding("[DhtmlXQ_comment0_1_2]x[/DhtmlXQ_comment0_1_2]") == "bad-tag");

  const auto lines = dhtmlxq(block(usual_board + "[DhtmlXQ_movelist][0_1_0]7747[/0_1_0][0_1_0]1747"
                                                 "[/0_1_0][0_x_1]7747[/0_x_1][/DhtmlXQ_movelist]"));
  CHECK(support::codes(lines.only()) == "duplicate-tag bad-tag");
  CHECK(outline(lines.only()) == "h2e2");

  const auto comments =
      dhtmlxq(block(moves + "[DhtmlXQ_comment1]a[/DhtmlXQ_comment1][DhtmlXQ_comment0_1]b"
                            "[/DhtmlXQ_comment0_1][DhtmlXQ_comment1]b[/DhtmlXQ_comment1]"));
  CHECK(comments.only().problems.empty());
  CHECK(outline(comments.only()) == "h2e2{a}{b}");
  const auto same = dhtmlxq(block(moves + moves));
  CHECK(same.only().problems.empty());
}

TEST_CASE("the formats of trees are detected by content, then by name") {
  const auto format = [](std::string_view text, std::string_view name) {
    const auto found = format::detect_format(text, name);
    return found.format == nullptr ? std::string{"?"} : std::string{found.format->name};
  };
  CHECK(format("\n<?xml version=\"1.0\"?>\n<!-- x -->\n<ChineseChessRecord Version=\"1.0\">",
               "a.xml") == "cbf");
  CHECK(format("<?xml version=\"1.0\"?><n version=\"2\"/>", "a.xml") == "pfc");
  CHECK(format("<?xml version=\"1.0\"?><news/>", "a.pfc") == "xml");
  CHECK(format("<!DOCTYPE x [<!ENTITY a \"b\">]><x/>", "a.xml") == "xml");
  CHECK(format("<!DOCTYPE html>\n<html><p>", "a.html") == "dhtmlxq");
  CHECK(format("words\n[DhtmlXQ_binit]", "a.txt") == "dhtmlxq");
}
