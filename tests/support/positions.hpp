#pragma once

#include "support/catch.hpp"

#include <xq/board/fen.hpp>
#include <xq/uci/external.hpp>

#include <cstddef>
#include <string_view>
#include <vector>

namespace support {

/// What a FEN says, which must be right but for kings that may face each other.
inline xq::Position position_of(std::string_view fen) {
  const auto reading = xq::read_fen(fen, xq::OpenKing::warning);
  REQUIRE(reading);
  return reading->position;
}

/// The move `h2e2`.
inline xq::Move squares(std::string_view text) {
  return xq::uci::parse_move(text, xq::uci::RankBase::zero);
}

/// The moves `h2e2 h9g7`, whatever sign stands between two of them.
inline std::vector<xq::Move> line_of(std::string_view text) {
  std::vector<xq::Move> moves;
  for (std::size_t i = 0; i + 4 <= text.size(); i += 5) {
    moves.push_back(squares(text.substr(i, 4)));
  }
  return moves;
}

} // namespace support
