#pragma once

#include <version> // defines __GLIBC__ where that is the C library

/// Compile a function twice, for the baseline of x86-64 and for x86-64-v3 (AVX2, BMI, POPCNT: most
/// processors since 2015); the loader takes the one that fits. What is inlined into the function is
/// compiled with it. Nothing where the whole build is for such a processor, on other architectures,
/// compilers and C libraries, and under sanitizers, whose runtime is not ready when the loader
/// chooses.
#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__) &&       \
    !defined(__AVX2__) && !defined(XQ_SANITIZED)
#define XQ_PROCESSOR_LEVELS __attribute__((target_clones("default", "arch=x86-64-v3")))
#define XQ_HAS_PROCESSOR_LEVELS 1
#else
#define XQ_PROCESSOR_LEVELS
#define XQ_HAS_PROCESSOR_LEVELS 0
#endif

namespace xq {

/// Whether functions are compiled twice.
inline constexpr bool has_processor_levels = XQ_HAS_PROCESSOR_LEVELS != 0;

/// Whether the loader takes the second of them here.
[[nodiscard]] inline bool is_newer_processor() noexcept {
#if XQ_HAS_PROCESSOR_LEVELS
  return __builtin_cpu_supports("x86-64-v3") != 0;
#else
  return false;
#endif
}

} // namespace xq
