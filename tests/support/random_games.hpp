#pragma once

// Games for round-trip tests: legal random trees with comments, glyphs and odd headers. Seeded.

#include "random_positions.hpp"

#include <xq/record/game.hpp>

#include <random>
#include <string>
#include <string_view>

namespace support {

inline std::string random_text(std::mt19937& random) {
  static constexpr std::string_view pieces[] = {"a",  " ",  "\"", "\\",   "\n", "}",  "{", "(",
                                                "炮", "許", "%",  "\x01", "]",  "1.", "🐎"};
  std::string text;
  for (auto n = random() % 12; n > 0; --n) {
    text += pieces[random() % std::size(pieces)];
  }
  return text;
}

inline xq::Move random_move(std::mt19937& random, const xq::Position& position) {
  xq::MoveList moves;
  generate_legal(position, moves);
  return moves.empty() ? xq::Move::none() : moves[random() % moves.size()];
}

inline void random_notes(std::mt19937& random, xq::record::Game& game, xq::record::NodeId node,
                         unsigned percent) {
  using xq::record::NoteKind;
  while (random() % 100 < percent) {
    switch (random() % 3) {
    case 0:
      game.add_comment(node, random_text(random));
      break;
    case 1:
      game.add_comment(node, random_text(random), NoteKind::comment_before);
      break;
    default:
      game.add_nag(node, static_cast<std::uint16_t>(random()));
      break;
    }
  }
}

/// Plays a line of up to `plies` moves below `parent`, with alternatives to some of its moves.
/// An alternative that repeats a sibling is kept: the tree need not be tidy.
inline void random_line(std::mt19937& random, xq::record::Game& game, xq::record::NodeId parent,
                        xq::Position position, int plies, unsigned note_percent,
                        unsigned variation_percent, int depth) {
  for (int i = 0; i < plies; ++i) {
    const auto move = random_move(random, position);
    if (!move) {
      return;
    }
    const auto node = game.add_move(parent, move);
    random_notes(random, game, node, note_percent);
    while (depth > 0 && random() % 100 < variation_percent) {
      const auto other = random_move(random, position);
      const auto alternative = game.add_move(parent, other);
      random_notes(random, game, alternative, note_percent);
      auto after = position;
      after.do_move(other);
      random_line(random, game, alternative, after, static_cast<int>(random() % 4), note_percent,
                  variation_percent, depth - 1);
    }
    position.do_move(move);
    parent = node;
  }
}

inline void random_tags(std::mt19937& random, xq::record::Game& game) {
  static constexpr std::string_view names[] = {"Game",      "Event",    "event", "Site",  "Date",
                                               "Round",     "Red",      "White", "Black", "RedTeam",
                                               "BlackTeam", "Result",   "ECCO",  "FEN",   "Opening",
                                               "Annotator", "PlyCount", "Format"};
  static constexpr std::string_view values[] = {
      "",     "1998.12.09",    "1998.12.??", "1963年8月15日", "1982", "nonsense",
      "1-0",  "0-0",           "*",          "C23",           "呂欽", "胡榮華",
      "廣州", "Chinese Chess", "1/2-1/2",    xq::start_fen};
  for (auto n = random() % 14; n > 0; --n) {
    const auto value =
        random() % 4 == 0 ? random_text(random) : std::string{values[random() % std::size(values)]};
    game.add_tag(names[random() % std::size(names)], value);
  }
}

/// A whole game: start position, headers, result, tree.
inline void random_record(std::mt19937& random, xq::record::Game& game) {
  game.clear();
  if (random() % 3 == 0) {
    game.set_start(random_placement(random, static_cast<int>(random() % 4)));
  }
  random_tags(random, game);
  game.set_result(static_cast<xq::record::Result>(random() % 4));
  const unsigned notes = random() % 2 == 0 ? 0 : 20;
  const unsigned variations = random() % 2 == 0 ? 0 : 15;
  random_notes(random, game, xq::record::root_node, notes);
  random_line(random, game, xq::record::root_node, game.start(), static_cast<int>(random() % 60),
              notes, variations, 3);
}

} // namespace support
