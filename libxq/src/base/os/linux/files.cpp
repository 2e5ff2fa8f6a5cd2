#include "base/os/unix/system.hpp"

#include <cstdio>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace xq::os::system {

int open_unnamed(const std::string& folder) noexcept {
  return ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
}

int sync(int descriptor) noexcept { return ::fsync(descriptor); }

// One call for the whole file system: it costs less than one for each of many files.
int sync_files(const std::string& folder, std::span<const std::string> /*files*/) noexcept {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_CLOEXEC);
  const int status = descriptor < 0 ? -1 : ::syncfs(descriptor);
  if (descriptor >= 0) {
    ::close(descriptor); // keeps errno: nothing was written to it
  }
  return status;
}

void read_in_order(int descriptor) noexcept {
  static_cast<void>(::posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL));
}

void start_writing(int descriptor, std::uint64_t offset, std::uint64_t bytes) noexcept {
  static_cast<void>(::sync_file_range(descriptor, static_cast<off_t>(offset),
                                      static_cast<off_t>(bytes), SYNC_FILE_RANGE_WRITE));
}

void punch_hole(int descriptor, std::uint64_t offset, std::uint64_t bytes) noexcept {
  static_cast<void>(::fallocate(descriptor, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
                                static_cast<off_t>(offset), static_cast<off_t>(bytes)));
}

void use_large_pages(void* memory, std::size_t bytes) noexcept {
  static_cast<void>(::madvise(memory, bytes, MADV_HUGEPAGE));
}

int lock_command() noexcept { return F_OFD_SETLK; }

int rename_new(const char* from, const char* to) noexcept {
  return ::renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE);
}

} // namespace xq::os::system
