#include "notation/reading.hpp"
#include "support/games.hpp"

#include <xq/analysis/annotate.hpp>
#include <xq/analysis/review.hpp>
#include <xq/engine/engine.hpp>

using namespace xq;
using analysis::Evaluation;
using analysis::LineGain;

namespace {

Position position_of(const std::string& fen) { return read_fen(fen)->position; }

/// Legal moves in squares, one after another.
std::vector<Move> line(Position at, const std::string& moves) {
  std::vector<Move> out;
  std::istringstream words{moves};
  for (std::string word; words >> word;) {
    const auto reading = notation::read_token(at, word);
    INFO(word);
    REQUIRE(reading);
    out.push_back(reading.move);
    at.do_move(reading.move);
  }
  return out;
}

Evaluation answer(const Position& at, engine::Score score, const std::string& moves) {
  Evaluation out;
  out.score = score;
  out.lines.push_back({score, line(at, moves)});
  return out;
}

int count(const LineGain::Counts& counts, PieceType type) { return counts[to_index(type)]; }

/// What is said about the first move of `played`, which is followed by the refutation.
std::string words(const std::string& fen, engine::Score before, const std::string& better,
                  const std::string& played, engine::Score after, const std::string& refutation) {
  const Position at = position_of(fen);
  const Move move = line(at, played).front();
  Position next = at;
  next.do_move(move);
  analysis::Review review;
  review.moves.resize(1);
  review.moves[0].reason = analysis::reason_of_loss(at, move, answer(at, before, better),
                                                    answer(next, after, refutation));
  return analysis::remark(review, 0, {.style = notation::Style::uci});
}

const std::string hanging = "2bak4/4a4/4b4/9/9/3n5/9/8R/4A4/2B1KAB2 w";

} // namespace

TEST_CASE("a line proves what is captured in it") {
  const Position at = position_of(hanging);
  const auto taken = analysis::gain_of_line(at, line(at, "i2c2 d4c2"), Color::black);
  CHECK(count(taken.won, PieceType::rook) == 1);
  CHECK(taken.worth() == 18);
  CHECK(analysis::gain_of_line(at, line(at, "i2c2 d4c2"), Color::red).worth() == -18);
  CHECK(analysis::gain_of_line(at, line(at, "i2i5"), Color::red).worth() == 0);
}

TEST_CASE("what is taken back after the end of a line counts") {
  // The rook takes a horse that a rook guards; then it takes one that nobody guards.
  const Position guarded = position_of("3k2r2/9/9/9/6n2/9/9/9/9/4K1R2 w");
  CHECK(analysis::gain_of_line(guarded, line(guarded, "g0g5"), Color::red).worth() == 8 - 18);
  const Position open = position_of("3k2r2/9/9/8n/9/9/9/9/9/4K3R w");
  CHECK(analysis::gain_of_line(open, line(open, "i0i6"), Color::red).worth() == 8);
  INFO("a line without moves is settled, too");
  CHECK(analysis::gain_of_line(open, {}, Color::red).worth() == 8);
}

TEST_CASE("equal pieces that are exchanged are not mentioned") {
  const Position at = position_of("3k2r2/9/9/9/6r2/9/9/9/9/4K1R2 w");
  const auto gain = analysis::gain_of_line(at, line(at, "g0g5 g9g5"), Color::red);
  CHECK(gain.worth() == 0);
  CHECK(count(gain.won, PieceType::rook) == 0);
}

TEST_CASE("an empty central cannon has nothing between it and the king") {
  CHECK(analysis::has_empty_cannon(position_of("3aka3/9/9/9/4C4/9/9/9/9/3K5 w"), Color::red));
  CHECK_FALSE(
      analysis::has_empty_cannon(position_of("3aka3/9/9/4p4/4C4/9/9/9/9/3K5 b"), Color::red));
  CHECK_FALSE(analysis::has_empty_cannon(position_of("3aka3/9/9/9/3C5/9/9/9/9/3K5 w"), Color::red));
  CHECK_FALSE(analysis::has_empty_cannon(position_of("3k1a3/9/9/9/4C4/9/9/9/9/4K4 w"), Color::red));
  CHECK_FALSE(analysis::has_empty_cannon(position_of("3aka3/9/9/9/4c4/9/9/9/9/3K5 w"), Color::red));
  CHECK(analysis::has_empty_cannon(position_of("3k5/9/9/9/4c4/9/9/9/9/4K4 w"), Color::black));
}

TEST_CASE("a remark says what was overlooked, or what the better move wins") {
  CHECK(words(hanging, 500, "i2i9", "i2c2", -300, "d4c2") == "overlooks d4c2, which wins a rook");
  const std::string horse = "3k2r2/9/9/8n/9/9/9/9/9/4K3R w";
  CHECK(words(horse, 600, "i0i6", "i0h0", 150, "g9g8") == "i0i6 wins a horse");
  INFO("values that say otherwise are believed");
  CHECK(words(horse, 250, "i0i6", "i0h0", 150, "g9g8").empty());
}

TEST_CASE("a remark says when an empty central cannon is taken") {
  const std::string fen = "3akar2/9/9/9/3C5/9/9/9/9/3K4R w";
  CHECK(words(fen, 300, "d5e5 g9g8", "i0i1", 0, "g9g8") == "d5e5 takes the empty central cannon");
}

TEST_CASE("a remark names a repetition that is forbidden") {
  const std::string horse = "3k2r2/9/9/8n/9/9/9/9/9/4K3R w";
  CHECK(words(horse, 0, "i0i6", "i0h0", -engine::rule_win + 8, "g9g8") ==
        "runs into a forbidden repetition");
  CHECK(words(horse, engine::rule_win - 8, "i0i6", "i0h0", 0, "g9g8") ==
        "i0i6 wins by the rules on repetition");
}

TEST_CASE("a remark names the ending that a line comes to") {
  const std::string rook = "2b1k4/9/4b4/9/9/9/9/8p/R8/3K5 w";
  CHECK(words(rook, 500, "a1a2 e9e8 a2i2", "a1i1", -300, "i2i1") ==
        "overlooks i2i1, which wins a rook; a1a2 reaches a won ending: a rook against 2 elephants");
  INFO("rooks are exchanged, and what is left does not win");
  const std::string rooks = "2bak4/4a4/4b4/9/6r2/9/9/9/4N1R2/4K4 w";
  CHECK(words(rooks, 300, "g1h1", "g1g5", 20, "e7g5 e1c2 g5e7") ==
        "runs into a drawn ending: a horse against 2 elephants and 2 advisors");
  INFO("an ending that the better move reaches, too, is no reason");
  CHECK(words(rooks, 300, "g1g5 e7g5 e1f3 g5e7", "e1f3", 20, "g5g1").empty());
}

TEST_CASE("pieces do not matter beside a mate") {
  const std::string horse = "3k2r2/9/9/8n/9/9/9/9/9/4K3R w";
  CHECK(words(horse, engine::mate_value - 5, "i0i6", "i0h0", 0, "g9g8").empty());
}
