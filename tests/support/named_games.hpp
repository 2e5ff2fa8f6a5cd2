#pragma once

// Games of which the names count: short to write, with moves that tell one from another.

#include <xq/record/game.hpp>
#include <xq/store/game_import.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace support {

struct NamedGame {
  std::string red{}, black{}, event{}, date{}, red_team{};
  int moves = 0; ///< games with the same number have the same moves
};

inline xq::record::Game to_game(const NamedGame& named) {
  using namespace xq;
  record::Game game;
  game.source = "a.pgn";
  const auto tag = [&](std::string_view name, std::string_view value) {
    if (!value.empty()) {
      game.add_tag(name, value);
    }
  };
  tag("Event", named.event);
  tag("Date", named.date);
  tag("Red", named.red);
  tag("RedTeam", named.red_team);
  tag("Black", named.black);
  auto node = record::root_node;
  for (int bit = 0; bit < 12; ++bit) { // a rook goes out one rank or two, and back
    const Square corner = make_square(0, 0);
    const Square out = make_square(0, (named.moves >> bit & 1) != 0 ? 2 : 1);
    const Square palace = make_square(4, 9);
    const Square forward = make_square(4, 8);
    for (const Move move :
         {Move{corner, out}, Move{palace, forward}, Move{out, corner}, Move{forward, palace}}) {
      node = game.add_move(node, move);
    }
  }
  return game;
}

inline void import_named(const std::string& path, const std::vector<NamedGame>& games) {
  xq::store::GameImport import{path};
  for (const auto& game : games) {
    import.add(to_game(game));
  }
  import.finish();
}

} // namespace support
