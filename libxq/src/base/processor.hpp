#pragma once

/// Functions that are compiled twice, for the baseline of x86-64 and for x86-64-v3 (AVX2, BMI,
/// POPCNT: most processors since 2015). Once where the whole build is for such a processor, on
/// other architectures and compilers, and under sanitizers.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__AVX2__) &&       \
    !defined(XQ_SANITIZED)
#define XQ_HAS_PROCESSOR_LEVELS 1
#else
#define XQ_HAS_PROCESSOR_LEVELS 0
#endif

namespace xq {

/// Whether functions are compiled twice.
inline constexpr bool has_processor_levels = XQ_HAS_PROCESSOR_LEVELS != 0;

#if XQ_HAS_PROCESSOR_LEVELS

/// Whether the second of them is taken here. False until the program's variables are initialised.
inline const bool is_newer_processor = __builtin_cpu_supports("x86-64-v3") != 0;

template <auto function, typename... Arguments>
[[gnu::flatten, gnu::target("avx2,bmi,bmi2,lzcnt,popcnt")]] auto
on_newer_processor(const Arguments&... arguments) noexcept {
  return function(arguments...);
}

#else

inline constexpr bool is_newer_processor = false;

#endif

/// Call `function` as it was compiled for this processor, with all that it calls inlined as far as
/// the compiler sees it.
template <auto function, typename... Arguments>
[[gnu::flatten]] auto by_processor(const Arguments&... arguments) noexcept {
#if XQ_HAS_PROCESSOR_LEVELS
  if (is_newer_processor) {
    return on_newer_processor<function>(arguments...);
  }
#endif
  return function(arguments...);
}

} // namespace xq
