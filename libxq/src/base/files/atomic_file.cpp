#include <xq/base/atomic_file.hpp>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <fcntl.h>
#include <filesystem>
#include <optional>
#include <set>
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

[[noreturn]] void fail_at(const std::string& path, int code) {
  throw make_error<FileError>("{}: {}. {}", path, std::generic_category().message(code),
                              advice(code));
}

std::string folder_of(const std::string& path) {
  const auto folder = fs::path{path}.parent_path().string();
  return folder.empty() ? "." : folder;
}

/// Wait until the disk has the names in a folder.
void sync_folder(const std::string& folder) {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor >= 0) {
    ::fsync(descriptor); // some file systems cannot; the files themselves are safe by then
    ::close(descriptor);
  }
}

/// Wait until the disk has everything that was written to the file system of a folder; 0 or errno.
int sync_file_system(const std::string& folder) {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) {
    return errno;
  }
  const int code = ::syncfs(descriptor) == 0 ? 0 : errno;
  ::close(descriptor);
  return code;
}

} // namespace

std::string follow_links(const std::string& path) {
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

AtomicFile::AtomicFile(std::string path) : m_path{std::move(path)}, m_target{follow_links(m_path)} {
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

void AtomicFile::fail(int code) const { fail_at(m_path, code); }

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

void AtomicFile::close() {
  if (::close(std::exchange(m_descriptor, -1)) != 0) {
    fail(errno);
  }
}

void AtomicFile::commit() {
  flush();
  if (m_temporary.empty()) {
    close();
    return;
  }
  if (::fsync(m_descriptor) != 0 || ::rename(m_temporary.c_str(), m_target.c_str()) != 0) {
    fail(errno); // the destructor removes the temporary file
  }
  m_temporary.clear();
  close();
  sync_folder(folder_of(m_target));
}

void AtomicFile::commit_as(std::string path) {
  m_path = std::move(path);
  m_target = follow_links(m_path);
  commit();
}

AtomicFiles::~AtomicFiles() {
  for (const Part& part : m_parts) {
    ::unlink(part.temporary.c_str());
  }
}

void AtomicFiles::add(std::string path, std::string_view bytes) {
  constexpr std::size_t at_once = 4096; // what may be lost of a long run
  AtomicFile file{std::move(path)};
  file.write(bytes);
  if (file.m_temporary.empty()) {
    return file.commit();
  }
  file.flush();
  file.close();
  m_parts.push_back({file.path(), file.m_temporary, file.m_target});
  if (m_parts.size() == at_once) {
    commit();
  }
}

void AtomicFiles::commit() {
  std::set<std::string> folders;
  for (const Part& part : m_parts) {
    if (const auto [folder, is_new] = folders.insert(folder_of(part.target)); is_new) {
      if (const int code = sync_file_system(*folder); code != 0) {
        fail_at(part.path, code);
      }
    }
  }
  while (!m_parts.empty()) { // the destructor removes those behind one that fails
    const Part& part = m_parts.back();
    if (::rename(part.temporary.c_str(), part.target.c_str()) != 0) {
      fail_at(part.path, errno);
    }
    m_parts.pop_back();
  }
  std::for_each(folders.begin(), folders.end(), sync_folder);
}

} // namespace xq
