// Exercises: files of puzzles, lists, the moves of who solves one.
#include "service/service.hpp"
#include "support/answer_schema.hpp"
#include "support/catch.hpp"
#include "support/files.hpp"
#include "support/scratch_folder.hpp"

#include <xq/base/error.hpp>

#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

namespace {

using namespace xq;
using nlohmann::json;
using service::Service;

/// Mate in 2 by 马二进三 and 车七进四; and a rook that takes a rook for nothing.
constexpr std::string_view games = R"([Game "Chinese Chess"]
[Red "甲"]
[PuzzleId "7/30"]
[Themes "mate elbow-horse"]
[Difficulty "2"]
[Mate "2"]
[FEN "3aka3/9/9/7N1/9/2R6/9/9/4A4/3AK4 w - - 0 1"]

1. 马二进三 将５进１ 2. 车七进四 *

[Game "Chinese Chess"]
[Themes "advantage"]
[Difficulty "6"]
[FEN "3k5/9/9/9/r7R/9/9/9/9/4K4 b - - 0 1"]

1... 车１平９ 2. 帅五进一 车９退１ *
)";

struct PuzzleShelf {
  explicit PuzzleShelf(std::string_view text, const std::string& name = "puzzles.pgn") {
    std::ofstream{folder.file(name)} << text;
    service::ServiceOptions options;
    options.puzzles = {folder.file(name)};
    service = std::make_unique<Service>(options);
  }

  json ask(const std::string& target, int status = 200) {
    service::Request request;
    request.method = "GET";
    request.target = target;
    const auto response = service->answer(request);
    INFO(target << ": " << *response.body);
    CHECK(support::faults_of_answer(*service, request, response).empty());
    CHECK(response.status == status);
    return json::parse(*response.body);
  }
  std::string judged(const std::string& play, int number = 1) {
    return ask("/puzzle/" + std::to_string(number) + "?play=" + play)["judgement"];
  }

  support::ScratchFolder folder;
  std::unique_ptr<Service> service;
};

} // namespace

TEST_CASE("puzzles are listed by theme, side and difficulty", "[threads]") {
  PuzzleShelf shelf{games};
  CHECK(shelf.ask("/about")["puzzles"] == 2);
  const auto all = shelf.ask("/puzzles");
  CHECK(all["puzzles"] == 2);
  CHECK(all["themes"].size() == 3);
  REQUIRE(all["found"].size() == 2);
  CHECK(all["found"][0]["mate"] == 2);
  CHECK(all["found"][1]["mate"].is_null());
  CHECK(all["found"][1]["moves"] == 2);
  CHECK(all["found"][1]["side"] == "black");
  CHECK(shelf.ask("/puzzles?theme=卧槽马")["found"].size() == 1);
  CHECK(shelf.ask("/puzzles?side=black")["found"][0]["number"] == 2);
  CHECK(shelf.ask("/puzzles?min-difficulty=3")["found"][0]["number"] == 2);
  CHECK(shelf.ask("/puzzles?after=1")["found"][0]["number"] == 2);
  CHECK(shelf.ask("/puzzles?limit=1")["found"].size() == 1);
  shelf.ask("/puzzles?theme=fire", 400);
  shelf.ask("/puzzle/3", 404);
  shelf.ask("/puzzle/0", 404);
  shelf.ask("/puzzle/x", 404);
  shelf.ask("/puzzle/1?show=all", 400);
  shelf.ask("/puzzle/1?play=e0e5", 400);
}

TEST_CASE("the moves of who solves a puzzle are judged and answered", "[threads]") {
  PuzzleShelf shelf{games};
  CHECK(shelf.judged("") == "begin");
  const auto first = shelf.ask("/puzzle/1?play=h6g8");
  CHECK(first["judgement"] == "right");
  CHECK(first["reply"]["uci"] == "e9e8");
  CHECK(shelf.judged("h6g8,e9e8") == "begin");
  CHECK(shelf.judged("h6g8,e9e8,c4c8") == "solved");
  CHECK(shelf.judged("h6f7") == "wrong");
  CHECK(shelf.judged("a5i5", 2) == "right");
  CHECK(shelf.judged("a5a6", 2) == "wrong");
  CHECK(shelf.judged("a5i5,e0e1,i5i6", 2) == "solved");
}

TEST_CASE("a hint names the piece, the solution all moves that are left", "[threads]") {
  PuzzleShelf shelf{games};
  CHECK(shelf.ask("/puzzle/1")["hint"].is_null());
  CHECK(shelf.ask("/puzzle/1?show=hint")["hint"] == "h6");
  CHECK(shelf.ask("/puzzle/1?play=h6g8,e9e8&show=hint")["hint"] == "c4");
  const auto solution = shelf.ask("/puzzle/1?show=solution")["solution"];
  REQUIRE(solution.size() == 3);
  CHECK(solution[2]["san"] == "车七进四");
  CHECK(shelf.ask("/puzzle/2?play=a5i5,e0e1&show=solution")["solution"].size() == 1);
}

TEST_CASE("puzzles come from EPD and JSON Lines, too; other records need the length of a mate",
          "[threads]") {
  const std::string fen = "3aka3/9/9/7N1/9/2R6/9/9/4A4/3AK4 w - - 0 1";
  for (const auto& [name, text] : {
           std::pair{"a.epd", fen + " dm 2; pv h6g8 e9e8 c4c8; id \"7/30\"; c0 \"mate fork\"; c1 "
                                    "\"difficulty 4\";\n"},
           std::pair{"a.jsonl", R"({"id":"7/30","fen":")" + fen +
                                    R"(","solution":"h6g8 e9e8 c4c8","mate":2,"themes":["mate",)"
                                    R"("fork"],"difficulty":4})"
                                    "\n"},
       }) {
    INFO(name);
    PuzzleShelf shelf{text, name};
    const auto puzzle = shelf.ask("/puzzle/1");
    CHECK(puzzle["id"] == "7/30");
    CHECK(puzzle["mate"] == 2);
    CHECK(puzzle["difficulty"] == 4);
    CHECK(puzzle["themes"] == json{"mate", "fork"});
    CHECK(shelf.judged("h6g8") == "right");
  }
  PuzzleShelf rooks{"4k4/9/9/9/9/9/9/4r4/8r/3K5 b - - 0 1 dm 1;\n", "rooks.epd"};
  CHECK(rooks.judged("e2e0") == "solved");
  CHECK(rooks.judged("i1i0") == "slower");
  PuzzleShelf bare{fen + " dm 2;\n", "bare.epd"};
  CHECK(bare.ask("/puzzle/1?show=solution")["solution"].size() == 3);
  CHECK_THROWS_AS(PuzzleShelf(fen + "\n", "nothing.epd"), FileError);
}
