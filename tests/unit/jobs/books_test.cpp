#include "support/catch.hpp"
#include "support/key_analyst.hpp"
#include "support/make_book.hpp"
#include "support/scratch_folder.hpp"

#include <xq/base/error.hpp>
#include <xq/book/explore.hpp>
#include <xq/scoring.hpp>

#include <random>
#include <string>

using namespace xq;
using Catch::Matchers::ContainsSubstring;

namespace {

/// A book of random games; `judged`: with scores by a stand-in for an engine.
book::Book small_book(const support::ScratchFolder& folder, bool judged) {
  std::mt19937 random{5};
  const auto path = folder.file("book.xqbook");
  support::make_book(path, support::small_archive(random, 40), {.max_ply = 6});
  if (judged) {
    support::KeyEngine engine;
    ScoringSetup setup;
    setup.book = setup.target = path;
    setup.analysts = support::key_analysts(engine);
    ScoringRun run{setup};
    REQUIRE(run.run() == StopReason::none);
  }
  return book::Book{path};
}

} // namespace

TEST_CASE("the best lines of a judged book begin with its best moves", "[jobs][book][threads]") {
  const support::ScratchFolder folder;
  auto book = small_book(folder, true);
  const Position start = Position::start();
  const auto probed = book::probe(book, start, book::Weighting::engine);
  const auto lines = book::best_lines(book, start, 3, 4);
  REQUIRE(lines.size() == 3);
  CHECK(lines[0].first.score->score == probed.moves[0].score->score);
  CHECK(lines[0].first.score->score >= lines[1].first.score->score);
  for (const auto& line : lines) {
    CHECK(line.moves.size() <= 4);
    CHECK(line.moves.front() == line.first.move);
    Position position = line.before;
    for (const Move move : line.moves) {
      REQUIRE(legal_moves(position).contains(move));
      position.do_move(move);
    }
  }
  CHECK_THAT(book::as_json(lines[0]), ContainsSubstring(R"("line":[")"));
  CHECK_THAT(book::as_json(probed), ContainsSubstring(R"("rank":1)"));
}

TEST_CASE("a book that no engine has judged has no lines and no holes", "[jobs][book]") {
  const support::ScratchFolder folder;
  auto book = small_book(folder, false);
  CHECK(book::best_lines(book, Position::start()).empty());
  CHECK_THROWS_AS(book::find_holes(book), UsageError);
}

TEST_CASE("holes are popular moves that lose something, and good ones that nobody plays",
          "[jobs][book][threads]") {
  const support::ScratchFolder folder;
  auto book = small_book(folder, true);
  const book::HoleOptions options{.loss = 5, .share = 1, .min_games = 1, .limit = 10};
  const auto holes = book::find_holes(book, options);
  REQUIRE(!holes.bad.empty());
  CHECK(holes.bad.size() <= 10);
  for (const auto& hole : holes.bad) {
    CHECK(hole.loss >= 5);
    CHECK(hole.best.score->score > hole.move.score->score);
  }
  CHECK_THAT(book::as_json(holes.bad.front()), ContainsSubstring(R"("kind":"bad")"));
  book::HoleOptions stopped = options;
  stopped.keep_going = [] { return false; };
  CHECK_THROWS_AS(book::find_holes(book, stopped), Interrupted);
}
