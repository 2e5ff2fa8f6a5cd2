#pragma once

#include <xq/board/position.hpp>
#include <xq/record/game.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <unordered_map>
#include <vector>

namespace xq::reports {

/// How many games make certain moves: the moves are named first, up to mirroring of the position,
/// then games are counted by any number of threads.
class MoveCounts {
public:
  /// The place of the move; the same for the same move in the same position. A move that is none()
  /// stands for the position itself.
  [[nodiscard]] std::size_t place(const Position& before, Move move);

  /// Count a game once for each move that it makes in its first `plies` plies, and for each
  /// position that it has before them. Not while place() is called.
  void count(const record::Game& game, int plies);

  [[nodiscard]] std::uint32_t games(std::size_t place) const { return m_games[place]; }

private:
  struct Key {
    std::uint64_t key = 0;
    std::uint64_t lock = 0;
    std::uint16_t move = 0;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct Hash {
    [[nodiscard]] std::size_t operator()(const Key& k) const noexcept {
      return static_cast<std::size_t>(k.key ^ (std::uint64_t{k.move} << 48U));
    }
  };
  [[nodiscard]] static Key key_of(const Position& before, Move move) noexcept;

  std::unordered_map<Key, std::size_t, Hash> m_places;
  std::deque<std::atomic<std::uint32_t>> m_games; ///< by place
};

} // namespace xq::reports
