#include "base/os/terminal.hpp"

#include "base/os/windows/console.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <fcntl.h>
#include <io.h>
#include <thread>

namespace xq::os {

namespace {

/// Whether the handle is a pipe to a terminal of MSYS2 or Cygwin (`\msys-0123456789abcdef-pty0-to-
/// master`): Git Bash and the like.
bool is_unix_terminal(HANDLE handle) noexcept {
  struct {
    DWORD bytes = 0; // as FILE_NAME_INFO begins
    std::array<wchar_t, MAX_PATH> name{};
  } info;
  if (GetFileType(handle) != FILE_TYPE_PIPE ||
      GetFileInformationByHandleEx(handle, FileNameInfo, &info, sizeof info) == 0) {
    return false;
  }
  const std::wstring_view name{info.name.data(),
                               std::min(info.bytes / sizeof(wchar_t), info.name.size())};
  return (name.starts_with(L"\\msys-") || name.starts_with(L"\\cygwin-")) &&
         name.find(L"-pty") != std::wstring_view::npos;
}

/// Whether a key was pressed. Other events, which nobody reads, are taken away: they would end the
/// next wait.
bool key_was_pressed(HANDLE console) noexcept {
  INPUT_RECORD event{};
  DWORD count = 0;
  while (PeekConsoleInputW(console, &event, 1, &count) != 0 && count == 1) {
    if (event.EventType == KEY_EVENT && event.Event.KeyEvent.bKeyDown != 0) {
      return true;
    }
    ReadConsoleInputW(console, &event, 1, &count);
  }
  return false;
}

InputEvent read_from(HANDLE handle, std::span<char> out, std::size_t& count) noexcept {
  DWORD got = 0;
  if (ReadFile(handle, out.data(), static_cast<DWORD>(out.size()), &got, nullptr) == 0 ||
      got == 0) {
    return InputEvent::end;
  }
  count = got;
  return InputEvent::bytes;
}

/// Nothing tells when a pipe has bytes, except reading it.
InputEvent read_pipe(HANDLE pipe, std::span<char> out, std::size_t& count,
                     std::chrono::milliseconds wait) noexcept {
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::milliseconds pause{5};
  const auto deadline = Clock::now() + wait;
  while (true) {
    DWORD ready = 0;
    if (PeekNamedPipe(pipe, nullptr, 0, nullptr, &ready, nullptr) == 0) {
      // What cannot be asked is read at once: a socket, or a pipe of Linux under wine.
      return GetLastError() == ERROR_NOT_SUPPORTED ? read_from(pipe, out, count) : InputEvent::end;
    }
    if (ready > 0) {
      return read_from(pipe, out, count);
    }
    if (Clock::now() >= deadline) {
      return InputEvent::nothing;
    }
    std::this_thread::sleep_for(pause);
  }
}

} // namespace

bool is_terminal(Stream stream) noexcept {
  const HANDLE handle = handle_of(stream);
  return is_console(handle) || is_unix_terminal(handle);
}

std::size_t terminal_columns(Stream stream) noexcept {
  CONSOLE_SCREEN_BUFFER_INFO info{};
  return GetConsoleScreenBufferInfo(handle_of(stream), &info) != 0
             ? static_cast<std::size_t>(info.srWindow.Right - info.srWindow.Left + 1)
             : 0;
}

InputEvent read_input(std::span<char> out, std::size_t& count,
                      std::chrono::milliseconds wait) noexcept {
  const HANDLE handle = handle_of(Stream::input);
  if (GetFileType(handle) == FILE_TYPE_PIPE) {
    return read_pipe(handle, out, count, wait);
  }
  if (!is_console(handle)) {
    return read_from(handle, out, count);
  }
  if (WaitForSingleObject(handle, static_cast<DWORD>(wait.count())) != WAIT_OBJECT_0 ||
      !key_was_pressed(handle)) {
    return InputEvent::nothing;
  }
  if (const auto error = read_console(handle, out, count)) {
    return error.value() == ERROR_OPERATION_ABORTED ? InputEvent::nothing : InputEvent::end;
  }
  return count > 0 ? InputEvent::bytes : InputEvent::end;
}

// A closed stream has no number that another file could get. Bytes go through as they are, and
// consoles understand the escape sequences of other terminals.
void prepare_standard_streams() noexcept {
  for (std::FILE* const file : {stdin, stdout, stderr}) {
    _setmode(_fileno(file), _O_BINARY);
  }
  constexpr std::size_t buffered = 65536;
  std::setvbuf(stdout, nullptr, _IOFBF, buffered); // devices, too: flush_output() tells failures
  for (const Stream stream : {Stream::output, Stream::error}) {
    DWORD mode = 0;
    if (GetConsoleMode(handle_of(stream), &mode) != 0) {
      SetConsoleMode(handle_of(stream), mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
    }
  }
}

} // namespace xq::os
