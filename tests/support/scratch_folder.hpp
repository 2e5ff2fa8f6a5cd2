#pragma once

#include "files.hpp"

#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <stdexcept>
#include <string>

namespace support {

/// An empty folder of its own for one test; it goes away with the object.
class ScratchFolder {
public:
  ScratchFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "xq-test-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) {
      throw std::runtime_error{"no temporary folder"};
    }
    m_path = name;
  }
  ~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(m_path, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const noexcept { return m_path; }
  [[nodiscard]] std::string file(const std::string& name) const { return (m_path / name).string(); }
  [[nodiscard]] std::size_t files() const {
    const std::filesystem::directory_iterator all{m_path};
    return static_cast<std::size_t>(std::distance(begin(all), end(all)));
  }

private:
  std::filesystem::path m_path;
};

} // namespace support
