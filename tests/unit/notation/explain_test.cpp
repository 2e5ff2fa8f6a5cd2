#include "notation/reading.hpp"
#include "support/catch.hpp"
#include "support/positions.hpp"

#include <xq/base/problem_code.hpp>
#include <xq/board/fen.hpp>

using namespace xq;
using namespace xq::notation;

namespace {

std::string why(std::string_view fen, std::string_view uci) {
  return why_illegal(support::position_of(fen), support::squares(uci));
}

std::string explained(std::string_view fen, std::string_view token) {
  const Position p = support::position_of(fen);
  return explain(p, token, read_token(p, token));
}

} // namespace

TEST_CASE("why_illegal names the rule and the square") {
  CHECK(why(start_fen, "h2e2").empty());
  CHECK(why(start_fen, "e4e5") == "there is no piece on e4");
  CHECK(why(start_fen, "b9c7") == "it is Red's turn, and the black horse on b9 stands there");
  CHECK(why(start_fen, "a0b0") == "its own horse stands on b0");
  CHECK(why(start_fen, "a0a0") == "the move does not leave its square a0");
  CHECK(why(start_fen, "b0d1") == "the horse's leg c0 is blocked by the red elephant on c0");
  CHECK(why(start_fen, "b0b4") == "a horse moves one point along a line and one along a diagonal");
  CHECK(why(start_fen, "a0a5") == "the way is blocked by the red pawn on a3");
  CHECK(why(start_fen, "a0b1") == "a rook moves along a line");
  CHECK(why(start_fen, "b2b8") == "the way is blocked by the black cannon on b7");
  CHECK(why(start_fen, "b2b7") ==
        "a cannon captures over exactly one screen, and none stands between b2 and b7");
  CHECK(why(start_fen, "e3f3") == "a pawn moves sideways only beyond the river");
  CHECK(why(start_fen, "e3e2") == "a pawn never goes back");
  CHECK(why(start_fen, "e3e5") == "a pawn moves one point forward");
  CHECK(why(start_fen, "e0f1") == "a king moves one point along a line");
  CHECK(why("3k5/9/9/9/9/2B6/9/9/4n4/3K5 w - - 0 1", "c4e6") ==
        "an elephant may not cross the river");
  CHECK(why("3k5/9/9/9/9/2B6/3p5/9/4n4/4K4 w - - 0 1", "c4e2") ==
        "the elephant's eye d3 is blocked by the black pawn on d3");
  CHECK(why("3k5/9/9/9/9/9/9/3A5/9/4K4 w - - 0 1", "d2c1") ==
        "an advisor may not leave the palace");
  CHECK(why("3k5/9/9/9/9/9/9/3A5/9/4K4 w - - 0 1", "d2d1") ==
        "an advisor moves one point along a diagonal of the palace");
  CHECK(why("4k4/9/9/9/9/9/9/9/9/5K3 w - - 0 1", "f0g0") == "the king may not leave the palace");
  CHECK(why("4k4/9/9/9/9/9/9/9/9/5K3 w - - 0 1", "f0e0") ==
        "the kings would face each other on file e");
  CHECK(why("4k4/9/9/9/4n4/9/9/9/4R4/4K4 b - - 0 1", "e5g4") ==
        "it puts the king in check by the red rook on e1");
  CHECK(why("4k4/9/9/9/4n4/9/9/9/3R5/3K5 b - - 0 1", "e5g4").empty());
  CHECK(why("4k4/9/4R4/9/n8/9/9/9/9/3K5 b - - 0 1", "a5b3") ==
        "it leaves the king in check by the red rook on e7");
  CHECK(why("4k4/9/9/9/P8/9/9/9/9/3K5 w - - 0 1", "a5b6") ==
        "a pawn moves one point forward or sideways");
  CHECK(why("3k5/4n4/9/4p4/4p4/9/4C4/9/9/5K3 w - - 0 1", "e3e8") ==
        "a cannon captures over exactly one screen, and 2 pieces stand between e3 and e8");
}

TEST_CASE("a token that cannot be read is explained") {
  CHECK(explained(start_fen, "С2.5") == "the letter U+0421 is Cyrillic and only looks like C");
  CHECK(explained(start_fen, "车一进十") == "十 (U+5341): columns and points run from 1 to 9");
  CHECK(explained(start_fen, "龙二平五") == "龙 (U+9F99) means nothing in a move");
  CHECK(explained(start_fen, "炮二平") == "the move is cut short");
  CHECK(explained(start_fen, "C2.") == "the move is cut short");
  CHECK(explained(start_fen, "--") == "a null move: nobody may pass");
  CHECK(explained(start_fen, "Z0") == "a null move: nobody may pass");
  CHECK(explained(start_fen, "j2e2") == "there is no file j (files are a to i)");
  CHECK(explained(start_fen, "") == "the move is empty");
  CHECK(explained(start_fen, "\xff") == "the move has bytes that are no UTF-8");
  CHECK(explained(start_fen, "a1a10") == "there is no such rank (ranks are 0 to 9)");
  CHECK(explained(start_fen, "Qf3-e5") == "this is no move in a known style");
  CHECK(explained(start_fen, std::string(1000, 'C')) == "the text is longer than any move");
}

TEST_CASE("a piece that is not there is explained") {
  CHECK(explained(start_fen, "e4e5") == "there is no piece on e4");
  CHECK(explained(start_fen, "前炮平五") == "no two red cannons stand on one column");
  CHECK(explained(start_fen, "炮三平五") == "there is no red cannon on column 3");
  CHECK(explained(start_fen, "15+1") == "column 5 has 1 red pawn, and not the one that is named");
  CHECK(explained("3k5/4P4/4P4/4P4/4P4/9/9/9/9/5K3 w - - 0 1", "五兵平四") ==
        "only 4 red pawns are told apart by numbers");
  CHECK(explained("3k5/9/9/9/9/9/9/9/9/5K3 b - - 0 1", "车１平２") == "there is no black rook");
}

TEST_CASE("illegal and ambiguous moves are explained") {
  CHECK(explained(start_fen, "马二进四") ==
        "illegal: the horse's leg g0 is blocked by the red elephant on g0");
  CHECK(explained(start_fen, "马二进五") == "illegal: the piece never moves that way");
  CHECK(explained(start_fen, "a0a0") == "illegal: the move does not leave its square a0");
  CHECK(explained("3k5/9/4C4/9/9/9/4C4/9/9/5K3 w - - 0 1", "炮五平四") ==
        "ambiguous: it may be the cannon from e3 to f3 or the cannon from e7 to f7");
  CHECK(explained(start_fen, "炮二平五").empty());
}

TEST_CASE("a failed reading becomes a problem") {
  const Position& start = Position::start();
  const auto code = [&](std::string_view token) {
    return to_problem(start, token, read_token(start, token), {}, 1).code;
  };
  CHECK(code("炮二平") == ProblemCode::unknown_move);
  CHECK(code("前炮平五") == ProblemCode::no_such_piece);
  CHECK(code("马二进四") == ProblemCode::illegal_move);
  CHECK(code("b9c7") == ProblemCode::wrong_side);
  CHECK(code("炮2平5") == ProblemCode::wrong_numerals);
  const Problem p = to_problem(start, "马二进四", read_token(start, "马二进四"), {7, 2, 3}, 5);
  CHECK(p.severity == Severity::error);
  CHECK(p.token == "马二进四");
  CHECK(p.where.column == 3);
  CHECK(p.ply == 5);
}

TEST_CASE("a move after the end of the game is called so, however it is wrong") {
  const auto over = read_fen("3k5/4P4/9/9/9/9/9/9/9/4K4 b")->position; // stalemate
  for (const std::string_view token : {"将4进1", "将4平5", "d9e8", "马2进3", "a0a1", "红胜"}) {
    const Problem p = to_problem(over, token, read_token(over, token), {}, 2);
    INFO(token);
    CHECK(p.code == ProblemCode::move_after_mate);
    CHECK(p.message == "the game was over before this move: Black is stalemated");
  }
}

TEST_CASE("a move is read, or there is a problem with its text") {
  const Position start = Position::start();
  const auto move = notation::read_move(start, "炮二平五");
  REQUIRE(move);
  CHECK(notation::to_text(start, *move, notation::Style::uci) == "h2e2");
  const auto wrong = notation::read_move(start, "车一进九");
  REQUIRE_FALSE(wrong);
  CHECK(wrong.error().code == ProblemCode::illegal_move);
  CHECK(wrong.error().token == "车一进九");
  CHECK_THROWS_WITH(notation::read_move(start, "车一进九").value(),
                    to_text(wrong.error()) + ""); // with its reason
  const std::vector<Move> moves{*move};
  CHECK(notation::to_text(start, moves, notation::Style::chinese) == "炮二平五");
  CHECK(notation::to_text(start, std::vector<Move>{}, notation::Style::chinese).empty());
}
