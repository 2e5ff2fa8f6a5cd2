#pragma once

#include "board/piece_board.hpp"

#include <xq/book/book.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace xq::book {

/// A sequence of legal moves as a book sees it: for each, the place of the book in which it counts,
/// and whether the sequence has been in that place before.
class KeyWalk {
public:
  struct Step {
    std::int64_t key = 0;
    std::int64_t lock = 0;
    std::uint16_t move = 0; ///< in the orientation of key and lock
    bool again = false;     ///< the sequence has come to this position and made this move before
    Color side{};           ///< who moves
  };

  KeyWalk() : m_board{Position::start()}, m_heads(heads, none) {}

  /// Begin at `start`, without a move.
  void begin(const Position& start);

  [[nodiscard]] std::size_t size() const noexcept { return m_steps.size(); }
  /// Step i from 0, or the last one.
  [[nodiscard]] const Step& step(std::size_t i) const noexcept { return m_steps[i].step; }
  [[nodiscard]] const Step& last() const noexcept { return m_steps.back().step; }
  [[nodiscard]] Move last_move() const noexcept { return m_steps.back().move; }

  /// Add a legal move.
  const Step& play(Move move);
  /// Take the last move back.
  void undo() noexcept;

private:
  static constexpr std::size_t heads = 4096;
  static constexpr std::uint32_t none = 0xFFFFFFFF;

  struct Played {
    Step step;
    Hashes before;
    std::uint32_t previous = none; ///< the step before that has the same head
    Move move;
    Piece captured = Piece::none;
  };
  [[nodiscard]] static std::size_t head_of(const Step& step) noexcept {
    return (static_cast<std::uint64_t>(step.key) ^ step.move) %
           heads; // keys are random as they are
  }

  KeyBoard m_board;
  std::vector<Played> m_steps;
  std::vector<std::uint32_t>
      m_heads; ///< last step of each chain; the steps that are new are chained
};

} // namespace xq::book
