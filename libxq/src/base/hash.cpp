#include "base/hash.hpp"

#ifdef __AVX512F__
#define XXH_VECTOR XXH_AVX2 // g++ 12 warns about its own AVX-512 intrinsics; records are short
#endif
#define XXH_INLINE_ALL // header only: nothing to link, here and for users of the library
#include <xxhash.h>

namespace xq {

std::uint64_t content_hash(std::string_view bytes) noexcept {
  return XXH3_64bits(bytes.data(), bytes.size());
}

Hash128 content_hash128(std::string_view bytes, std::uint64_t seed) noexcept {
  const auto hash = XXH3_128bits_withSeed(bytes.data(), bytes.size(), seed);
  return {hash.low64, hash.high64};
}

} // namespace xq
