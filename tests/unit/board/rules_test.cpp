#include <xq/board/fen.hpp>
#include <xq/board/rules.hpp>

#include <catch2/catch.hpp>

#include <sstream>

using namespace xq;

namespace {

Position position(std::string_view fen) {
  const auto read = read_fen(fen);
  REQUIRE(read);
  return read->position;
}

std::vector<Move> repeated(const std::string& cycle, int times) {
  std::vector<Move> out;
  for (int i = 0; i < times; ++i) {
    std::istringstream words{cycle};
    for (std::string m; words >> m;) {
      out.push_back(Move{make_square(m[0] - 'a', m[1] - '0'), make_square(m[2] - 'a', m[3] - '0')});
    }
  }
  return out;
}

} // namespace

TEST_CASE("no repetition, no ruling") {
  const auto ruling = judge_repetition(Position::start(), repeated("b0c2 b9c7", 1));
  CHECK(ruling.outcome == Outcome::none);
  CHECK(judge_repetition(Position::start(), {}).outcome == Outcome::none);
}

TEST_CASE("shuffling is a draw from the third time on") {
  const std::string shuffle = "a0a1 a9a8 a1a0 a8a9";
  CHECK(judge_repetition(Position::start(), repeated(shuffle, 1)).outcome == Outcome::none);
  const auto ruling = judge_repetition(Position::start(), repeated(shuffle, 2));
  CHECK(ruling.outcome == Outcome::draw);
  CHECK(ruling.first_ply == 1);
  CHECK(ruling.last_ply == 8);
  CHECK(judge_repetition(Position::start(), repeated(shuffle, 2), RuleSet::none).outcome ==
        Outcome::none);
}

TEST_CASE("perpetual check loses for the side that gives it") {
  const Position p = position("5k3/9/9/9/9/9/9/4R4/9/3K5 w");
  const auto moves = repeated("e2f2 f9e9 f2e2 e9f9", 2);
  const auto ruling = judge_repetition(p, moves);
  CHECK(ruling.outcome == Outcome::black_wins);
  CHECK(ruling.reason == "Red gives perpetual check");
}

TEST_CASE("what counts as chased") {
  // A rook chases a lone horse; a protected horse is not chased.
  CHECK(chased_pieces(position("3k5/9/9/9/n7R/9/9/9/9/4K4 w"), Color::red).count() == 1);
  CHECK(chased_pieces(position("3k5/9/9/9/n7R/r8/9/9/9/4K4 w"), Color::red).empty());
  // A cannon chases a protected rook.
  CHECK(chased_pieces(position("3k5/9/9/9/r3p3C/r8/9/9/9/4K4 w"), Color::red).count() == 1);
  // Rook against rook is an offer, unless the victim is pinned to its king.
  CHECK(chased_pieces(position("3k5/9/9/9/r7R/9/9/9/9/4K4 w"), Color::red).empty());
  // A pawn at home may be attacked for ever, one across the river may not.
  CHECK(chased_pieces(position("3k5/9/9/p7R/9/9/9/9/9/4K4 w"), Color::red).empty());
  CHECK(chased_pieces(position("3k5/9/9/9/9/p7R/9/9/9/4K4 w"), Color::red).count() == 1);
  // Kings and pawns chase nobody.
  CHECK(chased_pieces(position("3k5/9/9/9/4P4/4n4/9/9/9/4K4 b"), Color::red).empty());
}
