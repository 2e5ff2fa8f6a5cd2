#include "board/path_scan.hpp"

#include "board/packed_moves.hpp"
#include "board/turned.hpp"

namespace xq {

namespace {

/// The pieces of the other colour.
unsigned turned_pieces(unsigned pieces) noexcept {
  unsigned out = 0;
  for (const Color color : {Color::red, Color::black}) {
    for (std::size_t t = 0; t < piece_type_count; ++t) {
      const auto piece = make_piece(color, static_cast<PieceType>(t));
      out |= ((pieces >> to_index(piece)) & 1U) != 0 ? 1U << to_index(turned(piece)) : 0U;
    }
  }
  return out;
}

} // namespace

PathScan::PathScan(const PiecePath& path, const Images& images)
    : m_moves{std::make_shared<std::array<std::uint64_t, move_count>>()} {
  unsigned bit = 0;
  for (const bool exchanged : {false, true}) {
    for (const bool mirrored : {false, true}) {
      if ((exchanged && !images.exchanged) || (mirrored && !images.mirrored)) {
        continue;
      }
      m_first |= std::uint64_t{1} << bit;
      for (std::size_t n = 0; n < path.steps.size(); ++n) {
        const auto& step = path.steps[n];
        const auto flag = std::uint64_t{1} << (bit + n);
        for (const Move move : step.moves) {
          const Move seen = mirrored ? mirror(move) : move;
          const Move m = exchanged ? turned(seen) : seen;
          (*m_moves)[m.disk()] |= flag;
        }
        const unsigned pieces = exchanged ? turned_pieces(step.pieces) : step.pieces;
        for (std::size_t p = 0; p < piece_slots; ++p) {
          m_pieces[p] |= ((pieces >> p) & 1U) != 0 ? flag : 0;
        }
      }
      m_last |= std::uint64_t{1} << (bit + path.steps.size() - 1);
      bit += PiecePath::most_steps;
    }
  }
}

std::optional<int> PathScan::find(const Position& start, std::string_view moves, int first,
                                  int last) const {
  PieceBoard board{start};
  std::array<std::uint64_t, square_count> made{}; // by the square where the piece stands
  const auto plies = static_cast<int>(moves.size() / 2);
  for (int ply = 1; ply <= plies && ply <= last; ++ply) {
    const Move m = packed_move(moves, static_cast<std::size_t>(ply) - 1);
    if (!m) {
      return std::nullopt; // damaged bytes; reading the game reports them
    }
    const auto from = to_index(m.from());
    const auto steps = (*m_moves)[m.disk()] & m_pieces[to_index(board.at(m.from()))];
    // A bit that leaves its image comes to a first step, which is set anyway.
    const auto now = ((made[from] << 1U) | m_first) & steps;
    if ((now & m_last) != 0 && ply >= first) {
      return ply;
    }
    made[from] = 0;
    made[to_index(m.to())] = now;
    board.do_move(m);
  }
  return std::nullopt;
}

} // namespace xq
