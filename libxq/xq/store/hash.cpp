#include <xq/store/hash.hpp>

#ifdef __AVX512F__
#define XXH_VECTOR XXH_AVX2 // g++ 12 warns about its own AVX-512 intrinsics; records are short
#endif
#define XXH_INLINE_ALL // header only: nothing to link, here and for users of the library
#include <xxhash.h>

namespace xq::store {

std::uint64_t content_hash(std::string_view bytes) noexcept {
  return XXH3_64bits(bytes.data(), bytes.size());
}

} // namespace xq::store
