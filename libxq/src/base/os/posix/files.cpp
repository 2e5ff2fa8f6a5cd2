#include "base/os/unix/system.hpp"

#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

namespace xq::os::system {

int open_unnamed(const std::string& /*folder*/) noexcept {
  errno = ENOTSUP;
  return -1;
}

int sync(int descriptor) noexcept {
#ifdef __APPLE__ // fsync() leaves what was written in the cache of the disk
  if (::fcntl(descriptor, F_FULLFSYNC) == 0) {
    return 0; // else the file system has no such call
  }
#endif
  return ::fsync(descriptor);
}

namespace {

template <typename Sync>
int sync_path(const std::string& path, Sync sync_descriptor) noexcept {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  const int status = descriptor < 0 ? -1 : sync_descriptor(descriptor);
  if (descriptor >= 0) {
    ::close(descriptor); // keeps errno: nothing was written to it
  }
  return status;
}

} // namespace

// The cache of the disk, which macOS empties for all files at once, last.
int sync_files(const std::string& folder, std::span<const std::string> files) noexcept {
  for (const std::string& file : files) {
    if (sync_path(file, ::fsync) != 0) {
      return -1;
    }
  }
  return sync_path(folder, sync);
}

void read_in_order(int descriptor) noexcept {
#ifdef POSIX_FADV_SEQUENTIAL // an option of POSIX that macOS leaves out
  static_cast<void>(::posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL));
#else
  static_cast<void>(descriptor);
#endif
}

void start_writing(int /*descriptor*/, std::uint64_t /*offset*/, std::uint64_t /*bytes*/) noexcept {
}

void punch_hole(int /*descriptor*/, std::uint64_t /*offset*/, std::uint64_t /*bytes*/) noexcept {}

void use_large_pages(void* /*memory*/, std::size_t /*bytes*/) noexcept {}

int lock_command() noexcept {
#ifdef F_OFD_SETLK // POSIX.1-2024, and macOS since its SDK 14
  return F_OFD_SETLK;
#else
  return F_SETLK;
#endif
}

int rename_new(const char* from, const char* to) noexcept {
  return ::link(from, to) == 0 ? ::unlink(from) : -1;
}

} // namespace xq::os::system
