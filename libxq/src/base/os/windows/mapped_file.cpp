#include "base/os/mapped_file.hpp"

#include "base/os/file.hpp"
#include "base/os/windows/api.hpp"

namespace xq::os {

// The view keeps the file open after its handles are closed.
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
  // NOLINTNEXTLINE(*-reinterpret-cast,performance-no-int-to-ptr): a handle of the system
  const HANDLE opened = reinterpret_cast<HANDLE>(file.handle());
  const Handle mapping{CreateFileMappingW(opened, nullptr, PAGE_READONLY, 0, 0, nullptr)};
  m_data = mapping ? MapViewOfFile(mapping.get(), FILE_MAP_READ, 0, 0, 0) : nullptr;
  if (m_data == nullptr) {
    return last_error();
  }
  m_size = static_cast<std::size_t>(status->size);
  return {};
}

void MappedFile::close() noexcept {
  if (m_data != nullptr) {
    UnmapViewOfFile(m_data);
  }
  m_data = nullptr;
  m_size = 0;
}

} // namespace xq::os
