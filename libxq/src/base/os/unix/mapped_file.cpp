#include "base/os/mapped_file.hpp"

#include "base/os/file.hpp"
#include "base/os/unix/descriptor.hpp"

#include <cerrno>
#include <sys/mman.h>

namespace xq::os {

std::error_code MappedFile::open(const std::string& path) noexcept {
  close();
  File file;
  if (const auto failed = file.open(path, File::Mode::read)) {
    return failed;
  }
  const auto status = file.status();
  if (!status || !status->is_regular) {
    return std::make_error_code(std::errc::invalid_argument);
  }
  if (status->size == 0) {
    return {};
  }
  void* const data = ::mmap(nullptr, status->size, PROT_READ, MAP_SHARED, descriptor_of(file), 0);
  if (data == MAP_FAILED) { // NOLINT(*-int-to-ptr,*-cstyle-cast): the system's macro
    return {errno, std::generic_category()};
  }
  m_data = data;
  m_size = status->size;
  return {};
}

void MappedFile::close() noexcept {
  if (m_data != nullptr) {
    ::munmap(m_data, m_size);
  }
  m_data = nullptr;
  m_size = 0;
}

} // namespace xq::os
