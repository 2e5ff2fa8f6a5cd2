#include "engine/network/kernels.hpp"

#include <algorithm>
#ifdef __wasm_simd128__
#include <wasm_simd128.h>
#endif

// Plain loops over arrays of a fixed size, which the compiler turns into the vector instructions of
// each level: the body of a function is inlined into one function for each level.

#if defined(__GNUC__)
#define XQ_INLINE __attribute__((always_inline)) inline
#else
#define XQ_INLINE inline
#endif
#if defined(__GNUC__) && !defined(__clang__)
#define XQ_ONE_AT_A_TIME __attribute__((optimize("no-tree-vectorize", "no-tree-slp-vectorize")))
#define XQ_WIDE ",prefer-vector-width=512"
#else
#define XQ_ONE_AT_A_TIME
#define XQ_WIDE ""
#endif

namespace xq::engine::network {

namespace {

using Numbers = std::int16_t* __restrict;
using ConstNumbers = const std::int16_t* __restrict;

#ifdef __wasm_simd128__

// Eight numbers at a time by name: 2.6 times as many nodes a second as clang 14 makes of the plain
// loops below, where it does not find the instruction that multiplies and adds pairs.

constexpr std::size_t lanes = 8;

XQ_INLINE v128_t at(ConstNumbers numbers) noexcept { return wasm_v128_load(numbers); }

XQ_INLINE void move_body(Numbers to, ConstNumbers from, ConstNumbers added,
                         ConstNumbers removed) noexcept {
  for (std::size_t i = 0; i < hidden_size; i += lanes) {
    const v128_t sum = wasm_i16x8_add(at(from + i), at(added + i));
    wasm_v128_store(to + i, wasm_i16x8_sub(sum, at(removed + i)));
  }
}

XQ_INLINE void capture_body(Numbers to, ConstNumbers from, ConstNumbers added, ConstNumbers removed,
                            ConstNumbers captured) noexcept {
  for (std::size_t i = 0; i < hidden_size; i += lanes) {
    const v128_t gone = wasm_i16x8_add(at(removed + i), at(captured + i));
    wasm_v128_store(to + i, wasm_i16x8_sub(wasm_i16x8_add(at(from + i), at(added + i)), gone));
  }
}

XQ_INLINE void add_body(Numbers sum, ConstNumbers a, ConstNumbers b, ConstNumbers c,
                        ConstNumbers d) noexcept {
  for (std::size_t i = 0; i < hidden_size; i += lanes) {
    const v128_t first = wasm_i16x8_add(at(a + i), at(b + i));
    const v128_t second = wasm_i16x8_add(at(c + i), at(d + i));
    wasm_v128_store(sum + i, wasm_i16x8_add(at(sum + i), wasm_i16x8_add(first, second)));
  }
}

XQ_INLINE v128_t square(v128_t sums) noexcept {
  constexpr auto largest = static_cast<std::int16_t>(unit);
  const v128_t x = wasm_i16x8_shl(
      wasm_i16x8_min(wasm_i16x8_max(sums, wasm_i16x8_splat(0)), wasm_i16x8_splat(largest)), 5);
  const v128_t low = wasm_i32x4_extmul_low_i16x8(x, x);
  const v128_t high = wasm_i32x4_extmul_high_i16x8(x, x);
  // the upper half of each product
  return wasm_i16x8_shuffle(low, high, 1, 3, 5, 7, 9, 11, 13, 15);
}

/// The mean of both halves, as below.
XQ_INLINE void input_body(Numbers to, ConstNumbers a, ConstNumbers b) noexcept {
  for (std::size_t i = 0; i < hidden_size; i += lanes) {
    const v128_t sum = wasm_i16x8_add(square(at(a + i)), square(at(b + i)));
    wasm_v128_store(to + i, wasm_u16x8_shr(sum, 2));
  }
}

template <std::size_t n>
XQ_INLINE std::array<std::int32_t, n> dot_products(ConstNumbers input,
                                                   const Layers::InputWeights* weights) noexcept {
  std::array<std::int32_t, n> totals;
  for (std::size_t k = 0; k < n; ++k) {
    v128_t total = wasm_i32x4_splat(0);
    for (std::size_t i = 0; i < 2 * hidden_size; i += lanes) {
      total = wasm_i32x4_add(total, wasm_i32x4_dot_i16x8(at(input + i), at(weights[k].data() + i)));
    }
    totals[k] = wasm_i32x4_extract_lane(total, 0) + wasm_i32x4_extract_lane(total, 1) +
                wasm_i32x4_extract_lane(total, 2) + wasm_i32x4_extract_lane(total, 3);
  }
  return totals;
}

#else

XQ_INLINE void move_body(Numbers to, ConstNumbers from, ConstNumbers added,
                         ConstNumbers removed) noexcept {
  for (std::size_t i = 0; i < hidden_size; ++i) {
    to[i] = static_cast<std::int16_t>(from[i] + added[i] - removed[i]);
  }
}

XQ_INLINE void capture_body(Numbers to, ConstNumbers from, ConstNumbers added, ConstNumbers removed,
                            ConstNumbers captured) noexcept {
  for (std::size_t i = 0; i < hidden_size; ++i) {
    to[i] = static_cast<std::int16_t>(from[i] + added[i] - removed[i] - captured[i]);
  }
}

XQ_INLINE void add_body(Numbers sum, ConstNumbers a, ConstNumbers b, ConstNumbers c,
                        ConstNumbers d) noexcept {
  for (std::size_t i = 0; i < hidden_size; ++i) {
    sum[i] = static_cast<std::int16_t>(sum[i] + a[i] + b[i] + c[i] + d[i]);
  }
}

/// clamp(sum, 0, unit)^2 / 64. One instruction multiplies and takes the upper half.
XQ_INLINE std::uint16_t square(std::int16_t sum) noexcept {
  constexpr auto largest = static_cast<std::int16_t>(unit);
  // GCC 12 turns std::clamp() into a comparison and a masked move, or into a branch.
  const auto x = static_cast<std::uint16_t>(std::min(std::max(sum, std::int16_t{0}), largest));
  const auto shifted = static_cast<std::uint16_t>(x << 5U);
  return static_cast<std::uint16_t>((std::uint32_t{shifted} * shifted) >> 16U);
}

/// The mean of both halves' clamp(sum, 0, unit)^2, from 0 to layer_unit.
XQ_INLINE void input_body(Numbers to, ConstNumbers a, ConstNumbers b) noexcept {
  for (std::size_t i = 0; i < hidden_size; ++i) {
    to[i] =
        static_cast<std::int16_t>(static_cast<std::uint16_t>(square(a[i]) + square(b[i])) >> 2U);
  }
}

/// The input with each of `n` rows of weights, read from memory once for all of them: with one row
/// at a time a search takes 5 % longer (AVX2). One instruction multiplies 16
/// bits and adds pairs. That no sum leaves 32 bits was seen when the network was read
/// (network_file).
template <std::size_t n>
XQ_INLINE std::array<std::int32_t, n> dot_products(ConstNumbers input,
                                                   const Layers::InputWeights* weights) noexcept {
  std::array<std::int32_t, n> totals{};
  for (std::size_t i = 0; i < 2 * hidden_size; ++i) {
    for (std::size_t k = 0; k < n; ++k) {
      totals[k] += std::int32_t{input[i]} * weights[k][i];
    }
  }
  return totals;
}

#endif

XQ_INLINE std::int32_t output_body(const Sums& own, const Sums& opponent,
                                   const Layers& layers) noexcept {
  // Aligned: where one load reads two lines of the cache, a search has a quarter fewer nodes a
  // second.
  alignas(64) Layers::InputWeights input;
  input_body(input.data(), own[0].data(), own[1].data());
  input_body(input.data() + hidden_size, opponent[0].data(), opponent[1].data());
  std::array<std::int32_t, 2 * first_size> first;
  constexpr std::size_t rows = 8;
  static_assert(first_size % rows == 0);
  for (std::size_t j = 0; j < first_size; j += rows) {
    const auto sums = dot_products<rows>(input.data(), &layers.first[j]);
    for (std::size_t k = 0; k < rows; ++k) {
      const std::int32_t sum = layers.first_bias[j + k] + sums[k];
      const std::int32_t x = std::max(std::min(sum / weight_unit, layer_unit), -layer_unit);
      first[j + k] = std::max(x, 0);
      first[first_size + j + k] = x * x / layer_unit;
    }
  }
  auto second = layers.second_bias;
  for (std::size_t i = 0; i < first.size(); ++i) {
    for (std::size_t j = 0; j < second_size; ++j) {
      second[j] += first[i] * layers.second[i][j];
    }
  }
  std::int32_t total = layers.output_bias + dot_products<1>(input.data(), &layers.direct)[0];
  for (std::size_t j = 0; j < second_size; ++j) {
    total += std::max(std::min(second[j] / weight_unit, layer_unit), 0) * layers.output[j];
  }
  return total;
}

} // namespace

/// The kernels of one level, compiled with an attribute.
// NOLINTBEGIN(bugprone-macro-parentheses): an attribute cannot stand in them
#define XQ_LEVEL(name, attribute)                                                                  \
  namespace {                                                                                      \
  namespace name {                                                                                 \
  attribute void move(Sums& to, const Sums& from, RowPair added, RowPair removed) noexcept {       \
    for (std::size_t h = 0; h < 2; ++h) {                                                          \
      move_body(to[h].data(), from[h].data(), added[h], removed[h]);                               \
    }                                                                                              \
  }                                                                                                \
  attribute void capture(Sums& to, const Sums& from, RowPair added, RowPair removed,               \
                         RowPair captured) noexcept {                                              \
    for (std::size_t h = 0; h < 2; ++h) {                                                          \
      capture_body(to[h].data(), from[h].data(), added[h], removed[h], captured[h]);               \
    }                                                                                              \
  }                                                                                                \
  attribute void add(Sums& sums, const std::array<RowPair, 4>& rows) noexcept {                    \
    for (std::size_t h = 0; h < 2; ++h) {                                                          \
      add_body(sums[h].data(), rows[0][h], rows[1][h], rows[2][h], rows[3][h]);                    \
    }                                                                                              \
  }                                                                                                \
  attribute std::int32_t output(const Sums& own, const Sums& opponent,                             \
                                const Layers& layers) noexcept {                                   \
    return output_body(own, opponent, layers);                                                     \
  }                                                                                                \
  constexpr Kernels kernels{move, capture, add, output};                                           \
  }                                                                                                \
  }

// NOLINTEND(bugprone-macro-parentheses)

XQ_LEVEL(plain, XQ_ONE_AT_A_TIME)
XQ_LEVEL(baseline, )
#if defined(__x86_64__) && defined(__GNUC__)
XQ_LEVEL(avx2, __attribute__((target("avx2"))))
XQ_LEVEL(avx512, __attribute__((target("avx512f,avx512bw,avx512vl" XQ_WIDE))))
#endif

const Kernels* kernels_of(Level level) noexcept {
  switch (level) {
  case Level::plain:
    return &plain::kernels;
  case Level::baseline:
    return &baseline::kernels;
#if defined(__x86_64__) && defined(__GNUC__)
  case Level::avx2:
    return __builtin_cpu_supports("avx2") ? &avx2::kernels : nullptr;
  case Level::avx512:
    return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl")
               ? &avx512::kernels
               : nullptr;
#endif
  default:
    return nullptr;
  }
}

const Kernels& best_kernels() noexcept {
  const Kernels* best = &baseline::kernels;
  for (const Level level : levels) {
    const Kernels* const kernels = kernels_of(level);
    best = kernels != nullptr && level > Level::baseline ? kernels : best;
  }
  return *best;
}

} // namespace xq::engine::network
