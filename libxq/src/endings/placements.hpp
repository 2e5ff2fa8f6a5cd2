#pragma once

#include "endings/material.hpp"

#include <xq/board/position.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace xq::endings {

inline constexpr std::size_t max_pieces = 32;

/// Where the pieces of a material stand, in the order of its groups: both kings, then equal pieces
/// together, Red's first.
struct Placement {
  std::array<Square, max_pieces> squares{};
};

/// Numbers the placements of a material. Equal pieces are not told apart, and a placement and its
/// mirror image have one number, but where both kings stand on the middle file: there each has its
/// own.
class Placements {
public:
  explicit Placements(const Material& material);
  /// size() of one for `material`, without making it.
  [[nodiscard]] static std::uint64_t count(const Material& material) noexcept;

  [[nodiscard]] std::uint64_t size() const noexcept { return m_size; }
  [[nodiscard]] std::size_t pieces() const noexcept { return m_pieces.size(); }
  /// Which piece stands on Placement::squares[i].
  [[nodiscard]] Piece piece(std::size_t i) const noexcept { return m_pieces[i]; }

  /// False if two pieces would stand on one square.
  [[nodiscard]] bool place(std::uint64_t number, Placement& out) const noexcept;
  /// The pieces on an empty board.
  void put(const Placement& placement, Position& out) const noexcept;
  /// The number of a placement or of its mirror image.
  [[nodiscard]] std::uint64_t number(const Placement& placement) const noexcept {
    return number(placement, is_mirrored(placement));
  }
  /// The number of its mirror image, for one whose kings are both on the middle file.
  [[nodiscard]] std::uint64_t number_of_mirror(const Placement& placement) const noexcept {
    return number(placement, true);
  }
  /// The placement of a position with this material; `turned`: with the colours exchanged.
  [[nodiscard]] Placement placement_of(const Position& position, bool turned) const noexcept;

  /// The numbers are those of the mirror image.
  [[nodiscard]] static bool is_mirrored(const Placement& p) noexcept {
    const int red = file_of(p.squares[0]);
    return red == 5 || (red == 4 && file_of(p.squares[1]) == 5);
  }
  /// Both kings stand on the middle file.
  [[nodiscard]] static bool is_central(const Placement& p) noexcept {
    return file_of(p.squares[0]) == 4 && file_of(p.squares[1]) == 4;
  }

private:
  /// Equal pieces.
  struct Group {
    Piece piece = Piece::none;
    std::size_t first = 0; ///< place of the first one
    std::size_t size = 0;
    std::uint64_t stride = 0;
    std::array<std::int8_t, square_count> place{};
    std::vector<Square> choices; ///< `size` squares for each way to place them
    [[nodiscard]] std::uint64_t ways() const noexcept { return choices.size() / size; }
  };

  void add_group(Piece piece, std::size_t size);
  [[nodiscard]] std::uint64_t number(const Placement& placement, bool mirrored) const noexcept;
  [[nodiscard]] static std::uint64_t rank(const Group& group, const Placement& placement,
                                          bool mirrored) noexcept;

  std::vector<Piece> m_pieces;
  std::vector<Group> m_groups; ///< without the kings
  std::uint64_t m_size = 0;
};

} // namespace xq::endings
