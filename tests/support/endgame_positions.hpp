#pragma once

// Placements of the slow solver of endings as positions of libxq, and back.

#include "support/endgame_solver.hpp"

#include <xq/board/position.hpp>

#include <array>

namespace endgames {

inline constexpr std::array types{
    xq::PieceType::king, xq::PieceType::advisor, xq::PieceType::elephant, xq::PieceType::horse,
    xq::PieceType::rook, xq::PieceType::cannon,  xq::PieceType::pawn};

/// Side 0 of the solver is Red here.
inline xq::Position to_position(const Placement& p) {
  xq::Position out;
  for (int i = 0; i < p.size; ++i) {
    const Piece& piece = p.pieces[static_cast<std::size_t>(i)];
    out.put(xq::make_piece(static_cast<xq::Color>(piece.side), types[piece.kind]),
            static_cast<xq::Square>(piece.square));
  }
  out.set_side_to_move(static_cast<xq::Color>(p.side_to_move));
  return out;
}

/// Pieces in the order of Numbering: by side, then by kind.
inline Placement to_placement(const xq::Position& position) {
  Placement p;
  p.side_to_move = static_cast<int>(xq::to_index(position.side_to_move()));
  for (std::uint8_t side = 0; side < 2; ++side) {
    for (std::size_t k = 0; k < types.size(); ++k) {
      for (const xq::Square s : position.pieces(static_cast<xq::Color>(side), types[k])) {
        p.pieces[static_cast<std::size_t>(p.size++)] = {side, static_cast<Kind>(k),
                                                        static_cast<int>(s)};
      }
    }
  }
  return p;
}

inline Material material_of(const Placement& p) {
  Material m;
  for (int i = 0; i < p.size; ++i) {
    const Piece& piece = p.pieces[static_cast<std::size_t>(i)];
    ++m.count[piece.side][piece.kind];
  }
  return m;
}

} // namespace endgames
