#pragma once

#include "base/os/large_pages.hpp"

#include <xq/board/position.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>

namespace xq::engine {

/// A saturating counter: an addition moves it towards its limit in proportion to the remaining
/// distance, so that it never leaves [-limit, limit].
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

inline constexpr int correction_limit = 1024;
using CorrectionCounter = FadingCounter<correction_limit>;
inline constexpr std::size_t correction_slots = 16384;

/// Statistics of one search thread on the moves that caused cut-offs. About 4 MB.
class Histories {
public:
  Histories() : m_memory{sizeof(Tables)}, m_tables{new (m_memory.data()) Tables{}} {}
  /// Clears only what was used of 4 MB: with the prefetch of the table's entry it saves 4 % of a
  /// search of 8,000 nodes. Relies on after() being called for every continuation written to.
  void clear() noexcept {
    m_tables->quiet = {};
    m_tables->capture = {};
    m_tables->corrections = {};
    for (const std::uint16_t i : std::span{m_used}.first(m_used_count)) {
      m_tables->continuation[i / square_count][i % square_count] = {};
      m_is_used[i] = false;
    }
    m_used_count = 0;
  }

  [[nodiscard]] HistoryCounter& quiet(Color c, Move m) noexcept {
    return m_tables->quiet[to_index(c)][to_index(m.from())][to_index(m.to())];
  }
  [[nodiscard]] HistoryCounter& capture(Piece moved, Square to, PieceType captured) noexcept {
    return m_tables->capture[to_index(moved)][to_index(to)][to_index(captured)];
  }
  /// Counters of the replies to the move of `moved` to `to`.
  [[nodiscard]] PieceToHistory& after(Piece moved, Square to) noexcept {
    const std::size_t i = to_index(moved) * square_count + to_index(to);
    if (!m_is_used[i]) {
      m_is_used[i] = true;
      m_used[m_used_count++] = static_cast<std::uint16_t>(i);
    }
    return m_tables->continuation[to_index(moved)][to_index(to)];
  }
  /// Counters for "no previous move", which nobody changes.
  [[nodiscard]] const PieceToHistory& after_nothing() const noexcept {
    return m_tables->continuation[to_index(Piece::none)][0];
  }

  /// Returns how much searches differed from the static evaluation in positions with the same pawns
  /// (or kings and defenders, or rooks and horses); in 32nds of a centipawn, for the side to move.
  [[nodiscard]] CorrectionCounter& pawn_correction(const Position& p) noexcept {
    return m_tables->corrections[0][to_index(p.side_to_move())][slot(p.pieces(PieceType::pawn))];
  }
  [[nodiscard]] CorrectionCounter& palace_correction(const Position& p) noexcept {
    return m_tables->corrections[1][to_index(p.side_to_move())][slot(
        p.pieces(PieceType::king) | p.pieces(PieceType::advisor) | p.pieces(PieceType::elephant))];
  }
  [[nodiscard]] CorrectionCounter& force_correction(const Position& p) noexcept {
    return m_tables->corrections[2][to_index(p.side_to_move())]
                                [slot(p.pieces(PieceType::rook) | p.pieces(PieceType::horse))];
  }

private:
  /// A hash of the set; the colours of its pieces are not part of it.
  [[nodiscard]] static std::size_t slot(Bitboard set) noexcept {
    const auto low = static_cast<std::uint64_t>(set.bits());
    const auto high = static_cast<std::uint64_t>(set.bits() >> 64U);
    const std::uint64_t mixed =
        (low * 0x9E3779B97F4A7C15U) ^ (high * 0xC2B2AE3D27D4EB4FU) ^ (low >> 29U);
    return static_cast<std::size_t>(mixed >> 50U);
  }
  struct Tables {
    std::array<std::array<std::array<HistoryCounter, square_count>, square_count>, color_count>
        quiet{};
    std::array<std::array<std::array<HistoryCounter, piece_type_count + 1>, square_count>,
               piece_slots>
        capture{};
    std::array<std::array<PieceToHistory, square_count>, piece_slots> continuation{};
    std::array<std::array<std::array<CorrectionCounter, correction_slots>, color_count>, 3>
        corrections{};
  };
  os::LargePages m_memory;
  Tables* m_tables;                                         ///< in m_memory; needs no destructor
  std::array<bool, piece_slots * square_count> m_is_used{}; ///< by moved piece and target
  std::array<std::uint16_t, piece_slots * square_count> m_used{};
  std::size_t m_used_count = 0;
};

} // namespace xq::engine
