#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <string>

namespace support {

/// How many random cases a test tries: `usual`, which passed so often with the usual seed that more
/// of them find nothing new, or XQ_ROUNDS times as many, for someone who changes what the test is
/// about.
inline std::size_t rounds(std::size_t usual) {
  const char* const times = std::getenv("XQ_ROUNDS");
  return usual * (times == nullptr ? 1 : std::max(1UL, std::stoul(times)));
}

/// What its random numbers begin with: `usual`, or XQ_TEST_SEED.
inline unsigned seed_or(unsigned usual) {
  const char* const given = std::getenv("XQ_TEST_SEED");
  return given != nullptr ? static_cast<unsigned>(std::strtoul(given, nullptr, 10)) : usual;
}

} // namespace support
