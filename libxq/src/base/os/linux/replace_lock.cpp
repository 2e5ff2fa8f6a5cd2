#include "base/os/replace_lock.hpp"

#include "base/os/unix/descriptor.hpp"

#include <sys/file.h>

namespace xq::os {

// flock() on Linux has nothing to do with the locks of fcntl(), which SQLite takes.
std::error_code ReplaceLock::lock(const std::string& path) {
  if (const auto error = m_file.open(path, File::Mode::read)) {
    return error;
  }
  const bool locked = ::flock(descriptor_of(m_file), LOCK_EX | LOCK_NB) == 0;
  return locked && m_file.is_at(path) // not there: replaced after it was opened
             ? std::error_code{}
             : std::make_error_code(std::errc::operation_would_block);
}

ReplaceLock::~ReplaceLock() = default;

} // namespace xq::os
