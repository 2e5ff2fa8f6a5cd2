// One reader of results for all formats, and the formats that use it.

#include "format/text/dhtmlxq.hpp"
#include "format/text/text_records.hpp"
#include "format/xml/pfc.hpp"
#include "support/catch.hpp"
#include "support/parse.hpp"

#include <xq/record/game.hpp>

using namespace xq;
using record::Result;

namespace {

const std::vector<std::pair<std::string, Result>>& words() {
  static const std::vector<std::pair<std::string, Result>> all{
      {"1-0", Result::red_wins},    {"红胜", Result::red_wins},  {"紅勝", Result::red_wins},
      {"红先胜", Result::red_wins}, {"先胜", Result::red_wins},  {"黑胜", Result::black_wins},
      {"先负", Result::black_wins}, {"0-1", Result::black_wins}, {"红负", Result::black_wins},
      {"和棋", Result::draw},       {"和局", Result::draw},      {"平局", Result::draw},
      {"先和", Result::draw},       {"½-½", Result::draw},       {"1/2-1/2", Result::draw},
      {"１－０", Result::red_wins}};
  return all;
}

support::Parsed txt(const std::string& text) {
  return support::parse_as<format::TxtSplitter, format::make_txt_parser>(text);
}
support::Parsed wxf(const std::string& text) {
  return support::parse_as<format::WxfSplitter, format::make_wxf_parser>(text);
}
support::Parsed dhtmlxq(const std::string& result) {
  return support::parse_as<format::DhtmlxqSplitter, format::make_dhtmlxq_parser>(
      "[DhtmlXQ]\n[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]\n[DhtmlXQ_result]" + result +
      "[/DhtmlXQ_result]\n[/DhtmlXQ]\n");
}

} // namespace

TEST_CASE("sentences say how a game ended") {
  const std::vector<std::pair<std::string, std::optional<Result>>> sentences{
      {"Red wins", Result::red_wins},
      {"Black resigned", Result::red_wins},
      {"Black lost on time", Result::red_wins},
      {"Black stalemated", Result::red_wins}, // which loses
      {"Red abandoned the game", Result::black_wins},
      {"1-0 (Black resigns)", Result::red_wins},
      {"0-1 on time", Result::black_wins},
      {"Draw agreed", Result::draw},
      {"tie", Result::draw},
      {"½", Result::draw},
      {"2-0", Result::red_wins},
      {"0:2", Result::black_wins},
      {"1-1", Result::draw},
      {"先手胜", Result::red_wins},
      {"后手胜", Result::black_wins},
      {"黑方不战而胜", Result::black_wins},
      {"Đỏ thắng", Result::red_wins},
      {"ĐỎ TIÊN THẮNG", Result::red_wins},
      {"Đen nhận thua", Result::red_wins},
      {"Hòa", Result::draw},
      {"红方不敌黑方", std::nullopt},
      {"Red offers a draw", std::nullopt},
      {"1-0-1", std::nullopt},
      {"3-1", std::nullopt},
      {"Đỏ đẹp", std::nullopt}};
  for (const auto& [text, result] : sentences) {
    INFO(text);
    CHECK(record::find_outcome(text) == result);
  }
}

TEST_CASE("a result is known in figures and words, in either script, with blanks") {
  for (const auto& [word, result] : words()) {
    INFO(word);
    CHECK(record::find_result(word) == result);
    CHECK(record::find_result(" " + word + "\u3000") == result);
  }
  CHECK(record::find_result("") == Result::unknown);
  CHECK(record::find_result(" 未知 ") == Result::unknown);
  for (const char* const none : {" ", "1", "0", "红", "红方", "resigned", "胜负未分", "红方胜定",
                                 "1-0-1", "W", "--", "红胜红胜红胜红胜", "\xE7\xBA"}) {
    INFO(none);
    CHECK_FALSE(record::find_result(none));
  }
}

TEST_CASE("a reason says nothing about another side, and a piece that is won is no game") {
  const auto outcome = [](std::string_view text) { return record::find_outcome(text); };
  CHECK(outcome("红方胜(超时)") == Result::red_wins);
  CHECK(outcome("黑方负（超时）") == Result::red_wins);
  CHECK(outcome("红胜，黑方超时") == Result::red_wins);
  CHECK(outcome("Stalemate, Black wins") == Result::black_wins);
  CHECK(outcome("Result: Red won by checkmate") == Result::red_wins);
  CHECK(outcome("Black won on time") == Result::black_wins);
  for (const auto* const open :
       {"Black wins a piece", "Red lost a rook", "红方胜，黑方胜", "红方超时胜", "如红方失误，黑胜",
        "Black could resign, Red wins", "Red wins the exchange"}) {
    INFO(open);
    CHECK_FALSE(outcome(open));
  }
}

TEST_CASE("results in words are read in every format of text, in headers and after the moves") {
  for (const auto& [word, result] : words()) {
    INFO(word);
    CHECK(support::parse_pgn("[Result \"" + word + "\"]\n\n1. 炮二平五\n").only().result() ==
          result);
    CHECK(support::parse_xml("<game><result>" + word + "</result></game>").only().result() ==
          result);
    CHECK(support::parse_xml("<game result=\"" + word + "\"/>").only().result() == result);
    CHECK(txt("红方：甲\n结果：" + word + "\n\n1. 炮二平五\n").only().result() == result);
    CHECK(wxf("FORMAT WXF\nRESULT " + word + "\nSTART{\n1. C2.5\n}END\n").only().result() ==
          result);
    CHECK(dhtmlxq(word).only().result() == result);
    CHECK(support::parse_as<format::PfcSplitter, format::make_pfc_parser>(
              "<n version=\"2\" win=\"" + word + "\"><n m=\"h2e2\"/></n>")
              .only()
              .result() == result);
    CHECK(support::parse_jsonl("{\"result\":\"" + word + "\",\"moves\":[]}\n").only().result() ==
          result);

    for (const auto* const game : {"1. 炮二平五 马8进7 ", "1. C2.5 H8+7\n", "1. h2e2 h9g7 "}) {
      const auto parsed = support::parse_pgn(game + word + "\n");
      CHECK(parsed.only().result() == result);
      CHECK(parsed.only().plies() == 2);
      CHECK(support::codes(parsed.only()).empty());
    }
    CHECK(txt("红方：甲\n\n1. 炮二平五 马8进7\n" + word + "\n").only().result() == result);
    CHECK(wxf("FORMAT WXF\nSTART{\n1. C2.5 H8+7\n" + word + "\n}END\n").only().result() == result);
    CHECK(support::parse_uci("h2e2 h9g7 " + word + "\n").only().result() == result);
    CHECK(
        support::parse_epd(std::string{start_fen} + "\th2e2 h9g7 " + word + "\n").only().result() ==
        result);
  }
  CHECK(support::parse_pgn("1. 炮二平五 马8进7红胜\n").only().result() == Result::red_wins);
}

TEST_CASE("DhtmlXQ: W, L and D are results from Red's side") {
  CHECK(dhtmlxq("W").only().result() == Result::red_wins);
  CHECK(dhtmlxq("L").only().result() == Result::black_wins);
  CHECK(dhtmlxq("D").only().result() == Result::draw);
  CHECK(support::codes(dhtmlxq("X").only()).find("bad-result") != std::string::npos);
}
