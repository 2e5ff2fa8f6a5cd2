#pragma once

#include "support/catch.hpp"

#include <xq/record/game.hpp>

#include <cstddef>
#include <vector>

namespace support {

/// Play every move of the tree and require that it is legal; their number.
inline std::size_t legal_moves(const xq::record::Game& game) {
  using namespace xq;
  struct Place {
    record::NodeId node;
    Position position;
  };
  std::vector<Place> open{{record::root_node, game.start()}};
  std::size_t count = 0;
  while (!open.empty()) {
    const Place place = open.back();
    open.pop_back();
    for (auto id = game.node(place.node).first_child; id != record::no_node;
         id = game.node(id).next_sibling) {
      const Move move = game.node(id).move;
      REQUIRE(place.position.is_legal(move));
      ++count;
      auto& next = open.emplace_back(Place{id, place.position});
      next.position.do_move(move);
    }
  }
  return count;
}

} // namespace support
