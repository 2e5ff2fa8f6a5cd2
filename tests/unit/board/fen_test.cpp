#include "support/catch.hpp"

#include <xq/base/problem_code.hpp>
#include <xq/board/fen.hpp>

using namespace xq;

namespace {

std::string refusal(std::string_view fen) {
  const auto read = read_fen(fen);
  return read ? "accepted" : read.error().message;
}

std::string normal_form(std::string_view fen) {
  const auto read = read_fen(fen);
  return read ? write_fen(read->position) : read.error().message;
}

std::string replaced(std::string_view what, std::string_view by) {
  std::string fen{start_fen};
  return fen.replace(fen.find(what), what.size(), by);
}

} // namespace

TEST_CASE("the start position reads and writes as itself") {
  const auto read = read_fen(start_fen);
  REQUIRE(read);
  CHECK(read->position == Position::start());
  CHECK(write_fen(Position::start()) == start_fen);
  CHECK(write_short_fen(Position::start()) ==
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w");
}

TEST_CASE("other people's spellings are understood") {
  CHECK(normal_form(replaced(" w ", " r ")) == start_fen);
  CHECK(normal_form(replaced("rnbakabnr", "rheakaehr")) == start_fen);
  CHECK(normal_form(replaced("RNBAKABNR", "RHEAKAEHR")) == start_fen);
  CHECK(normal_form(replaced("/9/1c5c1/", "/45/1c5c1/")) == start_fen);
  CHECK(normal_form("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w") == start_fen);
  CHECK(normal_form("  rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR  w 0 1 ") ==
        start_fen);
}

TEST_CASE("a FEN that was copied out of an address, a command or a Chinese text is understood") {
  const std::string board{start_fen.substr(0, start_fen.find(' '))};
  std::string address;
  for (const char c : start_fen) {
    address += c == ' ' ? "%20" : c == '/' ? "%2F" : std::string(1, c);
  }
  for (const std::string& fen :
       {board + "_w_-_-_0_1", board + "+w+-+-+0+1", board + "%20w%20-%20-%200%201", address,
        "fen " + board + " w", "FEN: " + board + " w - - 0 1", "position fen " + board + " w",
        "[" + board + " w]", "\"" + board + " w - - 0 1\"", "[FEN \"" + board + " w\"]",
        board + " red", board + " 红", board + "　ｗ",
        std::string{"ｒｎｂａｋａｂｎｒ／９／１ｃ５ｃ１／ｐ１ｐ１ｐ１ｐ１ｐ／９／９／"
                    "Ｐ１Ｐ１Ｐ１Ｐ１Ｐ／１Ｃ５Ｃ１／９／ＲＮＢＡＫＡＢＮＲ　ｗ"}}) {
    CAPTURE(fen);
    CHECK(normal_form(fen) == start_fen);
    const auto read = read_fen(fen);
    CHECK((read && read->warnings.empty()));
  }
  CHECK(read_fen(board + " black").value().position.side_to_move() == Color::black);
  const auto wide = read_fen("fen ｒｎｂａｋａｂｎｒ／９／ｘ w");
  REQUIRE_FALSE(wide);
  CHECK(wide.error().where.column == 4 + 12 * 3 + 1); // of the wide x, in bytes
  CHECK(refusal(replaced("/9/1c", "/9%1c")) == "ranks are separated by a slash");
  CHECK(refusal("4k4/_") == "no piece has this letter (at a8)");
  for (const std::string odd : {"fen", "[", "\"", "position fen", "fen:", "%", "_", "（", "%20"}) {
    CAPTURE(odd);
    CHECK_FALSE(read_fen(odd));
  }
}

TEST_CASE("missing side and bad counters are warnings") {
  const auto no_side = read_fen("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR");
  REQUIRE(no_side);
  REQUIRE(no_side->warnings.size() == 1);
  CHECK(no_side->warnings[0].code == ProblemCode::fen_no_side);
  for (const char* counters : {"-5 1", "0 -1", "99999999999999999999999 1", "x y", "0 1 2"}) {
    INFO(counters);
    const auto read = read_fen(replaced("0 1", counters));
    REQUIRE(read);
    REQUIRE_FALSE(read->warnings.empty());
    CHECK(read->warnings[0].code == ProblemCode::fen_bad_counters);
    CHECK(read->position.same_board(Position::start()));
  }
}

TEST_CASE("broken boards are refused with rank and file") {
  CHECK(refusal("") == "the FEN is empty");
  CHECK(refusal(replaced("/9/9/", "/9/9/9/")) == "the board has more than 10 ranks");
  CHECK(refusal(replaced("/9/9/", "/9/")) == "the board has 9 ranks, not 10");
  CHECK(refusal(replaced("/9/1c", "//1c")) == "rank 8 (number 2 from the top) has 0 of 9 files");
  CHECK(refusal(replaced("rnbakabnr/", "rnbakabn/")) ==
        "rank 9 (number 1 from the top) has 8 of 9 files");
  CHECK(refusal(replaced("rnbakabnr/", "rnbakabnrr/")) ==
        "rank 9 (number 1 from the top) has more than 9 files");
  CHECK(refusal(replaced("/9/1c", "/0/1c")) == "0 is not a number of empty squares");
  CHECK(refusal(replaced("RNBAKABNR", "RNBQKABNR")) == "no piece has this letter (at d0)");
  CHECK(refusal(replaced(" w ", " x ")) == "the side to move is neither w, r nor b");
  CHECK(refusal(std::string(200000, '9')).find("more than 9 files") != std::string::npos);
  CHECK(refusal(std::string(200000, '/')).find("0 of 9 files") != std::string::npos);
}

TEST_CASE("the column of a fault is exact") {
  const auto read = read_fen(replaced("RNBAKABNR", "RNBQKABNR"));
  REQUIRE_FALSE(read);
  CHECK(read.error().where.column == start_fen.find("RNBAKABNR") + 4);
  CHECK(read.error().token == "Q");
}

TEST_CASE("impossible positions are refused with their reason") {
  CHECK(refusal(replaced("RNBAKABNR", "RNBA1ABNR")) == "the red king is missing");
  CHECK(refusal(replaced("rnbakabnr", "rnba1abnr")) == "the black king is missing");
  CHECK(refusal(replaced("/9/9/", "/4R4/9/")) == "3 red rooks, at most 2 can be");
  CHECK(refusal("4k4/9/9/9/9/9/4P4/9/9/K8 w") == "a red king cannot stand on a0");
  CHECK(refusal("4k4/9/9/9/9/9/9/9/9/4K4 w") == "the kings on e0 and e9 face each other");
  CHECK(refusal("3k5/9/9/9/9/9/9/9/3R5/4K4 w") == "black is in check and it is red to move");
  CHECK(refusal("3k5/9/9/9/9/9/9/9/3R5/4K4 b") == "accepted");
}

TEST_CASE("a piece where it cannot stand is kept, with a warning") {
  const auto warning = [](std::string_view fen) {
    const auto read = read_fen(fen);
    REQUIRE(read);
    REQUIRE(read->warnings.size() == 1);
    CHECK(read->warnings[0].severity == Severity::warning);
    CHECK(read->warnings[0].code == ProblemCode::impossible_position);
    CHECK(validate(read->position) == read->warnings[0].message);
    return read->warnings[0].message;
  };
  CHECK(warning("3k5/9/9/9/9/9/1P7/9/9/4K4 w") == "a red pawn cannot stand on b3");
  CHECK(warning("3k5/9/9/9/9/9/9/9/P8/4K4 w") == "a red pawn cannot stand on a1");
  CHECK(warning("3k5/9/9/9/9/9/9/9/3B5/4K4 w") == "a red elephant cannot stand on d1");
  CHECK(warning("3k5/9/9/9/9/9/9/9/3A5/4K4 w") == "a red advisor cannot stand on d1");
}

TEST_CASE("an open king is an error, or a warning on request") {
  const char* const facing = "4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1";
  CHECK_FALSE(read_fen(facing));
  const auto read = read_fen(facing, OpenKing::warning);
  REQUIRE(read);
  REQUIRE(read->warnings.size() == 1);
  CHECK(read->warnings[0].severity == Severity::warning);
  CHECK(read_fen("3k5/9/9/9/9/9/9/9/3R5/4K4 w - - 0 1", OpenKing::warning));
  CHECK_FALSE(read_fen("4k4/9/9/9/9/9/9/9/9/9 w - - 0 1", OpenKing::warning));
}
