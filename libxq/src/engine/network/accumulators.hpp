#pragma once

#include "engine/network/kernels.hpp"

#include <xq/board/position.hpp>
#include <xq/engine/engine.hpp>

#include <array>
#include <memory>
#include <vector>

namespace xq::engine::network {

/// The scores of a network never exceed this many centipawns: they are no decided scores.
inline constexpr Score largest_score = 20'000;

/// Evaluates the positions along a line of moves with a network. What a move changes in the sums is
/// computed when a score is asked for, and once for all positions behind that move. One object a
/// thread.
class Accumulators {
public:
  /// For lines of at most `plies` moves.
  explicit Accumulators(std::shared_ptr<const Network> network, std::size_t plies,
                        const Kernels& kernels = best_kernels());

  /// Start at `position`, which has both kings.
  void reset(const Position& position) noexcept;
  /// Call before `before` plays the pseudo-legal move `m`. Null moves change nothing.
  void do_move(const Position& before, Move m) noexcept;
  void undo_move() noexcept { --m_top; }
  /// Centipawns for the side to move of `position`, which must have the current board. `terms` is
  /// what the hand-written evaluation says of it, where the network uses_terms().
  [[nodiscard]] Score score(const Position& position, Score terms = 0) noexcept;

private:
  /// The sums of one position for each side, once they are known, and the move that led there.
  struct Ply {
    std::array<Sums, color_count> sums;
    std::array<bool, color_count> known{};
    Piece moved = Piece::none;
    Piece captured = Piece::none;
    Move move;
  };

  [[nodiscard]] const Sums& sums_of(Color side, const Position& position) noexcept;
  void refresh(Color side, const Position& position) noexcept;
  /// Sums of `ply` from those of the ply before; no king of `side` has moved.
  void advance(Color side, std::size_t king, std::size_t ply) noexcept;
  [[nodiscard]] RowPair rows(std::size_t king, Feature feature) const noexcept;

  std::shared_ptr<const Network> m_network;
  const Kernels* m_kernels;
  std::vector<Ply> m_plies;
  std::size_t m_top = 0;
};

} // namespace xq::engine::network
