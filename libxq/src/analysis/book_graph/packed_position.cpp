#include "analysis/book_graph/packed_position.hpp"

namespace xq::analysis {

PackedPosition::PackedPosition(const Position& position) noexcept
    : m_side{position.side_to_move()} {
  for (std::size_t i = 0; i < m_squares.size(); ++i) {
    const auto piece = [&](std::size_t square) {
      return to_index(position.at(static_cast<Square>(square)));
    };
    m_squares[i] = static_cast<std::uint8_t>(piece(2 * i) | piece(2 * i + 1) << 4U);
  }
}

Position PackedPosition::unpack() const noexcept {
  Position out;
  for (std::size_t square = 0; square < square_count; ++square) {
    const unsigned both = m_squares[square / 2];
    const auto piece = static_cast<Piece>(square % 2 == 0 ? both & 0xFU : both >> 4U);
    if (piece != Piece::none) {
      out.put(piece, static_cast<Square>(square));
    }
  }
  out.set_side_to_move(m_side);
  return out;
}

} // namespace xq::analysis
