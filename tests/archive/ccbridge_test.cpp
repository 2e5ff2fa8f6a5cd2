#include "format/binary/ccbridge.hpp"
#include "support/files.hpp"
#include "support/shared_data.hpp"

#include <xq/board/fen.hpp>

using namespace xq;
using record::Game;

namespace {

std::string sample(const std::string& name) {
  support::skip_without("records/samples/" + name);
  return support::read_file(support::shared("records/samples/" + name));
}

} // namespace

TEST_CASE("the CCBridge record has 15,352 moves, two of which leave a king in check") {
  const auto file = sample("sample_23_ccbridge.cbr");
  Game game;
  const auto counts = format::read_cbr(support::bytes_of(file), game);
  REQUIRE(counts);
  for (const auto& problem : game.problems) {
    UNSCOPED_INFO(format_problem("", 1, problem));
  }
  CHECK(game.usable());
  CHECK(game.problems.size() == 2); // deep in variations, at plies 70 and 82
  CHECK(counts->in_file == 15352);
  CHECK(counts->kept == 15242);
  CHECK(game.tag("Title") == "五七炮对屏风马");
  CHECK(game.standard_start());
}

TEST_CASE("the packed CCBridge libraries have all their games, and every move is legal") {
  struct Expectation {
    const char* name;
    const char* library;
    std::size_t games, moves;
    const char* first_title;
  };
  const auto& [name, library_name, games, moves, first_title] = GENERATE(
      Expectation{"bjyxgj8.cbl", "布局疑形与攻击（八)其它类", 4, 217, "如影随形"},
      Expectation{"sample_21_MeiHuaPu.cbl", "梅花谱", 47, 1970, "让先屏风马破当头直车局  局一"});
  format::BinaryFile library;
  library.file = sample(name);
  REQUIRE_FALSE(format::open_cbl(library));
  CHECK(library.collection == library_name);
  CHECK(library.records.size() == games);
  std::size_t kept = 0;
  Game game;
  for (std::size_t i = 0; i < library.records.size(); ++i) {
    game.clear();
    const auto counts = format::read_cbl_record(library.records[i], game);
    REQUIRE(counts);
    for (const auto& problem : game.problems) {
      UNSCOPED_INFO(format_problem("", i + 1, problem));
    }
    CHECK(game.problems.empty());
    CHECK(counts->in_file == counts->kept);
    CHECK((i != 0 || game.tag("Title") == first_title));
    kept += counts->kept;
  }
  CHECK(kept == moves);
}
