#pragma once

#include <xq/board/position.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <memory>

namespace xq::engine {

/// A counter that forgets: each addition pulls it towards its limit in proportion to the distance
/// left, so that it never leaves [-limit, limit].
template <int limit>
class FadingCounter {
public:
  [[nodiscard]] int value() const noexcept { return m_value; }
  void add(int bonus) noexcept {
    bonus = std::clamp(bonus, -limit, limit);
    m_value = static_cast<std::int16_t>(m_value + bonus - m_value * std::abs(bonus) / limit);
  }

private:
  std::int16_t m_value = 0;
};

inline constexpr int history_limit = 16384;
using HistoryCounter = FadingCounter<history_limit>;

/// Counters of (moved piece, target square).
using PieceToHistory = std::array<std::array<HistoryCounter, square_count>, piece_slots>;

/// What a search thread learnt about which moves cut off. About 4 MB: lives on the heap.
class Histories {
public:
  Histories() : m_tables{std::make_unique<Tables>()} {}
  void clear() { m_tables = std::make_unique<Tables>(); } // too large for a temporary

  [[nodiscard]] HistoryCounter& quiet(Color c, Move m) noexcept {
    return m_tables->quiet[to_index(c)][to_index(m.from())][to_index(m.to())];
  }
  [[nodiscard]] HistoryCounter& capture(Piece moved, Square to, PieceType captured) noexcept {
    return m_tables->capture[to_index(moved)][to_index(to)][to_index(captured)];
  }
  /// Counters of the replies to `moved` having gone to `to`.
  [[nodiscard]] PieceToHistory& after(Piece moved, Square to) noexcept {
    return m_tables->continuation[to_index(moved)][to_index(to)];
  }
  /// Counters for "no previous move".
  [[nodiscard]] PieceToHistory& after_nothing() noexcept {
    return m_tables->continuation[to_index(Piece::none)][0];
  }

private:
  struct Tables {
    std::array<std::array<std::array<HistoryCounter, square_count>, square_count>, color_count>
        quiet{};
    std::array<std::array<std::array<HistoryCounter, piece_type_count + 1>, square_count>,
               piece_slots>
        capture{};
    std::array<std::array<PieceToHistory, square_count>, piece_slots> continuation{};
  };
  std::unique_ptr<Tables> m_tables;
};

} // namespace xq::engine
