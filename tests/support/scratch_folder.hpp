#pragma once

#include "base/os/path.hpp"
#include "base/os/random.hpp"
#include "files.hpp"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <filesystem>
#include <iterator>
#include <string>

namespace support {

/// An empty folder of its own for one test; it goes away with the object.
class ScratchFolder {
public:
  ScratchFolder() {
    const auto folder = std::filesystem::temp_directory_path();
    do {
      std::array<std::byte, 8> secret{};
      xq::os::fill_with_secret(secret);
      m_path = folder / fmt::format("xq-test-{:02x}", fmt::join(secret, ""));
    } while (!std::filesystem::create_directory(m_path));
  }
  ~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(m_path, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const noexcept { return m_path; }
  [[nodiscard]] std::string file(const std::string& name) const {
    return xq::os::name_of(m_path / xq::os::path_of(name));
  }
  [[nodiscard]] std::size_t files() const {
    const std::filesystem::directory_iterator all{m_path};
    return static_cast<std::size_t>(std::distance(begin(all), end(all)));
  }

private:
  std::filesystem::path m_path;
};

} // namespace support
