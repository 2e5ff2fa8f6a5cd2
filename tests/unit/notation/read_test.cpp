#include "notation/reading.hpp"
#include "support/catch.hpp"
#include "support/positions.hpp"

#include <xq/board/fen.hpp>
#include <xq/notation/notation.hpp>

#include <string>
#include <vector>

using namespace xq;
using namespace xq::notation;

namespace {

Position black_to_move() {
  Position p = Position::start();
  p.set_side_to_move(Color::black);
  return p;
}

/// The move in UCI, or `-` and the fault's number with the candidates.
std::string read(const Position& p, std::string_view token, std::optional<Style> style = {}) {
  const Reading r = read_token(p, token, style);
  switch (r.fault) {
  case ReadFault::none:
    return to_text(p, r.move, Style::uci);
  case ReadFault::unknown_text:
    return "unknown";
  case ReadFault::no_such_piece:
    return "no piece";
  case ReadFault::illegal:
    return "illegal";
  case ReadFault::ambiguous:
    break;
  }
  std::string out = "ambiguous";
  for (const Move m : r.candidates) {
    out += ' ' + to_text(p, m, Style::uci);
  }
  return out;
}

void check(const Position& p, std::initializer_list<std::string_view> tokens,
           const std::string& expected) {
  for (const std::string_view token : tokens) {
    INFO(token);
    CHECK(read(p, token) == expected);
  }
}

// Red cannons on e3 and e7, neither king in the way.
const char* const two_cannons = "3k5/9/4C4/9/9/9/4C4/9/9/5K3 w - - 0 1";
// Red pawns on e8, e7, e6; e8, e7, e6, e5; and the worked example of two columns.
const char* const three_pawns = "3k5/4P4/4P4/4P4/9/9/9/9/9/5K3 w - - 0 1";
const char* const four_pawns = "3k5/4P4/4P4/4P4/4P4/9/9/9/9/5K3 w - - 0 1";
const char* const five_pawns = "3k5/4P4/4P4/4P4/4P4/4P4/9/9/9/5K3 w - - 0 1";
const char* const two_columns = "4k4/3P1P3/4P4/3P1P3/9/9/9/9/9/4K4 w - - 0 1";

} // namespace

TEST_CASE("one move in every style") {
  const Position& start = Position::start();
  check(start,
        {"炮二平五", "C2.5", "C2=5", "C25", "c2.5", "H2-E2", "h2-e2", "H2E2", "h2e2", "Ch2-e2",
         "Ch2e2", "ch2-e2", "Ｃ２＝５", "Ｃ２．５"},
        "h2e2");
  check(black_to_move(), {"炮８平５", "c8.5", "C8=5", "h7e7", "H7-E7", "Ch7-e7"}, "h7e7");
  check(black_to_move(), {"马２进３", "h2+3", "N2+3", "n2+3", "b9c7", "Hb9-c7", "Nb9-c7"}, "b9c7");
  check(start, {"E3+5", "B3+5", "相三进五", "Eg0-e2", "Bg0-e2"}, "g0e2");
}

TEST_CASE("every piece name is read for either side") {
  // The same pieces on opposite points: what Red names on the right, Black names on his right.
  const Position p =
      support::position_of("1n2ka1r1/9/2c1b4/9/p3p4/4P3P/9/4B1C2/9/1R1AK2N1 w - - 0 1");
  Position q = p;
  q.set_side_to_move(Color::black);
  const auto both = [&](std::initializer_list<std::string_view> names, std::string_view red,
                        const std::string& red_move, std::string_view black,
                        const std::string& black_move) {
    for (const std::string_view name : names) {
      INFO(name);
      CHECK(read(p, std::string{name} + std::string{red}) == red_move);
      CHECK(read(q, std::string{name} + std::string{black}) == black_move);
    }
  };
  both({"帅", "帥", "将", "將"}, "五进一", "e0e1", "５进１", "e9e8");
  both({"仕", "士"}, "六进五", "d0e1", "６进５", "f9e8");
  both({"相", "象"}, "五进七", "e2c4", "５进７", "e7g5");
  both({"马", "馬", "傌"}, "二进一", "h0i2", "２进１", "b9a7");
  both({"车", "車", "俥", "硨"}, "八平九", "b0a0", "８平９", "h9i9");
  both({"炮", "砲", "包"}, "三进一", "g2g3", "３进１", "c7c6");
  both({"兵", "卒"}, "一进一", "i4i5", "１进１", "a5a4");
}

TEST_CASE("digits of every kind, either script, mixed") {
  const Position& start = Position::start();
  check(start, {"炮二平五", "炮２平５", "炮2平5", "炮二平5", "炮２平五", "砲二平５"}, "h2e2");
  check(start, {"馬八進七", "马八进七", "馬八进７", "傌8進七"}, "b0c2");
  check(black_to_move(), {"馬８進７", "马8进7", "马八进七", "馬八進7"}, "h9g7");

  CHECK_FALSE(read_token(start, "炮二平五").wrong_numerals);
  CHECK(read_token(start, "炮２平５").wrong_numerals);
  CHECK(read_token(start, "炮二平5").wrong_numerals);
  CHECK(read_token(start, "炮2平5").wrong_numerals);
  CHECK_FALSE(read_token(black_to_move(), "炮8平5").wrong_numerals);
  CHECK_FALSE(read_token(black_to_move(), "炮８平５").wrong_numerals);
  CHECK(read_token(black_to_move(), "炮八平五").wrong_numerals);
  CHECK_FALSE(read_token(start, "C2.5").wrong_numerals);
}

TEST_CASE("two pieces of a kind on a column") {
  const Position p = support::position_of(two_cannons);
  check(p, {"前炮退二", "炮前退二", "C+-2", "+C-2", "c+-2"}, "e7e5");
  check(p, {"后炮进一", "後炮進一", "炮后进一", "C-+1", "-C+1"}, "e3e4");
  check(p, {"前炮平四", "C+=4", "+C=4", "+C.4", "C+.4"}, "e7f7");
  check(p, {"炮五平四", "C5.4", "C54"}, "ambiguous e3f3 e7f7");
}

TEST_CASE("a column that only one of two pieces can leave so is enough") {
  // The rear cannon has nothing behind it to go back six points from: only the front one can.
  CHECK(read(support::position_of(two_cannons), "炮五进二") == "ambiguous e3e5 e7e9");
  CHECK(read(support::position_of(two_cannons), "炮五进三") == "e3e6");
  CHECK(read(support::position_of(two_cannons), "前炮进三") == "illegal");
}

TEST_CASE("advisors and elephants on a column are told apart by their direction") {
  const Position p = support::position_of("3k5/9/9/9/9/2B6/9/3A5/9/2BAK4 w - - 0 1");
  check(p, {"仕六进五", "A6+5", "后仕进五", "A-+5"}, "d0e1");
  check(p, {"仕六退五", "A6-5", "前仕退五", "前士退五", "A+-5", "仕前退五"}, "d2e1");
  check(p, {"相七退五", "E7-5", "B7-5", "E+-5", "前相退五"}, "c4e2");
  check(p, {"相七进五", "E7+5", "E-+5", "后相进五"}, "c0e2");
}

TEST_CASE("three pawns on a column") {
  const Position p = support::position_of(three_pawns);
  check(p, {"前兵平四", "P+.4", "+P.4", "一兵平四", "1兵平四", "15=4", "15.4", "兵前平四"}, "e8f8");
  check(p, {"中兵平四", "P..4", "二兵平四", "25=4", "Pb.4"}, "e7f7");
  check(p, {"后兵平四", "P-.4", "三兵平四", "35=4", "-P=4"}, "e6f6");
  check(p, {"P5.4", "兵五平四"}, "ambiguous e6f6 e7f7 e8f8");
  check(p, {"P5+1", "兵五进一"}, "e8e9");
  check(p, {"四兵平四", "45=4", "Pd.4"}, "no piece");
}

TEST_CASE("four and five pawns on a column") {
  const Position four = support::position_of(four_pawns);
  check(four, {"一兵平四", "前兵平四", "Pa.4", "15=4", "PA.4", "P++.4"}, "e8f8");
  check(four, {"二兵平四", "Pb.4", "25=4"}, "e7f7");
  check(four, {"三兵平四", "Pc.4", "35=4"}, "e6f6");
  check(four, {"四兵平四", "后兵平四", "Pd.4", "45=4", "P--.4"}, "e5f5");
  check(four, {"P+.4", "P+=4"}, "ambiguous e7f7 e8f8"); // first, or second to the rules of 1997
  check(four, {"P-.4"}, "ambiguous e5f5 e6f6");
  check(four, {"P++1"}, "e8e9"); // a doubled sign needs a direction of its own
  check(four, {"五兵平四", "Pe.4", "55=4"}, "no piece");

  const Position five = support::position_of(five_pawns);
  check(five, {"五兵平四", "后兵平四", "Pe.4", "55=4", "P--.4"}, "illegal");
  check(five, {"三兵平四", "Pc.4", "35=4"}, "e6f6");
  check(five, {"P5.4"}, "ambiguous e5f5 e6f6 e7f7 e8f8");
}

TEST_CASE("two columns of pawns are one series from the own right") {
  const Position p = support::position_of(two_columns);
  check(p, {"一兵平三", "前四平三", "前兵四平三", "14=3", "4+.3", "+4=3", "Pa.3"}, "f8g8");
  check(p, {"二兵平五", "后四平五", "后兵四平五", "24=5", "4-.5", "-4=5", "Pb.5"}, "f6e6");
  check(p, {"三兵平七", "前六平七", "前兵六平七", "16=7", "Pc.7"}, "d8c8");
  check(p, {"四兵平七", "后六平七", "26=7", "Pd.7", "后兵六平七"}, "d6c6");
  check(p, {"兵五进一", "P5+1"}, "e7e8");
  check(p, {"前兵平三"}, "f8g8");
  check(p, {"前兵平五", "P+.5"}, "ambiguous d8e8 f8e8");
  check(p, {"五兵平四", "前五平四", "15=4"}, "no piece");

  const Position black = support::position_of("4k4/9/9/9/9/9/3p1p3/4p4/3p1p3/4K4 b - - 0 1");
  check(black, {"一卒平３", "1卒平3", "１卒平３", "前４平３", "14=3", "Pa.3"}, "d1c1");
  check(black, {"四卒平７", "后６平７", "26=7", "pd.7"}, "f3g3");
  check(black, {"卒５进１", "p5+1"}, "e2e1");
}

TEST_CASE("decoration is ignored") {
  const Position& start = Position::start();
  check(start,
        {"炮二平五!", "炮二平五?", "炮二平五!?", "炮二平五?!", "炮二平五+", "炮二平五#",
         "炮二平五将军", "炮二平五將軍", "炮二平五！", "1.炮二平五", "12.炮二平五", "１．炮二平五",
         "1...炮二平五", "1、炮二平五", "1炮二平五", "炮二　平五", "　炮二平五"},
        "h2e2");
  check(start, {"炮二进七吃", "炮二进七吃马", "炮二进七吃馬!"}, "h2h9");
  check(start, {"C2.5+", "C2.5!?", "1.C2.5", "1...C2.5#", "h2e2+", "H2-E2!", "3.h2e2", "1.Ch2-e2"},
        "h2e2");
  check(start, {"炮二平五x", "炮二平五六", "C2.55", "h2e2e3"}, "unknown");
}

TEST_CASE("the index style is told from a move number") {
  const Position p = support::position_of(three_pawns);
  check(p, {"15=4", "15.4", "7.15=4"}, "e8f8");
  // Keypad's K5+1 must be asked for; one pawn on a column has no number.
  CHECK(read(Position::start(), "15+1") == "no piece");
  CHECK(read(Position::start(), "15+1", Style::keypad) == "e0e1");
  CHECK(read(Position::start(), "62.5", Style::keypad) == "h2e2");
  CHECK(read(Position::start(), "62.5") == "no piece");
}

TEST_CASE("a style that is asked for is the only one") {
  const Position& start = Position::start();
  CHECK(read(start, "炮二平五", Style::traditional) == "h2e2");
  CHECK(read(start, "炮二平五", Style::chinese) == "h2e2");
  CHECK(read(start, "炮二平五", Style::wxf) == "unknown");
  CHECK(read(start, "炮二平五", Style::uci) == "unknown");
  CHECK(read(start, "h2e2", Style::wxf) == "unknown");
  CHECK(read(start, "h2e2", Style::chinese) == "unknown");
  CHECK(read(start, "h2e2", Style::coordinate) == "unknown");
  CHECK(read(start, "h2e2", Style::iccs) == "h2e2");
  CHECK(read(start, "H2-E2", Style::uci) == "h2e2");
  CHECK(read(start, "C2.5", Style::coordinate) == "unknown");
  CHECK(read(start, "C2.5", Style::keypad) == "unknown");
}

TEST_CASE("what is no move is not guessed") {
  const Position& start = Position::start();
  check(start,
        {"",         "炮",
         "炮二平",   "车一进十",
         "龙二平五", "炮二五平",
         "平二炮五", "一炮平五",
         "С2.5",     "C2",
         "C2.",      "X2.5",
         "C0.5",     "C2.0",
         "j2e2",     "h2e",
         "\xff\xfe", "炮二平\xe4",
         "O-O",      "炮二平五炮二平五炮二平五炮二平五炮二平五炮二平五炮二平五炮二平五炮二平五"},
        "unknown");
  check(start, {"前炮平五", "C+.5", "中兵进一", "一兵进一", "炮三平五", "C3.5", "前二平五"},
        "no piece");
  check(start,
        {"炮二平八", "炮二平二", "马二进五", "马二进四", "仕四进三", "车一进九", "兵五平四", "a0b0",
         "a0a0", "b0b0", "a9a8"},
        "illegal");
  CHECK(read(start, "e4e5") == "no piece");
  CHECK(read(start, "Rh2-e2") == "no piece");
}

TEST_CASE("P3+1 with two pawns on the column asks which") {
  const Position p = support::position_of("3k5/4P4/b3b4/9/9/8p/2p1n4/3C5/2p1A4/1cNAK4 b - - 0 1");
  CHECK(read(p, "P3+1") == "ambiguous c1c0 c3c2");
  CHECK(read(p, "P3.2") == "ambiguous c1b1 c3b3");
}

TEST_CASE("the fast reader takes the plain forms and leaves the rest") {
  const Position& start = Position::start();
  const auto fast = [](const Position& p, std::string_view text) {
    const FastReading r = read_chinese_fast(p, text);
    return r.bytes == 0 ? "-" : to_text(p, r.move, Style::uci) + ' ' + std::to_string(r.bytes);
  };
  CHECK(fast(start, "炮二平五 马８进７") == "h2e2 12");
  CHECK(fast(start, "砲2平5") == "h2e2 8");
  CHECK(fast(black_to_move(), "馬８進７") == "h9g7 12");
  CHECK(fast(support::position_of(two_cannons), "前炮退二") == "e7e5 12");
  CHECK(fast(support::position_of(two_cannons), "炮後進一") == "e3e4 12");
  CHECK(fast(support::position_of(three_pawns), "中兵平四") == "e7f7 12");
  CHECK(fast(support::position_of("3k5/9/9/9/9/9/9/3A5/9/3AK4 w - - 0 1"), "仕六退五") ==
        "d2e1 12");
  CHECK(fast(support::position_of("3k5/9/9/9/9/9/9/3A5/9/3AK4 w - - 0 1"), "仕六进五") ==
        "d0e1 12");
  for (const std::string_view text : {"", "炮", "炮二平", "炮二平五"}) {
    for (std::size_t cut = 0; cut < text.size(); ++cut) {
      CHECK(fast(start, text.substr(0, cut)) == "-");
    }
  }
  CHECK(fast(start, "炮二平八") == "-");                             // own piece
  CHECK(fast(support::position_of(two_cannons), "炮五平四") == "-"); // which?
  CHECK(fast(support::position_of(two_columns), "前兵四平五") == "-");
  CHECK(fast(support::position_of(two_columns), "前兵平三") == "-");
  CHECK(read_chinese_fast(start, "炮2平5").wrong_numerals);
  CHECK_FALSE(read_chinese_fast(start, "炮二平五").wrong_numerals);
}
