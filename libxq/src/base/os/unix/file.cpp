#include "base/os/file.hpp"

#include "base/os/unix/descriptor.hpp"
#include "base/os/unix/system.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <limits>
#include <poll.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace xq::os {

namespace {

std::error_code error_of(int status) noexcept {
  return {status < 0 ? errno : 0, std::generic_category()};
}

constexpr int max_unnamed = 1000;

FileStatus read_status(const struct stat& status) noexcept {
  const bool regular = S_ISREG(status.st_mode);
  return {.is_regular = regular,
          .is_folder = S_ISDIR(status.st_mode),
          .size = regular ? static_cast<std::uint64_t>(status.st_size) : 0,
          .device = static_cast<std::uint64_t>(status.st_dev), // signed on some systems
          .inode = status.st_ino};
}

std::optional<FileStatus> status_of_descriptor(int descriptor) noexcept {
  struct stat status {};
  return ::fstat(descriptor, &status) == 0 ? std::optional{read_status(status)} : std::nullopt;
}

int flags_of(File::Mode mode) noexcept {
  switch (mode) {
  case File::Mode::read:
    return O_RDONLY;
  case File::Mode::write:
    return O_WRONLY;
  case File::Mode::read_write:
    return O_RDWR;
  case File::Mode::create:
    return O_RDWR | O_CREAT | O_EXCL;
  case File::Mode::open_or_create:
    return O_RDWR | O_CREAT;
  }
  return O_RDONLY;
}

/// Call `step(bytes, done)`, which handles some of the bytes from `done` on and returns how many,
/// until all are handled. 0 bytes are an error.
template <typename Step>
std::error_code transfer(std::size_t bytes, Step step) noexcept {
  for (std::size_t done = 0; done < bytes;) {
    const auto n = step(done);
    if (n == 0) {
      return std::make_error_code(std::errc::io_error);
    }
    if (n < 0 && errno != EINTR) {
      return error_of(-1);
    }
    done += n > 0 ? static_cast<std::size_t>(n) : 0;
  }
  return {};
}

} // namespace

std::optional<FileStatus> status_of(const std::string& path) noexcept {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 ? std::optional{read_status(status)} : std::nullopt;
}

std::optional<std::int64_t> modified_at(const std::string& path) noexcept {
  std::error_code failed;
  const auto time = std::filesystem::last_write_time(path, failed).time_since_epoch();
  return failed ? std::nullopt : std::optional<std::int64_t>{time.count()};
}

std::optional<FileStatus> status_of(Stream stream) noexcept {
  return status_of_descriptor(descriptor_of(stream));
}

std::error_code list_folder(const std::string& folder, std::vector<std::string>& names) {
  std::error_code error;
  for (std::filesystem::directory_iterator entry{folder, error}, end; !error && entry != end;
       entry.increment(error)) {
    names.push_back(entry->path().filename().string());
  }
  return error;
}

std::error_code remove_file(const std::string& path) noexcept {
  return error_of(::unlink(path.c_str()));
}

File File::standard_input() noexcept {
  File file;
  file.m_handle = STDIN_FILENO;
  file.m_stays_open = true;
  return file;
}

File::File(File&& other) noexcept
    : m_handle{std::exchange(other.m_handle, no_handle)}, m_stays_open{other.m_stays_open} {}

File& File::operator=(File&& other) noexcept {
  std::swap(m_handle, other.m_handle);
  std::swap(m_stays_open, other.m_stays_open);
  return *this;
}

std::error_code File::open(const std::string& path, Mode mode) noexcept {
  static_cast<void>(close());
  const int descriptor = ::open(path.c_str(), flags_of(mode) | O_CLOEXEC, 0666);
  m_handle = descriptor;
  return error_of(descriptor);
}

std::error_code File::open_unnamed(const std::string& folder) {
  static_cast<void>(close());
  int descriptor = system::open_unnamed(folder);
  auto error = error_of(descriptor);
  // Not every system and file system can: create it with a name, one that remove_stale_files()
  // knows, and remove the name.
  bool exists = descriptor < 0;
  for (int n = 0; n < max_unnamed && exists; ++n) {
    const auto name = fmt::format("{}/.run.{}-{}.tmp", folder, process_id(), n);
    descriptor = ::open(name.c_str(), flags_of(Mode::create) | O_CLOEXEC, 0600);
    error = error_of(descriptor);
    exists = error == std::errc::file_exists;
    if (!error) {
      ::unlink(name.c_str());
    }
  }
  m_handle = descriptor;
  return error;
}

std::error_code File::close() noexcept {
  const int descriptor = descriptor_of(*this);
  m_handle = no_handle;
  const bool stays_open = std::exchange(m_stays_open, false);
  return descriptor < 0 || stays_open ? std::error_code{} : error_of(::close(descriptor));
}

std::error_code File::write(std::string_view bytes) noexcept {
  return transfer(bytes.size(), [&](std::size_t done) {
    return ::write(descriptor_of(*this), bytes.data() + done, bytes.size() - done);
  });
}

std::error_code File::write_at(std::uint64_t offset, std::string_view bytes) noexcept {
  return transfer(bytes.size(), [&](std::size_t done) {
    return ::pwrite(descriptor_of(*this), bytes.data() + done, bytes.size() - done,
                    static_cast<off_t>(offset + done));
  });
}

std::error_code File::read_at(std::uint64_t offset, std::span<char> out) const noexcept {
  return transfer(out.size(), [&](std::size_t done) {
    return ::pread(descriptor_of(*this), out.data() + done, out.size() - done,
                   static_cast<off_t>(offset + done));
  });
}

bool File::has_input(std::chrono::milliseconds wait) const noexcept {
  pollfd look{.fd = descriptor_of(*this), .events = POLLIN, .revents = 0};
  return ::poll(&look, 1, static_cast<int>(wait.count())) > 0;
}

std::error_code File::read_some(std::span<char> out, std::size_t& count) noexcept {
  ssize_t got = 0;
  do {
    got = ::read(descriptor_of(*this), out.data(), out.size());
  } while (got < 0 && errno == EINTR);
  count = got > 0 ? static_cast<std::size_t>(got) : 0;
  return error_of(got < 0 ? -1 : 0);
}

std::int64_t File::seek(std::int64_t offset, int whence) noexcept {
  return ::lseek(descriptor_of(*this), offset, whence);
}

void File::read_in_order() const noexcept { system::read_in_order(descriptor_of(*this)); }

std::optional<FileStatus> File::status() const noexcept {
  return status_of_descriptor(descriptor_of(*this));
}

std::error_code File::sync() const noexcept { return error_of(system::sync(descriptor_of(*this))); }

void File::start_writing(std::uint64_t offset, std::uint64_t bytes) const noexcept {
  system::start_writing(descriptor_of(*this), offset, bytes);
}

void File::punch_hole(std::uint64_t offset, std::uint64_t bytes) const noexcept {
  system::punch_hole(descriptor_of(*this), offset, bytes);
}

bool File::try_lock_behind_end() const noexcept {
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  lock.l_start = std::numeric_limits<off_t>::max() - 1;
  lock.l_len = 1;
  return ::fcntl(descriptor_of(*this), system::lock_command(), &lock) == 0;
}

void File::change_mode(unsigned mode) const noexcept {
  static_cast<void>(
      ::fchmod(descriptor_of(*this), static_cast<mode_t>(mode))); // it may be another user's file
}

bool File::is_at(const std::string& path) const noexcept {
  const auto opened = status();
  const auto named = status_of(path);
  return opened && named && opened->device == named->device && opened->inode == named->inode;
}

unsigned mode_of(const std::string& path) noexcept {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 ? status.st_mode & 07777U : 0;
}

std::error_code rename(const std::string& from, const std::string& to) noexcept {
  return error_of(std::rename(from.c_str(), to.c_str()));
}

std::error_code rename_new(const std::string& from, const std::string& to) noexcept {
  auto error = error_of(system::rename_new(from.c_str(), to.c_str()));
  if (error == std::errc::invalid_argument || error == std::errc::function_not_supported ||
      error == std::errc::not_supported || error == std::errc::operation_not_permitted) {
    error = ::access(to.c_str(), F_OK) == 0 ? std::make_error_code(std::errc::file_exists)
                                            : rename(from, to);
  }
  return error;
}

std::error_code sync_files(const std::string& folder, std::span<const std::string> files) noexcept {
  return error_of(system::sync_files(folder, files));
}

bool is_out_of_space(const std::error_code& error) noexcept {
  return error == std::errc::no_space_on_device || error.value() == EDQUOT;
}

std::size_t allow_open_files(std::size_t wanted) noexcept {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) {
    return 0;
  }
  // macOS says that there is no limit, and refuses more than OPEN_MAX.
  constexpr rlim_t always_possible = 10240;
  for (const rlim_t goal : {static_cast<rlim_t>(wanted), always_possible}) {
    rlimit higher = limit;
    higher.rlim_cur = std::min(goal, limit.rlim_max);
    if (higher.rlim_cur > limit.rlim_cur && setrlimit(RLIMIT_NOFILE, &higher) == 0) {
      return static_cast<std::size_t>(higher.rlim_cur);
    }
  }
  return static_cast<std::size_t>(std::min<rlim_t>(limit.rlim_cur, wanted));
}

int process_id() noexcept { return ::getpid(); }

bool is_running(int process) noexcept { return ::kill(process, 0) == 0 || errno != ESRCH; }

} // namespace xq::os
