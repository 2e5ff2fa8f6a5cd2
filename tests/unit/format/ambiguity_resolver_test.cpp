#include "format/movetext/movetext.hpp"
#include "format/pgn/pgn.hpp"
#include "support/catch.hpp"

#include <string>

using namespace xq;
using namespace xq::format;

namespace {

struct Outcome {
  record::Game game;
  std::string moves;    ///< of the main line, in UCI
  std::string findings; ///< codes, an `!` after those of errors
};

Outcome outcome_of(std::string_view fen, std::string_view moves, const ReadOptions& options = {}) {
  const std::string text =
      "[Red \"A\"]\n[FEN \"" + std::string{fen} + "\"]\n\n" + std::string{moves} + '\n';
  Outcome out;
  make_pgn_parser(options)->parse({text}, out.game);
  std::vector<Move> line;
  out.game.main_moves(line);
  Position position = out.game.start();
  for (const Move move : line) {
    out.moves +=
        (out.moves.empty() ? "" : " ") + notation::to_text(position, move, notation::Style::uci);
    position.do_move(move);
  }
  for (const Problem& problem : out.game.problems) {
    out.findings += (out.findings.empty() ? "" : " ") + std::string{info(problem.code).name} +
                    (problem.severity == Severity::error ? "!" : "");
  }
  out.game.raw = {};
  return out;
}

const char* const black_pawns =
    "3k5/9/9/9/9/9/2p6/9/2p6/2N1K4 b - - 0 1"; // c3 and c1, a horse on c0
const char* const three_pawns = "r2k5/4P4/4P4/4P4/9/9/9/9/9/5K3 w - - 0 1";
const char* const four_pawns = "r2k5/4P4/4P4/4P4/4P4/9/9/9/9/5K3 w - - 0 1";
const char* const five_pawns = "r2k5/9/4P4/4P4/4P4/4P4/4P4/9/9/5K3 w - - 0 1";

} // namespace

TEST_CASE("of two pawns the one is meant after which the next moves are legal") {
  const auto out =
      outcome_of(black_pawns, "1... P3+1 2. H7+9 *"); // c1c0 would have taken the horse
  CHECK(out.moves == "c3c2 c0a1");
  CHECK(out.findings == "ambiguous-move");
  CHECK(outcome_of(black_pawns, "1... P3+1 2. K5+1 *").findings == "ambiguous-move!");
  CHECK(outcome_of(black_pawns, "1... 卒３进１ 2. 马七进九").moves == "c3c2 c0a1");
}

TEST_CASE("without look-ahead an ambiguous move ends the game") {
  ReadOptions options;
  options.look_ahead = false;
  const auto out = outcome_of(black_pawns, "1... P3+1 2. H7+9 *", options);
  CHECK(out.moves.empty());
  CHECK(out.findings == "ambiguous-move!");
}

TEST_CASE("of three pawns the one is meant that can go as far as the game says") {
  const auto out = outcome_of(three_pawns, "1. P5.4 R1+1 2. P4+1 R1-1 3. P4+1 R1+1 4. P4+1 R1-1 *");
  CHECK(out.moves == "e6f6 a9a8 f6f7 a8a9 f7f8 a9a8 f8f9 a8a9");
  const auto open = outcome_of(three_pawns, "1. P5.4 R1+1 2. P4+1 R1-1 3. P4+1 R1+1 *");
  CHECK(open.moves.empty());
  REQUIRE(open.findings == "ambiguous-move!");
  // The front pawn is ruled out, between the others nothing decides.
  CHECK(open.game.problems[0].message ==
        "ambiguous: it may be the pawn from e6 to f6 or the pawn from e7 to f7; the rest of the "
        "game is legal after each of them");
}

TEST_CASE("signs of 1997 are told from others by the game") {
  CHECK(outcome_of(four_pawns, "1. P+.4 R1+1 2. P4+1 R1-1 3. P4+1 R1+1 *").moves ==
        "e7f7 a9a8 f7f8 a8a9 f8f9 a9a8");
  CHECK(outcome_of(four_pawns, "1. ++.4 R1+1 2. P4+1 *").moves == "e8f8 a9a8 f8f9");
  CHECK(outcome_of(four_pawns, "1. --.4 R1+1 *").moves == "e5f5 a9a8");
  ReadOptions options;
  options.wxf = notation::WxfStyle::rules1997;
  CHECK(outcome_of(three_pawns, "1. P5.4 R1+1 *", options).moves == "e7f7 a9a8");
  CHECK(outcome_of(four_pawns, "1. P-.4 R1+1 *", options).moves == "e6f6 a9a8");
  CHECK(outcome_of(five_pawns, "1. P5.4 R1+1 *", options).moves == "e5f5 a9a8");
  options.wxf = notation::WxfStyle::xqbase;
  CHECK(outcome_of(four_pawns, "1. P+.4 R1+1 *", options).moves == "e8f8 a9a8");
}

TEST_CASE("index moves are no move numbers") {
  CHECK(outcome_of(three_pawns, "1. 25.4 R1+1 *").moves == "e7f7 a9a8");
  CHECK(outcome_of(three_pawns, "1.25=4 R1+1 2. P4+1").moves == "e7f7 a9a8 f7f8");
  CHECK(outcome_of("3k5/9/9/9/9/9/9/9/9/5K3 w - - 0 1", "12.K4.5 K4+1 13. K5+1").moves ==
        "f0e0 d9d8 e0e1");
}

TEST_CASE("a look-ahead steps over comments, variations, marks and numbers") {
  CHECK(outcome_of(black_pawns,
                   "1... P3+1 $1 {a (b} (1... K4+1 {)} (1... P3.4)) ;x)\n 2. !? H7+9 +\n*")
            .moves == "c3c2 c0a1");
  CHECK(outcome_of(black_pawns, "1... P3+1 H7\u200B+9").moves == "c3c2 c0a1");
  CHECK(outcome_of(black_pawns, "1... 卒３进１马七进九将４进１").moves == "c3c2 c0a1 d9d8");
}

TEST_CASE("an ambiguous move of a variation is decided by the variation") {
  const auto out =
      outcome_of(black_pawns, "1... K4+1 (1... P3+1 2. H7+9 (2. K5+1)) 2. H7+9 (2. K5+1 P3+1) *");
  CHECK(out.moves == "d9d8 c0a1");
  CHECK(out.game.node_count() == 7); // the second variation ends where it is ambiguous
  CHECK(out.findings == "ambiguous-move ambiguous-move");
}

TEST_CASE("what no reading explains stays ambiguous") {
  const auto out = outcome_of(black_pawns, "1... P3+1 2. R1+1 *");
  CHECK(out.moves.empty());
  REQUIRE(out.findings == "ambiguous-move!");
  CHECK(out.game.problems[0].message.ends_with("the rest of the game is legal after none of them"));
}

TEST_CASE("equal positions are one reading") {
  // Every order of the pawns' steps leads to the same positions: few are alive at any time.
  std::string moves = "1... P3+1 2. K5+1 P3+1 3. K5-1";
  for (int i = 0; i < 200; ++i) {
    moves += " K4+1 K5+1 K4-1 K5-1";
  }
  const auto out = outcome_of("3k5/9/9/9/9/2p6/9/2p6/9/4K4 b - - 0 1", moves);
  CHECK(out.moves.empty());
  CHECK(out.findings == "ambiguous-move!");
}
