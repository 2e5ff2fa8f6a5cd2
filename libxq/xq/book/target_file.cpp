#include <xq/base/error.hpp>
#include <xq/book/target_file.hpp>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace xq::book {

namespace {

FileError failure(const std::string& path, const char* what, int code) {
  return make_error<FileError>(
      "{}: cannot {}: {}. Check the folder, its rights and its free space.", path, what,
      std::strerror(code));
}

/// Whether `path` still names the open file: another process may have renamed it meanwhile.
bool names(const std::string& path, int file) {
  struct stat by_path {};
  struct stat by_file {};
  return ::stat(path.c_str(), &by_path) == 0 && ::fstat(file, &by_file) == 0 &&
         by_path.st_dev == by_file.st_dev && by_path.st_ino == by_file.st_ino;
}

} // namespace

TargetFile::TargetFile(std::string target)
    : m_target{std::move(target)}, m_part{m_target + ".part"} {
  open();
  if (::ftruncate(m_file, 0) != 0) {
    throw failure(m_part, "empty the file", errno);
  }
}

void TargetFile::open() {
  for (;;) {
    m_file = ::open(m_part.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (m_file < 0) {
      throw failure(m_part, "create the file", errno);
    }
    if (::flock(m_file, LOCK_EX | LOCK_NB) != 0) {
      ::close(std::exchange(m_file, -1));
      throw make_error<FileError>(
          "{}: another process is writing this file. Wait until it is done.", m_part);
    }
    if (names(m_part, m_file)) {
      return;
    }
    ::close(std::exchange(m_file, -1));
  }
}

TargetFile::~TargetFile() {
  if (m_file >= 0) {
    ::unlink(m_part.c_str());
    ::close(m_file);
  }
}

std::string TargetFile::folder() const {
  const auto slash = m_target.find_last_of('/');
  return slash == std::string::npos ? "." : m_target.substr(0, slash + 1);
}

void TargetFile::commit() {
  if (::fsync(m_file) != 0) {
    throw failure(m_part, "write the file", errno);
  }
  if (std::rename(m_part.c_str(), m_target.c_str()) != 0) {
    throw failure(m_target, "replace the file", errno);
  }
  ::close(std::exchange(m_file, -1));
  // The rename is on the disk when the folder is; where folders cannot be synced, it comes later.
  if (const int folder_file = ::open(folder().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
      folder_file >= 0) {
    ::fsync(folder_file);
    ::close(folder_file);
  }
}

} // namespace xq::book
