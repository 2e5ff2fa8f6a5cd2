#include <xq/base/output.hpp>

#include <cerrno>
#include <cstdint>
#include <fcntl.h>
#include <filesystem>
#include <optional>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace xq {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t buffer_bytes = std::size_t{256} << 10U;
constexpr int max_attempts = 1000;

std::string_view advice(int code) noexcept {
  switch (code) {
  case ENOSPC:
  case EDQUOT:
    return "Free some space, or write to another disk.";
  case EACCES:
  case EPERM:
  case EROFS:
    return "Write to a folder that you may change.";
  case ENOENT:
  case ENOTDIR:
    return "Create the folder first.";
  case EISDIR:
    return "Give the name of a file.";
  default:
    return "Check the path and the disk.";
  }
}

std::optional<struct stat> status_of(const std::string& path) noexcept {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 ? std::optional{status} : std::nullopt;
}

/// `path`, or the file that a chain of symbolic links there ends at (which need not exist).
std::string resolve_links(const std::string& path) {
  fs::path at{path};
  std::error_code failed;
  for (int i = 0; i < 40 && fs::is_symlink(at, failed); ++i) {
    const auto to = fs::read_symlink(at, failed);
    if (failed) {
      break;
    }
    at = to.is_absolute() ? to : at.parent_path() / to;
  }
  return at.string();
}

} // namespace

AtomicFile::AtomicFile(std::string path)
    : m_path{std::move(path)}, m_target{resolve_links(m_path)} {
  m_buffer.reserve(buffer_bytes);
  const auto status = status_of(m_target);
  if (status && S_ISDIR(status->st_mode)) {
    fail(EISDIR);
  }
  if (status && !S_ISREG(status->st_mode)) {
    open_direct();
    return;
  }
  open_temporary();
  if (status && ::fchmod(m_descriptor, status->st_mode & 07777U) != 0) {
    // The file may be another user's: then the new one has the usual mode.
  }
}

AtomicFile::~AtomicFile() {
  if (m_descriptor >= 0) {
    ::close(m_descriptor);
    if (!m_temporary.empty()) {
      ::unlink(m_temporary.c_str());
    }
  }
}

void AtomicFile::fail(int code) const {
  throw make_error<FileError>("{}: {}. {}", m_path, std::generic_category().message(code),
                              advice(code));
}

void AtomicFile::open_direct() {
  m_descriptor = ::open(m_target.c_str(), O_WRONLY | O_CLOEXEC);
  if (m_descriptor < 0) {
    fail(errno);
  }
}

void AtomicFile::open_temporary() {
  const fs::path target{m_target};
  const auto name = target.filename().string();
  for (int attempt = 0; attempt < max_attempts; ++attempt) {
    // In the target's folder, for rename() cannot leave a file system; hidden, so that a folder
    // read as input does not show a half-written file.
    m_temporary = (target.parent_path() /
                   fmt::format(".{}.{}-{}.tmp", name.substr(0, 100), ::getpid(), attempt))
                      .string();
    m_descriptor = ::open(m_temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (m_descriptor >= 0 || errno != EEXIST) {
      break;
    }
  }
  if (m_descriptor < 0) {
    const int code = errno;
    m_temporary.clear();
    fail(code);
  }
  ::flock(m_descriptor, LOCK_EX | LOCK_NB); // tells whoever tidies up that somebody writes here
}

void AtomicFile::flush() {
  std::string_view rest{m_buffer};
  while (!rest.empty()) {
    const auto written = ::write(m_descriptor, rest.data(), rest.size());
    if (written < 0 && errno == EINTR) {
      continue;
    }
    if (written < 0) {
      fail(errno);
    }
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
  m_buffer.clear();
}

void AtomicFile::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const auto part = bytes.substr(0, buffer_bytes - m_buffer.size());
    m_buffer.append(part);
    bytes.remove_prefix(part.size());
    if (m_buffer.size() == buffer_bytes) {
      flush();
    }
  }
}

void AtomicFile::sync_folder() const {
  const auto folder = fs::path{m_target}.parent_path();
  const int descriptor =
      ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor >= 0) {
    ::fsync(descriptor); // some file systems cannot; the file itself is safe by then
    ::close(descriptor);
  }
}

void AtomicFile::commit() {
  flush();
  if (m_temporary.empty()) {
    if (::close(std::exchange(m_descriptor, -1)) != 0) {
      fail(errno);
    }
    return;
  }
  if (::fsync(m_descriptor) != 0 || ::rename(m_temporary.c_str(), m_target.c_str()) != 0) {
    fail(errno); // the destructor removes the temporary file
  }
  m_temporary.clear();
  if (::close(std::exchange(m_descriptor, -1)) != 0) {
    fail(errno);
  }
  sync_folder();
}

void AtomicFile::commit_as(std::string path) {
  m_path = std::move(path);
  m_target = resolve_links(m_path);
  commit();
}

} // namespace xq
