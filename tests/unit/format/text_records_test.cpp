// WXF text, tables of plies, Chinese text with headers, and positions for engines.

#include "format/detect.hpp"
#include "format/text/text_records.hpp"
#include "support/catch.hpp"
#include "support/games.hpp"
#include "support/parse.hpp"

#include <xq/board/fen.hpp>

using namespace xq;

namespace {

template <typename Splitter, typename MakeParser>
support::Parsed parse_as(std::string_view text, MakeParser make) {
  Splitter splitter;
  return support::parse(text, splitter, *make({}), 5);
}
support::Parsed wxf(std::string_view text) {
  return parse_as<format::WxfSplitter>(text, format::make_wxf_parser);
}
support::Parsed csv(std::string_view text) {
  return parse_as<format::CsvSplitter>(text, format::make_csv_parser);
}
support::Parsed txt(std::string_view text) {
  return parse_as<format::TxtSplitter>(text, format::make_txt_parser);
}

std::string moves(const record::Game& game) {
  std::string out;
  for (auto id = game.node(0).first_child; id != record::no_node; id = game.node(id).first_child) {
    const Move move = game.node(id).move;
    out += notation::square_name(move.from()) + notation::square_name(move.to()) + " ";
  }
  return out;
}

} // namespace

TEST_CASE("WXF text: headers, moves between START{ and }END") {
  const auto parsed = wxf("FORMAT\tWXF\nGAME\tone\nRED\tA; ;\nBLACK\tB;\nDATE\t2009-01-02\n"
                          "RESULT\t1-0\nSTART{\n 1. C2=5 H8+7\n 2. H2+3\n}END\n\n"
                          "FORMAT WXF\nRED C\nFEN " +
                          std::string{start_fen} + "\nSTART{\n1. P7+1\n}END\n");
  REQUIRE(parsed.games.size() == 2);
  const auto& game = *parsed.games[0];
  INFO(support::codes(game));
  CHECK(game.problems.empty());
  CHECK(moves(game) == "h2e2 h9g7 h0g2 ");
  CHECK(game.tag("Red") == "A");
  CHECK(game.tag("Black") == "B");
  CHECK(game.tag("Title") == "one");
  CHECK(game.tag("Date") == "2009-01-02");
  CHECK(game.result() == record::Result::red_wins);
  CHECK(parsed.games[1]->problems.empty());
  CHECK(moves(*parsed.games[1]) == "c3c4 ");
}

TEST_CASE("WXF text: damage is named") {
  CHECK(support::codes(wxf("FORMAT WXF\nRED A\n").only()) == "bad-tag");
  CHECK(support::codes(wxf("FORMAT WXF\nSTART{\n1. C2=5\n").only()) == "truncated");
  CHECK(support::codes(wxf("FORMAT WXF\nFEN 9/9 w\nSTART{\n1. C2=5\n}END").only()) == "bad-fen");
  const auto game = wxf("FORMAT WXF\nSTART{\n1. C2=5 C2=5\n2. Z9\n}END");
  CHECK_FALSE(game.only().usable());
  CHECK(game.only().problems.at(0).where.line == 4);
}

TEST_CASE("a table of plies: a game an id, in either order of the sides") {
  const auto parsed = csv("gameID,turn,side,move\n7,1,red,C2.5\n7,1,black,h8+7\n7,2,red,H2+3\n"
                          "8,1,red,C2.5\n8,2,red,H2+3\n8,1,black,h8+7\n");
  REQUIRE(parsed.games.size() == 2);
  for (const auto& game : parsed.games) {
    INFO(support::codes(*game));
    CHECK(game->problems.empty());
    CHECK(moves(*game) == "h2e2 h9g7 h0g2 ");
  }
  CHECK(parsed.games[0]->tag("Id") == "7");
  CHECK(parsed.games[1]->line == 5);
}

TEST_CASE("WXF text without START{: the moves begin at the first number") {
  const auto game = wxf("RED A\n1. C2=5 h8+7\n2. H2+3 r9=8\n1-0\n");
  CHECK(support::codes(game.only()).empty());
  CHECK(moves(game.only()) == "h2e2 h9g7 h0g2 i9h9 ");
  CHECK(game.only().tag("Red") == "A");
  CHECK(game.only().result() == record::Result::red_wins);
}

TEST_CASE("a table of plies with named columns: players, ratings, result") {
  const auto parsed = csv(
      "\"timestamp\",\"move_index\",\"move\",\"game_id\",\"red_player\",\"black_player\","
      "\"red_elo_before\",\"outcome\",\"pv\",\"mode\",\"comment\"\n"
      "\"2026-07-07T08:31:02Z\",\"0\",\"h2e2\",\"x1\",\"A, B\",\"C \"\"D\"\"\",\"1111\","
      "\"BLACK_WINS\",\"h9g7 h0g2\",\"rated\",\"good\"\n"
      "\"2026-07-07T08:31:09Z\",\"1\",\"h9g7\",\"x1\",\"A, B\",\"C \"\"D\"\"\",\"1111\","
      "\"BLACK_WINS\",\"h0g2\",\"rated\",\"\"\n"
      "\"2026-07-08T08:31:09Z\",\"0\",\"c3c4\",\"x2\",\"E\",\"F\",\"\",\"DRAW\",\"\",\"casual\","
      "\"\"\n");
  REQUIRE(parsed.games.size() == 2);
  const auto& game = *parsed.games[0];
  CHECK(support::codes(game).empty());
  CHECK(moves(game) == "h2e2 h9g7 ");
  CHECK(game.tag("Id") == "x1");
  CHECK(game.tag("Red") == "A, B");
  CHECK(game.tag("Black") == "C \"D\"");
  CHECK(game.tag("RedElo") == "1111");
  CHECK(game.tag("Date") == "2026-07-07");
  CHECK(game.tag("mode") == "rated");
  CHECK_FALSE(game.has_tag("pv")); // each row has another one
  CHECK(game.result() == record::Result::black_wins);
  CHECK(support::notes(game, 1) == "good");
  CHECK(parsed.games[1]->tag("Red") == "E");
  CHECK(parsed.games[1]->result() == record::Result::draw);
  CHECK(moves(*parsed.games[1]) == "c3c4 ");
}

TEST_CASE("a table with a game a row: position, moves, other columns as headers") {
  const auto parsed = csv("title, hint, fen, moves\n"
                          "1步杀, 兵胜, 4k4/5P3/9/9/9/9/9/9/3K5/9 w, d1d2\n"
                          "2步杀, , 5aP2/3P1k3/5a3/9/9/9/9/9/5K3/9 w, g9f9 f8f9 d8e8\n"
                          "wrong, row\n");
  REQUIRE(parsed.games.size() == 3);
  CHECK(support::codes(*parsed.games[0]).empty());
  CHECK(parsed.games[0]->tag("Title") == "1步杀");
  CHECK(parsed.games[0]->tag("hint") == "兵胜");
  CHECK(moves(*parsed.games[0]) == "d1d2 ");
  CHECK(moves(*parsed.games[1]) == "g9f9 f8f9 d8e8 ");
  CHECK(support::codes(*parsed.games[2]) == "unknown-token");
  CHECK(parsed.games[2]->problems[0].where.line == 4);
}

TEST_CASE("a table of other things has no game") {
  for (const char* const heading : {"id,name,age\n1,a,2\n", "a,move,b\n", "moves,points\n3,4\n"}) {
    INFO(heading);
    CHECK(csv(heading).games.empty());
    CHECK(format::detect_format(heading, "a").format == nullptr);
  }
}

TEST_CASE("a table of plies: damage is named") {
  CHECK(support::codes(csv("7,1,red,C2.5\n7,1,black\n").only()) == "unknown-token");
  CHECK(support::codes(csv("7,1,red,C2.5\n7,2,red,C2.5\n").only()) == "wrong-side");
  const auto parsed = csv("7,1,red,C2.5\n7,1,black,zz\n8,1,red,C2.5\n");
  REQUIRE(parsed.games.size() == 2);
  CHECK(parsed.games[0]->problems.at(0).where.line == 2);
  CHECK(parsed.games[0]->problems.at(0).where.column == 11);
  CHECK(parsed.games[1]->problems.empty());
}

TEST_CASE("Chinese text: headers in their words, also two a line; a comment before the moves") {
  const auto parsed = txt("中 国 象 棋\n-----\n对局名称：a - b\n"
                          "比赛日期：2016年12月27日20时  比赛地点：\n"
                          "红    方：甲(1：2)  耗时：  2分 24秒\n黑    方：乙  耗时： 4分\n"
                          "结果：和局\nECCO：C66 五七炮\n-----\n棋谱  红方  黑方\n words\n"
                          "  1.  炮二平五       马８进７\n  2.  马二进三\n"
                          "标题：next\n 1. 兵七进一\n");
  REQUIRE(parsed.games.size() == 2);
  const auto& game = *parsed.games[0];
  INFO(support::codes(game));
  CHECK(game.problems.empty());
  CHECK(moves(game) == "h2e2 h9g7 h0g2 ");
  CHECK(game.tag("Title") == "a - b");
  CHECK(game.tag("Date") == "2016年12月27日20时");
  CHECK_FALSE(game.has_tag("Site"));
  CHECK(game.tag("Black") == "乙");
  CHECK(game.tag("BlackTime") == "4分");
  CHECK(game.tag("ECCO") == "C66");
  CHECK(game.tag("Opening") == "五七炮");
  CHECK(game.result() == record::Result::draw);
  std::string comment;
  game.for_each_note(record::root_node, [&](const auto& note) { comment = note.text; });
  CHECK(comment == "words");
  CHECK(parsed.games[1]->tag("Title") == "next");
  CHECK(moves(*parsed.games[1]) == "c3c4 ");
}

TEST_CASE("Chinese text: lines with a position each are games") {
  const auto parsed = txt("局面：4k4/5P3/9/9/9/9/9/9/3K5/9 w\n局面：" + std::string{start_fen} +
                          "\n1. 炮二平五\n局面：残局\n标题：next\n");
  REQUIRE(parsed.games.size() == 3);
  CHECK(write_short_fen(parsed.games[0]->start()) == "4k4/5P3/9/9/9/9/9/9/3K5/9 w");
  CHECK(parsed.games[0]->plies() == 0);
  CHECK(moves(*parsed.games[1]) == "h2e2 ");
  CHECK(parsed.games[2]->tag("Position") == "残局");
  CHECK(support::codes(*parsed.games[0]).empty());
  CHECK(support::codes(*parsed.games[1]).empty());
  CHECK(support::codes(*parsed.games[2]) == "unknown-token"); // neither moves nor a position
  CHECK(parsed.games[2]->usable());
}

TEST_CASE("text records are detected by content") {
  const auto format = [](std::string_view text) {
    const auto found = format::detect_format(text, "a.txt");
    return found.format == nullptr ? std::string{"?"} : std::string{found.format->name};
  };
  CHECK(format("FORMAT\t\tWXF\nGAME") == "wxf");
  CHECK(format("gameID,turn,side,move\n1,1,red,C2.5") == "csv");
  CHECK(format("\n中国象棋\n红　方：甲\n") == "txt");
  CHECK(format("1. 炮二平五 马８进７\n红方：甲\n") == "pgn");
}

TEST_CASE("ucci: a position command a game, which the uci reader takes back") {
  const auto game = support::game("3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 3 9", "e1e2 d9d8 e2e3");
  std::string text;
  format::make_writer("ucci", {})->game(text, game);
  format::make_writer("ucci", {})->game(text, support::game(std::string{start_fen}, ""));
  CHECK(text == "position fen 3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 3 9 moves e1e2 d9d8 e2e3\n"
                "position fen " +
                    std::string{start_fen} + "\n");
  const auto parsed = support::parse_uci(text);
  REQUIRE(parsed.games.size() == 2);
  CHECK(equal(*parsed.games[0], game));
  CHECK(parsed.games[1]->problems.empty());
}

TEST_CASE("WXF text: the parts of players and event") {
  const auto parsed =
      wxf("FORMAT  WXF\nRED     甲乙 ; 1200 ;;\nBLACK   丙; 广东; 1240\nRESULT  0-1\n"
          "EVENT   room ; 10m+0s\nSTART{\n 1. P3+1 c8.7 2. E7+5 c2.5 }END\n");
  const auto& game = parsed.only();
  CHECK(game.problems.empty());
  CHECK(moves(game) == "g3g4 h7g7 c0e2 b7e7 ");
  CHECK(game.tag("Red") == "甲乙");
  CHECK(game.tag("RedElo") == "1200");
  CHECK_FALSE(game.has_tag("RedTeam"));
  CHECK(game.tag("Black") == "丙");
  CHECK(game.tag("BlackTeam") == "广东");
  CHECK(game.tag("BlackElo") == "1240");
  CHECK(game.tag("Event") == "room");
  CHECK(game.tag("TimeControl") == "10m+0s");

  const auto empty = wxf("FORMAT\tWXF\nRED\t;;;\nFEN\t\t4ka3/4a4/9/9/9/9/9/8E/9/2EAKA1R1 r\n\n"
                         "START{\n}END\n");
  CHECK_FALSE(empty.only().has_tag("Red"));
  CHECK(empty.only().usable());
  CHECK(support::codes(wxf("FORMAT WXF\nSETUP{ Ke0 ke9 }\nSTART{\n}END\n").only()) == "bad-fen");
}
