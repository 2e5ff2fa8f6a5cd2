#pragma once

#include <xq/board/types.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace xq {

// Moves as bytes, two a ply: Move::disk(), high byte first. Frozen: column game.moves is on disk.

inline void append_packed(std::string& out, Move move) {
  out += static_cast<char>(move.disk() >> 8U);
  out += static_cast<char>(move.disk() & 0xFFU);
}

inline void append_packed(std::string& out, std::span<const Move> moves) {
  auto at = out.size();
  out.resize(at + 2 * moves.size());
  for (const Move move : moves) {
    out[at++] = static_cast<char>(move.disk() >> 8U);
    out[at++] = static_cast<char>(move.disk() & 0xFFU);
  }
}

/// The move of ply `ply`, from 0, which must be there; none() where the bytes are damaged.
[[nodiscard]] inline Move packed_move(std::string_view moves, std::size_t ply) noexcept {
  const auto high = static_cast<unsigned char>(moves[2 * ply]);
  const auto low = static_cast<unsigned char>(moves[2 * ply + 1]);
  return Move::from_disk(static_cast<std::uint32_t>(high << 8U | low));
}

} // namespace xq
