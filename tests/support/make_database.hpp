#pragma once

#include "support/small_archive.hpp"

#include <xq/store/game_database.hpp>
#include <xq/store/game_import.hpp>

#include <array>
#include <string>
#include <vector>

namespace support {

/// Names of players that the games of make_database() have.
inline constexpr std::array<const char*, 5> small_players{"许银川", "呂欽", "Li Ming", "李明 <b>",
                                                          "a\"b&c"};

/// `game` as a record: Event with its number, players by its number, Date, ratings, result.
inline xq::record::Game as_record(const SmallGame& game) {
  xq::record::Game out;
  const auto number = static_cast<std::size_t>(game.number);
  out.add_tag("Event", "Event " + std::to_string(game.number));
  if (game.year != 0) {
    const auto month = number % 3 == 0 ? std::string{"??"} : std::to_string(10 + number % 3);
    out.add_tag("Date", std::to_string(game.year) + "." + month + ".??");
  }
  out.add_tag("Red", small_players[number % small_players.size()]);
  out.add_tag("Black", small_players[number / 2 % small_players.size()]);
  if (game.levels[0] != 0) {
    out.add_tag("RedElo", std::to_string(game.levels[0]));
  }
  if (game.levels[1] != 0) {
    out.add_tag("BlackElo", std::to_string(game.levels[1]));
  }
  out.add_tag("Result", xq::record::to_text(game.result));
  out.set_result(game.result);
  out.set_start(game.start);
  auto node = xq::record::root_node;
  for (const xq::Move move : game.moves) {
    node = out.add_move(node, move);
  }
  return out;
}

/// A game database of `games`, whose numbers are in their order from 1 on, with a position index
/// over the first `indexed` of them; 0: none.
inline void make_database(const std::string& path, const std::vector<SmallGame>& games,
                          std::size_t indexed = 0) {
  const auto add = [&](std::size_t first, std::size_t last) {
    xq::store::GameImport import{path};
    for (std::size_t i = first; i < last; ++i) {
      import.add(as_record(games[i]));
    }
    import.finish();
  };
  add(0, indexed == 0 ? games.size() : indexed);
  if (indexed != 0) {
    xq::store::build_indexes(path, {});
    add(indexed, games.size());
  }
}

} // namespace support
