#include "notation/reading.hpp"
#include "support/catch.hpp"
#include "support/positions.hpp"

#include <xq/board/fen.hpp>
#include <xq/notation/notation.hpp>

#include <array>
#include <string>

using namespace xq;
using namespace xq::notation;

namespace {

/// A move in the three styles of WXF.
std::string names_by_style(std::string_view fen, std::string_view uci) {
  const Position p = support::position_of(fen);
  const Reading move = read_token(p, uci, Style::uci);
  INFO(fen << ' ' << uci);
  REQUIRE(move);
  std::string out;
  for (const WxfStyle style : {WxfStyle::xqbase, WxfStyle::index, WxfStyle::rules1997}) {
    out += (out.empty() ? "" : " ") + to_text(p, move.move, Style::wxf, {Letters::he, style});
  }
  return out;
}

/// The move in UCI, or `-`.
std::string read_as(std::string_view fen, std::string_view token,
                    std::optional<WxfStyle> wxf = {}) {
  const Position p = support::position_of(fen);
  const Reading r = read_token(p, token, std::nullopt, wxf);
  return r ? to_text(p, r.move, Style::uci) : "-";
}

const char* const two = "3k5/9/4P4/4P4/9/9/9/9/9/5K3 w - - 0 1";
const char* const three = "3k5/4P4/4P4/4P4/9/9/9/9/9/5K3 w - - 0 1";
const char* const four = "3k5/4P4/4P4/4P4/4P4/9/9/9/9/5K3 w - - 0 1";
const char* const five = "3k5/9/4P4/4P4/4P4/4P4/4P4/9/9/5K3 w - - 0 1";
// The example of the rules of 1997: three pawns on column 3, two on column 7.
const char* const columns = "3k5/9/2P3P2/2P3P2/6P2/9/9/9/9/5K3 w - - 0 1";

} // namespace

TEST_CASE("pawns that share a column, written as each style of WXF has it") {
  CHECK(names_by_style(two, "e7f7") == "P+.4 P+.4 P+.4");
  CHECK(names_by_style(two, "e6f6") == "P-.4 P-.4 P-.4");
  CHECK(names_by_style(three, "e8f8") == "P+.4 15=4 P+.4");
  CHECK(names_by_style(three, "e7f7") == "P..4 25=4 P5.4");
  CHECK(names_by_style(three, "e6f6") == "P-.4 35=4 P-.4");
  CHECK(names_by_style(four, "e8f8") == "Pa.4 15=4 ++.4");
  CHECK(names_by_style(four, "e7f7") == "Pb.4 25=4 P+.4");
  CHECK(names_by_style(four, "e6f6") == "Pc.4 35=4 P-.4");
  CHECK(names_by_style(four, "e5f5") == "Pd.4 45=4 --.4");
  CHECK(names_by_style(five, "e7f7") == "Pa.4 15=4 ++.4");
  CHECK(names_by_style(five, "e6f6") == "Pb.4 25=4 P+.4");
  CHECK(names_by_style(five, "e5f5") == "Pc.4 35=4 P5.4");
  CHECK(names_by_style(columns, "g7f7") == "Pa.4 13=4 3+.4");
  CHECK(names_by_style(columns, "g6f6") == "Pb.4 23=4 33=4");
  CHECK(names_by_style(columns, "g5f5") == "Pc.4 33=4 3-.4");
  CHECK(names_by_style(columns, "c7d7") == "Pd.6 17=6 7+.6");
  CHECK(names_by_style(columns, "c6d6") == "Pe.6 27=6 7-.6");
}

TEST_CASE("where the styles of WXF contradict each other, the one that is asked for counts") {
  constexpr auto rules = WxfStyle::rules1997;
  CHECK(read_as(three, "P5.4") == "-");
  CHECK(read_as(three, "P5.4", rules) == "e7f7");
  CHECK(read_as(three, "P5.4", WxfStyle::xqbase) == "-");
  CHECK(read_as(four, "P5.4", rules) == "-"); // four have no middle
  CHECK(read_as(four, "P+.4") == "-");
  CHECK(read_as(four, "P+.4", rules) == "e7f7");
  CHECK(read_as(four, "P-.4", rules) == "e6f6");
  CHECK(read_as(four, "P+.4", WxfStyle::xqbase) == "e8f8");
  CHECK(read_as(four, "P-.4", WxfStyle::index) == "e5f5");
  CHECK(read_as(five, "P5.4", rules) == "e5f5");
  CHECK(read_as(columns, "33=4") == "g5f5");
  CHECK(read_as(columns, "33=4", rules) == "g6f6");
  CHECK(read_as(columns, "3-.4", rules) == "g5f5");
  // What does not contradict is read in any case.
  for (const auto wxf : {std::optional<WxfStyle>{}, std::optional{WxfStyle::xqbase},
                         std::optional{WxfStyle::index}, std::optional{rules}}) {
    CHECK(read_as(four, "++.4", wxf) == "e8f8");
    CHECK(read_as(four, "--.4", wxf) == "e5f5");
    CHECK(read_as(four, "P++.4", wxf) == "e8f8");
    CHECK(read_as(four, "25=4", wxf) == "e7f7");
    CHECK(read_as(four, "Pb.4", wxf) == "e7f7");
    CHECK(read_as(three, "P+.4", wxf) == "e8f8");
    CHECK(read_as(columns, "17=6", wxf) == "c7d7");
  }
}

TEST_CASE("a doubled sign asks for four or five pawns") {
  CHECK(read_as(three, "++.4") == "-");
  CHECK(read_as(two, "++.4") == "-");
}

TEST_CASE("each row of what is accepted as well") {
  const char* const advisors = "3k5/9/9/9/9/9/9/3A5/9/3AK4 w - - 0 1";
  const char* const elephants = "3k5/9/9/9/9/2B6/9/9/9/2B1K4 w - - 0 1";
  const char* const cannons = "3k5/9/4C4/9/9/9/4C4/9/9/5K3 w - - 0 1";
  const char* const worked = "4k4/3P1P3/4P4/3P1P3/9/9/9/9/9/4K4 w - - 0 1";
  const char* const black = "4k4/9/9/9/9/9/3p1p3/4p4/3p1p3/4K4 b - - 0 1";
  struct Row {
    std::string_view fen;
    std::string_view tokens; ///< between blanks
    std::string_view uci;
  };
  const auto rows = std::to_array<Row>({
      {start_fen, "炮二平五 炮２平５ 炮2平5 砲二平5 包二平五 C2.5 C2=5 C25 c2.5 Ｃ２＝５ Ｃ２５",
       "h2e2"},
      {start_fen, "马八进七 馬八進七 傌八进七 H8+7 N8+7 h8+7", "b0c2"},
      {start_fen,
       "炮二平五! 炮二平五? 炮二平五!? 炮二平五?! 炮二平五+ 炮二平五# 炮二平五将军 "
       "１．炮二平五 1...炮二平五 1.炮二平五 炮二平五\u3000",
       "h2e2"},
      {start_fen, "炮二进七吃 炮二进七吃马", "h2h9"},
      {cannons, "前炮退二 炮前退二 C+-2 +C-2", "e7e5"},
      {cannons, "前炮平四 +C=4 C+=4 C+.4", "e7f7"},
      {advisors, "仕六退五 前仕退五 A+-5 A6-5 前士退五", "d2e1"},
      {elephants, "相七退五 前相退五 E+-5 E7-5 B+-5", "c4e2"},
      {three, "前兵平四 一兵平四 15=4 P+.4 P+=4", "e8f8"},
      {three, "中兵平四 二兵平四 25=4 P..4", "e7f7"},
      {three, "后兵平四 後兵平四 三兵平四 35=4 P-.4", "e6f6"},
      {four, "一兵平四 前兵平四 Pa.4 15=4 ++.4 P++.4", "e8f8"},
      {four, "二兵平四 Pb.4 25=4", "e7f7"},
      {four, "四兵平四 后兵平四 Pd.4 45=4 --.4 P--.4", "e5f5"},
      {worked, "三兵平五 前六平五 前兵六平五 16=5 6+.5 +6=5 Pc.5", "d8e8"},
      {worked, "一兵平三 前四平三 前兵四平三 14=3 4+.3 +4=3 Pa.3", "f8g8"},
      {worked, "兵五进一 P5+1", "e7e8"},
      {black, "一卒平５ １卒平５ 1卒平5 一卒平5 前４平５ pa.5 14=5", "d1e1"},
  });
  for (const Row& row : rows) {
    std::string_view rest = row.tokens;
    while (!rest.empty()) {
      const auto end = std::min(rest.find(' '), rest.size());
      const auto token = rest.substr(0, end);
      rest.remove_prefix(std::min(end + 1, rest.size()));
      INFO(row.fen << ' ' << token);
      CHECK(read_as(row.fen, token) == row.uci);
    }
  }
}
