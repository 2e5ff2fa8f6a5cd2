#include "analysis/solve/claim.hpp"
#include "support/catch.hpp"

#include <xq/board/fen.hpp>

using namespace xq;
using analysis::read_claim;
using record::Result;

TEST_CASE("claims of problems in words") {
  struct Example {
    std::string_view text;
    Result result;
    int mate = 0;
  };
  using enum Result;
  const Example examples[]{
      {"红先胜", red_wins},
      {"紅先勝", red_wins},
      {"红先黑胜", black_wins},
      {"七星聚会（红先和）", draw},
      {"第十二局 野马操田 红先黑和", draw},
      {"红方先行 红胜", red_wins},
      {"红 先 胜", red_wins},
      {"先手胜", red_wins},
      {"后手胜", black_wins},
      {"先胜", red_wins},
      {"先和", draw},
      {"红先必胜", red_wins},
      {"红先负", black_wins},
      {"五步杀", red_wins, 5},
      {"红先十二步成杀", red_wins, 12},
      {"3步杀", red_wins, 3},
      {"两步杀", red_wins, 2},
      {"兩步殺", red_wins, 2},
      {"第120题 红先胜", red_wins},
      {"紅先五步連殺", red_wins, 5},
      {"四步之內絕殺", red_wins, 4},
      {"连将杀 7着绝杀", red_wins, 7},
      {"Red to play and win", red_wins},
      {"White to move and draw", draw},
      {"Black wins", black_wins},
      {"Mate in 4", red_wins, 4},
      {"Red mates in 3 moves", red_wins, 3},
      {"红先（胜）", red_wins},
      {"红先-和", draw},
      {"红先巧胜", red_wins},
      {"红先求和", draw},
      {"红先走 胜", red_wins},
      {"红方先走，红胜", red_wins},
      {"紅先取勝", red_wins},
      {"双方均可先走：红先胜，黑先胜", red_wins},
      {"红先胜 黑先和", red_wins},
      {"红先黑负", red_wins},
      {"七步取胜", red_wins, 7},
      {"5步内将死", red_wins, 5},
      {"第二章 五步杀练", red_wins, 5},
      // what is no claim
      {"红先胜？", unknown},
      {"红先难胜", unknown},
      {"红方不能胜", unknown},
      {"红先取胜之道", unknown},
      {"第三步杀棋", unknown},
      {"右炮先将，左炮上一步胜", unknown},
      {"红先胜（一说红先和）", unknown},
      {"黑先胜", unknown}, // Red is to move
      {"红优", unknown},
      {"红方胜势", unknown},
      {"紅方勝勢", unknown},
      {"胜负难料", unknown},
      {"黑方搶先和車", unknown},
      {"红车和马对双士", unknown},
      {"胜利杯", unknown},
      {"和平杯全国象棋赛", unknown},
      {"黑马和车", unknown},
      {"Windsor Open", unknown},
      {"Red cannot win", unknown},
      {"Team Championship 2011", unknown},
      {"车马冷着", unknown},
      {"百步杀气", unknown},
      {"", unknown},
  };
  for (const auto& example : examples) {
    INFO(example.text);
    const auto claim = read_claim(example.text, Color::red);
    CHECK(claim.result == example.result);
    CHECK(claim.mate == example.mate);
  }
  using Doubt = analysis::Claim::Doubt;
  CHECK(read_claim("红先胜（一说红先和）", Color::red).doubt == Doubt::two_claims);
  CHECK(read_claim("黑先胜", Color::red).doubt == Doubt::other_side);
  CHECK(read_claim("黑先胜", Color::black).result == black_wins);
  CHECK(read_claim("黑先红胜", Color::black).result == red_wins);
  CHECK(read_claim("黑先胜 四回合内杀", Color::black).mate == 4);
  CHECK(read_claim("红先胜 黑先和", Color::black).result == draw);
  CHECK(read_claim("先手胜", Color::black).result == black_wins);
  CHECK(read_claim("mate in 2", Color::black).result == black_wins);
}

TEST_CASE("a record's claim comes from its words, from EPD, from its result") {
  record::Game game;
  game.set_result(Result::red_wins);
  CHECK(analysis::find_claim(game).source == "Result");
  game.add_tag("dm", "3");
  CHECK(analysis::find_claim(game).mate == 3);
  game.add_comment(record::root_node, "红先和");
  CHECK(analysis::find_claim(game).result == Result::draw);
  CHECK(analysis::find_claim(game).source == "comment");
  game.add_tag("Title", "七星聚会 红先黑胜");
  CHECK(analysis::find_claim(game).result == Result::black_wins);
  CHECK(analysis::find_claim(game).source == "Title");

  CHECK(analysis::find_claim(game).doubt == analysis::Claim::Doubt::other_result);

  record::Game side; // `红先` is the side, not who begins, if the result says the same
  side.set_start(read_fen("4k4/2P3P2/9/9/9/9/P8/B8/1c2Ap3/3AK4 b").value());
  side.add_tag("Title", "炮低卒巧胜三兵单缺相（红先负）");
  CHECK(analysis::find_claim(side).doubt == analysis::Claim::Doubt::other_side);
  side.set_result(Result::black_wins);
  CHECK(analysis::find_claim(side).source == "Result");

  record::Game named; // by its file, unless the result contradicts that
  named.source = "problems/红先和/第01局 红先胜.xqf";
  CHECK(analysis::find_claim(named).result == Result::red_wins);
  CHECK(analysis::find_claim(named).source == "file");
  named.set_result(Result::draw);
  CHECK(analysis::find_claim(named).source == "Result");

  record::Game played; // between two players: a position of a game, which claims nothing
  played.add_tag("Red", "胡荣华");
  played.set_result(Result::red_wins);
  CHECK_FALSE(analysis::find_claim(played).says_anything());
}

TEST_CASE("who won a game between two players is no claim about a position of it") {
  record::Game played;
  played.set_result(Result::red_wins);
  played.add_tag("Red", "上海胡荣华");
  played.add_tag("Black", "浙江于幼华");
  for (const auto* const title : {"上海胡荣华 （红先胜） 浙江于幼华", "胡荣华红先胜于幼华"}) {
    record::Game game = played;
    game.add_tag("Title", title);
    CHECK_FALSE(analysis::find_claim(game).says_anything());
  }
  played.source = "games/胡荣华（红先胜）于幼华 12.xqf";
  CHECK_FALSE(analysis::find_claim(played).says_anything());
  played.add_tag("Title", "红先胜"); // nobody is meant by that
  CHECK(analysis::find_claim(played).source == "Title");
}

TEST_CASE("what comments say of the end of a line") {
  using analysis::read_end;
  CHECK(read_end("红胜").result == Result::red_wins);
  CHECK(read_end("至此和棋").result == Result::unknown);
  CHECK(read_end("和棋").result == Result::draw);
  CHECK(read_end("黑胜，红如改走车一平二则和").result == Result::unknown);
  CHECK(analysis::says_mate("將死") == analysis::says_mate("将死"));
  CHECK(analysis::says_mate("将死"));
  CHECK_FALSE(analysis::says_mate("绝杀无解"));
}
