#pragma once

// Catch2 in version 2 or 3, under the names of version 3.

#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
using Catch::Approx;
#else
#include <catch2/catch.hpp>

namespace Catch::Matchers {
inline auto ContainsSubstring(const std::string& part) { return Contains(part); }
} // namespace Catch::Matchers
#endif
