#pragma once

#include <xq/board/position.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace xq::network {

/// The end of a game for the side to move.
enum class Points : std::uint8_t { loss, draw, win };

/// A position to learn from, 32 bytes in a file (little endian).
struct Sample {
  std::uint64_t occupied_low = 0; ///< squares 0 to 63
  std::uint32_t occupied_high_flags =
      0; ///< bits 0 to 25: squares 64 to 89; 26 to 31: SampleFacts, side to move
  std::array<std::uint8_t, 16> pieces{}; ///< four bits a piece, in the order of squares
  std::int16_t score = 0;                ///< of a search, for the side to move, in centipawns
  std::uint16_t ply = 0;                 ///< of its game
};
static_assert(sizeof(Sample) == 32);

/// What a sample holds beside the board and the score.
struct SampleFacts {
  bool in_check = false;
  bool best_captures = false; ///< the move that the search found takes a piece
  Points points = Points::draw;
  bool departed = false; ///< the game went on with another move than the search's
};

[[nodiscard]] Sample pack(const Position& position, const SampleFacts& facts, int score, int ply);
[[nodiscard]] SampleFacts facts_of(const Sample& sample) noexcept;
[[nodiscard]] Color side_to_move(const Sample& sample) noexcept;
/// The board again; nullopt for bytes that are none.
[[nodiscard]] std::optional<Position> unpack(const Sample& sample);
/// Set the end of the game, known only after the position was packed.
void set_points(Sample& sample, Points points) noexcept;
/// Set SampleFacts::departed.
void set_departed(Sample& sample) noexcept;

} // namespace xq::network
