#include "format/binary/binary.hpp"
#include "format/binary/client_files.hpp"
#include "support/files.hpp"
#include "support/shared_data.hpp"

#include <xq/notation/notation.hpp>

using namespace xq;
using record::Game;
using record::Result;

namespace {

struct Expectation {
  const char* file;
  const char* format;
  const char* red;
  const char* black;
  const char* event;
  const char* date;
  Result result;
  int plies;
  const char* first_moves; ///< in Chinese, as people know the opening
};

std::string first_moves(const Game& game, int count) {
  std::vector<Move> moves;
  game.main_moves(moves);
  Position position = game.start();
  std::string text;
  for (int i = 0; i < count; ++i) {
    text += i == 0 ? "" : " ";
    text += notation::to_text(position, moves.at(static_cast<std::size_t>(i)),
                              notation::Style::chinese);
    position.do_move(moves[static_cast<std::size_t>(i)]);
  }
  return text;
}

} // namespace

TEST_CASE("the samples of playing programs are recognised, and every move is legal") {
  const auto& sample = GENERATE(
      Expectation{"sample_08_movesky.mxq", "mxq", "guest96928(5r)", "zzxxbb(3r)", "",
                  "2016年12月27日 21点14分", Result::black_wins, 68,
                  "炮二平五 马８进７ 马二进三 卒７进１"},
      Expectation{"sample_10_17pk.CCM", "ccm", "", "", "", "2016.12.26", Result::unknown, 100,
                  "炮二平六 炮２平５ 马二进三 马２进３"},
      // sample_12x_ourgame-chess.txt has the same game in words.
      Expectation{"sample_11_ourgame-chess.chn", "chn", "木易四郎", "温柔一刀", "", "2016.12.27",
                  Result::unknown, 45, "炮二平五 马２进３ 马二进三 炮８平５"},
      Expectation{"sample_13_ourgame-chess.xqi", "chn", "木易四郎", "温柔一刀", "", "2016.12.27",
                  Result::unknown, 44, "炮二平五 马２进３ 马二进三 炮８平５"},
      Expectation{"sample_14_QQchess.che", "che", "", "", "", "", Result::black_wins, 60,
                  "马八进七 炮８平５ 炮二平四 马８进７"},
      Expectation{"sample_32_xiexieXiangqi.xgf", "xgf", "吉林 洪智", "火车头 于幼华",
                  "第25届五羊杯全国象棋冠军邀请赛", "2005-01-18", Result::red_wins, 53,
                  "炮二平五 马８进７ 马二进三 车９平８"});
  const std::string path = std::string{"records/samples/"} + sample.file;
  support::skip_without(path);
  INFO(path);
  const auto file = support::read_file(support::shared(path));
  const auto* const format = format::detect_binary(support::bytes_of(file));
  REQUIRE(format != nullptr);
  CHECK(format->name == sample.format);
  Game game;
  format->parse(support::bytes_of(file), game);
  for (const auto& problem : game.problems) {
    UNSCOPED_INFO(format_problem("", 1, problem));
  }
  CHECK(game.usable());
  // In the QQ game Red overlooks a check and loses the king.
  CHECK(game.problems.size() == (format->name == "che" ? 1 : 0));
  CHECK(game.tag("Red") == sample.red);
  CHECK(game.tag("Black") == sample.black);
  CHECK(game.tag("Event") == sample.event);
  CHECK(game.tag("Date") == sample.date);
  CHECK(game.result() == sample.result);
  CHECK(game.plies() == sample.plies);
  CHECK(game.standard_start());
  REQUIRE(game.plies() > 4);
  CHECK(first_moves(game, 4) == sample.first_moves);
}
