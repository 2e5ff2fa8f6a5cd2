#pragma once

// Games from short descriptions.

#include "notation/reading.hpp"
#include "support/catch.hpp"

#include <xq/board/fen.hpp>
#include <xq/record/game.hpp>

#include <sstream>
#include <string>

namespace support {

/// A game with this main line; moves in any style, separated by blanks.
inline xq::record::Game game(const std::string& fen, const std::string& moves,
                             xq::record::Result result = xq::record::Result::unknown) {
  xq::record::Game out;
  const auto start = xq::read_fen(fen);
  REQUIRE(start);
  out.set_start(start->position);
  out.set_result(result);
  xq::Position position = start->position;
  xq::record::NodeId node = xq::record::root_node;
  std::istringstream words{moves};
  for (std::string word; words >> word;) {
    const auto reading = xq::notation::read_token(position, word);
    INFO(word << " in " << xq::write_fen(position));
    REQUIRE(reading);
    node = out.add_move(node, reading.move);
    position.do_move(reading.move);
  }
  return out;
}

} // namespace support
