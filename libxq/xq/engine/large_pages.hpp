#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>

namespace xq::engine {

inline constexpr std::size_t large_page = std::size_t{2} << 20U;

/// Raw memory for tables that are looked up all over, on large pages where the system has them
/// (with small ones most looks miss the processor's table of pages, too). `bytes` are rounded up to
/// whole large pages. Throws std::bad_alloc.
[[nodiscard]] void* take_large_pages(std::size_t bytes);

/// Gives back what take_large_pages() took; for objects that need no destructor.
struct FreeLargePages {
  void operator()(void* memory) const noexcept { std::free(memory); }
};

} // namespace xq::engine
