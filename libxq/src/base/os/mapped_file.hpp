#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace xq::os {

/// A file whose bytes stand in memory as the system reads them, for as long as the object lives. It
/// must not become shorter meanwhile; a file that is replaced as a whole stays as it was.
class MappedFile {
public:
  MappedFile() = default;
  ~MappedFile() { close(); }
  MappedFile(MappedFile&& other) noexcept
      : m_data{std::exchange(other.m_data, nullptr)}, m_size{std::exchange(other.m_size, 0)} {}
  MappedFile& operator=(MappedFile&& other) noexcept {
    std::swap(m_data, other.m_data);
    std::swap(m_size, other.m_size);
    return *this;
  }

  /// The system's error, none on success.
  [[nodiscard]] std::error_code open(const std::string& path) noexcept;
  void close() noexcept;

  [[nodiscard]] std::string_view bytes() const noexcept {
    return {static_cast<const char*>(m_data), m_size};
  }

private:
  void* m_data = nullptr; ///< null for an empty file, too
  std::size_t m_size = 0;
};

} // namespace xq::os
