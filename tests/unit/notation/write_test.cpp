#include "notation/reading.hpp"
#include "support/catch.hpp"
#include "support/positions.hpp"

#include <xq/board/fen.hpp>
#include <xq/notation/notation.hpp>

using namespace xq;
using namespace xq::notation;

namespace {

/// The names of one move in all styles, separated by blanks, in the order of Style.
std::string names(std::string_view fen, std::string_view uci, Letters letters = Letters::he) {
  const Position position = support::position_of(fen);
  const Reading move = read_token(position, uci, Style::uci);
  INFO(fen << ' ' << uci);
  REQUIRE(move);
  std::string out;
  for (std::size_t i = 0; i < style_count; ++i) {
    out += i == 0 ? "" : " ";
    write_move(out, position, move.move, static_cast<Style>(i), {letters});
  }
  return out;
}

} // namespace

TEST_CASE("a move has one name in each style") {
  CHECK(names(start_fen, "h2e2") == "炮二平五 炮二平五 C2.5 H2-E2 h2e2 Ch2-e2 62.5");
  CHECK(names(start_fen, "b0c2") == "马八进七 馬八進七 H8+7 B0-C2 b0c2 Nb0-c2 48+7");
  CHECK(names(start_fen, "b0c2", Letters::nb) == "马八进七 馬八進七 N8+7 B0-C2 b0c2 Nb0-c2 48+7");
  CHECK(names(start_fen, "g0e2") == "相三进五 相三進五 E3+5 G0-E2 g0e2 Bg0-e2 33+5");
  CHECK(names(start_fen, "e0e1") == "帅五进一 帥五進一 K5+1 E0-E1 e0e1 Ke0-e1 15+1");
  const char* const black = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 0 1";
  CHECK(names(black, "h9g7") == "马８进７ 馬８進７ H8+7 H9-G7 h9g7 Nh9-g7 48+7");
  CHECK(names(black, "e9e8") == "将５进１ 將５進１ K5+1 E9-E8 e9e8 Ke9-e8 15+1");
  CHECK(names(black, "d9e8") == "士４进５ 士４進５ A4+5 D9-E8 d9e8 Ad9-e8 24+5");
  CHECK(names(black, "c6c5") == "卒３进１ 卒３進１ P3+1 C6-C5 c6c5 Pc6-c5 73+1");
}

TEST_CASE("pieces on one column are told apart as their kind has it") {
  CHECK(names("3k5/9/4C4/9/9/9/4C4/9/9/5K3 w - - 0 1", "e7e5") ==
        "前炮退二 前炮退二 C+-2 E7-E5 e7e5 Ce7-e5 6+-2");
  CHECK(names("5k3/9/4c4/9/9/9/4c4/9/9/3K5 b - - 0 1", "e7e8") ==
        "后炮退１ 後炮退１ C--1 E7-E8 e7e8 Ce7-e8 6--1");
  CHECK(names("3k5/9/9/9/9/9/9/3A5/9/3AK4 w - - 0 1", "d2e1") ==
        "仕六退五 仕六退五 A6-5 D2-E1 d2e1 Ad2-e1 26-5");
  const char* const three = "3k5/4P4/4P4/4P4/9/9/9/9/9/5K3 w - - 0 1";
  CHECK(names(three, "e8f8") == "前兵平四 前兵平四 P+.4 E8-F8 e8f8 Pe8-f8 7+.4");
  CHECK(names(three, "e7f7") == "中兵平四 中兵平四 P..4 E7-F7 e7f7 Pe7-f7 7..4");
  CHECK(names(three, "e6f6") == "后兵平四 後兵平四 P-.4 E6-F6 e6f6 Pe6-f6 7-.4");
  const char* const four = "3k5/4P4/4P4/4P4/4P4/9/9/9/9/5K3 w - - 0 1";
  CHECK(names(four, "e8f8") == "一兵平四 一兵平四 Pa.4 E8-F8 e8f8 Pe8-f8 7a.4");
  CHECK(names(four, "e5f5") == "四兵平四 四兵平四 Pd.4 E5-F5 e5f5 Pe5-f5 7d.4");
}

TEST_CASE("two columns of pawns are numbered as one series") {
  const char* const red = "4k4/3P1P3/4P4/3P1P3/9/9/9/9/9/5K3 w - - 0 1";
  CHECK(names(red, "f8g8") == "一兵平三 一兵平三 Pa.3 F8-G8 f8g8 Pf8-g8 7a.3");
  CHECK(names(red, "f6g6") == "二兵平三 二兵平三 Pb.3 F6-G6 f6g6 Pf6-g6 7b.3");
  CHECK(names(red, "d8c8") == "三兵平七 三兵平七 Pc.7 D8-C8 d8c8 Pd8-c8 7c.7");
  CHECK(names(red, "d6c6") == "四兵平七 四兵平七 Pd.7 D6-C6 d6c6 Pd6-c6 7d.7");
  CHECK(names(red, "e7e8") == "兵五进一 兵五進一 P5+1 E7-E8 e7e8 Pe7-e8 75+1");
  const char* const black = "3k5/9/9/9/9/9/3p1p3/4p4/3p1p3/4K4 b - - 0 1";
  CHECK(names(black, "d1c1") == "一卒平３ 一卒平３ Pa.3 D1-C1 d1c1 Pd1-c1 7a.3");
  CHECK(names(black, "f3g3") == "四卒平７ 四卒平７ Pd.7 F3-G3 f3g3 Pf3-g3 7d.7");
}

TEST_CASE("styles go by their names") {
  for (std::size_t i = 0; i < style_count; ++i) {
    const auto style = static_cast<Style>(i);
    CHECK(find_style(name(style)) == style);
  }
  CHECK(name(Style::traditional) == "traditional");
  CHECK_FALSE(find_style("algebraic"));
  CHECK_FALSE(find_style(""));
  CHECK(square_name(make_square(7, 2)) == "h2");
}
