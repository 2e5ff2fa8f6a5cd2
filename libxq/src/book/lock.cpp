#include "book/lock.hpp"

#include <xq/base/error.hpp>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace xq::book {

namespace {

/// Whether `file` is what `path` names; not so when it was replaced after it had been opened.
bool is_at(int file, const std::string& path) {
  struct stat opened {};
  struct stat named {};
  return ::fstat(file, &opened) == 0 && ::stat(path.c_str(), &named) == 0 &&
         opened.st_dev == named.st_dev && opened.st_ino == named.st_ino;
}

} // namespace

ReplaceLock::ReplaceLock(const std::string& path) {
  m_file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (m_file < 0) {
    throw make_error<FileError>("{}: {}. Check the path and its permissions.", path,
                                std::strerror(errno));
  }
  if (::flock(m_file, LOCK_EX | LOCK_NB) != 0 || !is_at(m_file, path)) {
    ::close(m_file);
    throw make_error<FileError>("{}: another program is adding games to this book. Wait until it "
                                "has finished, then run the command again.",
                                path);
  }
}

ReplaceLock::~ReplaceLock() { ::close(m_file); }

} // namespace xq::book
