#include "support/games.hpp"

#include <xq/analysis/annotate.hpp>
#include <xq/base/error.hpp>

using namespace xq;
using analysis::Mark;
using record::NoteKind;

namespace {

analysis::AnnotateOptions small_options() {
  analysis::AnnotateOptions options;
  options.limits.nodes = 3000;
  options.annotator = "test";
  return options;
}

std::vector<std::string> notes_of(const record::Game& game, record::NodeId id) {
  std::vector<std::string> out;
  game.for_each_note(id, [&](const record::Game::Note& n) {
    out.push_back(n.kind == NoteKind::nag ? "$" + std::to_string(n.nag) : std::string{n.text});
  });
  return out;
}

} // namespace

TEST_CASE("winning probability is a symmetric curve") {
  CHECK(analysis::winning_probability(0) == Approx(0.5));
  CHECK(analysis::winning_probability(300) == Approx(0.75).margin(0.01));
  for (const int score : {1, 50, 500, 5000, engine::mate_value - 3}) {
    CHECK(analysis::winning_probability(score) + analysis::winning_probability(-score) ==
          Approx(1.0));
    CHECK(analysis::winning_probability(score) > analysis::winning_probability(-score));
  }
  CHECK(analysis::mark_of(0.099) == Mark::none);
  CHECK(analysis::mark_of(0.10) == Mark::dubious);
  CHECK(analysis::mark_of(0.20) == Mark::mistake);
  CHECK(analysis::mark_of(0.30) == Mark::blunder);
}

TEST_CASE("values are written from Red's side") {
  CHECK(analysis::value_text(35) == "+0.35");
  CHECK(analysis::value_text(-1200) == "-12.00");
  CHECK(analysis::value_text(0) == "+0.00");
  CHECK(analysis::value_text(engine::mate_value - 1) == "#1");
  CHECK(analysis::value_text(engine::mate_value - 5) == "#3");
  CHECK(analysis::value_text(-(engine::mate_value - 2)) == "-#1");
}

TEST_CASE("every position of the main line gets its value") {
  const auto game = support::game(std::string{start_fen}, "h2e2 h9g7 e2e6");
  engine::Engine engine;
  const auto options = small_options();
  const auto review = analysis::review(game, engine, options);
  REQUIRE(review.positions.size() == 4);
  REQUIRE(review.marks.size() == 3);
  const auto result = analysis::annotated(game, review, options);
  CHECK(result.tag("Annotator") == "test");
  CHECK(result.plies() == 3);
  record::NodeId id = record::root_node;
  for (std::size_t ply = 0; ply <= 3; ++ply) {
    const auto notes = notes_of(result, id);
    REQUIRE_FALSE(notes.empty());
    CHECK(notes.back().starts_with("[%eval "));
    const bool marked = ply > 0 && review.marks[ply - 1] != Mark::none;
    CHECK((notes.back().find("better: ") != std::string::npos) == marked);
    id = result.node(id).first_child;
  }
}

TEST_CASE("a mate in one is seen, and playing it is no mistake") {
  const auto game = support::game("3k5/R8/1R7/9/9/9/9/9/9/4K4 w", "b7b9");
  engine::Engine engine;
  const auto review = analysis::review(game, engine, small_options());
  CHECK(analysis::value_text(review.positions[0].score) == "#1");
  CHECK(review.positions[0].line.size() == 1);
  CHECK(analysis::value_text(review.positions[1].score) == "#0");
  CHECK(review.positions[1].line.empty());
  CHECK(review.marks[0] == Mark::none);
}

TEST_CASE("leaving a rook to be taken is a blunder") {
  // Black's horse on d4 attacks c2; Red's rook goes there although every other square is safe.
  const auto game = support::game("2bak4/4a4/4b4/9/9/3n5/9/8R/4A4/2B1KAB2 w", "i2c2 d4c2");
  engine::Engine engine;
  const auto options = small_options();
  const auto review = analysis::review(game, engine, options);
  REQUIRE(review.marks.size() == 2);
  CHECK(review.marks[0] == Mark::blunder);
  CHECK(review.marks[1] == Mark::none);
  const auto notes = notes_of(analysis::annotated(game, review, options), 1);
  REQUIRE(notes.size() == 2);
  CHECK(notes[0] == "$4");
  CHECK(notes[1].find(" better: ") != std::string::npos);
}

TEST_CASE("annotating twice changes nothing, other comments stay") {
  auto game = support::game(std::string{start_fen}, "h2e2 h9g7 h0g2");
  game.add_comment(1, "a human's word");
  game.add_nag(1, 2);
  game.add_nag(2, 1);
  game.add_comment(record::root_node, "before the start");
  const auto reply = game.add_move(1, Move{make_square(1, 9), make_square(2, 7)});
  game.add_comment(reply, "a variation");
  engine::Engine engine;
  const auto options = small_options();
  const auto once = analysis::annotated(game, analysis::review(game, engine, options), options);
  const auto twice = analysis::annotated(once, analysis::review(once, engine, options), options);
  CHECK(notes_of(once, 1).front() == "a human's word");
  CHECK(once.node_count() == game.node_count());
  CHECK(notes_of(once, 1)[1] == "$2"); // a human's mark, although it looks like one of ours
  CHECK(record::equal(once, twice));
}

TEST_CASE("a review can be stopped") {
  const auto game = support::game(std::string{start_fen}, "h2e2 h9g7 h0g2");
  engine::Engine engine;
  int asked = 0;
  CHECK_THROWS_AS(analysis::review(game, engine, small_options(), [&] { return ++asked < 3; }),
                  Interrupted);
}
