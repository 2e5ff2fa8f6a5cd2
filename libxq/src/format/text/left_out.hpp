#pragma once

#include <xq/record/game.hpp>

#include <cstdint>

/// What formats leave out that hold nothing but moves: counted, not named one by one as the losses
/// of other formats.
namespace xq::format {

struct LeftOut {
  std::uint64_t headers = 0;
  std::uint64_t comments = 0;   ///< and glyphs
  std::uint64_t variations = 0; ///< alternatives to a move
  std::uint64_t results = 0;

  LeftOut& operator+=(const LeftOut& other) noexcept;
  [[nodiscard]] bool any() const noexcept { return headers + comments + variations + results != 0; }
};

/// Every header that is not implied, see is_implied(), all notes with words or glyphs, every
/// alternative.
[[nodiscard]] LeftOut left_out_of_uci(const record::Game& game);
/// The result, too.
[[nodiscard]] LeftOut left_out_of_ucci(const record::Game& game);
/// Headers that are opcodes are kept.
[[nodiscard]] LeftOut left_out_of_epd(const record::Game& game);

} // namespace xq::format
