#include "base/text/text.hpp"
#include "cli/games/game_list.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

using namespace xq;
using namespace xq::cli;

namespace {

std::string list_of(GameList::Form form, std::size_t screen) {
  record::Game game;
  game.number = 9883;
  game.add_tag("Event",
               "第25届五羊杯全国象棋冠军邀请赛第二阶段循环赛上半区第三轮补赛及附加赛，广州");
  game.add_tag("Date", "1990年1月5日");
  game.add_tag("Red", "上海金外滩队胡荣华特级大师");
  game.add_tag("Black", "江苏徐天红");
  GameList list{form, {}, false, false, screen};
  std::string out;
  list.add({game, {}, nullptr}, out);
  list.finish(out);
  return out;
}

std::size_t widest_line(std::string_view text) {
  std::size_t widest = 0;
  while (!text.empty()) {
    const auto line = text.substr(0, text.find('\n'));
    widest = std::max(widest, display_width(line));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
  }
  return widest;
}

} // namespace

TEST_CASE("a table of games fits the screen, and a wide one shows more") {
  for (const auto screen : std::to_array<std::size_t>({60, 80, 140})) {
    CAPTURE(screen);
    CHECK(widest_line(list_of(GameList::Form::table, screen)) <= screen);
  }
  CHECK(widest_line(list_of(GameList::Form::table, 140)) >
        widest_line(list_of(GameList::Form::table, 80)));
}

TEST_CASE("dates of a table have one form, those of CSV are the record's") {
  CHECK(list_of(GameList::Form::table, 80).find("1990.01.05") != std::string::npos);
  CHECK(list_of(GameList::Form::csv, 80).find("1990年1月5日") != std::string::npos);
}
