#include "analysis/puzzle/candidate.hpp"
#include "analysis/puzzle/likeness.hpp"
#include "analysis/puzzle/motif.hpp"
#include "analysis/puzzle/puzzle_record.hpp"
#include "board/turned_position.hpp"
#include "support/catch.hpp"

#include <xq/board/fen.hpp>
#include <xq/notation/notation.hpp>

#include <algorithm>
#include <string_view>
#include <vector>

using namespace xq;
using analysis::Puzzle;
using analysis::Theme;

namespace {

Position position(std::string_view fen) { return read_fen(fen).value().position; }

std::vector<Move> moves(Position p, std::string_view text) {
  std::vector<Move> out;
  while (!text.empty()) {
    out.push_back(notation::read_move(p, text.substr(0, 4), notation::Style::uci).value());
    p.do_move(out.back());
    text.remove_prefix(std::min<std::size_t>(5, text.size()));
  }
  return out;
}

Puzzle puzzle(std::string_view fen, std::string_view line) {
  Puzzle out;
  out.start = position(fen);
  out.line = moves(out.start, line);
  return out;
}

} // namespace

TEST_CASE("the means of a solution are named") {
  struct Example {
    Theme theme;
    bool there;
    std::string_view fen;
    std::string_view line;
    std::size_t own = 0; ///< moves of the solution; 0: all
  };
  using enum Theme;
  const Example examples[]{
      // from d7 the horse checks the king and attacks the rook
      {fork, true, "4k4/5r3/9/9/2N6/9/5P3/9/9/5K3 w", "c5d7 e9d9 d7f8"},
      // ... which is guarded in this one, so that taking it wins less
      {fork, false, "4k4/5r3/9/9/2N6/9/5P3/9/9/5K3 w", "c5d7 e9e8 d7c5"},
      // the horse is pinned to its king
      {pin, true, "4k4/4n4/9/9/9/9/9/9/9/R4K3 w", "a0e0 e9d9 e0e8"},
      {discovered_check, true, "3ak4/9/4N4/9/9/9/9/9/4R4/3K5 w", "e7c6 d9e8"},
      {discovered_check, false, "3k5/9/9/9/9/9/9/9/9/R3K4 w", "a0d0"},
      {double_check, true, "3a5/4ak3/9/5N3/5c3/5C3/9/9/9/3K5 w", "f6h7"},
      {sacrifice, true, "2b1ka3/1R2a4/4b4/4C1R2/9/9/9/9/9/4K4 w", "b8e8 f9e8 g6g9"},
      {sacrifice, false, "4k4/5r3/9/9/2N6/9/5P3/9/9/5K3 w", "c5d7 e9d9 d7f8"},
      {quiet_move, true, "3k5/9/9/9/9/4R4/9/9/9/5K3 w", "e4e8"},
      {quiet_move, false, "3k5/9/9/9/9/9/9/9/9/R3K4 w", "a0d0"},
      // the horse that guards the rook is taken, then the rook
      {removed_defender, true, "3k5/9/9/r8/9/1n7/R8/1P7/9/1C3K3 w", "b0b4 d9d8 a3a6"},
  };
  for (const Example& e : examples) {
    INFO(e.fen << ' ' << e.line << ' ' << info(e.theme).name);
    const Position start = position(e.fen);
    const auto line = moves(start, e.line);
    const auto found = analysis::motifs({start, line, e.own == 0 ? line.size() : e.own});
    CHECK(found.contains(e.theme) == e.there);
  }
}

TEST_CASE("puzzles that are alike are known") {
  constexpr std::string_view fen = "3aka3/9/9/7N1/9/2R6/9/9/4A4/3AK4 w";
  constexpr std::string_view line = "h6g8 e9e8 c4c8";
  analysis::KnownPuzzles known;
  const Puzzle first = puzzle(fen, line);
  CHECK(known.add(first));
  CHECK_FALSE(known.add(first));
  Puzzle other = first;
  other.start = turned_position(first.start);
  std::transform(first.line.begin(), first.line.end(), other.line.begin(),
                 [](Move m) { return turned(m); });
  CHECK_FALSE(known.add(other));
  other.start = first.start.mirrored();
  std::transform(first.line.begin(), first.line.end(), other.line.begin(),
                 [](Move m) { return mirror(m); });
  CHECK_FALSE(known.add(other));
  // the same solution, with a pawn that has nothing to do with it
  CHECK_FALSE(known.add(puzzle("3aka3/9/9/7N1/9/2R6/P8/9/4A4/3AK4 w", line)));
  CHECK(known.add(puzzle("3aka3/9/9/7N1/9/3R5/9/9/4A4/3AK4 w", "h6g8 e9e8 d4d8")));
}

TEST_CASE("a combination is one puzzle, whichever of its moves it begins with") {
  constexpr std::string_view fen = "3aka3/9/9/7N1/9/2R6/9/9/4A4/3AK4 w";
  const Puzzle whole = puzzle(fen, "h6g8 e9e8 c4c8");
  const auto from = [&](std::string_view before, std::string_view line) {
    Puzzle out = whole;
    for (const Move m : moves(whole.start, before)) {
      out.start.do_move(m);
    }
    out.line = moves(out.start, line);
    return out;
  };
  SECTION("the next move of the solution, and after the solution another") {
    analysis::KnownPuzzles known;
    REQUIRE(known.add(from("", "h6g8")));
    CHECK_FALSE(known.add(from("h6g8 e9e8", "c4c8")));
    CHECK_FALSE(known.add(from("h6g8 e9e8", "c4c7"))); // by whatever goes on
  }
  SECTION("after another defence than that of the solution") {
    analysis::KnownPuzzles known;
    REQUIRE(known.add(from("", "c4c8 d9e8 h6g8")));
    CHECK_FALSE(known.add(from("c4c8 f9e8", "h6g8")));
  }
  SECTION("the record that begins later comes first") {
    analysis::KnownPuzzles known;
    REQUIRE(known.add(from("h6g8 e9e8", "c4c8")));
    CHECK_FALSE(known.add(whole));
  }
  SECTION("not before the solution's first move") {
    analysis::KnownPuzzles known;
    REQUIRE(known.add(whole));
    CHECK(known.add(from("c4c5 e9e8", "c5c8")));
  }
}

TEST_CASE("a move that is missed and found later in the game is one puzzle") {
  const Puzzle first = puzzle("3aka3/9/9/7N1/9/2R6/9/9/4A4/3AK4 w", "h6g8 e9e8 c4c8");
  Puzzle again = puzzle("3aka3/9/9/7N1/9/2R6/9/4A4/9/3AK4 w", "h6g8 e9e8 c4c8");
  again.ply = 2;
  CHECK(analysis::is_same_combination(first, again));
  again.ply = 60; // long after it
  CHECK_FALSE(analysis::is_same_combination(first, again));
  Puzzle other = puzzle("3aka3/9/9/7N1/9/2R6/9/4A4/9/3AK4 w", "c4e4");
  other.ply = 2;
  CHECK_FALSE(analysis::is_same_combination(first, other));
}

TEST_CASE("candidates are where values turn, and where a mate begins") {
  record::Game game;
  game.set_start(position("3k5/9/9/9/9/9/9/9/4p4/R4K3 w"));
  auto node = record::root_node;
  const auto add = [&](std::string_view move, std::string_view value) {
    Position p = record::position_after(game, node);
    node = game.add_move(node, notation::read_move(p, move, notation::Style::uci).value());
    game.add_comment(node, value);
  };
  game.add_comment(record::root_node, "[%eval +0.10,9]");
  add("a0a1", "[%eval +0.20,9]");
  add("d9e9", "[%eval +6.00,9] loses 40 %"); // a gift ...
  add("a1a2", "[%eval +6.10,9]");
  add("e9d9", "[%eval +6.00,9]");
  add("a2a3", "[%eval +0.20,9]"); // ... and one that is given back
  add("d9e9", "[%eval #3,9]");
  const auto found = analysis::puzzle_candidates(game);
  std::vector<int> plies;
  plies.reserve(found.size());
  for (const auto& candidate : found) {
    plies.push_back(candidate.ply);
  }
  CHECK(plies == std::vector{2, 4, 6});
  CHECK(found.front().played == moves(found.front().position, "a1a2").front());
}

TEST_CASE("a piece that hangs is no puzzle") {
  const analysis::PuzzleOptions options{.nodes = 10'000};
  analysis::PuzzleMaker maker{options, analysis::puzzle_analysts(options)};
  analysis::PuzzleCandidate candidate;
  // the rook has just stepped before the horse
  candidate.position = position("4kab2/4a4/2n1b3c/p1pcp4/2n3p2/1C6P/P2R5/3C5/4A4/2BK1AB2 b");
  CHECK_FALSE(maker.find(candidate));
  // a mate in one is one, whatever it takes
  candidate.position = position("3k5/9/3c5/3R5/9/9/9/9/9/4K4 w");
  CHECK(maker.find(candidate));
}

TEST_CASE("a rook that hangs is no puzzle though a mate follows in some way") {
  const analysis::PuzzleOptions options{.nodes = 20'000};
  analysis::PuzzleMaker maker{options, analysis::puzzle_analysts(options)};
  analysis::PuzzleCandidate candidate;
  candidate.position = position("2ba1k3/4a1C2/4c3b/p1p5p/9/1R2P1P2/P1P5P/C1n2R3/3rAr3/2BAK1B2 b");
  CHECK_FALSE(maker.find(candidate));
}

TEST_CASE("the one answer to a check is no puzzle where it is seen at once") {
  const analysis::PuzzleOptions options{.nodes = 10'000};
  analysis::PuzzleMaker maker{options, analysis::puzzle_analysts(options)};
  analysis::PuzzleCandidate candidate;
  candidate.position = position("3a1kb1R/4a4/nR2b4/3N5/2CP2p2/4p4/5rP1P/4B4/4A4/r3KAB2 w");
  CHECK_FALSE(maker.find(candidate));
}

TEST_CASE("a solution ends where its positions come again") {
  const analysis::PuzzleOptions options{.nodes = 100'000};
  analysis::PuzzleMaker maker{options, analysis::puzzle_analysts(options)};
  analysis::PuzzleCandidate candidate;
  // after the cannon has stepped between, Black has nothing but perpetual check
  candidate.position = position("4kab2/4a4/4b4/pN3r2p/6p2/4C4/P3P3P/4C4/2R1AK3/2B3r2 w");
  const auto found = maker.find(candidate);
  REQUIRE(found);
  CHECK(found->line.front() == moves(candidate.position, "e2f2").front());
  CHECK(found->line.size() <= 3);
}

TEST_CASE("a win that a search has not looked at again is none") {
  const analysis::PuzzleOptions options{.nodes = 40'000};
  analysis::PuzzleMaker maker{options, analysis::puzzle_analysts(options)};
  analysis::PuzzleCandidate candidate;
  // up to depth 12, which ends after 35,000 nodes, the cannon wins; depth 13 takes 200,000
  candidate.position = position("2bak1b2/1C2a4/N1n5n/p3p3p/1R3rp2/P2R2c2/2P5P/4C4/3KA4/2B3r2 b");
  CHECK_FALSE(maker.find(candidate));
}

TEST_CASE("a mate that the engine sees and a first look does not prove is called a mate") {
  const analysis::PuzzleOptions options{.nodes = 100'000};
  analysis::PuzzleMaker maker{options, analysis::puzzle_analysts(options)};
  analysis::PuzzleCandidate candidate;
  candidate.position = position("1nb2Rb2/3k5/r3c1n2/p1p1p3r/9/2PC5/P3P4/B1N1C1c2/4A4/3AK1B2 w");
  const auto found = maker.find(candidate);
  REQUIRE(found);
  CHECK(found->mate == 3);
  CHECK(found->themes.contains(Theme::mate));
  CHECK_FALSE(found->themes.contains(Theme::advantage));
  CHECK(found->line.size() == 5);
}

TEST_CASE("a puzzle does not depend on what was asked before") {
  const analysis::PuzzleOptions options{.nodes = 20'000};
  analysis::PuzzleMaker maker{options, analysis::puzzle_analysts(options)};
  analysis::PuzzleCandidate candidate;
  // the rook checks with the cannon behind it, and then takes what it likes
  candidate.position = position("2ba1kbnr/4a2C1/9/p1p3N1p/4c4/2P3P2/P7P/3r1A2B/9/R1BAK3R b");
  const auto first = maker.find(candidate);
  REQUIRE(first);
  CHECK(first->mate == 0);
  CHECK(first->line.front() == moves(candidate.position, "d2e2").front());
  analysis::PuzzleCandidate other;
  // many moves win, and in the second many fail
  other.position = position("3k5/9/9/9/9/9/9/4C4/R3R4/4K4 w");
  CHECK_FALSE(maker.find(other));
  other.position = position("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w");
  CHECK_FALSE(maker.find(other));
  const auto again = maker.find(candidate);
  REQUIRE(again);
  CHECK(again->line == first->line);
  CHECK(again->value == first->value);
  CHECK(again->otherwise == first->otherwise);
  CHECK(again->depth == first->depth);
}

TEST_CASE("a puzzle as a record has other mates and the move of the game as variations") {
  analysis::FoundPuzzle found;
  found.puzzle = puzzle("3k5/9/9/9/9/9/9/9/9/R3K4 w", "a0d0");
  found.puzzle.mate = 1;
  found.puzzle.played = moves(found.puzzle.start, "a0a1").front();
  found.puzzle.ply = 7;
  found.game = 3;
  const auto game = puzzle_record(found);
  CHECK(game.tag("PuzzleId") == "3/7");
  CHECK(game.node_count() == 3);
  CHECK(game.has_variations());
  const auto operations = puzzle_operations(found);
  CHECK(operations.tag("bm") == "a0d0");
  CHECK(operations.tag("dm") == "1");
  CHECK(operations.plies() == 0);
}
