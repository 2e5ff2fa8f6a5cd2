#include "base/files/unnamed_file.hpp"

#include "base/os/path.hpp"
#include "base/text/system_message.hpp"

#include <xq/base/error.hpp>

#include <filesystem>
#include <utility>

namespace xq {

std::string folder_of(const std::string& path) {
  const auto folder = os::path_of(path).parent_path();
  return folder.empty() ? "." : os::name_of(folder / ""); // messages show that it is a folder
}

UnnamedFile::UnnamedFile(std::string folder, std::string advice)
    : m_folder{std::move(folder)}, m_advice{std::move(advice)} {
  check(m_file.open_unnamed(m_folder));
}

void UnnamedFile::append(std::string_view bytes) { check(m_file.write(bytes)); }

void UnnamedFile::read(std::uint64_t offset, std::span<char> out) const {
  check(m_file.read_at(offset, out));
}

void UnnamedFile::discard(std::uint64_t offset, std::uint64_t bytes) const noexcept {
  m_file.punch_hole(offset, bytes);
}

void UnnamedFile::check(const std::error_code& error) const {
  if (error) {
    throw make_error<FileError>("{}: a temporary file: {}. {}", m_folder, system_message(error),
                                translate(m_advice));
  }
}

} // namespace xq
