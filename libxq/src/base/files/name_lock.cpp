#include "base/files/name_lock.hpp"

#include "base/os/path.hpp"

#include <xq/base/atomic_file.hpp>

#include <fmt/core.h>

#include <thread>

namespace xq {

NameLock::~NameLock() { unlock(); }

bool NameLock::lock(const std::string& path, std::chrono::milliseconds wait) {
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::milliseconds step{20};
  const auto target = os::path_of(follow_links(path));
  m_name = os::name_of(target.parent_path() /
                       os::path_of(fmt::format(".{}.lock", os::name_of(target.filename()))));
  const auto end = Clock::now() + wait;
  while (!try_lock()) {
    if (Clock::now() >= end) {
      m_name.clear();
      return false;
    }
    std::this_thread::sleep_for(step);
  }
  return true;
}

bool NameLock::try_lock() {
  if (m_file.open(m_name, os::File::Mode::open_or_create)) {
    m_name.clear();
    return true;
  }
  if (m_file.try_lock_behind_end() && m_file.is_at(m_name)) {
    return true;
  } // else its owner has it, or removed it after it was opened
  static_cast<void>(m_file.close());
  return false;
}

void NameLock::unlock() noexcept {
  if (!m_name.empty()) { // while it is locked: else it might be another process's by now
    os::remove_file(m_name);
    m_name.clear();
  }
  static_cast<void>(m_file.close());
}

} // namespace xq
