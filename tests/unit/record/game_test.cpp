#include "support/catch.hpp"

#include <xq/base/problem_code.hpp>
#include <xq/record/game.hpp>

#include <fmt/core.h>

using namespace xq;
using namespace xq::record;

namespace {

Move move(int from_file, int from_rank, int to_file, int to_rank) {
  return {make_square(from_file, from_rank), make_square(to_file, to_rank)};
}

const Move cannon_center = move(7, 2, 4, 2);
const Move horse_up = move(7, 9, 6, 7);
const Move cannon_answer = move(7, 7, 4, 7);

/// 1. 炮二平五 马8进7 (1... 炮8平5 {answer}) with a comment and a mark.
Game sample() {
  Game game;
  game.add_tag("Event", "五羊杯");
  game.add_tag("Red", "许银川");
  game.set_result(Result::draw);
  game.add_comment(root_node, "before");
  const auto first = game.add_move(root_node, cannon_center);
  game.add_move(first, horse_up);
  const auto other = game.add_move(first, cannon_answer);
  game.add_comment(other, "answer");
  game.add_nag(other, 5);
  return game;
}

} // namespace

TEST_CASE("a new game is empty and starts at the start") {
  const Game game;
  CHECK(game.node_count() == 1);
  CHECK(game.plies() == 0);
  CHECK(game.standard_start());
  CHECK(game.result() == Result::unknown);
  CHECK(game.tag("Event").empty());
  CHECK(game.usable());
  CHECK(game.final_position() == Position::start());
}

TEST_CASE("headers keep order and text and compare without case") {
  Game game;
  game.add_tag("Event", "");
  game.add_tag("RED", "甲");
  game.add_tag("Red", "乙");
  CHECK(game.tag("red") == "甲");
  CHECK(game.tag_count() == 3);
  CHECK(game.has_tag("event"));
  CHECK_FALSE(game.has_tag("Even"));
  game.set_tag("red", "丙丁");
  CHECK(game.tag("Red") == "丙丁");
  CHECK(game.tag_at(1).name == "RED");
  CHECK(game.tag_count() == 3);
  game.remove_tag("Red");
  CHECK(game.tag_count() == 1);
  game.set_tag("Black", "戊");
  CHECK(game.tag_at(1).value == "戊");
}

TEST_CASE("a header may be set from the game's own text") {
  Game game;
  game.add_tag("White", "a name long enough to be stored nowhere but on the heap");
  for (int i = 0; i < 20; ++i) { // grow the text while reading from it
    game.add_tag(game.tag_at(0).name, game.tag("White"));
    game.set_tag("Red", game.tag("White"));
  }
  CHECK(game.tag_at(20).name == "White");
  CHECK(game.tag_at(20).value == "a name long enough to be stored nowhere but on the heap");
  CHECK(game.tag("Red") == game.tag("White"));
}

TEST_CASE("the tree keeps main line and alternatives in order") {
  Game game;
  const auto first = game.add_move(root_node, cannon_center);
  const auto second = game.add_move(first, horse_up);
  CHECK_FALSE(game.has_variations());
  CHECK(game.plies() == 2);
  const auto other = game.add_move(first, cannon_answer);
  const auto third = game.add_move(first, move(1, 9, 2, 7));
  CHECK(game.has_variations());
  CHECK(game.plies() == 2);
  CHECK(game.node(first).first_child == second);
  CHECK(game.node(second).next_sibling == other);
  CHECK(game.node(other).next_sibling == third);
  CHECK(game.node(third).next_sibling == no_node);
  CHECK(game.node(third).parent == first);
  std::vector<Move> line{Move{}};
  game.main_moves(line);
  CHECK(line == std::vector{cannon_center, horse_up});
  Position expected = Position::start();
  expected.do_move(cannon_center);
  expected.do_move(horse_up);
  CHECK(game.final_position() == expected);
  game.clear_moves();
  CHECK(game.node_count() == 1);
  CHECK_FALSE(game.has_variations());
}

TEST_CASE("many alternatives and notes at one move take linear time") {
  Game game; // 300,000 steps along a list each time would take minutes
  const auto first = game.add_move(root_node, cannon_center);
  for (int i = 0; i < 300'000; ++i) {
    const auto other = game.add_move(first, horse_up);
    game.add_nag(first, 1);
    game.add_nag(other, 2);
  }
  int count = 0;
  game.for_each_note(first, [&](const Game::Note& n) { count += n.nag; });
  CHECK(count == 300'000);
}

TEST_CASE("notes come back in order with their kinds") {
  Game game;
  const auto id = game.add_move(root_node, cannon_center);
  game.add_comment(id, "first", NoteKind::comment_before);
  game.add_nag(id, 3);
  game.add_comment(id, "炮");
  std::string seen;
  game.for_each_note(id, [&](const Game::Note& n) {
    seen += n.kind == NoteKind::nag ? fmt::format("${}", n.nag) : std::string{n.text};
    seen += n.kind == NoteKind::comment_before ? "< " : " ";
  });
  CHECK(seen == "first< $3 炮 ");
}

TEST_CASE("a cleared game is as new") {
  Game game = sample();
  game.number = 7;
  game.line = 9;
  game.problems.push_back(make_problem(ProblemCode::illegal_move, "x"));
  CHECK_FALSE(game.usable());
  game.clear();
  CHECK(equal(game, Game{}));
  CHECK(game.number == 0);
  CHECK(game.line == 0);
  CHECK(game.problems.empty());
  CHECK_FALSE(game.has_notes());
}

TEST_CASE("equal sees every difference that is part of the game") {
  const Game game = sample();
  CHECK(equal(game, sample()));
  const auto differs = [&](auto change) {
    Game other = sample();
    change(other);
    return !equal(game, other) && !equal(other, game);
  };
  CHECK(differs([](Game& g) { g.set_result(Result::red_wins); }));
  CHECK(differs([](Game& g) { g.set_tag("Red", "x"); }));
  CHECK(differs([](Game& g) { g.add_tag("Black", ""); }));
  CHECK(differs([](Game& g) { g.add_nag(1, 1); }));
  CHECK(differs([](Game& g) { g.add_comment(3, "more"); }));
  CHECK(differs([](Game& g) { g.add_move(2, cannon_answer); }));
  CHECK(differs([](Game& g) { g.add_move(root_node, horse_up); }));
  CHECK(differs([](Game& g) {
    Position p = g.start();
    p.set_counters(3, 4);
    g.set_start(p);
  }));
  Game provenance = sample();
  provenance.number = 99;
  CHECK(equal(game, provenance));
}

TEST_CASE("results have their PGN form") {
  CHECK(to_text(Result::red_wins) == "1-0");
  CHECK(to_text(Result::black_wins) == "0-1");
  CHECK(to_text(Result::draw) == "1/2-1/2");
  CHECK(to_text(Result::unknown) == "*");
}

TEST_CASE("the main line with the positions in which it is played") {
  const Game game = sample();
  std::string line;
  Position expected = game.start();
  for (const auto& [played, before] : game.main_line()) {
    CHECK(before == expected);
    line += fmt::format("{}-{} ", to_index(played.from()), to_index(played.to()));
    expected.do_move(played);
  }
  CHECK(line == fmt::format("{}-{} {}-{} ", to_index(cannon_center.from()),
                            to_index(cannon_center.to()), to_index(horse_up.from()),
                            to_index(horse_up.to())));
  CHECK(game["Event"] == "五羊杯");
  const Game empty;
  for (const auto& played : empty.main_line()) {
    FAIL("a game without moves has a move " << to_index(played.move.from()));
  }
}

TEST_CASE("a copy of a game owns its source and its text") {
  Game copy;
  {
    Game game = sample();
    game.source = std::string(100, 'a'); // no short string
    game.raw = std::string(100, 'b');
    copy = game;
    game.clear();
    CHECK(game.source.empty());
  }
  CHECK(copy.source == std::string(100, 'a'));
  CHECK(copy.raw == std::string(100, 'b'));
}
