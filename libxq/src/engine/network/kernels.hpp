#pragma once

#include "engine/network/weights.hpp"

#include <array>
#include <cstdint>

namespace xq::engine::network {

/// What one side's view adds up to, before the activation: half 0 from the features, half 1 from
/// their mirror images.
struct alignas(64) Sums : std::array<Row, 2> {};
/// The weights of a feature for both halves.
using RowPair = std::array<const std::int16_t*, 2>;

/// Instructions that the kernels are compiled for.
enum class Level : std::uint8_t {
  plain,    ///< one number at a time
  baseline, ///< what every processor of the architecture has: SSE2 on x86-64
  avx2,
  avx512,
};
inline constexpr std::array levels{Level::plain, Level::baseline, Level::avx2, Level::avx512};

/// The arithmetic of the network; each level gives the same results. Sums wrap at 16 bits.
struct Kernels {
  /// to = from + added - removed
  void (*move)(Sums& to, const Sums& from, RowPair added, RowPair removed) noexcept;
  /// to = from + added - removed - captured
  void (*capture)(Sums& to, const Sums& from, RowPair added, RowPair removed,
                  RowPair captured) noexcept;
  /// Add four features.
  void (*add)(Sums& sums, const std::array<RowPair, 4>& rows) noexcept;
  /// The output for the sums of the side to move and its opponent's; 1 is layer_unit * weight_unit.
  std::int32_t (*output)(const Sums& own, const Sums& opponent, const Layers& layers) noexcept;
};

/// Null where the compiler cannot make or the processor cannot run this level.
[[nodiscard]] const Kernels* kernels_of(Level level) noexcept;
/// The kernels of the highest level that this processor runs.
[[nodiscard]] const Kernels& best_kernels() noexcept;

} // namespace xq::engine::network
