#include <xq/engine/large_pages.hpp>

#include <new>
#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace xq::engine {

void* take_large_pages(std::size_t bytes) {
  const std::size_t whole = (bytes + large_page - 1) / large_page * large_page;
  void* const memory = std::aligned_alloc(large_page, whole);
  if (memory == nullptr) {
    throw std::bad_alloc{};
  }
#ifdef MADV_HUGEPAGE
  static_cast<void>(madvise(memory, whole, MADV_HUGEPAGE)); // a hint
#endif
  return memory;
}

} // namespace xq::engine
