#include "support/catch.hpp"
#include "support/parse.hpp"

#include <xq/base/problem_code.hpp>
#include <xq/board/fen.hpp>

#include <random>
#include <string>
#include <vector>

using namespace xq;
using support::codes;
using support::notes;
using support::parse_pgn;
using support::tree_text;

namespace {

const std::string head = "[Game \"Chinese Chess\"]\n[Event \"x\"]\n\n";

std::string moves_of(const std::string& movetext) {
  return tree_text(parse_pgn(head + movetext).only());
}

} // namespace

TEST_CASE("A PGN game: headers as written, moves, result", "[pgn]") {
  const auto parsed =
      parse_pgn("[Game \"Chinese Chess\"]\n[Event \"五羊杯\"]\n[Date \"1998年12月\"]\n"
                "[Result \"1/2-1/2\"]\n\n1. 炮二平五 马8进7\n2. 马二进三\n1/2-1/2\n");
  const auto& game = parsed.only();
  CHECK(game.tag("event") == "五羊杯");
  CHECK(game.tag("Date") == "1998年12月");
  CHECK_FALSE(game.has_tag("Game"));
  CHECK(game.result() == record::Result::draw);
  CHECK(tree_text(game) == "h2e2 h9g7 h0g2");
  CHECK(game.problems.empty());
}

TEST_CASE("Moves are found whatever stands between them", "[pgn]") {
  const std::string expected = "h2e2 h9g7 h0g2";
  CHECK(moves_of("1.炮二平五 马8进7 2.马二进三 *") == expected);
  CHECK(moves_of("炮二平五马8进7马二进三") == expected);
  CHECK(moves_of("１．炮二平五　马８进７　２．马二进三　*") == expected);
  CHECK(moves_of("1、炮二平五，马8进7。2、马二进三") == expected);
  CHECK(moves_of("1 炮二平五 马8进7 2 马二进三") == expected);
  CHECK(moves_of("1. 炮二平五\n{c}\n1. ... 马8进7 2. 马二进三") == expected);
  CHECK(moves_of("1. 炮二平五 {c}\n  1.          马８进７\n2. 马二进三") == expected);
  CHECK(moves_of("1. 炮二平五 1… 马8进7 2. 马二进三") == expected);
  CHECK(moves_of("1. C2.5 H8+7 2. H2+3") == expected);
  CHECK(moves_of("1. C2=5 h8+7 2. H2+3") == expected);
  CHECK(moves_of("1. H2-E2 H9-G7 2. H0-G2 1-0") == expected);
  CHECK(moves_of("h2e2 h9g7 h0g2") == expected);
  CHECK(moves_of("h2e2h9g7h0g2") == expected);
  CHECK(moves_of("炮二平五!! 马8进7将军 吃 2. 马二进三+ #") == expected);
  CHECK(moves_of("\r\n1. 炮二平五\r\n马8进7\r\n2. 马二进三\r\n*\r\n") == expected);
  CHECK(moves_of("%escape ( {\n1. 炮二平五 马8进7\n%]\n2. 马二进三") == expected);
}

TEST_CASE("A PGN game from a position, Black to move", "[pgn]") {
  const std::string fen =
      "[FenStr \"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 0 1\"]\n";
  for (const auto* moves :
       {"1. ... 马8进7 2. 马二进三", "1. 马8进7\n2. 马二进三", "1... 马8进7 马二进三"}) {
    const auto parsed = parse_pgn(fen + moves);
    INFO(moves);
    CHECK(tree_text(parsed.only()) == "h9g7 h0g2");
    CHECK(parsed.only().problems.empty());
    CHECK(parsed.only().has_tag("FEN"));
  }
  CHECK(codes(parse_pgn("1. ... 马8进7 2. 马二进三").only()) == "missing-start-position");
  CHECK(codes(parse_pgn("1. 炮二平五 马8进7 2... 马2进3").only()) == "wrong-side");
}

TEST_CASE("Header values as they are in the wild", "[pgn]") {
  const auto tag = [](const std::string& line) {
    return std::string{parse_pgn(line + "\n[Site \"s\"]\n\n1. 炮二平五 *\n").only().tag("Event")};
  };
  CHECK(tag(R"([Event "the "old" cup"])") == R"(the "old" cup)");
  CHECK(tag(R"([Event "a"]b"])") == R"(a"]b)");
  CHECK(tag(R"([Event "say \"hi\" \\ ok"])") == R"(say "hi" \ ok)");
  CHECK(tag("[Event \"over\ntwo lines\"]") == "over two lines");
  CHECK(tag("[ Event  \"spaces\" ]  ") == "spaces");
  CHECK(tag("[Event \"{A1B2}\"]") == "{A1B2}");
  CHECK(tag("[Event \"\"]").empty());
  CHECK(tag("[Event \"one\"] [Round \"2\"]") == "one");

  const auto two = parse_pgn("[Event \"one\"] [Round \"2\"]\n\n*\n");
  CHECK(two.only().tag("Round") == "2");
  CHECK(parse_pgn("[White \"w\"]\n[Black \"b\"]\n\n*\n").only().tag("Red") == "w");
}

TEST_CASE("Broken headers are reported where they stand, and reading goes on", "[pgn]") {
  const auto open =
      parse_pgn("[Game \"Chinese Chess\"]\n[Event \"x\n[Red \"a\"]\n\n1. 炮二平五 *\n");
  CHECK(codes(open.only()) == "bad-tag");
  CHECK(open.only().problems[0].where.line == 2);
  CHECK(open.only().tag("Red") == "a");
  CHECK(tree_text(open.only()) == "h2e2");

  const auto bracket = parse_pgn("[Event \"x\"\n[Red \"a\"]\n\n*\n");
  CHECK(bracket.only().usable());
  CHECK(bracket.only().tag("Event") == "x");

  const auto twice = parse_pgn("[Event \"x\"]\n[Red \"a\"]\n[Red \"b\"]\n\n*\n");
  CHECK(codes(twice.only()) == "duplicate-tag");
  CHECK(twice.only().tag("Red") == "a");
  for (const std::string more : {"", "[Red \"c\"]\n"}) { // a foreign name, alone and beside its own
    const auto foreign =
        parse_pgn("[Event \"x\"]\n" + more + "[White \"a\"]\n[White \"b\"]\n\n*\n");
    CHECK(codes(foreign.only()) == "duplicate-tag");
    CHECK(foreign.only().tag(more.empty() ? "Red" : "White") == "a");
    CHECK(foreign.only().tag_count() == (more.empty() ? 2 : 3));
  }
  CHECK(codes(parse_pgn("[Event \"x\"]\n\n1. 炮二平五 [Red \"a\"] 马8进7\n").only()) == "bad-tag");
}

TEST_CASE("A header means the same whatever headers the games before had", "[pgn]") {
  const std::vector<std::string> headers{"Site \"Cup\"",       "site \"cup\"",   "White \"A\"",
                                         "Red \"B\"",          "RESULT \"1-0\"", "Result \"0-1\"",
                                         "Format \"WXF\"",     "Game \"Chess\"", "FEN \"\"",
                                         "Format \"Chinese\"", "Odd \"?\""};
  std::mt19937 random{7};
  std::string all;
  for (int i = 0; i < 300; ++i) {
    std::string game = "[Event \"e\"]\n"; // which makes the next line no game of its own
    for (auto n = random() % 6; n > 0; --n) {
      game += "[" + headers[random() % (i % 2 == 0 ? headers.size() : 4)] + "]\n";
    }
    all += game + "\n1. 炮二平五 1-0\n\n";
  }
  const auto together = parse_pgn(all);
  REQUIRE(together.games.size() == 300);
  for (std::size_t i = 0; i < together.games.size(); ++i) {
    const auto& game = *together.games[i];
    const auto alone = parse_pgn(together.texts[i]);
    CHECK(codes(game) == codes(alone.only()));
    CHECK(game.result() == alone.only().result());
    REQUIRE(game.tag_count() == alone.only().tag_count());
    for (std::size_t t = 0; t < game.tag_count(); ++t) {
      CHECK(game.tag_at(t).name == alone.only().tag_at(t).name);
      CHECK(game.tag_at(t).value == alone.only().tag_at(t).value);
    }
  }
}

TEST_CASE("A text may end anywhere, also in the headers that the game before had", "[pgn]") {
  const std::string one = "[Event \"e\"]\n[Red \"r\"]\n[Black \"b\"]\n\n1. 炮二平五 *\n\n";
  for (std::size_t length = 0; length <= one.size(); ++length) {
    INFO(length);
    const auto parsed = parse_pgn(one + one.substr(0, length));
    REQUIRE(parsed.games.size() <= 2);
    if (length >= one.find('\n')) {
      REQUIRE(parsed.games.size() == 2);
      CHECK(parsed.games[1]->tag("Event") == "e");
    }
  }
}

TEST_CASE("Comments, glyphs and variations hang on the move they follow", "[pgn]") {
  const auto parsed = parse_pgn(
      head +
      "{root\nsecond line} 1. 炮二平五! {a} $14 (1. {before} 炮八平五 {v} (马二进三) 马2进3)\n"
      "1... 马8进7 ; to the end } {\n2. 马二进三 ;one\n; two\n* {end}\n");
  const auto& game = parsed.only();
  CHECK(game.problems.empty());
  CHECK(tree_text(game) == "h2e2 (b2e2 b9c7) (h0g2) h9g7 h0g2");
  CHECK(notes(game, record::root_node) == "root\nsecond line");
  const auto first = game.node(record::root_node).first_child;
  CHECK(notes(game, first) == "$1|a|$14");
  const auto other = game.node(first).next_sibling;
  CHECK(notes(game, other) == "before<|v");
  const auto reply = game.node(first).first_child;
  CHECK(notes(game, reply) == "to the end } {");
  CHECK(notes(game, game.node(reply).first_child) == "one\n two|end");
}

TEST_CASE("What ends a PGN game, and what does not", "[pgn]") {
  const auto count = [](const std::string& text) { return parse_pgn(text).games.size(); };
  const std::string game = "[Event \"a\"]\n\n1. 炮二平五 马8进7\n";
  CHECK(count("") == 0);
  CHECK(count("\n \n\u3000\n\uFEFF\n") == 0);
  CHECK(count(game + game) == 2);
  CHECK(count(game + "\n" + game + "*\n\n" + game) == 3);
  CHECK(count("[Event \"a\"]\n{c}\n1. 炮二平五\n1-0\n[Event \"b\"]\n1. 炮二平五\n") == 2);
  CHECK(count("[Event \"a\"]\n[Red \"r\"]\n[Event \"b\"]\n[Red \"s\"]\n") == 2);
  CHECK(count("[Event \"a\"]\n\n1. 炮二平五 {\n[Red \"in a comment\"]\n}\n马8进7\n") == 1);
  CHECK(count("[Event \"a\"]\n\n1. 炮二平五 {never closed\n\n" + game) == 2);
  CHECK(count("[Event \"a\"]\n\n1. 炮二平五 ;{\n" + game) == 2);
  CHECK(count("1. 炮二平五 马8进7\n2. 马二进三\n\n1. 炮二平五\n") == 2);
  CHECK(count("1. 炮二平五 马8进7\n\n2. 马二进三\n\n1... 马8进7\n") == 1);
  CHECK(count("[Event \"a\"]\n\n{words}\n\n1. 炮二平五\n") == 1);
  CHECK(count("{words}\n\n[Event \"a\"]\n\n1. 炮二平五\n") == 1);
  CHECK(count(game + "1-0\n=====\nprose {\nmore\n" + game) == 2);
  CHECK(count(game + "1-0\n\nprose without a line before it\n\n" + game) == 2);
}

TEST_CASE("Games are the same however the text is cut", "[pgn]") {
  const std::string text =
      "[Event \"a\"]\n[Site \"b\nc\"]\n\n1. 炮二平五 {x\n\n[y} 马8进7\n1-0\n====\n{\n"
      "[Event \"d\"]\n\n1. 马二进三 {open\n\n[Event \"e\"]\r\n\r\n1. 兵七进一\r\n\r\n";
  const auto whole = parse_pgn(text);
  REQUIRE(whole.games.size() == 3);
  for (std::size_t piece = 1; piece < 40; ++piece) {
    const auto cut = parse_pgn(text, piece);
    INFO("pieces of " << piece);
    REQUIRE(cut.texts == whole.texts);
    for (std::size_t i = 0; i < whole.games.size(); ++i) {
      CHECK(equal(*cut.games[i], *whole.games[i]));
      CHECK(cut.games[i]->line == whole.games[i]->line);
    }
  }
}

TEST_CASE("A move that cannot be read ends the game there and says why", "[pgn]") {
  const auto parsed = parse_pgn(head + "1. 炮二平五 马8进7\n2. {x}\n炮二平四 车9平8 *\n");
  const auto& game = parsed.only();
  REQUIRE(game.problems.size() == 1);
  CHECK(game.problems[0].code == ProblemCode::no_such_piece);
  CHECK(game.problems[0].where.line == 6);
  CHECK(game.problems[0].where.column == 1);
  CHECK(game.problems[0].ply == 3);
  CHECK(game.problems[0].token == "炮二平四");
  CHECK_FALSE(game.usable());
  CHECK(tree_text(game) == "h2e2 h9g7");
}

TEST_CASE("A comment between two headers belongs to their game", "[pgn]") {
  for (const std::string comment : {"{a\nb}\n", "; a\n; b\n", "{a}\n{b}\n", "\n{a}\n; b\n\n"}) {
    CAPTURE(comment);
    const std::string second = "[Event \"y\"]\n\n1. 兵七进一 *\n";
    for (const std::string& text :
         {"[Event \"x\"]\n" + comment + "[Red \"r\"]\n\n1. 炮二平五 *\n\n" + second,
          "[Event \"x\"]\n[Red \"r\"]\n" + comment + "[FEN \"3k5/9/9/9/9/9/9/9/9/4KR3 w\"]\n\n" +
              "1. 车四进九 *\n\n" + second}) {
      const auto parsed = parse_pgn(text);
      REQUIRE(parsed.games.size() == 2);
      const auto& game = *parsed.games[0];
      CHECK(codes(game).empty());
      CHECK(game.tag("Event") == "x");
      CHECK(game.tag("Red") == "r");
      CHECK(game.plies() == 1);
      CHECK(notes(game, record::root_node).front() == 'a');
      CHECK(notes(game, record::root_node).back() == 'b');
      CHECK(parsed.games[1]->tag("Event") == "y");
      for (std::size_t piece = 1; piece < 20; ++piece) {
        CHECK(parse_pgn(text, piece).texts == parsed.texts);
      }
    }
  }
  CHECK(parse_pgn("[Event \"x\"] {a}\n[Red \"r\"]\n\n1. 炮二平五 *\n").only().tag("Red") == "r");
  // Two games, of which the first has no moves.
  CHECK(parse_pgn("[Game \"Chinese Chess\"]\n[Red \"r\"]\n\n{a}\n\n[Red \"s\"]\n\n1. 炮二平五 *\n")
            .games.size() == 2);
}

TEST_CASE("A move of a variation that is none ends the variation, with a warning", "[pgn]") {
  struct Row {
    std::string variation;
    std::string tree;
    ProblemCode code;
    int ply;
    std::string token;
  };
  const std::vector<Row> rows{
      {"(1. 车一进九 (x) 马8进7)", "h2e2 h9g7", ProblemCode::illegal_move, 1, "车一进九"},
      {"(1. 炮八平五 马8进7 2. -- 车9平8 {x})", "h2e2 (b2e2 h9g7) h9g7", ProblemCode::unknown_move,
       3, "--"},
      {"(1. 炮八平五 马8进7 (1... 炮8平9 2. 炮五进六) 2. 马二进三)",
       "h2e2 (b2e2 h9g7 (h7i7) h0g2) h9g7", ProblemCode::illegal_move, 3, "炮五进六"},
      {"(1... 马8进7)", "h2e2 h9g7", ProblemCode::wrong_side, 1, "马8进7"}};
  for (const auto& row : rows) {
    CAPTURE(row.variation);
    const auto parsed = parse_pgn(head + "1. 炮二平五 " + row.variation + " 马8进7 *\n");
    const auto& game = parsed.only();
    CHECK(game.usable());
    CHECK(tree_text(game) == row.tree);
    REQUIRE(game.problems.size() == 1);
    const auto& problem = game.problems[0];
    CHECK(problem.code == row.code);
    CHECK(problem.severity == Severity::warning);
    CHECK(problem.ply == row.ply);
    CHECK(problem.token == row.token);
    CHECK(problem.where.line == 4);
    CHECK(problem.message.ends_with("; this variation ends before it"));
  }
  const auto xml = support::parse_xml(
      "<game><move>炮二平五</move><variation><move>车一进九</move><move>马8进7</move>"
      "</variation><move>马8进7</move></game>");
  const auto json = support::parse_jsonl(
      R"({"nodes":[{},{"parent":0,"move":"h2e2"},{"parent":0,"move":"a0a9"},)"
      R"({"parent":2,"move":"h9g7","notes":["x"]},{"parent":1,"move":"h9g7"}]})");
  for (const auto* const parsed : {&xml, &json}) {
    CHECK(parsed->only().usable());
    CHECK(tree_text(parsed->only()) == "h2e2 h9g7");
    CHECK(codes(parsed->only()) == "illegal-move");
  }
  CHECK_FALSE(support::parse_jsonl(R"({"nodes":[{},{"parent":0,"move":"a0a9"},)"
                                   R"({"parent":0,"move":"h2e2"}]})")
                  .only()
                  .usable());
  // Where it does not end, moves of the game may be lost with it.
  CHECK_FALSE(parse_pgn(head + "1. 炮二平五 (1. 车一进九 马8进7 *\n").only().usable());
}

TEST_CASE("XQN: a score before each move is a comment on that move", "[pgn]") {
  const std::string text = "[Title \"a vs b\"]\n[Red \"a\"]\n[Result \"\"]\n"
                           "[Score \"10=0\"] 1.H2-E2  [Score \"10=-3\"] H9-G7\n"
                           "[Score \"9=1\"] 2.H0-G2  [Score \"8=-1000\"] I9-H9\n"
                           "[Score \"8=45\"] \n";
  const auto parsed = parse_pgn(text + "\n" + text);
  REQUIRE(parsed.games.size() == 2);
  for (const auto& game : parsed.games) {
    INFO(codes(*game));
    CHECK(game->problems.empty());
    CHECK(tree_text(*game) == "h2e2 h9g7 h0g2 i9h9");
    CHECK(game->tag("Title") == "a vs b");
    CHECK_FALSE(game->has_tag("Score"));
    CHECK(notes(*game, 1) == "Score 10=0");
    CHECK(notes(*game, 2) == "Score 10=-3");
    CHECK(notes(*game, 4) == "Score 8=-1000|Score 8=45");
  }
  // In Chinese, too; a header of that name on a line of its own stays one.
  const auto chinese = parse_pgn("[Score \"3\"]\n[Red \"a\"]\n"
                                 "[Score \"7=1\"] 1.炮二平五  [Score \"8=-2\"] 马８进７\n");
  CHECK(chinese.only().tag("Score") == "3");
  CHECK(notes(chinese.only(), 1) == "Score 7=1");
  CHECK(notes(chinese.only(), 2) == "Score 8=-2");
}

TEST_CASE("algebraic moves: the game tells whether ranks count from 0 or from 1", "[pgn]") {
  const auto line = [](const std::string& moves) {
    const auto parsed = parse_pgn("[Red \"a\"]\n\n" + moves + "\n");
    return codes(parsed.only()) + "|" + tree_text(parsed.only());
  };
  CHECK(line("1. Che2 Hg7 2. Hg2 Ri8") == "|h2e2 h9g7 h0g2 i9i8");
  CHECK(line("1. Che3 Hg8 2. Hg3 Rh10 3. Rh1") == "|h2e2 h9g7 h0g2 i9h9 i0h0");
  // The first move is legal in both; what follows decides.
  CHECK(line("1. Ra2 Hg8 2. Cbxb10") == "|a0a1 h9g7 b2b9");
  CHECK(line("1. Ra2 Hg7 2. Cbxb9") == "|a0a2 h9g7 b2b9");
  // UCI with ranks from 1 is never guessed.
  CHECK(line("1. c4c5").starts_with("no-such-piece"));
}

TEST_CASE("Findings of the movetext", "[pgn]") {
  const auto found = [](const std::string& moves) { return codes(parse_pgn(head + moves).only()); };
  CHECK(found("1. 炮8平5 马8进7").starts_with("wrong-numerals"));
  CHECK(found("1. 炮二平五 马八进七") == "wrong-numerals");
  CHECK(found("1. 炮二平五 马8进7 7. 马二进三") == "number-gap");
  CHECK(found("3. 炮二平五 马8进7 2. 马二进三") == "move-number");
  CHECK(found("99999999999999999999999. 炮二平五") == "move-number");
  CHECK(found("9999. 炮二平五 马8进7 10000. 马二进三 10000... 车9平8").empty());
  CHECK(found("９９９９９. 炮二平五 马8进7 100000. 马二进三").empty());
  CHECK(found("9999. 炮二平五 马8进7 99999. 马二进三") == "number-gap");
  CHECK(found("1. 炮二平五 $999 !!!! 马8进7") == "bad-nag bad-nag");
  CHECK(found("1. 炮二\u200B平五 \uFEFF马8进7") == "invisible-character invisible-character");
  CHECK(found("1. 炮二平五 {open") == "unterminated-comment");
  CHECK(found("1. 炮二平五 (1. 炮八平五 马2进3") == "unterminated-variation");
  CHECK(found("1. 炮二平五 ) 马8进7") == "unexpected-parenthesis");
  CHECK(found("(1. 炮八平五) 1. 炮二平五") == "variation-without-move");
  CHECK(found("1. 炮二平五 1-0 马8进7") == "text-after-result");
  CHECK(found("1. 炮二平五 1-0\nsome words\n") == "text-after-result");
  CHECK(found("1. 炮二平五 1-0\n=====\nwords\n").empty());
  CHECK(found("1. 炮二平五 胜负未分") == "unknown-token"); // prose, kept as a comment
  CHECK(found("1. 炮二平五 马口进7") == "unknown-move");
  CHECK(found(std::string("1. 炮二平五\0 马8进7", 20)).starts_with("nul-byte"));
  CHECK(found("1. 炮二平五 \xB0\xA1 马8进7") == "bad-encoding");
  CHECK(codes(parse_pgn("[Result \"0-1\"]\n\n1. 炮二平五 1-0\n").only()) == "result-conflict");
  CHECK(codes(parse_pgn("[Result \"resigned\"]\n\n1. 炮二平五\n").only()) == "bad-result");
  CHECK(codes(parse_pgn("[Result \"未知\"]\n\n1. 炮二平五 0-0\n").only()).empty());
  CHECK(codes(parse_pgn("[Format \"ICCS\"]\n\n1. 炮二平五 马8进7\n").only()) ==
        "format-tag-conflict");
  CHECK(codes(parse_pgn("[Format \"ICCS\"]\n\n1. C2.5 H8+7\n").only()) == "format-tag-conflict");
  CHECK(codes(parse_pgn("[Format \"WXF\"]\n\n1. C2.5 H8+7\n").only()).empty());
  CHECK(codes(parse_pgn("[FEN \"9/9/9/9/9/9/9/9/9/9 w\"]\n\n1. 炮二平五\n").only()) ==
        "impossible-position");
}

TEST_CASE("Which of two results counts: a known header", "[pgn]") {
  CHECK(parse_pgn("[Result \"0-1\"]\n\n1. 炮二平五 1-0\n").only().result() ==
        record::Result::black_wins);
  CHECK(parse_pgn("[Result \"*\"]\n\n1. 炮二平五 1-0\n").only().result() ==
        record::Result::red_wins);
  CHECK(parse_pgn("1. 炮二平五 0-1\n").only().result() == record::Result::black_wins);
}

TEST_CASE("An ambiguous move is read as the rest of the game needs it", "[pgn]") {
  const std::string fen = "[FEN \"3k5/9/4C4/9/9/9/4C4/9/9/5K3 w - - 0 1\"]\n\n";
  // Two cannons on a column, named without front or back; only one can go on to e8 ... and so on.
  const auto open = parse_pgn(fen + "1. 炮五平四");
  CHECK(codes(open.only()) == "ambiguous-move");
  CHECK_FALSE(open.only().usable());
  const auto decided = parse_pgn(fen + "1. 炮五平四 将4进1 2. f7f8");
  CHECK(decided.only().usable());
  CHECK(codes(decided.only()) == "ambiguous-move");
  CHECK(tree_text(decided.only()) == "e7f7 d9d8 f7f8");
}

TEST_CASE("Nesting has a limit and needs no stack", "[pgn]") {
  std::string text = head + "1. 炮二平五 ";
  for (int i = 0; i < 100'000; ++i) {
    text += "(1. 炮八平五 ";
  }
  CHECK(codes(parse_pgn(text).only()) == "too-deep");
  CHECK(
      codes(parse_pgn(head + "1. 炮二平五 " + std::string(100'000, '(')).only()).find("too-deep") !=
      std::string::npos);
}

TEST_CASE("PGN is written as others expect it", "[pgn]") {
  const auto parsed = parse_pgn("[Event \"a \\\"b\\\"\"]\n[Result \"1-0\"]\n\n{i} 1. 炮二平五! (1. "
                                "炮八平五 马8进7) 马8进7 2. 马二进三 {}} c} 1-0\n");
  record::Game game = parsed.only();
  game.problems.clear();
  const auto text = [&](notation::Style style) {
    format::WriteOptions options;
    options.style = style;
    std::string out;
    format::make_pgn_writer(options)->game(out, game);
    return out;
  };
  CHECK(text(notation::Style::chinese) == "[Game \"Chinese Chess\"]\n[Event \"a \\\"b\\\"\"]\n"
                                          "[Result \"1-0\"]\n\n{i}\n1. 炮二平五 $1 (1. 炮八平五 "
                                          "马８进７) 1... 马８进７\n2. 马二进三\n1-0\n\n");
  CHECK(text(notation::Style::iccs).find("[Format \"ICCS\"]\n\n{i}\n1. H2-E2 $1") !=
        std::string::npos);
}

TEST_CASE("several headers on a line, and moves after them", "[pgn]") {
  const auto parsed =
      support::parse_pgn("[Game \"Chinese Chess\"][Event \"x\"] [Red \"甲\"] [Black \"乙\"] "
                         "[Result \"1-0\"] 1. 炮二平五 "
                         "马8进7 2. 马二进三 1-0\n[Event \"y\"] [Red \"丙\"] 1. 兵七进一 *\n");
  REQUIRE(parsed.games.size() == 2);
  const auto& first = *parsed.games[0];
  CHECK(support::codes(first).empty());
  CHECK(first.tag("Event") == "x");
  CHECK(first.tag("Red") == "甲");
  CHECK(first.tag("Black") == "乙");
  CHECK(first.result() == record::Result::red_wins);
  CHECK(first.plies() == 3);
  CHECK(parsed.games[1]->tag("Event") == "y");
  CHECK(parsed.games[1]->tag("Red") == "丙");
  CHECK(parsed.games[1]->plies() == 1);
}

TEST_CASE("A quote that is escaped ends no value, whatever follows it", "[pgn]") {
  for (const std::string_view value :
       {"x\"] [y", "x\"] [y \"", "x\"] 1. h2e2", "\"]", "\\", "\\\"] [y \"z\"]\\", "a\\\"]\\\\"}) {
    record::Game game;
    game.add_tag("Red", value);
    game.add_tag("Black", "z");
    std::string text;
    const auto writer = format::make_writer("pgn", {});
    writer->game(text, game);
    writer->game(text, game);
    INFO(text);
    const auto parsed = support::parse_pgn(text);
    REQUIRE(parsed.games.size() == 2);
    for (const auto& back : parsed.games) {
      CHECK(back->problems.empty());
      CHECK(back->tag("Red") == value);
      CHECK(back->tag("Black") == "z");
    }
  }
}

TEST_CASE("PGN gets a Result header where the result came from elsewhere", "[pgn]") {
  for (const auto result : {record::Result::red_wins, record::Result::draw}) {
    record::Game game;
    game.set_result(result);
    std::string text;
    format::make_writer("pgn", {})->game(text, game);
    CHECK(support::parse_pgn(text).only().tag("Result") == to_text(result));
  }
  std::string text;
  format::make_writer("pgn", {})->game(text, record::Game{});
  CHECK_FALSE(support::parse_pgn(text).only().has_tag("Result")); // nothing is made up
}
