#pragma once

#include "base/os/replace_lock.hpp"

#include <string>

namespace xq::book {

/// The lock of a book that is about to be replaced by a new version of itself: two programs that
/// add games do not lose those of the other. Readers need no lock.
class ReplaceLock {
public:
  /// Throws FileError when another process has the lock, or the file cannot be read.
  explicit ReplaceLock(const std::string& path);

private:
  os::ReplaceLock m_lock;
};

} // namespace xq::book
