#include "sqlite/new_database.hpp"

#include <xq/base/atomic_file.hpp>
#include <xq/base/error.hpp>

#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <system_error>
#include <unistd.h>

namespace xq::sqlite {

namespace {

constexpr std::string_view part_suffix = ".part";
constexpr std::string_view journal_suffix = "-journal"; ///< SQLite's, behind the name of a database

[[noreturn]] void fail(const std::string& path, const char* what, int cause) {
  throw make_error<FileError>("{}: {}: {}. Check the path, the permissions and the space left.",
                              path, what, std::strerror(cause));
}

/// The process that writes a part named NAME.PID.part, or its journal; 0 when `file` is no such
/// name.
pid_t writer_of(std::string_view file, std::string_view target_name) {
  if (file.ends_with(journal_suffix)) {
    file.remove_suffix(journal_suffix.size());
  }
  if (!file.starts_with(target_name) || !file.ends_with(part_suffix) ||
      file.size() <= target_name.size() + 1 + part_suffix.size() ||
      file[target_name.size()] != '.') {
    return 0;
  }
  const char* first = file.data() + target_name.size() + 1;
  const char* last = file.data() + file.size() - part_suffix.size();
  pid_t pid = 0;
  const auto [end, error] = std::from_chars(first, last, pid);
  return error == std::errc{} && end == last && pid > 0 ? pid : 0;
}

/// Remove the parts of this target whose writers were killed.
void remove_stale_parts(const std::filesystem::path& target) {
  const auto folder = target.has_parent_path() ? target.parent_path() : std::filesystem::path{"."};
  const std::string name = target.filename().string();
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator{folder, error}) {
    const auto writer = writer_of(entry.path().filename().string(), name);
    if (writer != 0 && ::kill(writer, 0) != 0 && errno == ESRCH) {
      std::error_code ignored; // what cannot be removed is in nobody's way
      std::filesystem::remove(entry.path(), ignored);
    }
  }
}

/// A rename would put a database in the place of a device or fail on a folder after hours of work.
void refuse_special_file(const std::string& target) {
  std::error_code error;
  const auto status = std::filesystem::status(target, error);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    throw make_error<FileError>("{}: is a folder or a device. Give the name of a file.", target);
  }
}

void sync_path(const std::string& path, int flags) {
  const int file = ::open(path.c_str(), flags | O_CLOEXEC);
  if (file < 0) {
    fail(path, "cannot be opened", errno);
  }
  const int status = ::fsync(file);
  const int cause = errno;
  ::close(file);
  if (status != 0 && cause != EINVAL) { // some file systems cannot sync a folder
    fail(path, "cannot be written to the disk", cause);
  }
}

std::string folder_of(const std::string& path) {
  const auto folder = std::filesystem::path{path}.parent_path().string();
  return folder.empty() ? "." : folder;
}

/// Before the new file is there: a crash must not leave the two side by side.
void remove_leftovers(const std::string& target) {
  bool removed = false;
  for (const char* const suffix : {"-journal", "-wal", "-shm"}) {
    const auto path = target + suffix;
    if (::unlink(path.c_str()) == 0) {
      removed = true;
    } else if (errno != ENOENT) {
      fail(path, "is left of another file and cannot be removed", errno);
    }
  }
  if (removed) {
    sync_path(folder_of(target), O_RDONLY | O_DIRECTORY);
  }
}

/// rename(2) that refuses to replace, also on file systems that cannot do so atomically.
bool rename_new(const std::string& from, const std::string& to) {
  if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) {
    return true;
  }
  if (errno != EINVAL && errno != ENOSYS) {
    return false;
  }
  if (::access(to.c_str(), F_OK) == 0) {
    errno = EEXIST;
    return false;
  }
  return std::rename(from.c_str(), to.c_str()) == 0;
}

} // namespace

NewFile::NewFile(std::string target, Existing existing)
    : m_target{follow_links(target)},
      m_part{fmt::format("{}.{}{}", m_target, ::getpid(), part_suffix)},
      m_existing{existing} {
  refuse_special_file(m_target);
  remove_stale_parts(m_target);
  const int file = ::open(m_part.c_str(), O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0666);
  if (file < 0) {
    fail(m_part, "cannot be created", errno);
  }
  ::close(file);
}

NewFile::~NewFile() {
  if (!m_committed) {
    ::unlink(m_part.c_str());
    ::unlink((m_part + std::string{journal_suffix}).c_str());
  }
}

void NewFile::commit() {
  sync_path(m_part, O_RDWR);
  const bool keep = m_existing == Existing::keep;
  bool taken = keep && ::access(m_target.c_str(), F_OK) == 0;
  if (!taken) { // else they are not left over
    remove_leftovers(m_target);
  }
  const bool renamed = !taken && (keep ? rename_new(m_part, m_target)
                                       : std::rename(m_part.c_str(), m_target.c_str()) == 0);
  taken = taken || (!renamed && errno == EEXIST);
  if (taken) {
    throw make_error<FileError>(
        "{}: another program has made this file meanwhile. Run the command again.", m_target);
  }
  if (!renamed) {
    fail(m_target, "cannot be put in place", errno);
  }
  m_committed = true;
  sync_path(folder_of(m_target), O_RDONLY | O_DIRECTORY);
}

} // namespace xq::sqlite
