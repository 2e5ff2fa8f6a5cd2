#pragma once

#include <xq/board/types.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace xq::record {

/// What one side plays in an opening: groups of moves, one group after the other, the moves of a
/// group in any order, and moves that may come in between.
///
///   h2e2 [i0h0 g3g4] (h0g2 b0c2) a0b0/a0a1
///
/// h2e2 first, then h0g2 and b0c2 in any order, then one of two rook moves; i0h0 and g3g4 may be
/// played anywhere after h2e2, that is after what stands in front of the bracket. [*] lets any move
/// in between.
class SidePattern {
public:
  /// Nothing for text of another form.
  [[nodiscard]] static std::optional<SidePattern> parse(std::string_view text);

  /// Whether the side's moves, the game's first ones, begin with what the pattern asks for.
  [[nodiscard]] bool matches(std::span<const Move> moves) const noexcept;

  /// Bits of moves that every matching side has played: a side whose signature_of() lacks one of
  /// them does not match.
  [[nodiscard]] std::uint64_t signature() const noexcept;
  [[nodiscard]] static constexpr std::uint64_t signature_of(Move m) noexcept {
    return std::uint64_t{1} << (m.raw() * 0x9E37U >> 7U & 63U);
  }

  /// The moves that a matching side can begin with; empty when anything matches.
  [[nodiscard]] std::vector<Move> first_moves() const;

private:
  struct Slot {
    std::array<Move, 4> moves{}; ///< one of them; none() fills the rest
    std::uint8_t group = 0;

    [[nodiscard]] bool allows(Move m) const noexcept {
      return m == moves[0] || m == moves[1] || m == moves[2] || m == moves[3];
    }
  };
  static constexpr std::size_t max_slots = 12;
  static constexpr std::size_t max_between = 8;

  bool add_slot(std::string_view text, std::uint8_t group);
  bool add_between(std::string_view text);

  [[nodiscard]] bool may_come_between(Move move) const noexcept;

  std::array<Slot, max_slots> m_slots{}; ///< by group
  std::array<Move, max_between> m_between{};
  std::uint8_t m_slot_count = 0;
  std::uint8_t m_between_count = 0;
  bool m_any_between = false;
  std::uint8_t m_between_from = 0; ///< group from which on m_between may be played
};

} // namespace xq::record
