#include "analysis/puzzle/puzzle_record.hpp"

#include "base/text/compose.hpp"

#include <xq/notation/notation.hpp>

#include <fmt/core.h>

namespace xq::analysis {

namespace {

using record::Game;

std::string value_comment(const Puzzle& puzzle, engine::Score score) {
  return fmt::format("[%eval {}]",
                     value_text(puzzle.start.side_to_move() == Color::red ? score : -score));
}

void add_headers(Game& out, const FoundPuzzle& found) {
  const auto add = [&out](std::string_view name, const std::string& value) {
    if (!value.empty()) {
      out.add_tag(name, value);
    }
  };
  add("Event", found.event);
  add("Date", found.date);
  add("Red", found.red);
  add("Black", found.black);
  add("PuzzleId", puzzle_id(found));
  add("Themes", theme_names(found.puzzle));
  add("Difficulty", std::to_string(found.puzzle.difficulty));
  if (found.puzzle.mate != 0) {
    add("Mate", std::to_string(found.puzzle.mate));
  }
}

} // namespace

std::string puzzle_id(const FoundPuzzle& found) {
  return fmt::format("{}/{}", found.game, found.puzzle.ply);
}

std::string theme_names(const Puzzle& puzzle) {
  std::vector<std::string_view> names;
  for (const Theme theme : puzzle.themes.list()) {
    names.push_back(info(theme).name);
  }
  return join(names, " ");
}

Game puzzle_record(const FoundPuzzle& found) {
  const Puzzle& puzzle = found.puzzle;
  Game out;
  add_headers(out, found);
  out.set_start(puzzle.start);
  auto node = record::root_node;
  auto before = record::root_node;
  for (const Move m : puzzle.line) {
    before = node;
    node = out.add_move(node, m);
  }
  const auto first = out.node(record::root_node).first_child;
  out.add_comment(first, value_comment(puzzle, puzzle.value));
  for (const Move m : puzzle.also_mates) {
    out.add_move(before, m);
  }
  if (puzzle.played && puzzle.played != puzzle.line.front()) {
    const auto played = out.add_move(record::root_node, puzzle.played);
    out.add_nag(played, 2);
  }
  return out;
}

Game puzzle_operations(const FoundPuzzle& found) {
  const Puzzle& puzzle = found.puzzle;
  const auto moves = [&puzzle](std::span<const Move> line) {
    return notation::to_text(puzzle.start, line, notation::Style::uci);
  };
  Game out;
  out.set_start(puzzle.start);
  out.add_tag("bm", moves({puzzle.line.data(), 1}));
  if (puzzle.mate != 0) {
    out.add_tag("dm", std::to_string(puzzle.mate));
  }
  out.add_tag("pv", moves(puzzle.line));
  out.add_tag("id", puzzle_id(found));
  out.add_tag("c0", theme_names(puzzle));
  out.add_tag("c1", fmt::format("difficulty {}", puzzle.difficulty));
  return out;
}

} // namespace xq::analysis
