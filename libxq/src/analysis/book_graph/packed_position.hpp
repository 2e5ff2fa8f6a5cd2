#pragma once

#include <xq/board/position.hpp>

#include <array>
#include <cstdint>

namespace xq::analysis {

/// A position without its counters in 46 bytes: four bits a square, and the side to move.
class PackedPosition {
public:
  PackedPosition() noexcept = default;
  explicit PackedPosition(const Position& position) noexcept;
  [[nodiscard]] Position unpack() const noexcept;

private:
  std::array<std::uint8_t, square_count / 2> m_squares{};
  Color m_side = Color::red;
};
static_assert(sizeof(PackedPosition) == 46);

} // namespace xq::analysis
