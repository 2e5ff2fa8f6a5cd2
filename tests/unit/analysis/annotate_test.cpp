#include "engine/outcomes.hpp"
#include "support/games.hpp"

#include <xq/analysis/annotate.hpp>
#include <xq/base/error.hpp>

#include <algorithm>
#include <map>
#include <tuple>

using namespace xq;
using analysis::Mark;
using analysis::Question;
using record::NoteKind;

namespace {

analysis::AnalystSource small_analysts(int multipv = 1) {
  engine::Limits limits;
  limits.nodes = 3000;
  limits.multipv = multipv;
  return analysis::own_analysts(limits, {.hash_megabytes = 1}, "test");
}

analysis::Review review(const record::Game& game, int multipv = 1) {
  const auto analyst = small_analysts(multipv).make();
  return analysis::review(game, {.analyst = analyst.get()});
}

const analysis::AnnotateOptions options{.annotator = "test"};

std::vector<std::string> notes_of(const record::Game& game, record::NodeId id) {
  std::vector<std::string> out;
  game.for_each_note(id, [&](const record::Game::Note& n) {
    out.push_back(n.kind == NoteKind::nag ? "$" + std::to_string(n.nag) : std::string{n.text});
  });
  return out;
}

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

/// Answers from a table; what is not there is 0.
class Oracle final : public analysis::Analyst {
public:
  std::map<std::string, engine::Score> scores; ///< by short FEN, from Red's side
  std::map<std::string, engine::Score> deeper; ///< where a look that is not the first sees more
  std::vector<analysis::Effort> efforts;       ///< of the questions so far

  analysis::Evaluation analyse(const Question& question) override {
    efforts.push_back(question.effort());
    analysis::Evaluation out;
    const auto fen = write_short_fen(question.position());
    const bool sees_more = question.effort() != analysis::Effort::full && deeper.contains(fen);
    const auto& known = sees_more ? deeper : scores;
    const auto found = known.find(fen);
    out.score = found == known.end() ? 0 : found->second;
    MoveList legal;
    generate_legal(question.position(), legal);
    for (const Move m : legal) { // no king moves here
      if (type_of(question.position().at(m.from())) != PieceType::king && out.lines.empty()) {
        out.lines.push_back({out.score, {m}});
      }
    }
    return out;
  }
  void stop() noexcept override {}
};

/// Keeps answers in a map.
class MapStore final : public analysis::EvaluationStore {
public:
  using Id = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t>;
  std::map<Id, analysis::Evaluation> answers;
  int given_up = 0;

  static Id id(const Question& q) {
    return {to_integer(q.key()), to_integer(q.lock()), q.context()};
  }
  std::optional<analysis::Evaluation> find(const Question& q) override {
    const auto found = answers.find(id(q));
    return found == answers.end() ? std::nullopt : std::optional{found->second};
  }
  void add(const Question& q, const analysis::Evaluation& e) override { answers[id(q)] = e; }
  void give_up(const Question&) noexcept override { ++given_up; }
};

} // namespace

TEST_CASE("winning probability is a symmetric curve") {
  CHECK(analysis::winning_probability(0) == Approx(0.5));
  CHECK(analysis::winning_probability(222) == Approx(0.75).margin(0.01));
  for (const int score : {1, 50, 500, 5000, engine::mate_value - 3}) {
    CHECK(analysis::winning_probability(score) + analysis::winning_probability(-score) ==
          Approx(1.0));
    CHECK(analysis::winning_probability(score) > analysis::winning_probability(-score));
  }
  CHECK(analysis::mark_of(0.119) == Mark::none);
  CHECK(analysis::mark_of(0.12) == Mark::dubious);
  CHECK(analysis::mark_of(0.16) == Mark::mistake);
  CHECK(analysis::mark_of(0.20) == Mark::blunder);
}

TEST_CASE("values are written from Red's side") {
  CHECK(analysis::value_text(35) == "+0.35");
  CHECK(analysis::value_text(-1200) == "-12.00");
  CHECK(analysis::value_text(0) == "+0.00");
  CHECK(analysis::value_text(engine::mate_value - 1) == "#1");
  CHECK(analysis::value_text(engine::mate_value - 5) == "#3");
  CHECK(analysis::value_text(-(engine::mate_value - 2)) == "-#1");
  CHECK(analysis::value_text(-28400) == "-99.99"); // by the rules on repetition
  CHECK(analysis::value_text(12000) == "+99.99");
}

TEST_CASE("every position of the main line gets its value") {
  const auto game = support::game(std::string{start_fen}, "h2e2 h9g7 e2e6");
  const auto judged = review(game);
  REQUIRE(judged.positions.size() == 4);
  REQUIRE(judged.moves.size() == 3);
  const auto result = analysis::annotated(game, judged, options);
  CHECK(result.tag("Annotator") == "test");
  CHECK_FALSE(result.tag("ECCO").empty());
  CHECK_FALSE(result.tag("Opening").empty());
  CHECK(result.plies() == 3);
  CHECK(contains(notes_of(result, record::root_node).back(), "Black: accuracy "));
  record::NodeId id = record::root_node;
  for (std::size_t ply = 0; ply <= 3; ++ply) {
    const auto notes = notes_of(result, id);
    REQUIRE_FALSE(notes.empty());
    CHECK(notes.back().starts_with("[%eval "));
    const bool marked = ply > 0 && judged.moves[ply - 1].mark >= Mark::dubious;
    CHECK((result.node(id).next_sibling != record::no_node) == marked);
    id = result.node(id).first_child;
  }
}

TEST_CASE("a question does not know left from right, nor a past that cannot matter") {
  const auto start = Position::start();
  const auto moves_of = [](const std::string& text) {
    std::vector<Move> moves;
    support::game(std::string{start_fen}, text).main_moves(moves);
    return moves;
  };
  const auto id = [&](const std::string& text) {
    return MapStore::id(Question{start, moves_of(text)});
  };
  CHECK(id("h2e2 h9g7") == id("b2e2 b9c7"));           // the mirror image
  CHECK(id("h2e2 h9g7 b0c2") == id("b0c2 h9g7 h2e2")); // another order
  CHECK(id("h2e2 h9g7") != id("h2e2 b9c7"));
  CHECK(id("h0g2 h9g7 g2h0") != id("h2e2 h9g7"));
  // After there and back the start position has occurred twice: that may decide a repetition.
  CHECK(std::get<2>(id("h0g2 h9g7 g2h0 g7h9")) != 0);
  CHECK(std::get<2>(id("h0g2 h9g7 g2h0")) == 0);
  // A capture makes the past go away.
  CHECK(std::get<2>(id("h0g2 h9g7 g2h0 g7h9 h2h9")) == 0);
}

TEST_CASE("an answer is turned back into the game's orientation") {
  const auto a = support::game(std::string{start_fen}, "h2e2");
  const auto b = support::game(std::string{start_fen}, "b2e2");
  const auto ra = review(a);
  const auto rb = review(b);
  REQUIRE(ra.positions[1]->best_line().size() == rb.positions[1]->best_line().size());
  CHECK(ra.positions[1]->best_line().front() == mirror(rb.positions[1]->best_line().front()));
  CHECK(ra.positions[1]->score == rb.positions[1]->score);
}

TEST_CASE("answers as bytes") {
  analysis::Evaluation e;
  e.lines.push_back({-29995, {Move{make_square(0, 0), make_square(8, 9)}}});
  e.lines.push_back({12, {}});
  const auto back = analysis::decode_lines(analysis::encode_lines(e));
  REQUIRE(back);
  REQUIRE(back->size() == 2);
  CHECK((*back)[0].score == -29995);
  CHECK((*back)[0].moves == e.lines[0].moves);
  CHECK((*back)[1].moves.empty());
  CHECK_FALSE(analysis::decode_lines(analysis::encode_lines(e).substr(1)));
  CHECK_FALSE(analysis::decode_lines("\x80"));
}

TEST_CASE("a known answer is not searched again, and changes nothing") {
  const auto game = support::game(std::string{start_fen}, "h2e2 h9g7 h0g2 i9h9");
  const auto analyst = small_analysts().make();
  MapStore store;
  const analysis::ReviewTools tools{.analyst = analyst.get(), .store = &store};
  const auto first = analysis::review(game, tools);
  const auto second = analysis::review(game, tools);
  CHECK(first.searched >= 5);
  CHECK(second.searched == 0);
  CHECK(second.cached == first.searched + first.cached);
  CHECK(record::equal(analysis::annotated(game, first, options),
                      analysis::annotated(game, second, options)));
  // Nor does it matter what was asked before.
  CHECK(record::equal(analysis::annotated(game, first, options),
                      analysis::annotated(game, review(game), options)));
}

TEST_CASE("a mate in one is seen, and playing it is no mistake") {
  const auto game = support::game("3k5/R8/1R7/9/9/9/9/9/9/4K4 w", "b7b9");
  const auto judged = review(game);
  CHECK(analysis::value_text(judged.positions[0]->score) == "#1");
  CHECK(judged.positions[0]->best_line().size() == 1);
  CHECK(analysis::value_text(judged.positions[1]->score) == "#0");
  CHECK(judged.positions[1]->lines.empty());
  CHECK(judged.moves[0].mark <= Mark::good);
  CHECK(judged.moves[0].finds_mate == 1);
  CHECK(judged.players[0].mates_found == 1);
}

TEST_CASE("letting a mate go is marked even if nothing else is lost") {
  const auto game = support::game("3k5/R8/1R7/9/9/9/9/9/9/4K4 w", "a8a6");
  Oracle oracle;
  oracle.scores["3k5/R8/1R7/9/9/9/9/9/9/4K4 w"] = engine::mate_value - 1;
  oracle.scores["3k5/9/1R7/R8/9/9/9/9/9/4K4 b"] = 2500;
  for (auto& [fen, score] : std::map{oracle.scores}) { // in either orientation
    oracle.scores[write_short_fen(read_fen(fen)->position.mirrored())] = score;
  }
  const auto judged = analysis::review(game, {.analyst = &oracle});
  CHECK(judged.moves[0].loss < 0.10);
  CHECK(judged.moves[0].misses_mate == 1);
  CHECK(judged.moves[0].mark == Mark::dubious);
  CHECK(judged.players[0].mates_missed == 1);
  CHECK(contains(analysis::remark(judged, 0), "misses mate in 1"));
}

TEST_CASE("leaving a rook to be taken is a blunder, and the better move a variation") {
  // Black's horse on d4 attacks c2; Red's rook goes there although every other square is safe.
  const auto game = support::game("4k4/4a4/9/9/9/3n5/9/8R/4A4/2B1KAB2 w", "i2c2 d4c2");
  const auto judged = review(game);
  REQUIRE(judged.moves.size() == 2);
  CHECK(judged.moves[0].mark == Mark::blunder);
  CHECK(judged.moves[1].mark == Mark::none);
  const auto result = analysis::annotated(game, judged, options);
  const auto notes = notes_of(result, 1);
  REQUIRE(notes.size() == 2);
  CHECK(notes[0] == "$4");
  CHECK(contains(notes[1], "loses "));
  const auto better = result.node(1).next_sibling;
  REQUIRE(better != record::no_node);
  CHECK(result.node(better).move == judged.positions[0]->best_line().front());
  REQUIRE(notes_of(result, better).size() == 1);
  CHECK(notes_of(result, better)[0].starts_with("[%pv +"));
  // Without lines, or with several of them.
  auto other = options;
  other.lines = analysis::ShownLines::none;
  CHECK_FALSE(analysis::annotated(game, judged, other).has_variations());
  const auto three = analysis::annotated(game, review(game, 3), options);
  int lines = 0;
  for (auto id = three.node(1).next_sibling; id != record::no_node;
       id = three.node(id).next_sibling) {
    ++lines;
  }
  CHECK(lines == 3);
}

TEST_CASE("values, losses and marks are of the same answers") {
  // Small searches contradict each other often.
  const auto game = support::game(
      std::string{start_fen},
      "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 h0h6 h7i7 h6g6 i7i8 c3c4 i8g8 g6f6 b7b3 b0c2 h9h3 g3g4 h3g3 "
      "g4g5 g3g2 g5g6 c6c5 g6g7 c5c4 b2a2 c4c3 g7f7 c3c2");
  const auto judged = review(game);
  int marks = 0;
  for (std::size_t ply = 0; ply < judged.moves.size(); ++ply) {
    INFO("ply " << ply);
    const int sign = ply % 2 == 0 ? 1 : -1;
    const double before = engine::outcomes_of(sign * judged.positions[ply]->score).points();
    const double after = engine::outcomes_of(sign * judged.positions[ply + 1]->score).points();
    const auto& move = judged.moves[ply];
    if (move.best) {
      CHECK(move.loss == 0);
      CHECK(move.mark <= Mark::good);
    } else { // each of two neighbours counts half, and no more than five points
      CHECK(std::abs(std::max(0.0, before - after) - move.loss) <= 0.05 + 1e-9);
      CHECK(std::max(analysis::mark_of(move.loss),
                     move.misses_mate != 0 ? Mark::dubious : Mark::none) == move.mark);
    }
    CHECK(judged.positions[ply]->lines.front().score == judged.positions[ply]->score);
    marks += move.mark >= Mark::dubious ? 1 : 0;
  }
  CHECK(marks > 2);
}

TEST_CASE("what only one search saw counts half") {
  const std::string start{"3k5/9/9/9/9/9/9/8R/4A4/4KA3 w"};
  const auto game = support::game(start, "i2i3 d9d8 i3i4 d8d9 i4i5");
  const auto loss_of_third = [&](engine::Score seen) { // by the search of the position after it
    Oracle oracle;
    Position position = game.start();
    std::vector<Move> moves;
    game.main_moves(moves);
    for (std::size_t ply = 0; ply < moves.size(); ++ply) {
      position.do_move(moves[ply]);
      if (ply == 2) {
        oracle.scores[write_short_fen(position)] = seen;
        oracle.scores[write_short_fen(position.mirrored())] = seen;
      }
    }
    return analysis::review(game, {.analyst = &oracle}).moves[2].loss;
  };
  CHECK(loss_of_third(0) == 0);
  const double seen = 0.5 - engine::outcomes_of(-200).points();
  CHECK(loss_of_third(-200) == Approx(seen - 0.025)); // the position after that is worth 0
  CHECK(loss_of_third(-40) == Approx((0.5 - engine::outcomes_of(-40).points()) / 2));
}

TEST_CASE("a second look is for moves that seem to lose, and not for the engine's own") {
  const std::string start{"3k5/9/9/9/9/9/9/8R/4A4/4KA3 w"};
  const auto efforts = [&](const std::string& first_move, engine::Score after,
                           analysis::Looks looks) {
    const auto game = support::game(start, first_move);
    Position position = game.start();
    position.do_move(game.node(1).move);
    Oracle oracle;
    oracle.scores[write_short_fen(position)] = after;
    oracle.scores[write_short_fen(position.mirrored())] = after;
    static_cast<void>(analysis::review(game, {.analyst = &oracle, .looks = looks}));
    return oracle.efforts;
  };
  using Efforts = std::vector<analysis::Effort>;
  using enum analysis::Effort;
  const Position here = support::game(start, "").start();
  Oracle oracle;
  const Question question{here, {}};
  const auto choice = question.oriented(oracle.analyse(question));
  const auto own = notation::to_text(here, choice.best_line().front(), notation::Style::uci);
  const std::string other = own == "i2i3" ? "i2i4" : "i2i3";
  // No oracle's line begins with a king's move: after the move there is none, and no second look.
  CHECK(efforts(other, -200, {deep}) == Efforts{full, full, deep});
  CHECK(efforts(other, -200, {thorough}) == Efforts{full, full, thorough});
  CHECK(efforts(other, -20, {deep}) == Efforts{full, full});
  // a third look where there may be a mark, a fourth one where it is in doubt whether there is one
  const analysis::Looks all{thorough, extensive, exhaustive};
  CHECK(efforts(other, -150, all) == Efforts{full, full, thorough});
  CHECK(efforts(other, -200, all) == Efforts{full, full, thorough, extensive, exhaustive});
  CHECK(efforts(other, -215, all) == Efforts{full, full, thorough, extensive, exhaustive});
  CHECK(efforts(other, -400, all) == Efforts{full, full, thorough, extensive});
  CHECK(efforts(other, 200, {deep}) == Efforts{full, full}); // the move seems to win
  CHECK(std::ranges::count(efforts(own, -200, {deep}), deep) == 0);
}

TEST_CASE("a second look is at both positions, whatever the first of them says") {
  const auto game = support::game("3k5/9/9/9/p8/9/9/9/4A3R/4KA3 w", "i1i2");
  Position after = game.start();
  after.do_move(game.node(1).move);
  Oracle oracle;
  for (const auto& [position, first, second] :
       {std::tuple{game.start(), 280, 100}, std::tuple{after, 150, -600}}) {
    for (const Position& side : {position, position.mirrored()}) {
      oracle.scores[write_short_fen(side)] = first;
      oracle.deeper[write_short_fen(side)] = second;
    }
  }
  const auto review = analysis::review(game, {.analyst = &oracle});
  REQUIRE_FALSE(review.moves[0].best);
  CHECK(review.positions[0]->score == 100);
  CHECK(review.positions[1]->score == -600);
  CHECK(review.moves[0].mark == Mark::blunder);
}

TEST_CASE("an effort is a multiple of nodes and time, and plies more or less") {
  engine::Limits limits;
  limits.nodes = 1000;
  limits.depth = 6;
  limits.move_time = std::chrono::milliseconds{40};
  const Question here{Position::start(), {}};
  const auto with = [&](analysis::Effort effort) {
    const auto out = analysis::limits_of(limits, here.with(effort));
    return std::tuple{out.nodes, out.depth, out.move_time.count(), analysis::cost_of(effort)};
  };
  CHECK(with(analysis::Effort::quick) == std::tuple{250U, 3, 10, 0.25});
  CHECK(with(analysis::Effort::full) == std::tuple{1000U, 6, 40, 1});
  CHECK(with(analysis::Effort::deep) == std::tuple{4000U, 9, 160, 4});
  CHECK(with(analysis::Effort::thorough) == std::tuple{8000U, 10, 320, 8});
  CHECK(with(analysis::Effort::extensive) == std::tuple{16000U, 11, 640, 16});
  CHECK(with(analysis::Effort::exhaustive) == std::tuple{64000U, 13, 2560, 64});
  limits = {};
  limits.nodes = 2;
  CHECK(with(analysis::Effort::quick) == std::tuple{1U, 0, 0, 0.25});
}

TEST_CASE("the value of a position is the mean of the last two depths") {
  engine::Limits limits;
  limits.depth = 6;
  engine::Engine engine{{.hash_megabytes = 1}};
  std::map<int, engine::Score> scores;
  const auto report = engine.search(Position::start(), {}, limits, [&](const engine::Report& r) {
    scores[r.depth] = r.lines.front().score;
  });
  REQUIRE(scores.size() == 6);
  const auto analyst = analysis::own_analysts(limits, {.hash_megabytes = 1}, "test").make();
  const auto answer = analyst->analyse(Question{Position::start(), {}});
  CHECK(answer.score == (scores[5] + scores[6]) / 2);
  CHECK(answer.lines.front().score == answer.score);
  CHECK(answer.depth == 6);
  CHECK(answer.nodes == report.nodes);
  INFO("a mate is what the last depth says");
  const auto mate = read_fen("3k5/R8/1R7/9/9/9/9/9/9/4K4 w")->position;
  CHECK(analysis::value_text(analyst->analyse(Question{mate, {}}).score) == "#1");
}

TEST_CASE("an answer does not depend on what was asked before") {
  using enum analysis::Effort;
  engine::Limits limits;
  limits.nodes = 3000;
  const auto source =
      analysis::own_analysts(analysis::review_limits(limits), {.hash_megabytes = 1}, "test");
  const auto game =
      support::game(std::string{start_fen}, "h2e2 h9g7 h0g2 i9h9 g3g4 c6c5 i0h0 b7b3");
  std::vector<Move> moves;
  game.main_moves(moves);
  const auto asked = source.make();
  const auto check = [&](const Question& question) {
    const auto answer = asked->analyse(question);
    const auto alone = source.make()->analyse(question);
    CHECK(answer.score == alone.score);
    CHECK(answer.nodes == alone.nodes);
    CHECK(answer.depth == alone.depth);
    CHECK(std::ranges::equal(answer.best_line(), alone.best_line()));
  };
  for (const analysis::Effort effort : {full, quick, deep, thorough, deep, extensive, full}) {
    for (std::size_t n = 0; n <= moves.size(); n += 2) {
      const Question question{game.start(), std::span{moves}.first(n)};
      check(question.with(effort));
      if (n < moves.size()) {
        check(question.without(moves[n], effort));
      }
    }
  }
}

TEST_CASE("moves in the book are not judged") {
  const auto game = support::game(std::string{start_fen}, "h2e2 h9g7 h0g2 i9h9");
  const auto analyst = small_analysts().make();
  analysis::ReviewTools tools{.analyst = analyst.get()};
  tools.in_book = [](const Position& position, Move) { return position.fullmove_number() == 1; };
  const auto judged = analysis::review(game, tools);
  CHECK(judged.book_plies == 2);
  CHECK_FALSE(judged.positions[1]);
  CHECK(judged.positions[2]);
  CHECK(judged.players[0].moves == 1);
  CHECK(analysis::remark(judged, 1).empty());
  CHECK(contains(analysis::remark(judged, 2), "leaves the book"));
  const auto result = analysis::annotated(game, judged, options);
  CHECK(notes_of(result, 1).empty());
  CHECK(record::equal(result, analysis::annotated(result, judged, options)));
}

TEST_CASE("annotating twice changes nothing, other comments and lines stay") {
  auto game = support::game(std::string{start_fen}, "h2e2 h9g7 h0g2");
  game.add_comment(1, "a human's word");
  game.add_nag(1, 2);
  game.add_nag(2, 1);
  game.add_comment(record::root_node, "before the start");
  const auto reply = game.add_move(1, Move{make_square(1, 9), make_square(2, 7)});
  game.add_comment(reply, "a variation");
  auto all = options;
  all.lines = analysis::ShownLines::all;
  const auto once = analysis::annotated(game, review(game), all);
  const auto twice = analysis::annotated(once, review(once), all);
  CHECK(notes_of(once, 1).front() == "a human's word");
  CHECK(notes_of(once, 1)[1] == "$2"); // a human's mark, although it looks like one of ours
  CHECK(record::equal(once, twice));
  // A line of ours that somebody went on with is theirs.
  auto changed = once;
  record::NodeId ours = record::no_node;
  for (record::NodeId id = 1; id < changed.node_count(); ++id) {
    for (const auto& note : notes_of(changed, id)) {
      ours = note.starts_with("[%pv ") ? id : ours;
    }
  }
  REQUIRE(ours != record::no_node);
  changed.add_comment(ours, "I like this one");
  const auto kept = analysis::annotated(changed, review(changed), all);
  bool found = false;
  for (record::NodeId id = 1; id < kept.node_count(); ++id) {
    for (const auto& note : notes_of(kept, id)) {
      found = found || note == "I like this one";
    }
  }
  CHECK(found);
}

TEST_CASE("a review can be stopped") {
  const auto game = support::game(std::string{start_fen}, "h2e2 h9g7 h0g2");
  const auto analyst = small_analysts().make();
  MapStore store;
  int asked = 0;
  analysis::ReviewTools tools{.analyst = analyst.get(), .store = &store};
  tools.keep_going = [&] { return ++asked < 4; };
  CHECK_THROWS_AS(analysis::review(game, tools), Interrupted);
  CHECK(store.answers.size() == 1); // the one in work is dropped, the one before is kept
  CHECK(store.given_up == 1);
}

TEST_CASE("the identity of an analyst names all that its answers depend on") {
  engine::Limits limits;
  limits.nodes = 1000;
  const auto identity = [&](const engine::Options& o) {
    return analysis::own_analysts(limits, o, "1.2").identity;
  };
  const auto plain = identity({.hash_megabytes = 1});
  CHECK(contains(plain, "1.2"));
  CHECK(contains(plain, "1000 nodes"));
  CHECK(plain == identity({.hash_megabytes = 1}));
  CHECK(plain != identity({.hash_megabytes = 2}));
  CHECK(plain != identity({.hash_megabytes = 1, .natural_limit = 100}));
  limits.soft_nodes = 500;
  CHECK(plain != identity({.hash_megabytes = 1}));
  limits.soft_nodes = 0;
  limits.multipv = 2;
  CHECK(plain != identity({.hash_megabytes = 1}));
}
