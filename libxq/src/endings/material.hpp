#pragma once

#include <xq/board/position.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace xq::endings {

/// How many pieces of each kind each side has. Kings are there always and not counted.
struct Material {
  std::array<std::array<std::uint8_t, piece_type_count>, color_count> count{};

  [[nodiscard]] std::uint8_t of(Color c, PieceType t) const noexcept {
    return count[to_index(c)][to_index(t)];
  }
  /// Pieces of both sides, the kings included.
  [[nodiscard]] int pieces() const noexcept;
  /// Something that can give check other than a king that faces the other one: a rook, horse,
  /// cannon or pawn.
  [[nodiscard]] bool can_check(Color c) const noexcept;
  /// The same after the loss of one such piece.
  [[nodiscard]] Material without(Color c, PieceType t) const noexcept;
  /// The colours exchanged.
  [[nodiscard]] Material turned() const noexcept { return {{count[1], count[0]}}; }
  /// One of the two ways to see a material has the greater side as Red, by rooks, then horses,
  /// cannons, pawns, advisors, elephants: there is a table for that.
  [[nodiscard]] bool is_turned() const noexcept;

  friend bool operator==(const Material&, const Material&) noexcept = default;
  // NOLINTNEXTLINE(modernize-use-nullptr): a defaulted comparison has none
  friend auto operator<=>(const Material&, const Material&) noexcept = default;
};

[[nodiscard]] Material material_of(const Position& position) noexcept;

/// `KRkaabb`: letters of FEN, Red's pieces, then Black's, each by rook, horse, cannon, pawn,
/// advisor, elephant.
[[nodiscard]] std::string name_of(const Material& material);

/// The opposite, in any order of the pieces; H and E stand for N and B, too. Also `R-AAEE`, the
/// pieces without the kings. Nothing for other texts, and for more pieces than a side has in a
/// game.
[[nodiscard]] std::optional<Material> read_material(std::string_view name) noexcept;

} // namespace xq::endings
