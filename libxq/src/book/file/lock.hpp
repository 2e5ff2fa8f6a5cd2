#pragma once

#include "base/os/file.hpp"

#include <string>

namespace xq::book {

/// Keeps everybody else who takes this lock away from a file that is about to be replaced by a new
/// version of itself, so that no version is lost. Readers do not notice.
class ReplaceLock {
public:
  /// Throws FileError when somebody else has the lock, or the file cannot be read.
  explicit ReplaceLock(const std::string& path);

private:
  os::File m_file;
};

} // namespace xq::book
