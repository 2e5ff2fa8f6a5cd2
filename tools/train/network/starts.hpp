#pragma once

#include <xq/board/position.hpp>

#include <random>
#include <string>
#include <vector>

namespace xq::network {

/// Where the games begin that positions are taken from: behind random first moves, in the openings
/// and anywhere else of archived games, and in endgames with pieces put at random.
class StartPositions {
public:
  /// `archive`: file of games as `xq convert --to uci` writes them, or empty.
  explicit StartPositions(const std::string& archive);

  /// A position in which the side to move has a legal move.
  [[nodiscard]] Position draw(std::mt19937_64& random) const;

private:
  struct Game {
    Position start;
    std::vector<Move> moves;
  };

  static Position after(const Game& game, std::size_t plies, std::size_t random_moves,
                        std::mt19937_64& random);
  [[nodiscard]] Position archived(std::mt19937_64& random) const;
  [[nodiscard]] Position archived_opening(std::mt19937_64& random) const;

  std::vector<Game> m_games;
};

} // namespace xq::network
