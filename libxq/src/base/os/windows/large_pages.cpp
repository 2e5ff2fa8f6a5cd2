#include "base/os/large_pages.hpp"

#include "base/os/windows/api.hpp"

#include <new>

namespace xq::os {

namespace {

/// Large pages need a right that an administrator gives, "Lock pages in memory", and that a process
/// has to switch on. They are committed at once.
bool may_lock_pages() noexcept {
  HANDLE opened = nullptr;
  if (OpenProcessToken(GetCurrentProcess(), TOKEN_ADJUST_PRIVILEGES, &opened) == 0) {
    return false;
  }
  const Handle token{opened};
  TOKEN_PRIVILEGES wanted{};
  wanted.PrivilegeCount = 1;
  wanted.Privileges[0].Attributes = SE_PRIVILEGE_ENABLED;
  return LookupPrivilegeValueW(nullptr, L"SeLockMemoryPrivilege", &wanted.Privileges[0].Luid) !=
             0 &&
         AdjustTokenPrivileges(token.get(), FALSE, &wanted, 0, nullptr, nullptr) != 0 &&
         GetLastError() == ERROR_SUCCESS; // not ERROR_NOT_ALL_ASSIGNED
}

} // namespace

LargePages::LargePages(std::size_t bytes) {
  const std::size_t whole = (bytes + large_page - 1) / large_page * large_page;
  const std::size_t unit = GetLargePageMinimum();
  if (whole <= most_large_bytes && unit != 0 && large_page % unit == 0 && may_lock_pages()) {
    m_memory.reset(
        VirtualAlloc(nullptr, whole, MEM_RESERVE | MEM_COMMIT | MEM_LARGE_PAGES, PAGE_READWRITE));
    m_data = m_memory.get(); // null when the memory is too fragmented
  }
  if (m_data == nullptr) {
    std::size_t room = whole + large_page;
    m_memory.reset(VirtualAlloc(nullptr, room, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE));
    m_data = m_memory.get();
    if (m_data == nullptr) {
      throw std::bad_alloc{};
    }
    m_data = std::align(large_page, whole, m_data, room);
  }
}

void LargePages::Free::operator()(void* memory) const noexcept {
  VirtualFree(memory, 0, MEM_RELEASE);
}

} // namespace xq::os
