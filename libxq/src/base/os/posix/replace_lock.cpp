#include "base/os/replace_lock.hpp"

#include "base/os/unix/descriptor.hpp"

#include <filesystem>
#include <sys/file.h>

namespace xq::os {

// A lock of the file itself would be one of SQLite's on systems where flock() and fcntl() take the
// same locks (macOS, the BSDs), and a process would lose it as soon as it closes a database of this
// name. flock() is no part of POSIX, but all these systems have it.
std::error_code ReplaceLock::lock(const std::string& path) {
  if (const auto error = m_file.open(path, File::Mode::read)) {
    return error;
  }
  std::error_code error;
  const auto file = std::filesystem::canonical(path, error); // one lock for all names of a file
  if (error) {
    return error;
  }
  const auto name = (file.parent_path() / ("." + file.filename().string() + ".lock")).string();
  if (error = m_file.open(name, File::Mode::open_or_create); error) {
    return error;
  }
  const bool locked = ::flock(descriptor_of(m_file), LOCK_EX | LOCK_NB) == 0;
  if (!locked || !m_file.is_at(name)) { // not there: its owner has removed it after it was opened
    return std::make_error_code(std::errc::operation_would_block);
  }
  m_lock_file = name;
  return {};
}

ReplaceLock::~ReplaceLock() {
  if (!m_lock_file.empty()) { // while it is locked: else it might be another process's by now
    std::error_code ignored;
    std::filesystem::remove(m_lock_file, ignored);
  }
}

} // namespace xq::os
