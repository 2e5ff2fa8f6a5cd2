#include "base/os/large_pages.hpp"

#include "base/os/unix/system.hpp"

#include <cstdlib>
#include <memory>
#include <new>

namespace xq::os {

// calloc() does not write to memory that is fresh from the system and zero already.
LargePages::LargePages(std::size_t bytes) {
  const std::size_t whole = (bytes + large_page - 1) / large_page * large_page;
  std::size_t room = whole + large_page;
  m_memory.reset(std::calloc(room, 1));
  m_data = m_memory.get();
  if (m_data == nullptr) {
    throw std::bad_alloc{};
  }
  m_data = std::align(large_page, whole, m_data, room);
  if (whole <= most_large_bytes) {
    system::use_large_pages(m_data, whole);
  }
}

void LargePages::Free::operator()(void* memory) const noexcept { std::free(memory); }

} // namespace xq::os
