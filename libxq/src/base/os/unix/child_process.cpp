#include "base/os/child_process.hpp"

#include "base/os/unix/system.hpp"
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
constexpr std::size_t longest_line = 64 * 1024;

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

std::vector<std::string> split_command(std::string_view command) {
  std::vector<std::string> words;
  std::string word;
  bool in_word = false;
  char quote = 0;
  for (std::size_t i = 0; i < command.size(); ++i) {
    const char c = command[i];
    if (quote == 0 && (c == ' ' || c == '\t' || c == '\n')) {
      if (in_word) {
        words.push_back(std::exchange(word, {}));
      }
      in_word = false;
    } else if (c == quote) {
      quote = 0;
    } else if (quote == 0 && (c == '\'' || c == '"')) {
      quote = c;
      in_word = true;
    } else {
      if (c == '\\' && quote != '\'' && i + 1 < command.size()) {
        ++i;
      }
      word += command[i];
      in_word = true;
    }
  }
  if (quote != 0) {
    throw make_error<UsageError>("the command {} has a quote that is not closed", excerpt(command));
  }
  if (in_word) {
    words.push_back(std::move(word));
  }
  if (words.empty()) {
    throw make_error<UsageError>("the command of an engine is empty");
  }
  return words;
}

ChildProcess::ChildProcess(const std::vector<std::string>& command, const std::string& folder) {
  Pipe to;
  Pipe from;
  Pipe wake;
  std::vector<char*> arguments;
  arguments.reserve(command.size() + 1);
  for (const std::string& word : command) {
    arguments.push_back(const_cast<char*>(word.c_str())); // exec's signature; nobody writes to it
  }
  arguments.push_back(nullptr);
  const int error = system::spawn(m_pid, arguments, to.read, from.write, folder);
  if (error != 0) {
    throw make_error("engine {}: {}. Check the command and its permissions.", excerpt(command[0]),
                     system_message(error));
  }
  m_to = std::exchange(to.write, -1);
  m_from = std::exchange(from.read, -1);
  m_wake_read = std::exchange(wake.read, -1);
  m_wake_write = std::exchange(wake.write, -1);
  for (const int fd : {m_to, m_from, m_wake_read, m_wake_write}) {
    ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) | O_NONBLOCK);
  }
}

ChildProcess::~ChildProcess() {
  finish(std::chrono::milliseconds{0});
  close_quietly(m_wake_read);
  close_quietly(m_wake_write);
}

bool ChildProcess::write_line(std::string_view line) noexcept {
  if (m_to < 0) {
    return false;
  }
  PipeSignalGuard guard;
  const std::array<std::string_view, 2> parts{line, "\n"};
  for (std::string_view part : parts) {
    while (!part.empty()) {
      const ssize_t written = ::write(m_to, part.data(), part.size());
      if (written > 0) {
        part.remove_prefix(static_cast<std::size_t>(written));
      } else if (errno == EAGAIN) { // 64 KiB unread: it hangs, or is very busy
        pollfd wait{m_to, POLLOUT, 0};
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

void ChildProcess::take_bytes(std::string_view bytes) {
  m_buffer.erase(0, std::exchange(m_used, 0));
  for (const char c : bytes) {
    if (c == '\n' || m_open_line < longest_line) {
      m_buffer += c;
      m_open_line = c == '\n' ? 0 : m_open_line + 1;
    }
  }
}

ChildProcess::Event ChildProcess::read_line(std::string& line, Clock::time_point deadline) {
  while (true) {
    if (const std::size_t end = m_buffer.find('\n', m_used); end != std::string::npos) {
      line.assign(m_buffer, m_used, end - m_used);
      m_used = end + 1;
      if (line.ends_with('\r')) {
        line.pop_back();
      }
      return Event::line;
    }
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
    std::array<pollfd, 2> wait{pollfd{m_from, POLLIN, 0}, pollfd{m_wake_read, POLLIN, 0}};
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
      while (::read(m_wake_read, drain.data(), drain.size()) > 0) {
      }
      return Event::woken;
    }
    std::array<char, 16384> bytes; // NOLINT: read() fills it
    const ssize_t count = ::read(m_from, bytes.data(), bytes.size());
    if (count > 0) {
      take_bytes({bytes.data(), static_cast<std::size_t>(count)});
    } else if (count == 0 || (errno != EAGAIN && errno != EINTR)) {
      return Event::end;
    }
  }
}

void ChildProcess::wake() noexcept {
  const char byte = 0;
  // A full pipe means that it is woken already; a reader that is gone cannot be: we hold its end.
  [[maybe_unused]] const ssize_t written = ::write(m_wake_write, &byte, 1);
}

void ChildProcess::finish(std::chrono::milliseconds grace) noexcept {
  close_quietly(m_to); // the end of its input tells most programs to go
  const auto deadline = Clock::now() + grace;
  while (m_pid > 0) {
    siginfo_t state{};
    const int asked =
        ::waitid(P_PID, static_cast<id_t>(m_pid), &state, WEXITED | WNOHANG | WNOWAIT);
    if (asked == 0 && state.si_pid == 0 && Clock::now() < deadline) {
      std::this_thread::sleep_for(std::chrono::milliseconds{2});
      continue;
    }
    ::kill(-m_pid, SIGKILL); // what it started itself goes, too; before its number is free again
    while (::waitpid(m_pid, nullptr, 0) < 0 && errno == EINTR) {
    }
    m_pid = -1;
  }
  close_quietly(m_from);
}

} // namespace xq::os
