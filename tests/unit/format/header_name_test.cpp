#include "format/shared/header_name.hpp"
#include "support/catch.hpp"
#include "support/scratch_folder.hpp"

#include <xq/base/problem_code.hpp>
#include <xq/format/format.hpp>

#include <fstream>
#include <string>
#include <vector>

using namespace xq;
using format::escape_name;
using format::in_pgn_name;
using format::in_plain_name;
using format::unescape_name;

namespace {

std::vector<record::Game> read_text(const std::string& format, const std::string& text) {
  const support::ScratchFolder folder;
  std::ofstream{folder.file("games." + format), std::ios::binary} << text;
  const std::vector<std::string> inputs{folder.file("games." + format)};
  std::vector<record::Game> all;
  format::read_games<std::vector<record::Game>>(
      inputs, {}, [](record::Game& game, std::vector<record::Game>& out) { out.push_back(game); },
      [&](std::vector<record::Game>&& out) { all.insert(all.end(), out.begin(), out.end()); },
      [](const format::FileProblem& found) { FAIL(found.problem.message); });
  return all;
}

} // namespace

TEST_CASE("names of headers are escaped as .NET's XmlConvert escapes names", "[header_name]") {
  CHECK(escape_name("Event", in_plain_name) == "Event");
  CHECK(escape_name("X_1-a", in_plain_name) == "X_1-a");
  CHECK(escape_name("Time Control", in_plain_name) == "Time_x0020_Control");
  CHECK(escape_name("备注", in_pgn_name) == "_x5907__x6CE8_");
  CHECK(escape_name("\U0001F600", in_pgn_name) == "_x0001F600_");
  CHECK(escape_name("1st", in_pgn_name) == "1st");
  CHECK(escape_name("1st", in_plain_name) == "_x0031_st");
  CHECK(escape_name("_x0041_", in_pgn_name) == "_x005F_x0041_");
  CHECK(escape_name("my_xref", in_pgn_name) == "my_xref");
  CHECK(format::escape_taken_name("Name", in_plain_name) == "_x004E_ame");
  CHECK(escape_name("", in_pgn_name).empty());

  CHECK(unescape_name("Time_x0020_Control") == "Time Control");
  CHECK(unescape_name("_x0001F600_") == "\U0001F600");
  CHECK(unescape_name("_xD800_") == "_xD800_");         // half a pair
  CHECK(unescape_name("_xFFFFFFFF_") == "_xFFFFFFFF_"); // no character
  CHECK(unescape_name("_x41_ _x00zz_ _x0041") == "_x41_ _x00zz_ _x0041");
}

TEST_CASE("the first of two headers of one name in an object counts, and the second is told") {
  for (const std::string text : {R"({"headers":{"Event":"a","Red":"x","Event":"b"},"moves":[]})",
                                 R"({"Event":"a","Red":"x","Event":"b","moves":[]})"}) {
    const auto games = read_text("jsonl", text + "\n");
    REQUIRE(games.size() == 1);
    CAPTURE(text);
    CHECK(games[0].tag_count() == 2);
    CHECK(games[0].tag("Event") == "a");
    REQUIRE(games[0].problems.size() == 1);
    CHECK(games[0].problems[0].code == ProblemCode::duplicate_tag);
    CHECK(games[0].problems[0].token == "b");
  }
}

TEST_CASE("every name of a header comes back through every format that holds headers",
          "[header_name]") {
  const std::vector<std::string> names{
      "备注", "Time Control", "x\\", "a\nb", "a\"]\n[Red \"injected", "_x0041_", "_x0041备", "_",
      "1st", "-", "\U0001F600", "a]b", "a[b", "<a>&'", " lead", "trail ", "\x01\x7F", "\uFFFE",
      "x:y", "=", "[DhtmlXQ_red]",
      // what the formats use themselves
      "Name", "Contest", "RecordResult", "Move", "c", "m", "n", "version", "win", "xmlns", "title",
      "place", "binit", "movelist", "comment1", "move_0_1_1", "ver", "tag"};
  for (const std::string format : {"pgn", "xml", "cbf", "pfc", "dhtmlxq", "jsonl"}) {
    record::Game game;
    game.add_tag("Red", "甲");
    for (const auto& name : names) {
      game.add_tag(name, "value of " + std::to_string(game.tag_count()));
    }
    game.add_move(record::root_node, {make_square(7, 2), make_square(4, 2)});
    game.set_result(record::Result::draw);
    const auto writer = format::make_writer(format, {});
    std::vector<Problem> losses;
    writer->losses(game, losses);
    INFO(format);
    CHECK(losses.empty());
    std::string text;
    writer->header(text);
    writer->game(text, game);
    writer->game(text, game);
    writer->footer(text);
    const auto games = read_text(format, text);
    INFO(text);
    REQUIRE(games.size() == 2);
    for (const auto& back : games) {
      CHECK(back.usable());
      CHECK(back.plies() == 1);
      for (std::size_t i = 0; i < game.tag_count(); ++i) {
        const auto tag = game.tag_at(i);
        INFO(tag.name);
        CHECK(back.has_tag(tag.name));
        CHECK(back.tag(tag.name) == tag.value);
      }
    }
  }
}

TEST_CASE("a header without a name is reported and not written", "[header_name]") {
  record::Game game;
  game.add_tag("", "value");
  for (const std::string format : {"pgn", "xml", "cbf", "pfc", "dhtmlxq"}) {
    INFO(format);
    const auto writer = format::make_writer(format, {});
    std::vector<Problem> losses;
    writer->losses(game, losses);
    CHECK(losses.size() == 1);
    std::string text;
    writer->game(text, game);
    CHECK(text.find("value\"") == std::string::npos);
    CHECK(text.find(">value<") == std::string::npos);
    CHECK(text.find("]value[") == std::string::npos);
  }
}
