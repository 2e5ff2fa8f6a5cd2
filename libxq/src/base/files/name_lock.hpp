#pragma once

#include "base/os/file.hpp"

#include <chrono>
#include <string>

namespace xq {

/// The right to make a file that does not exist yet, held against other processes: of two that
/// would make it, the second one learns that before its work, not at its end. A hidden file beside
/// it is locked, `.NAME.lock`, which goes away with the object.
class NameLock {
public:
  NameLock() = default;
  ~NameLock();
  NameLock(const NameLock&) = delete;
  NameLock& operator=(const NameLock&) = delete;

  /// False when another process still has the lock after `wait`. A folder that cannot be written is
  /// no error here: making the file will say so.
  [[nodiscard]] bool lock(const std::string& path, std::chrono::milliseconds wait);
  void unlock() noexcept;

private:
  [[nodiscard]] bool try_lock();

  os::File m_file;
  std::string m_name; ///< empty: not locked
};

} // namespace xq
