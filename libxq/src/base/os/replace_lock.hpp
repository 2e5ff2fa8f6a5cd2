#pragma once

#include "base/os/file.hpp"

#include <string>
#include <system_error>

namespace xq::os {

/// A lock of the right to put another file in the place of a file, held against other processes
/// until the destructor. Who reads the file needs no lock, nor does SQLite see it.
class ReplaceLock {
public:
  ReplaceLock() = default;
  ~ReplaceLock();
  ReplaceLock(const ReplaceLock&) = delete;
  ReplaceLock& operator=(const ReplaceLock&) = delete;

  /// std::errc::operation_would_block when another process has the lock; other errors where there
  /// is no file to read. Called once.
  [[nodiscard]] std::error_code lock(const std::string& path);

private:
  File m_file;
  std::string m_lock_file; ///< beside the file, where the system needs one
};

} // namespace xq::os
