#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>

namespace xq::engine {

inline constexpr std::size_t large_page = std::size_t{2} << 20U;
inline constexpr std::size_t most_large_bytes = std::size_t{1} << 30U;

/// Zeroed memory for tables that are looked up all over, on large pages where the system has them
/// (with small ones most looks miss the processor's table of pages, too). Memory of many megabytes
/// is taken from the system only when it is written to: a large page at a time, but a small one in
/// tables of more than most_large_bytes, of which a short search writes to a small part.
class LargePages {
public:
  LargePages() = default;
  /// Throws std::bad_alloc.
  explicit LargePages(std::size_t bytes);
  /// Aligned to large_page.
  [[nodiscard]] void* data() const noexcept { return m_data; }

private:
  struct Free {
    void operator()(void* memory) const noexcept { std::free(memory); }
  };
  std::unique_ptr<void, Free> m_memory;
  void* m_data = nullptr;
};

} // namespace xq::engine
