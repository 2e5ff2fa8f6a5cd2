#include "base/os/child_process.hpp"

#include "base/os/file.hpp"
#include "base/os/path.hpp"
#include "base/os/windows/api.hpp"
#include "base/text/line_buffer.hpp"
#include "base/text/system_message.hpp"
#include "base/text/text.hpp"

#include <xq/base/error.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <utility>

namespace xq::os {

namespace {

using Clock = std::chrono::steady_clock;
constexpr DWORD pipe_bytes = 64 * 1024;

[[noreturn]] void fail_pipe() {
  throw make_error("no pipe to talk to an engine: {}. Close other programs.",
                   system_message(last_error()));
}

Handle make_event(bool resets_itself) {
  Handle event{CreateEventW(nullptr, resets_itself ? FALSE : TRUE, FALSE, nullptr)};
  if (!is_valid(event)) {
    fail_pipe();
  }
  return event;
}

/// A pipe whose end `ours` is overlapped, so that waiting for it can end; the child inherits the
/// other one. Only a pipe with a name can be so.
struct Pipe {
  Handle ours;
  Handle childs;

  /// `access` is what we do with it: GENERIC_READ or GENERIC_WRITE.
  explicit Pipe(DWORD access) {
    static std::atomic<unsigned> number = 0; // names are the process's
    const bool reads = access == GENERIC_READ;
    const auto name = to_wide(
        fmt::format(R"(\\.\pipe\xq-{}-{})", GetCurrentProcessId(), number.fetch_add(1) + 1));
    ours.reset(CreateNamedPipeW(name.c_str(),
                                (reads ? PIPE_ACCESS_INBOUND : PIPE_ACCESS_OUTBOUND) |
                                    FILE_FLAG_OVERLAPPED | FILE_FLAG_FIRST_PIPE_INSTANCE,
                                PIPE_TYPE_BYTE | PIPE_WAIT | PIPE_REJECT_REMOTE_CLIENTS, 1,
                                pipe_bytes, pipe_bytes, 0, nullptr));
    SECURITY_ATTRIBUTES inherited{sizeof(SECURITY_ATTRIBUTES), nullptr, TRUE};
    childs.reset(CreateFileW(name.c_str(),
                             reads ? GENERIC_WRITE | FILE_READ_ATTRIBUTES
                                   : GENERIC_READ | FILE_WRITE_ATTRIBUTES,
                             0, &inherited, OPEN_EXISTING, 0, nullptr));
    if (!is_valid(ours) || !is_valid(childs)) {
      fail_pipe();
    }
  }
};

/// One read or write that has begun. Windows fills the buffer until it is done, so that the
/// destructor waits for that.
class Transfer {
public:
  Transfer() : m_event{make_event(false)} { m_state.hEvent = m_event.get(); }
  ~Transfer() { cancel(); }
  Transfer(const Transfer&) = delete;
  Transfer& operator=(const Transfer&) = delete;

  /// False when the other end is closed.
  bool begin_read(HANDLE file, std::span<char> to) noexcept {
    m_file = file;
    return begun(ReadFile(file, to.data(), static_cast<DWORD>(to.size()), nullptr, &m_state));
  }
  bool begin_write(HANDLE file, std::string_view from) noexcept {
    m_file = file;
    return begun(WriteFile(file, from.data(), static_cast<DWORD>(from.size()), nullptr, &m_state));
  }
  [[nodiscard]] bool is_open() const noexcept { return m_open; }
  /// Signalled when it is done.
  [[nodiscard]] HANDLE event() const noexcept { return m_event.get(); }
  /// How many bytes, once it is done; 0 when it has failed.
  std::size_t result() noexcept {
    DWORD bytes = 0;
    m_open = false;
    return GetOverlappedResult(m_file, &m_state, &bytes, TRUE) != 0 ? bytes : 0;
  }
  void cancel() noexcept {
    if (m_open) {
      CancelIoEx(m_file, &m_state);
      result();
    }
  }

private:
  bool begun(BOOL succeeded) noexcept {
    m_open = succeeded != 0 || GetLastError() == ERROR_IO_PENDING;
    return m_open;
  }

  Handle m_event;
  OVERLAPPED m_state{};
  HANDLE m_file = nullptr;
  bool m_open = false;
};

/// A command line from which CommandLineToArgvW() and the C library make these words again.
/// Source: https://learn.microsoft.com/cpp/c-language/parsing-c-command-line-arguments
std::wstring command_line(const std::vector<std::string>& words) {
  std::wstring line;
  for (const std::string& word : words) {
    line += line.empty() ? L"" : L" ";
    // Some programs, such as cmd.exe, read their command line in another way.
    if (!word.empty() && word.find_first_of(" \t\n\v\"") == std::string::npos) {
      line += to_wide(word);
      continue;
    }
    line += L'"';
    std::size_t backslashes = 0; // in front of a quotation mark they count twice
    for (const wchar_t c : to_wide(word)) {
      line.append(c == L'"' ? backslashes + 1 : 0, L'\\');
      backslashes = c == L'\\' ? backslashes + 1 : 0;
      line += c;
    }
    line.append(backslashes, L'\\');
    line += L'"';
  }
  return line;
}

bool is_program(const std::filesystem::path& path) noexcept {
  const DWORD attributes = GetFileAttributesW(path.c_str());
  return attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_DIRECTORY) == 0;
}

/// The file of a program that is named with or without `.exe`, by a path from `folder` or in the
/// folders where Windows looks for programs.
std::wstring find_program(const std::string& program, const std::string& folder) {
  const bool has_path = program.find_first_of("/\\:") != std::string::npos;
  for (const std::string ending : {"", ".exe"}) {
    const auto name = program + ending;
    if (has_path) {
      const auto path = path_of(name_of(path_of(folder) / path_of(name)));
      if (is_program(path)) {
        return std::filesystem::path{path}.make_preferred().native();
      }
      continue;
    }
    std::wstring found(32768, 0);
    found.resize(SearchPathW(nullptr, to_wide(name).c_str(), nullptr,
                             static_cast<DWORD>(found.size()), found.data(), nullptr));
    if (!found.empty() && is_program(found)) {
      return found;
    }
  }
  return {};
}

/// What CreateProcessW() wants to know besides: the only handles that the child inherits.
class StartPlan {
public:
  StartPlan(HANDLE input, HANDLE output, HANDLE error) : m_handles{input, output, error} {
    SIZE_T bytes = 0;
    InitializeProcThreadAttributeList(nullptr, 1, 0, &bytes);
    m_memory.resize(bytes);
    m_info.lpAttributeList = reinterpret_cast<LPPROC_THREAD_ATTRIBUTE_LIST>(m_memory.data());
    m_good = InitializeProcThreadAttributeList(m_info.lpAttributeList, 1, 0, &bytes) != 0 &&
             UpdateProcThreadAttribute(m_info.lpAttributeList, 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST,
                                       m_handles.data(), sizeof m_handles, nullptr, nullptr) != 0;
    m_info.StartupInfo.cb = sizeof m_info;
    m_info.StartupInfo.dwFlags = STARTF_USESTDHANDLES;
    m_info.StartupInfo.hStdInput = input;
    m_info.StartupInfo.hStdOutput = output;
    m_info.StartupInfo.hStdError = error;
  }
  ~StartPlan() { DeleteProcThreadAttributeList(m_info.lpAttributeList); }
  StartPlan(const StartPlan&) = delete;
  StartPlan& operator=(const StartPlan&) = delete;

  [[nodiscard]] bool is_good() const noexcept { return m_good; }
  [[nodiscard]] STARTUPINFOW* info() noexcept { return &m_info.StartupInfo; }

private:
  std::array<HANDLE, 3> m_handles;
  std::vector<std::byte> m_memory;
  STARTUPINFOEXW m_info{};
  bool m_good = false;
};

/// A job whose processes end with it: the child and all that it starts.
Handle make_job() {
  Handle job{CreateJobObjectW(nullptr, nullptr)};
  JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits{};
  limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
  if (is_valid(job)) {
    SetInformationJobObject(job.get(), JobObjectExtendedLimitInformation, &limits, sizeof limits);
  }
  return job;
}

DWORD milliseconds_until(Clock::time_point deadline) noexcept {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
  return static_cast<DWORD>(std::clamp<std::int64_t>(left, 0, 60000));
}

} // namespace

struct ChildProcess::Impl {
  Pipe to{GENERIC_WRITE};
  Pipe from{GENERIC_READ};
  Handle woken = make_event(true);
  Handle job = make_job();
  Handle process;
  std::array<char, 16384> bytes{}; ///< of the read that has begun
  Transfer read;
  LineBuffer lines;

  /// The error, none when the child runs.
  std::error_code start(const std::vector<std::string>& command, const std::string& folder);
};

std::error_code ChildProcess::Impl::start(const std::vector<std::string>& command,
                                          const std::string& folder) {
  if (!folder.empty()) {
    const auto status = status_of(folder);
    if (!status || !status->is_folder) {
      return std::make_error_code(status ? std::errc::not_a_directory
                                         : std::errc::no_such_file_or_directory);
    }
  }
  const auto program = find_program(command[0], folder);
  if (program.empty()) {
    return std::make_error_code(std::errc::no_such_file_or_directory);
  }
  SECURITY_ATTRIBUTES inherited{sizeof(SECURITY_ATTRIBUTES), nullptr, TRUE};
  const Handle nowhere{CreateFileW(L"NUL", GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE,
                                   &inherited, OPEN_EXISTING, 0, nullptr)};
  StartPlan plan{to.childs.get(), from.childs.get(), nowhere.get()};
  auto line = command_line(command);
  const auto where = path_of(folder).make_preferred().native();
  PROCESS_INFORMATION started{};
  // It waits until it belongs to the job: otherwise what it starts first would not.
  constexpr DWORD flags =
      CREATE_SUSPENDED | CREATE_NO_WINDOW | CREATE_NEW_PROCESS_GROUP | EXTENDED_STARTUPINFO_PRESENT;
  if (!plan.is_good() ||
      CreateProcessW(program.c_str(), line.data(), nullptr, nullptr, TRUE, flags, nullptr,
                     where.empty() ? nullptr : where.c_str(), plan.info(), &started) == 0) {
    return last_error();
  }
  process.reset(started.hProcess);
  const Handle thread{started.hThread};
  if (is_valid(job)) {
    AssignProcessToJobObject(job.get(), process.get());
  }
  ResumeThread(thread.get());
  to.childs.reset();
  from.childs.reset();
  return {};
}

ChildProcess::ChildProcess(const std::vector<std::string>& command, const std::string& folder)
    : m_impl{std::make_unique<Impl>()} {
  if (const auto error = m_impl->start(command, folder)) {
    throw make_error("engine {}: {}. Check the command and its permissions.", excerpt(command[0]),
                     system_message(error));
  }
}

ChildProcess::~ChildProcess() { finish(std::chrono::milliseconds{0}); }

bool ChildProcess::write_line(std::string_view line) noexcept {
  if (!is_valid(m_impl->to.ours)) {
    return false;
  }
  constexpr DWORD patience = 5000; // it hangs, or is very busy
  constexpr std::size_t at_once = 4096;
  const std::array<std::string_view, 2> parts{line, "\n"};
  try {
    for (std::string_view part : parts) {
      while (!part.empty()) {
        Transfer write;
        if (!write.begin_write(m_impl->to.ours.get(), part.substr(0, at_once)) ||
            WaitForSingleObject(write.event(), patience) != WAIT_OBJECT_0) {
          return false;
        }
        const std::size_t written = write.result();
        if (written == 0) {
          return false;
        }
        part.remove_prefix(written);
      }
    }
  } catch (const Error&) { // no event
    return false;
  }
  return true;
}

ChildProcess::Event ChildProcess::read_line(std::string& line, Clock::time_point deadline) {
  Impl& m = *m_impl;
  while (true) {
    if (m.lines.take(line)) {
      return Event::line;
    }
    if (!m.read.is_open() && !m.read.begin_read(m.from.ours.get(), m.bytes)) {
      return Event::end;
    }
    const std::array<HANDLE, 2> either{m.woken.get(), m.read.event()};
    switch (WaitForMultipleObjects(2, either.data(), FALSE, milliseconds_until(deadline))) {
    case WAIT_OBJECT_0:
      return Event::woken;
    case WAIT_OBJECT_0 + 1:
      if (const std::size_t count = m.read.result(); count > 0) {
        m.lines.append({m.bytes.data(), count});
        break;
      }
      return Event::end;
    case WAIT_TIMEOUT:
      if (Clock::now() >= deadline) {
        return Event::timeout;
      }
      break;
    default:
      return Event::end;
    }
  }
}

void ChildProcess::wake() noexcept { SetEvent(m_impl->woken.get()); }

void ChildProcess::finish(std::chrono::milliseconds grace) noexcept {
  Impl& m = *m_impl;
  m.to.ours.reset(); // the end of its input tells most programs to go
  if (is_valid(m.process)) {
    const auto deadline = Clock::now() + grace;
    while (WaitForSingleObject(m.process.get(), milliseconds_until(deadline)) == WAIT_TIMEOUT &&
           Clock::now() < deadline) {
    }
    TerminateJobObject(m.job.get(), 1);   // what it started itself goes, too
    TerminateProcess(m.process.get(), 1); // where it could not belong to a job
    WaitForSingleObject(m.process.get(), INFINITE);
    m.process.reset();
  }
  m.read.cancel();
  m.from.ours.reset();
}

} // namespace xq::os
