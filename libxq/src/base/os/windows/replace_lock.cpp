#include "base/os/replace_lock.hpp"

#include "base/os/windows/api.hpp"

namespace xq::os {

std::error_code ReplaceLock::lock(const std::string& path) {
  if (const auto error = m_file.open(path, File::Mode::read)) {
    return error;
  }
  const bool locked = lock_byte(reinterpret_cast<HANDLE>(m_file.handle()), byte_of_replacement);
  return locked && m_file.is_at(path) // not there: replaced after it was opened
             ? std::error_code{}
             : std::make_error_code(std::errc::operation_would_block);
}

ReplaceLock::~ReplaceLock() = default;

} // namespace xq::os
