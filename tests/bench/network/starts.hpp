#pragma once

#include <xq/board/position.hpp>

#include <random>
#include <string>
#include <vector>

namespace xq::network {

/// Where the games begin that positions are taken from: behind random first moves, in the middle of
/// archived games, and in endgames with pieces put at random.
class StartPositions {
public:
  /// `archive`: file of games as `xq convert --to uci` writes them, or empty.
  explicit StartPositions(const std::string& archive);

  /// A position in which the side to move has a legal move.
  [[nodiscard]] Position draw(std::mt19937_64& random) const;

private:
  [[nodiscard]] Position archived(std::mt19937_64& random) const;

  struct Game {
    Position start;
    std::vector<Move> moves;
  };
  std::vector<Game> m_games;
};

} // namespace xq::network
