#include "base/os/unix/system.hpp"

#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <pthread.h>
#include <string_view>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>
#ifdef __APPLE__
#include <crt_externs.h> // a shared library has no `environ`
#else
// NOLINTNEXTLINE(readability-redundant-declaration): POSIX leaves it to the program
extern char** environ;
#endif

namespace xq::os::system {

namespace {

/// Held while a pipe is not yet marked to be closed in other programs, and while one is started.
class PipeGuard {
public:
  PipeGuard() noexcept { ::pthread_mutex_lock(&mutex); }
  ~PipeGuard() { ::pthread_mutex_unlock(&mutex); }
  PipeGuard(const PipeGuard&) = delete;
  PipeGuard& operator=(const PipeGuard&) = delete;

private:
  static inline pthread_mutex_t mutex =
      PTHREAD_MUTEX_INITIALIZER; // descriptors are shared by the process
};

char** environment() noexcept {
#ifdef __APPLE__
  return *_NSGetEnviron();
#else
  return environ;
#endif
}

/// Where a program may be: by its own path, or in the folders of PATH.
std::vector<std::string> places_of(const std::string& program) {
  if (program.find('/') != std::string::npos) {
    return {program};
  }
  const char* const path = std::getenv("PATH"); // NOLINT(concurrency-mt-unsafe): nobody changes it
  std::string_view folders = path != nullptr ? path : "/bin:/usr/bin";
  std::vector<std::string> places;
  while (true) {
    const auto end = folders.find(':');
    const auto folder = folders.substr(0, end);
    places.push_back(std::string{folder.empty() ? "." : folder} + '/' + program);
    if (end == std::string_view::npos) {
      return places;
    }
    folders.remove_prefix(end + 1);
  }
}

/// Connect two descriptors; one that is in its place already must be marked to stay open.
bool put(int descriptor, int place) noexcept {
  return descriptor == place ? ::fcntl(place, F_SETFD, 0) == 0 : ::dup2(descriptor, place) == place;
}

/// What a program is started with, made ready before fork(): between fork() and exec, a process
/// that had several threads may only use functions that are safe in a signal handler.
struct Start {
  int input;
  int output;
  const char* folder; ///< null: here
  std::span<const char* const> places;
  char* const* arguments;
  char** environment;

  /// In the new process; returns when it fails, errno says why.
  void run() const noexcept {
    struct sigaction usual {};
    usual.sa_handler = SIG_DFL;
    for (const int signal : default_signals) {
      ::sigaction(signal, &usual, nullptr);
    }
    sigset_t none;
    sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    const int null = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (::setpgid(0, 0) != 0 || !put(input, STDIN_FILENO) || !put(output, STDOUT_FILENO) ||
        !put(null, STDERR_FILENO) || (folder != nullptr && ::chdir(folder) != 0)) {
      return;
    }
    bool forbidden = false;
    for (const char* const place : places) {
      ::execve(place, arguments, environment);
      forbidden = forbidden || errno == EACCES;
      if (errno != EACCES && errno != ENOENT && errno != ENOTDIR) {
        return;
      }
    }
    errno = forbidden ? EACCES : ENOENT;
  }
};

} // namespace

int open_pipe(std::array<int, 2>& ends) noexcept {
  const PipeGuard guard;
  if (::pipe(ends.data()) != 0) {
    return -1;
  }
  for (const int end : ends) {
    ::fcntl(end, F_SETFD, FD_CLOEXEC);
  }
  return 0;
}

// Not posix_spawn(): POSIX.1-2008 has no way to start a program in another folder.
int spawn(int& process, std::span<char* const> arguments, int input, int output,
          const std::string& folder) {
  const auto places = places_of(arguments[0]);
  std::vector<const char*> names;
  names.reserve(places.size());
  for (const auto& place : places) {
    names.push_back(place.c_str());
  }
  const Start start{input, output,           folder.empty() ? nullptr : folder.c_str(),
                    names, arguments.data(), environment()};
  std::array<int, 2> report{}; // tells the error; closed by exec when there is none
  if (open_pipe(report) != 0) {
    return errno;
  }
  {
    const PipeGuard guard;
    process = ::fork();
  }
  if (process == 0) {
    start.run();
    const int error = errno;
    [[maybe_unused]] const ssize_t told = ::write(report[1], &error, sizeof error);
    ::_exit(127);
  }
  int error = process < 0 ? errno : 0;
  ::close(report[1]);
  if (process > 0) {
    ssize_t got = 0;
    do {
      got = ::read(report[0], &error, sizeof error);
    } while (got < 0 && errno == EINTR);
    if (got > 0) {
      while (::waitpid(process, nullptr, 0) < 0 && errno == EINTR) {
      }
      process = -1;
    }
  }
  ::close(report[0]);
  return error;
}

} // namespace xq::os::system
