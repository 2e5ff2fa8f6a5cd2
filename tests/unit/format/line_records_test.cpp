#include "format/detect.hpp"
#include "support/catch.hpp"
#include "support/parse.hpp"

#include <xq/board/fen.hpp>

using namespace xq;
using support::codes;
using support::parse_epd;
using support::parse_uci;
using support::tree_text;

namespace {

const std::string start{start_fen};

std::string final_field(const record::Game& game) { return write_short_fen(game.final_position()); }

} // namespace

TEST_CASE("a game with numbered UCI moves goes over several lines") {
  const auto parsed = support::parse_uci("1. h2e2 h9g7 2. h0g2\ni9h9 3.\ni0h0\nb9c7 4. b0c2\n\n"
                                         "1. c3c4 c6c5\n1-0\nh2e2 h9g7\nh2e2\n");
  REQUIRE(parsed.games.size() == 4);
  CHECK(support::tree_text(*parsed.games[0]) == "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 b0c2");
  CHECK(support::codes(*parsed.games[0]).empty());
}

TEST_CASE("lines of name, position and moves") {
  const auto parsed = support::parse_as<format::EglibSplitter, format::make_eglib_parser>(
      "# comment\n兵的杀法|9/3k5/3aP4/9/9/9/9/9/9/4K4 w - - 0 1\n"
      "two|5aP2/3P1k3/5a3/9/9/9/9/9/5K3/9 w - - 0 1|g9f9,f8f9,d8e8\n|x/x|a\n");
  REQUIRE(parsed.games.size() == 3);
  CHECK(parsed.games[0]->tag("Title") == "兵的杀法");
  CHECK(support::codes(*parsed.games[0]).empty());
  CHECK(parsed.games[0]->plies() == 0);
  CHECK(support::tree_text(*parsed.games[1]) == "g9f9 f8f9 d8e8");
  CHECK(support::codes(*parsed.games[2]) == "bad-fen");
}

TEST_CASE("UCI lines in every form", "[uci]") {
  const std::string expected = "h2e2 h9g7";
  for (const auto& line : {"h2e2 h9g7", "h2e2h9g7", "h2e2,h9g7", "id17;h2e2,h9g7",
                           "position startpos moves h2e2 h9g7"}) {
    INFO(line);
    CHECK(tree_text(parse_uci(line).only()) == expected);
    CHECK(parse_uci(line).only().problems.empty());
  }
  CHECK(tree_text(parse_uci("position fen " + start + " moves h2e2 h9g7").only()) == expected);
  CHECK(parse_uci("id17;h2e2,h9g7").only().tag("Id") == "id17");
  CHECK(parse_uci("position startpos").only().usable());
  CHECK(parse_uci("% a comment\nh2e2\n\n# another\nb2e2\n").games.size() == 2);
}

TEST_CASE("UCI lines: what xq writes, it reads", "[uci]") {
  const auto game = parse_uci("h2e2 h9g7 1-0");
  record::Game copy = game.only();
  copy.number = 7;
  std::string line;
  format::make_uci_writer()->game(line, copy);
  CHECK(line == "7\t" + start + "\th2e2 h9g7\t1-0\t" + final_field(copy) + "\n");
  CHECK(equal(parse_uci(line).only(), copy));
  auto wrong = line;
  wrong.replace(wrong.find("h9g7"), 4, "h9i7");
  CHECK(codes(parse_uci(wrong).only()) == "bad-fen");
}

TEST_CASE("UCI lines that are wrong", "[uci]") {
  CHECK(codes(parse_uci("position startpos h2e2 h9g7").only()) == "unknown-token");
  CHECK(codes(parse_uci("position nowhere moves h2e2").only()) == "unknown-token");
  const auto illegal = parse_uci("position startpos moves h2e2 a0a5");
  CHECK_FALSE(illegal.only().usable());
  CHECK(illegal.only().problems[0].ply == 2);
  CHECK(illegal.only().problems[0].where.column == 30);
  CHECK(tree_text(illegal.only()) == "h2e2");
}

TEST_CASE("EPD lines: a position, opcodes, moves on its line or the next", "[epd]") {
  const auto plain =
      parse_epd(start + "; id \"x; y\"; dm 3; bm h2e2; c0 \"words\";\n" + start + "\n");
  REQUIRE(plain.games.size() == 2);
  const auto epd = parse_epd("4k4/9/9/9/9/9/9/9/4R4/3K5 b - - bm e9d9; id \"a; b\"; noop;");
  CHECK(epd.only().tag("bm") == "e9d9");
  CHECK(epd.only().tag("id") == "a; b");
  CHECK(epd.only().has_tag("noop"));
  CHECK(epd.only().start().side_to_move() == Color::black);
  const auto cut = parse_epd(start + "; dm 3; c0 \"Li Na \n");
  CHECK(cut.only().tag("c0") == "Li Na");
  CHECK(cut.only().node_count() == 1);
  CHECK(tree_text(parse_epd(start + "\th2e2 马8进7\n").only()) == "h2e2 h9g7");
  CHECK(tree_text(parse_epd(start + " moves h2e2 h9g7\n").only()) == "h2e2 h9g7");
  CHECK(tree_text(parse_epd(start + "\n炮二平五 马8进7\nC8.5\n").only()) == "h2e2 h9g7");
  CHECK(tree_text(parse_epd("rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r\nh2e2")
                      .only()) == "h2e2");
}

TEST_CASE("EPD: findings about the position have their place", "[epd]") {
  const auto parsed = parse_epd(start + "\n  rnbakabnr/9/x8 w\n");
  REQUIRE(parsed.games.size() == 1); // three ranks look like moves, not like a position
  CHECK_FALSE(parsed.only().usable());
  const auto ranks = parse_epd("rnbakabnr/9/1c5c1/p1p1p1p1p/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w\n");
  CHECK(codes(ranks.only()) == "bad-fen");
  CHECK(ranks.only().problems[0].where.column == 58);
  CHECK(codes(parse_epd("rnbakabnr\\9\\1c5c1\n").only()) == "bad-fen");
  CHECK(codes(parse_epd("4k4/9/9/9/4R4/9/9/9/9/3K5 w\n").only()) == "impossible-position");
  const auto capture = parse_epd("4k4/9/9/9/4R4/9/9/9/9/3K5 w\ne5e9\n");
  CHECK(codes(capture.only()) == "impossible-position illegal-move");
}

TEST_CASE("EPD is written so that it is read back", "[epd]") {
  const auto first =
      parse_epd("4k4/9/9/9/9/9/9/9/4R4/5K3 b - - 3 9 bm e9d9; id \"a b\"; noop;\te9d9 1-0\n");
  REQUIRE(first.only().usable());
  std::string line;
  format::make_epd_writer({})->game(line, first.only());
  CHECK(equal(parse_epd(line).only(), first.only()));
}

TEST_CASE("Formats are told by content, then by name", "[detect]") {
  const auto format = [](std::string_view text, std::string_view file) {
    const auto found = format::detect_format(text, file);
    return found.format != nullptr ? std::string{found.format->name} : "?" + found.foreign;
  };
  CHECK(format("[Event \"x\"]\n", "a.xml") == "pgn");
  CHECK(format("\n\n% reason\n[Event \"x\"]\n", "") == "pgn");
  CHECK(format("<?xml version=\"1.0\"?>", "a.pgn") == "xml");
  const auto long_game = "{\"number\": 1, \"headers\": {\"Event\": \"" + std::string(5000, 'x');
  CHECK(format(long_game, "a.jsonl") == "jsonl"); // what there is to see of it
  CHECK(format("{\"headers\": {\"a\": 1}}", "a.json") == "?JSON that is not a game a line");
  CHECK(format("1\t" + start + "\th2e2\t*\t\n", "") == "uci");
  CHECK(format("position startpos", "") == "uci");
  CHECK(format("abc;h2e2,h9g7", "") == "uci");
  CHECK(format(start, "a.pgn") == "epd");
  CHECK(format("rrrrrrrr", "a.fen") == "epd");
  CHECK(format("some words\n1. 炮二平五", "a.txt") == "pgn");
  CHECK(format("hello", "games.PGN") == "pgn");
  CHECK(format("hello", "games.pgn.gz") == "pgn");
  CHECK(format("hello", "a.txt") == "?");
  CHECK(format("[DhtmlXQ]\n", "a.txt") == "dhtmlxq");
  CHECK(format("gameID,turn,side,move\n", "a.csv") == "csv");
}
