#include "base/os/child_process.hpp"

#include "base/os/unix/system.hpp"
#include "base/text/line_buffer.hpp"
#include "base/text/system_message.hpp"
#include "base/text/text.hpp"

#include <xq/base/error.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>

namespace xq::os {

namespace {

using Clock = std::chrono::steady_clock;

void close_quietly(int& fd) noexcept {
  if (fd >= 0) {
    ::close(fd);
    fd = -1;
  }
}

struct Pipe {
  int read = -1;
  int write = -1;
  /// Closed in programs that are started meanwhile: else an engine would hold another one's pipe
  /// open and its end would never be seen.
  Pipe() {
    std::array<int, 2> ends{};
    if (system::open_pipe(ends) != 0) {
      throw make_error("no pipe to talk to an engine: {}. Close other programs.",
                       system_message(errno));
    }
    read = ends[0];
    write = ends[1];
  }
  ~Pipe() {
    close_quietly(read);
    close_quietly(write);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
};

/// Holds SIGPIPE back from this thread while it writes, and swallows the one that it caused: after
/// EPIPE the signal waits for this thread, so that sigwait() returns at once.
class PipeSignalGuard {
public:
  PipeSignalGuard() noexcept {
    sigemptyset(&m_pipe);
    sigaddset(&m_pipe, SIGPIPE);
    sigset_t pending;
    sigpending(&pending);
    m_was_pending = sigismember(&pending, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &m_pipe, &m_before);
  }
  ~PipeSignalGuard() {
    if (m_caused && !m_was_pending) {
      sigset_t pending;
      sigpending(&pending);
      if (int signal = 0; sigismember(&pending, SIGPIPE) == 1) { // not where it is ignored
        sigwait(&m_pipe, &signal);
      }
    }
    pthread_sigmask(SIG_SETMASK, &m_before, nullptr);
  }
  PipeSignalGuard(const PipeSignalGuard&) = delete;
  PipeSignalGuard& operator=(const PipeSignalGuard&) = delete;

  /// A write() has failed with this error.
  void failed_with(int error) noexcept { m_caused = m_caused || error == EPIPE; }

private:
  sigset_t m_pipe{};
  sigset_t m_before{};
  bool m_was_pending = false;
  bool m_caused = false;
};

} // namespace

struct ChildProcess::Impl {
  int pid = -1;
  int to = -1;
  int from = -1;
  int wake_read = -1;
  int wake_write = -1;
  LineBuffer lines;
};

ChildProcess::ChildProcess(const std::vector<std::string>& command, const std::string& folder)
    : m_impl{std::make_unique<Impl>()} {
  Pipe to;
  Pipe from;
  Pipe wake;
  std::vector<char*> arguments;
  arguments.reserve(command.size() + 1);
  for (const std::string& word : command) {
    arguments.push_back(const_cast<char*>(word.c_str())); // exec's signature; nobody writes to it
  }
  arguments.push_back(nullptr);
  const int error = system::spawn(m_impl->pid, arguments, to.read, from.write, folder);
  if (error != 0) {
    throw make_error("engine {}: {}. Check the command and its permissions.", excerpt(command[0]),
                     system_message(error));
  }
  m_impl->to = std::exchange(to.write, -1);
  m_impl->from = std::exchange(from.read, -1);
  m_impl->wake_read = std::exchange(wake.read, -1);
  m_impl->wake_write = std::exchange(wake.write, -1);
  for (const int fd : {m_impl->to, m_impl->from, m_impl->wake_read, m_impl->wake_write}) {
    ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) | O_NONBLOCK);
  }
}

ChildProcess::~ChildProcess() {
  finish(std::chrono::milliseconds{0});
  close_quietly(m_impl->wake_read);
  close_quietly(m_impl->wake_write);
}

bool ChildProcess::write_line(std::string_view line) noexcept {
  if (m_impl->to < 0) {
    return false;
  }
  PipeSignalGuard guard;
  const std::array<std::string_view, 2> parts{line, "\n"};
  for (std::string_view part : parts) {
    while (!part.empty()) {
      const ssize_t written = ::write(m_impl->to, part.data(), part.size());
      if (written > 0) {
        part.remove_prefix(static_cast<std::size_t>(written));
      } else if (errno == EAGAIN) { // 64 KiB unread: it hangs, or is very busy
        pollfd wait{m_impl->to, POLLOUT, 0};
        if (::poll(&wait, 1, 5000) == 0) {
          return false;
        }
      } else if (errno != EINTR) {
        guard.failed_with(errno);
        return false;
      }
    }
  }
  return true;
}

ChildProcess::Event ChildProcess::read_line(std::string& line, Clock::time_point deadline) {
  while (true) {
    if (m_impl->lines.take(line)) {
      return Event::line;
    }
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
    std::array<pollfd, 2> wait{pollfd{m_impl->from, POLLIN, 0},
                               pollfd{m_impl->wake_read, POLLIN, 0}};
    const int ready = ::poll(wait.data(), wait.size(),
                             static_cast<int>(std::clamp<std::int64_t>(left, 0, 60000)));
    if (ready < 0 && errno != EINTR) {
      return Event::end;
    }
    if (ready <= 0) {
      if (Clock::now() >= deadline) {
        return Event::timeout;
      }
      continue;
    }
    if ((wait[1].revents & POLLIN) != 0) {
      std::array<char, 64> drain{};
      while (::read(m_impl->wake_read, drain.data(), drain.size()) > 0) {
      }
      return Event::woken;
    }
    std::array<char, 16384> bytes; // NOLINT: read() fills it
    const ssize_t count = ::read(m_impl->from, bytes.data(), bytes.size());
    if (count > 0) {
      m_impl->lines.append({bytes.data(), static_cast<std::size_t>(count)});
    } else if (count == 0 || (errno != EAGAIN && errno != EINTR)) {
      return Event::end;
    }
  }
}

void ChildProcess::wake() noexcept {
  const char byte = 0;
  // A full pipe means that it is woken already; a reader that is gone cannot be: we hold its end.
  [[maybe_unused]] const ssize_t written = ::write(m_impl->wake_write, &byte, 1);
}

void ChildProcess::finish(std::chrono::milliseconds grace) noexcept {
  close_quietly(m_impl->to); // the end of its input tells most programs to go
  const auto deadline = Clock::now() + grace;
  while (m_impl->pid > 0) {
    siginfo_t state{};
    const int asked =
        ::waitid(P_PID, static_cast<id_t>(m_impl->pid), &state, WEXITED | WNOHANG | WNOWAIT);
    if (asked == 0 && state.si_pid == 0 && Clock::now() < deadline) {
      std::this_thread::sleep_for(std::chrono::milliseconds{2});
      continue;
    }
    ::kill(-m_impl->pid,
           SIGKILL); // what it started itself goes, too; before its number is free again
    while (::waitpid(m_impl->pid, nullptr, 0) < 0 && errno == EINTR) {
    }
    m_impl->pid = -1;
  }
  close_quietly(m_impl->from);
}

} // namespace xq::os
