#pragma once

#include <algorithm>
#include <cmath>

namespace xq {

/// e to the power of x. A library's may differ in the last bit from one processor to the next, and
/// a descent makes more of that; this one is sums and products alone.
[[nodiscard]] inline double exponential(double x) {
  constexpr double ln2 = 0.693147180559945309417;
  x = std::clamp(x, -700.0, 700.0);
  const double whole = std::nearbyint(x / ln2);
  const double rest = x - whole * ln2; // within 0.35 of 0
  double sum = 1;
  for (int n = 13; n > 0; --n) {
    sum = 1 + sum * rest / n;
  }
  return std::ldexp(sum, static_cast<int>(whole));
}

} // namespace xq
