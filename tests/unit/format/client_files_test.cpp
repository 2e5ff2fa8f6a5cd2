#include "format/binary/binary.hpp"
#include "format/binary/client_files.hpp"
#include "support/catch.hpp"
#include "support/files.hpp"
#include "support/parse.hpp"
#include "support/small_files.hpp"

using namespace xq;
using record::Game;
using record::Result;

namespace {

struct Sample {
  const char* format;
  std::string (*make)();
  bool has_players;
  const char* date;
  Result result;
};

Game parse(const std::string& file) {
  Game game;
  const auto* const format = format::detect_binary(support::bytes_of(file));
  REQUIRE(format != nullptr);
  format->parse(support::bytes_of(file), game);
  return game;
}

const Sample samples[] = {
    {"mxq", support::small_mxq, true, "2020.01.02", Result::red_wins},
    {"ccm", support::small_ccm, false, "2020.01.02", Result::unknown},
    {"che", support::small_che, false, "", Result::unknown},
    {"chn", support::small_chn, true, "2020.01.02", Result::unknown},
    {"sg", support::small_sg, true, "2020-01-02", Result::black_wins},
    {"xgf", support::small_xgf, true, "2020-01-02", Result::black_wins},
};

} // namespace

TEST_CASE("each format of a playing program is recognised and read") {
  for (const auto& sample : samples) {
    INFO(sample.format);
    const auto file = sample.make();
    const auto* const format = format::detect_binary(support::bytes_of(file));
    REQUIRE(format != nullptr);
    CHECK(format->name == sample.format);
    const auto game = parse(file);
    for (const auto& problem : game.problems) {
      UNSCOPED_INFO(format_problem("", 1, problem));
    }
    CHECK(game.problems.empty());
    CHECK(game.tag("Red") == (sample.has_players ? "Li" : ""));
    CHECK(game.tag("Black") == (sample.has_players ? "Wang" : ""));
    CHECK(game.tag("Date") == sample.date);
    CHECK(game.result() == sample.result);
    CHECK(game.standard_start());
    std::vector<Move> moves;
    game.main_moves(moves);
    CHECK(moves == std::vector{Move{make_square(7, 2), make_square(4, 2)},
                               Move{make_square(7, 9), make_square(6, 7)}});
  }
}

TEST_CASE("a newer QQ file counts from 1, and a number that goes back begins a variation") {
  const auto game = parse(support::small_new_che());
  CHECK(game.problems.empty());
  CHECK(support::tree_text(game) == "h2e2 h9g7 (b9c7 h0g2)");
  // Written by the newer program, too, with the older number in front.
  const auto one = parse("1 1 28 \n32 1 3 8 3 5 0 1 0 -1 \n");
  CHECK(one.problems.empty());
  CHECK(support::tree_text(one) == "h2e2");
  // A capture at once, and from the usual squares in both numberings.
  CHECK(support::tree_text(parse("1 2 26 6 1 2 7 9 7 0 1 0 8 32 0 9 8 9 7 0 2 0 ")) == "h2h9 i9h9");
  CHECK(parse("0 3 -1 32 1 3 8 3 5 0 1 0 -1 32 1 10 8 8 7 0 9 0 -1 32 1 10 8 8 7 0 0 0 ").plies() ==
        1);
}

TEST_CASE("an SG file names teams, and tells what is no square") {
  auto file = support::small_sg();
  CHECK(parse(file).tag("RedTeam") == "Team");
  CHECK_FALSE(parse(file).has_tag("BlackTeam"));
  file.replace(64, 3, "D==");
  CHECK(parse(file).result() == Result::draw);
  file[210] = '\x01';
  CHECK_FALSE(parse(file).usable());
}

TEST_CASE("files of playing programs cut anywhere give a game or a finding") {
  for (const auto& sample : samples) {
    const auto file = sample.make();
    for (std::size_t size = 1; size < file.size(); ++size) {
      const auto cut = file.substr(0, size);
      INFO(sample.format << " " << size << " of " << file.size() << " bytes");
      const auto* const format = format::detect_binary(support::bytes_of(cut));
      if (format == nullptr || format->name != sample.format) {
        continue;
      }
      Game game;
      format->parse(support::bytes_of(cut), game);
      CHECK((!game.problems.empty() || game.plies() == 2));
    }
  }
}

TEST_CASE("a game that went on until the king was taken ends before the blunder") {
  // 炮二平五 炮8平5 炮五进四 炮5进4: Red's cannon checks, Black does not care, Red takes the king.
  const auto game = parse("1 5 "
                          "26 32 1 2 7 2 4 0 1 0 "
                          "10 32 0 7 7 7 4 0 2 0 "
                          "26 31 1 2 4 6 4 0 3 0 "
                          "5 32 0 9 1 7 2 0 4 0 "
                          "26 0 1 6 4 9 4 0 5 0 ");
  CHECK(game.usable());
  REQUIRE(game.problems.size() == 1);
  CHECK(game.problems[0].severity == Severity::warning);
  CHECK(game.plies() == 3);
  CHECK(game.result() == Result::red_wins);
}
