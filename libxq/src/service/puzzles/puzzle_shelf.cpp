#include "service/puzzles/puzzle_shelf.hpp"

#include "base/hash.hpp"
#include "base/os/path.hpp"
#include "base/text/ascii.hpp"
#include "base/text/json_value.hpp"
#include "service/move_json.hpp"

#include <xq/base/error.hpp>
#include <xq/board/fen.hpp>
#include <xq/board/movegen.hpp>
#include <xq/format/format.hpp>

#include <fmt/core.h>

#include <charconv>
#include <fstream>
#include <iterator>
#include <optional>
#include <string_view>

namespace xq::service {

namespace {

using analysis::ThemeSet;
using record::Game;

constexpr int longest_mate = 100;

/// The whole number at the beginning of a text, 0 for none, at most `most`.
int number_of(std::string_view text, int most) noexcept {
  int out = 0;
  std::from_chars(text.data(), text.data() + text.size(), out);
  return out < 0 || out > most ? 0 : out;
}

/// Names of themes with blanks between them; others are passed over.
ThemeSet themes_of(std::string_view names) noexcept {
  ThemeSet out;
  while (!names.empty()) {
    const auto word = names.substr(0, names.find(' '));
    if (const auto theme = analysis::find_theme(word)) {
      out.insert(*theme);
    }
    names.remove_prefix(std::min(names.size(), word.size() + 1));
  }
  return out;
}

/// Moves in squares as far as they are legal.
std::vector<Move> moves_of(Position position, std::string_view text) {
  std::vector<Move> out;
  while (!text.empty()) {
    const auto word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(text.size(), word.size() + 1));
    const Move move = uci::parse_move(word, uci::RankBase::zero);
    if (!move || !position.is_legal(move)) {
      return out;
    }
    position.do_move(move);
    out.push_back(move);
  }
  return out;
}

std::vector<Move> main_line(const Game& game) {
  std::vector<Move> out;
  for (auto id = game.node(record::root_node).first_child; id != record::no_node;
       id = game.node(id).first_child) {
    out.push_back(game.node(id).move);
  }
  return out;
}

/// The first of these headers that is there.
std::string_view header(const Game& game, std::initializer_list<std::string_view> names) {
  for (const auto name : names) {
    if (const auto value = game[name]; !value.empty()) {
      return value;
    }
  }
  return {};
}

ServedPuzzle puzzle_of(const Game& game) {
  ServedPuzzle out;
  out.start = game.start();
  out.id = header(game, {"PuzzleId", "id", "Title"});
  out.line = main_line(game);
  if (out.line.empty()) {
    out.line = moves_of(out.start, game["pv"]);
  }
  out.mate = number_of(header(game, {"Mate", "dm"}), longest_mate);
  std::string_view difficulty = header(game, {"Difficulty", "c1"});
  if (constexpr std::string_view word = "difficulty "; difficulty.starts_with(word)) {
    difficulty.remove_prefix(word.size());
  }
  out.difficulty = number_of(difficulty, 10);
  out.themes = themes_of(header(game, {"Themes", "c0"}));
  out.red = game["Red"];
  out.black = game["Black"];
  out.event = game["Event"];
  out.date = game["Date"];
  return out;
}

std::string text_of(const JsonValue& object, std::string_view name) {
  const auto* const member = object.find(name);
  return member != nullptr && member->string() != nullptr ? *member->string() : std::string{};
}

int number_of(const JsonValue& object, std::string_view name, int most) {
  const auto* const member = object.find(name);
  const auto number = member == nullptr ? std::nullopt : member->integer();
  return number && *number >= 0 && *number <= most ? static_cast<int>(*number) : 0;
}

/// A line of `xq puzzles --json`.
std::optional<ServedPuzzle> puzzle_of_line(std::string_view line) {
  const auto read = read_json(line, {1U << 16U, 3, 1000});
  const auto start = read ? read_fen(text_of(*read, "fen")) : read_fen("");
  if (!read || !start) {
    return std::nullopt;
  }
  ServedPuzzle out;
  out.start = start->position;
  out.id = text_of(*read, "id");
  out.line = moves_of(out.start, text_of(*read, "solution"));
  out.mate = number_of(*read, "mate", longest_mate);
  out.difficulty = number_of(*read, "difficulty", 10);
  if (const auto* const themes = read->find("themes"); themes != nullptr && themes->array()) {
    for (const JsonValue& theme : *themes->array()) {
      if (theme.string() != nullptr) {
        const auto one = themes_of(*theme.string());
        out.themes |= one;
      }
    }
  }
  out.red = text_of(*read, "red");
  out.black = text_of(*read, "black");
  out.event = text_of(*read, "event");
  out.date = text_of(*read, "date");
  return out;
}

void add(std::vector<ServedPuzzle>& out, ServedPuzzle puzzle) {
  if ((puzzle.line.empty() && puzzle.mate == 0) || !has_legal_move(puzzle.start)) {
    return;
  }
  if (puzzle.id.empty()) {
    puzzle.id = std::to_string(out.size() + 1);
  }
  puzzle.key = fmt::format("{:016x}", content_hash(write_fen(puzzle.start)));
  out.push_back(std::move(puzzle));
}

void read_lines(std::vector<ServedPuzzle>& out, const std::string& path) {
  std::ifstream file{os::path_of(path)};
  for (std::string line; std::getline(file, line);) {
    if (auto puzzle = puzzle_of_line(line)) {
      add(out, std::move(*puzzle));
    }
  }
}

} // namespace

std::vector<ServedPuzzle> read_puzzles(std::span<const std::string> files) {
  std::vector<ServedPuzzle> out;
  for (const std::string& path : files) {
    const auto before = out.size();
    std::string why;
    if (path.ends_with(".jsonl")) {
      read_lines(out, path);
    }
    if (out.size() == before) {
      format::GameReader reader{path};
      for (const Game& game : reader) {
        if (game.usable()) {
          add(out, puzzle_of(game));
        }
      }
    }
    if (out.size() == before) {
      throw make_error<FileError>("{}: there are no puzzles in it. Make some with xq puzzles.",
                                  path);
    }
  }
  return out;
}

} // namespace xq::service
