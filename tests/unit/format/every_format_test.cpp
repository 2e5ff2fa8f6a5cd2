// What holds for every format that is read or written, whatever it looks like.

#include "format/detect.hpp"
#include "support/catch.hpp"
#include "support/parse.hpp"
#include "support/random_games.hpp"
#include "support/scratch_folder.hpp"

#include <xq/board/fen.hpp>
#include <xq/format/format.hpp>
#include <xq/notation/notation.hpp>

#include <fstream>
#include <random>
#include <string>
#include <utility>
#include <vector>

using namespace xq;
using record::Game;

namespace {

/// The games of a file with this content, copied.
std::vector<Game> read(const std::string& text, const format::ReadOptions& options) {
  const support::ScratchFolder folder;
  std::ofstream{folder.file("games"), std::ios::binary} << text;
  const std::vector<std::string> inputs{folder.file("games")};
  std::vector<Game> all;
  format::read_games<std::vector<Game>>(
      inputs, options, [](Game& game, std::vector<Game>& out) { out.push_back(game); },
      [&](std::vector<Game>&& out) { all.insert(all.end(), out.begin(), out.end()); },
      [](const format::FileProblem& found) { UNSCOPED_INFO(found.problem.message); });
  return all;
}

std::string squares(const Game& game, record::NodeId node) {
  return notation::square_name(game.node(node).move.from()) +
         notation::square_name(game.node(node).move.to());
}

struct Text {
  std::string_view format;
  std::string text;
};

// After four moves Red has pawns on e3 and e5, and the fifth may be either's. Black's answer takes
// the one on e5, so that one has stayed.
const std::vector<Text>& ambiguous_games() {
  static const std::vector<Text> all{
      {"pgn",
       "[Event \"x\"]\n\n1. P7+1 R9+1 2. P7+1 R9-1 3. P7.6 R9+1 4. P6.5 R9-1 5. P5+1 P5+1 *\n"},
      {"wxf", "FORMAT WXF\nSTART{\n1. P7+1 R9+1 2. P7+1 R9-1 3. P7.6 R9+1 4. P6.5 R9-1\n5. P5+1 "
              "P5+1\n}END\n"},
      {"txt", "红方：甲\n1. P7+1 R9+1 2. P7+1 R9-1 3. P7.6 R9+1 4. P6.5 R9-1 5. P5+1 P5+1\n"},
      {"epd", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1\tP7+1 R9+1 "
              "P7+1 R9-1 P7.6 R9+1 P6.5 R9-1 P5+1 P5+1 *\n"},
      {"csv", "gameID,turn,side,move\n1,1,red,P7+1\n1,1,black,R9+1\n1,2,red,P7+1\n1,2,black,R9-1\n"
              "1,3,red,P7.6\n1,3,black,R9+1\n1,4,red,P6.5\n1,4,black,R9-1\n1,5,red,P5+1\n"
              "1,5,black,P5+1\n"},
      {"jsonl", R"({"result":"*","moves":["P7+1","R9+1","P7+1","R9-1","P7.6","R9+1","P6.5","R9-1",)"
                R"("P5+1","P5+1"]})"
                "\n"},
      {"jsonl",
       R"({"result":"*","nodes":[{},{"parent":0,"move":"P7+1"},{"parent":1,"move":"R9+1"},)"
       R"({"parent":2,"move":"P7+1"},{"parent":3,"move":"R9-1"},)"
       R"({"parent":4,"move":"P7.6"},{"parent":5,"move":"R9+1"},)"
       R"({"parent":6,"move":"P6.5"},{"parent":7,"move":"R9-1"},)"
       R"({"parent":8,"move":"P5+1"},{"parent":8,"move":"C2.5"},)"
       R"({"parent":9,"move":"P5+1"}]})"
       "\n"},
      {"xml", "<games><game><move>P7+1</move><move>R9+1</move><move>P7+1</move><move>R9-1</move>"
              "<move>P7.6</move><move>R9+1</move><move>P6.5</move><move>R9-1</move>"
              "<move>P5+1</move><nag>1</nag><variation><move>C2.5</move></variation>"
              "<move>P5+1</move><comment>taken</comment></game></games>"}};
  return all;
}

/// A game of random moves from the usual start, or from a position of few pieces.
Game random_main_line(std::mt19937& random) {
  Game game;
  if (random() % 2 == 0) {
    game.set_start(support::random_placement(random, static_cast<int>(random() % 4)));
  }
  Position position = game.start();
  record::NodeId node = record::root_node;
  for (auto plies = 1 + random() % 30; plies > 0; --plies) {
    if (const auto move = support::random_move(random, position)) {
      node = game.add_move(node, move);
      position.do_move(move);
    }
  }
  game.add_tag("Red", "甲");
  game.add_tag("Black", "乙");
  return game;
}

/// A file of these games.
std::string written(std::string_view format, const std::vector<Game>& games) {
  const auto writer = format::make_writer(format, {});
  std::string text;
  for (const auto& game : games) {
    writer->game(text, game);
  }
  return writer->file(text);
}

/// As --rejects writes it: each game behind a line with its fault.
std::string written_as_rejects(std::string_view format, const std::vector<Game>& games) {
  std::string text;
  for (const auto& game : games) {
    text += "% a;b.x:3:1: game 1, ply 1: 1. no move (token \"h2e2\"). Check it.\n";
    text += written(format, {game}) + "\n";
  }
  return text;
}

void check_moves(const std::vector<Game>& back, const std::vector<Game>& games) {
  REQUIRE(back.size() == games.size());
  for (std::size_t i = 0; i < games.size(); ++i) {
    INFO("game " << i << ": " << support::codes(back[i]));
    CHECK(back[i].usable());
    CHECK(write_short_fen(back[i].start()) == write_short_fen(games[i].start()));
    CHECK(support::tree_text(back[i]) == support::tree_text(games[i]));
  }
}

} // namespace

TEST_CASE("what a format writes is recognised by its content and gives the moves back") {
  std::mt19937 random{support::seed};
  INFO("seed " << support::seed);
  for (const auto& format : format::formats()) {
    if (!format.readable || !format.writable) {
      continue;
    }
    for (int round = 0; round < 20; ++round) {
      std::vector<Game> games;
      while (games.size() < (format.one_game_a_file ? 1 : 3)) {
        // Formats that do not say who moves first tell it by the first move.
        if (auto game = random_main_line(random); game.plies() != 0) {
          games.push_back(std::move(game));
        }
      }
      const auto text = written(format.name, games);
      const bool is_text = !format.one_game_a_file && !format.has_index;
      INFO(format.name << "\n" << (is_text ? text : ""));
      if (is_text) {
        const auto* const found = format::detect_format(text, "").format;
        CHECK((found != nullptr && found->name == format.name));
      }
      check_moves(read(text, {}), games);
      if (is_text && text[0] != '<') { // rejects of XML have comments of XML
        check_moves(read(written_as_rejects(format.name, games), {}), games);
      }
    }
  }
}

TEST_CASE("an ambiguous move is decided by what follows in every format of written moves") {
  for (const auto& [name, text] : ambiguous_games()) {
    INFO(text);
    format::ReadOptions options;
    options.format = name;
    const auto games = read(text, options);
    REQUIRE(games.size() == 1);
    REQUIRE(games[0].usable());
    CHECK(games[0].problems.size() == 1);
    REQUIRE(games[0].plies() == 10);
    record::NodeId node = record::root_node;
    for (int ply = 0; ply < 9; ++ply) {
      node = games[0].node(node).first_child;
    }
    CHECK(squares(games[0], node) == "e3e4");
    CHECK(squares(games[0], games[0].node(node).first_child) == "e6e5");

    options.look_ahead = false;
    const auto alone = read(text, options);
    REQUIRE(alone.size() == 1);
    CHECK_FALSE(alone[0].usable());
    CHECK(alone[0].plies() == 8);
  }
}

TEST_CASE("the style of WXF reaches the reader of every format of written moves") {
  // With three pawns on a column, P5 is the middle one in the style of 1997 and ambiguous else.
  const std::string fen = "r2k5/4P4/4P4/4P4/9/9/9/9/9/5K3 w - - 0 1";
  const std::vector<Text> all{
      {"pgn", "[FEN \"" + fen + "\"]\n\n1. P5.4 *\n"},
      {"wxf", "FORMAT WXF\nFEN " + fen + "\nSTART{\n1. P5.4\n}END\n"},
      {"txt", "FEN：" + fen + "\n1. P5.4\n"},
      {"epd", fen + "\tP5.4 *\n"},
      {"jsonl", R"({"start":")" + fen + R"(","result":"*","moves":["P5.4"]})" + "\n"},
      {"jsonl",
       R"({"start":")" + fen + R"(","result":"*","nodes":[{},{"parent":0,"move":"P5.4"}]})" + "\n"},
      {"xml", "<game><fen>" + fen + "</fen><move>P5.4</move></game>"}};
  for (const auto& [name, text] : all) {
    INFO(text);
    format::ReadOptions options;
    options.format = name;
    auto games = read(text, options);
    REQUIRE(games.size() == 1);
    CHECK_FALSE(games[0].usable());
    options.wxf = notation::WxfStyle::rules1997;
    games = read(text, options);
    REQUIRE(games.size() == 1);
    REQUIRE(games[0].usable());
    CHECK(squares(games[0], games[0].node(record::root_node).first_child) == "e7f7");
  }
}

TEST_CASE("a header has one name in every format that has a place for it") {
  constexpr std::string_view names[] = {
      "Event",     "Site",      "Date",      "Round",      "EventType",   "Group",
      "Table",     "Red",       "RedTeam",   "RedElo",     "RedTime",     "Black",
      "BlackTeam", "BlackElo",  "BlackTime", "Title",      "Category",    "Source",
      "Annotator", "Author",    "Owner",     "Opening",    "ECCO",        "Recorder",
      "Referee",   "Variation", "Subtitle",  "RecordKind", "Termination", "TimeControl"};
  Game game;
  for (const auto name : names) {
    game.add_tag(name, std::string{"值 "}.append(name));
  }
  game.add_tag("RecordType", "1");
  for (const auto* const format : {"pgn", "xml", "jsonl", "cbf", "pfc", "dhtmlxq"}) {
    const auto writer = format::make_writer(format, {});
    std::string text;
    writer->header(text);
    writer->game(text, game);
    writer->footer(text);
    INFO(text);
    std::vector<Problem> losses;
    writer->losses(game, losses);
    CHECK(losses.empty());
    format::ReadOptions options;
    options.format = format;
    const auto games = read(text, options);
    REQUIRE(games.size() == 1);
    for (const auto name : names) {
      INFO(name);
      CHECK(games[0].tag(name) == game.tag(name));
    }
    CHECK(games[0].tag("RecordType") == "1");
  }
  CHECK(read("[WhiteElo \"2500\"]\n\n*\n", {}).at(0).tag("RedElo") == "2500");
}

TEST_CASE("a diagram with a king in reach is read in every format that holds one, with a warning") {
  // both in check; the side not to move in check; the kings face each other
  for (const std::string fen :
       {"3k1r3/9/9/9/9/9/9/3R5/9/5K3 w - - 0 1", "3k5/9/9/9/9/9/9/3R5/9/4K4 w - - 0 1",
        "4k4/9/9/9/9/9/9/3R5/9/4K4 w - - 0 1"}) {
    for (const bool with_moves : {false, true}) {
      Game game;
      game.set_start(read_fen(fen, OpenKing::warning)->position);
      if (with_moves) {
        const auto first = fen.front() == '4' ? "d2e2" : "d2d3"; // legal: no king stays in check
        const bool both = fen.find('r') != std::string::npos;
        const auto move = notation::read_move(game.start(), both ? "f0e0" : first);
        REQUIRE(move);
        game.add_move(record::root_node, *move);
      }
      for (const auto& row : format::formats()) {
        if (!row.readable || !row.writable) {
          continue;
        }
        CAPTURE(fen, row.name, with_moves);
        const auto writer = format::make_writer(row.name, {});
        std::string text;
        writer->game(text, game);
        std::vector<Problem> losses;
        writer->losses(game, losses);
        format::ReadOptions options;
        options.format = row.name;
        const auto games = read(writer->file(text), options);
        REQUIRE(games.size() == 1);
        const bool same_side = games[0].start().side_to_move() == game.start().side_to_move();
        CHECK(games[0].usable());
        CHECK(write_fen(games[0].start()).substr(0, fen.find(' ')) == fen.substr(0, fen.find(' ')));
        CHECK(!games[0].problems.empty());
        CHECK((same_side || !losses.empty()));
        CHECK(games[0].plies() == (with_moves ? 1 : 0));
      }
    }
  }
}

TEST_CASE("the side to move of a record without moves is read back, or its loss is told") {
  for (const std::string fen : {"3k5/9/9/9/9/9/9/3R5/9/4K4 w", // Black in check, and Red to move
                                "3k5/9/9/9/9/9/9/3R5/9/4K4 b", "3k5/3r5/9/9/9/9/9/9/9/3K5 b",
                                "3k1r3/9/9/9/9/9/9/3R5/9/5K3 w", // both in check
                                "3k1r3/9/9/9/9/9/9/3R5/9/5K3 b", "3k5/9/9/9/9/9/9/9/9/4K4 b"}) {
    Game game;
    game.set_start(read_fen(fen, OpenKing::warning)->position);
    for (const auto format : {"xqf", "cbr", "dhtmlxq", "epd"}) {
      CAPTURE(fen, format);
      const auto writer = format::make_writer(format, {});
      std::string text;
      writer->header(text);
      writer->game(text, game);
      writer->footer(text);
      std::vector<Problem> losses;
      writer->losses(game, losses);
      format::ReadOptions options;
      options.format = format;
      const auto games = read(text, options);
      REQUIRE(games.size() == 1);
      const bool same = games[0].start().side_to_move() == game.start().side_to_move();
      CHECK(losses.size() <= 1);
      CHECK((losses.size() == 1 || same));
      CHECK((losses.empty() || !same || !games[0].problems.empty())); // it is guessed right
    }
  }
}
