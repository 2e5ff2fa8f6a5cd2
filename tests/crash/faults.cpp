// A library for LD_PRELOAD: one call of the operating system, or it and all that follow, fail as
// they do on a sick disk. What files outside of a folder are asked for is left alone.
//
//   XQ_FAULT=KIND:NUMBER:ERROR[:on]  the NUMBER-th call of that kind (from 1) fails with ENOSPC or
//                                    EIO; `on`: all later ones, too
//   XQ_FAULT_FOLDER=PATH             calls about files in it count, and no others
//   XQ_FAULT_LOG=FILE                gets, at the end, `KIND CALLS FAILED` for each kind
//
// Kinds: open read write sync rename lock truncate. A failing write takes half of the bytes first:
// that a call does not do everything is no error.

#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <string>
#include <string_view>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

namespace {

enum Kind {
  kind_open,
  kind_read,
  kind_write,
  kind_sync,
  kind_rename,
  kind_lock,
  kind_truncate,
  kinds
};
constexpr std::array<std::string_view, kinds> names{"open",   "read", "write",   "sync",
                                                    "rename", "lock", "truncate"};

std::string_view variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? std::string_view{} : value;
}

class Faults {
public:
  Faults() : m_folder{variable("XQ_FAULT_FOLDER")}, m_log{variable("XQ_FAULT_LOG")} {
    const std::string plan{variable("XQ_FAULT")};
    std::array<char, 16> kind{};
    std::array<char, 16> error{};
    std::array<char, 16> on{};
    const int read = std::sscanf(plan.c_str(), "%15[^:]:%ld:%15[^:]:%15s", kind.data(), &m_number,
                                 error.data(), on.data());
    for (int k = 0; read >= 3 && k < kinds; ++k) {
      m_kind = names[static_cast<std::size_t>(k)] == kind.data() ? k : m_kind;
    }
    m_error = std::string_view{error.data()} == "ENOSPC" ? ENOSPC : EIO;
    m_on = read == 4;
  }
  ~Faults() {
    if (m_log.empty()) {
      return;
    }
    if (std::FILE* const file = std::fopen(m_log.c_str(), "w")) {
      for (std::size_t k = 0; k < kinds; ++k) {
        static_cast<void>(std::fprintf(file, "%s %ld %ld\n", names[k].data(), m_calls[k].load(),
                                       m_failed[k].load()));
      }
      static_cast<void>(std::fclose(file));
    }
  }

  /// Whether this call is to fail; errno is set then.
  bool fails(Kind kind) {
    const auto k = static_cast<std::size_t>(kind);
    const long number = ++m_calls[k];
    if (kind != m_kind || number < m_number || (number > m_number && !m_on)) {
      return false;
    }
    ++m_failed[k];
    errno = m_error;
    return true;
  }
  bool is_ours(const char* path) {
    if (m_folder.empty() || path == nullptr) {
      return false;
    }
    const std::string_view name{path};
    return name.starts_with(m_folder) || (!name.starts_with('/') && in_folder());
  }
  bool is_ours(int file) {
    struct stat status {};
    if (m_folder.empty() || ::fstat(file, &status) != 0 ||
        !(S_ISREG(status.st_mode) || S_ISDIR(status.st_mode))) {
      return false;
    }
    std::array<char, 64> link{};
    static_cast<void>(std::snprintf(link.data(), link.size(), "/proc/self/fd/%d", file));
    std::array<char, PATH_MAX> path{};
    const auto size = ::readlink(link.data(), path.data(), path.size() - 1);
    return size > 0 && std::string_view{path.data()}.starts_with(m_folder);
  }

private:
  bool in_folder() const {
    std::array<char, PATH_MAX> here{};
    return ::getcwd(here.data(), here.size()) != nullptr &&
           std::string_view{here.data()}.starts_with(m_folder);
  }

  std::string m_folder;
  std::string m_log;
  int m_kind = kinds;
  long m_number = 0;
  int m_error = EIO;
  bool m_on = false;
  std::array<std::atomic<long>, kinds> m_calls{};
  std::array<std::atomic<long>, kinds> m_failed{};
};

Faults& faults() {
  static Faults all;
  return all;
}

/// The function of that name that would have been called.
template <typename F>
F real(const char* name) {
  return reinterpret_cast<F>(::dlsym(RTLD_NEXT, name));
}

} // namespace

// NOLINTBEGIN: the names and types are those of the C library
extern "C" {

#define XQ_REAL(name) static const auto next = real<decltype(&::name)>(#name)

#define XQ_OPEN(name)                                                                              \
  int name(const char* path, int flags, ...) {                                                     \
    using F = int (*)(const char*, int, ...);                                                      \
    static const auto next = real<F>(#name);                                                       \
    va_list more;                                                                                  \
    va_start(more, flags);                                                                         \
    const auto mode = va_arg(more, mode_t);                                                        \
    va_end(more);                                                                                  \
    if (faults().is_ours(path) && faults().fails(kind_open)) {                                     \
      return -1;                                                                                   \
    }                                                                                              \
    return next(path, flags, mode);                                                                \
  }
XQ_OPEN(open)
XQ_OPEN(open64)

#define XQ_OPENAT(name)                                                                            \
  int name(int folder, const char* path, int flags, ...) {                                         \
    using F = int (*)(int, const char*, int, ...);                                                 \
    static const auto next = real<F>(#name);                                                       \
    va_list more;                                                                                  \
    va_start(more, flags);                                                                         \
    const auto mode = va_arg(more, mode_t);                                                        \
    va_end(more);                                                                                  \
    if (faults().is_ours(path) && faults().fails(kind_open)) {                                     \
      return -1;                                                                                   \
    }                                                                                              \
    return next(folder, path, flags, mode);                                                        \
  }
XQ_OPENAT(openat)
XQ_OPENAT(openat64)

// The streams of C++ open by it, and what it calls cannot be replaced.
#define XQ_FOPEN(name)                                                                             \
  FILE* name(const char* path, const char* mode) {                                                 \
    XQ_REAL(name);                                                                                 \
    return faults().is_ours(path) && faults().fails(kind_open) ? nullptr : next(path, mode);       \
  }
XQ_FOPEN(fopen)
XQ_FOPEN(fopen64)

ssize_t read(int file, void* to, size_t size) {
  XQ_REAL(read);
  return faults().is_ours(file) && faults().fails(kind_read) ? -1 : next(file, to, size);
}
ssize_t pread(int file, void* to, size_t size, off_t at) {
  XQ_REAL(pread);
  return faults().is_ours(file) && faults().fails(kind_read) ? -1 : next(file, to, size, at);
}
ssize_t pread64(int file, void* to, size_t size, off64_t at) {
  XQ_REAL(pread64);
  return faults().is_ours(file) && faults().fails(kind_read) ? -1 : next(file, to, size, at);
}
ssize_t write(int file, const void* from, size_t size) {
  XQ_REAL(write);
  if (!faults().is_ours(file) || !faults().fails(kind_write)) {
    return next(file, from, size);
  }
  const int error = errno;
  static_cast<void>(size > 1 ? next(file, from, size / 2) : 0);
  errno = error;
  return -1;
}
ssize_t writev(int file, const struct iovec* from, int count) {
  XQ_REAL(writev);
  return faults().is_ours(file) && faults().fails(kind_write) ? -1 : next(file, from, count);
}
ssize_t pwrite(int file, const void* from, size_t size, off_t at) {
  XQ_REAL(pwrite);
  if (!faults().is_ours(file) || !faults().fails(kind_write)) {
    return next(file, from, size, at);
  }
  const int error = errno;
  static_cast<void>(size > 1 ? next(file, from, size / 2, at) : 0);
  errno = error;
  return -1;
}
ssize_t pwrite64(int file, const void* from, size_t size, off64_t at) {
  return pwrite(file, from, size, at);
}

int fsync(int file) {
  XQ_REAL(fsync);
  return faults().is_ours(file) && faults().fails(kind_sync) ? -1 : next(file);
}
int fdatasync(int file) {
  XQ_REAL(fdatasync);
  return faults().is_ours(file) && faults().fails(kind_sync) ? -1 : next(file);
}
int syncfs(int file) {
  XQ_REAL(syncfs);
  return faults().is_ours(file) && faults().fails(kind_sync) ? -1 : next(file);
}

int rename(const char* from, const char* to) {
  XQ_REAL(rename);
  return faults().is_ours(to) && faults().fails(kind_rename) ? -1 : next(from, to);
}
int renameat2(int from_folder, const char* from, int to_folder, const char* to, unsigned flags) {
  XQ_REAL(renameat2);
  return faults().is_ours(to) && faults().fails(kind_rename)
             ? -1
             : next(from_folder, from, to_folder, to, flags);
}
int link(const char* from, const char* to) {
  XQ_REAL(link);
  return faults().is_ours(to) && faults().fails(kind_rename) ? -1 : next(from, to);
}

int ftruncate(int file, off_t size) {
  XQ_REAL(ftruncate);
  return faults().is_ours(file) && faults().fails(kind_truncate) ? -1 : next(file, size);
}
int ftruncate64(int file, off64_t size) {
  XQ_REAL(ftruncate64);
  return faults().is_ours(file) && faults().fails(kind_truncate) ? -1 : next(file, size);
}

#define XQ_FCNTL(name)                                                                             \
  int name(int file, int command, ...) {                                                           \
    using F = int (*)(int, int, ...);                                                              \
    static const auto next = real<F>(#name);                                                       \
    va_list more;                                                                                  \
    va_start(more, command);                                                                       \
    void* const argument = va_arg(more, void*);                                                    \
    va_end(more);                                                                                  \
    const bool locks = command == F_SETLK || command == F_SETLKW || command == F_OFD_SETLK;        \
    if (locks && faults().is_ours(file) && faults().fails(kind_lock)) {                            \
      return -1;                                                                                   \
    }                                                                                              \
    return next(file, command, argument);                                                          \
  }
XQ_FCNTL(fcntl)
XQ_FCNTL(fcntl64)

int flock(int file, int operation) {
  XQ_REAL(flock);
  return faults().is_ours(file) && faults().fails(kind_lock) ? -1 : next(file, operation);
}
}
// NOLINTEND
