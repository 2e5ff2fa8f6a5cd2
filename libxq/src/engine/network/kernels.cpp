#include "engine/network/kernels.hpp"

#include <algorithm>
#include <limits>

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

/// The sum of weight * clamp(sum, 0, unit)^2. A product of weight and clamped sum fits 16 bits, so
/// that one instruction makes it and another multiplies it and adds pairs. Saves half of a score
/// with SSE2, a third with AVX2, a tenth with AVX-512 against products of 32 bits. Relies on
/// largest_output_weight * unit < 2^15, and on hidden_size: the total fits 32 bits up to 260 units.
XQ_INLINE std::int32_t dot_body(ConstNumbers sums, ConstNumbers weights) noexcept {
  constexpr auto largest = static_cast<std::int16_t>(unit);
  static_assert(largest_output_weight * unit <= std::numeric_limits<std::int16_t>::max());
  static_assert(hidden_size * largest_output_weight * unit * unit <=
                static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()));
  Row values; // a loop of its own, else g++ 12 does not find the instructions of the other one
  for (std::size_t i = 0; i < hidden_size; ++i) {
    values[i] = std::clamp(sums[i], std::int16_t{0}, largest);
  }
  std::int32_t total = 0;
  for (std::size_t i = 0; i < hidden_size; ++i) {
    total += std::int32_t{values[i]} * static_cast<std::int16_t>(values[i] * weights[i]);
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
  attribute std::int64_t output(const Sums& sums, const Row& weights) noexcept {                   \
    return std::int64_t{dot_body(sums[0].data(), weights.data())} +                                \
           dot_body(sums[1].data(), weights.data());                                               \
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
