#include "base/files/unnamed_file.hpp"

#include <xq/base/error.hpp>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <unistd.h>
#include <utility>

namespace xq {

std::string folder_of(const std::string& path) {
  const auto folder = std::filesystem::path{path}.parent_path();
  return folder.empty() ? "." : (folder / "").string(); // messages show that it is a folder
}

UnnamedFile::UnnamedFile(std::string folder, std::string advice)
    : m_folder{std::move(folder)}, m_advice{std::move(advice)} {
  m_descriptor = ::open(m_folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (m_descriptor < 0) { // not every file system can: a name for a moment, then
    std::string name = m_folder + "/.xq-run-XXXXXX";
    m_descriptor = ::mkostemp(name.data(), O_CLOEXEC);
    if (m_descriptor < 0) {
      fail(errno);
    }
    ::unlink(name.c_str());
  }
}

UnnamedFile::~UnnamedFile() { ::close(m_descriptor); }

void UnnamedFile::append(std::string_view bytes) {
  while (!bytes.empty()) {
    const auto n = ::write(m_descriptor, bytes.data(), bytes.size());
    if (n < 0 && errno != EINTR) {
      fail(errno);
    }
    bytes.remove_prefix(n > 0 ? static_cast<std::size_t>(n) : 0);
  }
}

void UnnamedFile::read(std::uint64_t offset, std::span<char> out) const {
  while (!out.empty()) {
    const auto n = ::pread(m_descriptor, out.data(), out.size(), static_cast<off_t>(offset));
    if (n == 0 || (n < 0 && errno != EINTR)) {
      fail(n == 0 ? EIO : errno);
    }
    const auto got = n > 0 ? static_cast<std::size_t>(n) : 0;
    out = out.subspan(got);
    offset += got;
  }
}

void UnnamedFile::discard(std::uint64_t offset, std::uint64_t bytes) const noexcept {
  static_cast<void>(::fallocate(m_descriptor, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
                                static_cast<off_t>(offset), static_cast<off_t>(bytes)));
}

void UnnamedFile::fail(int code) const {
  throw make_error<FileError>("{}: a temporary file: {}. {}", m_folder, std::strerror(code),
                              m_advice);
}

} // namespace xq
