#include "base/os/terminal.hpp"

#include "base/os/windows/console.hpp"
#include "base/os/windows/input.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <fcntl.h>
#include <io.h>

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
  InputReader* const reader = InputReader::standard();
  if (reader != nullptr && !reader->wait(wait)) {
    return InputEvent::nothing;
  }
  const auto error = reader != nullptr ? reader->take(out, count)
                                       : read_waiting(handle_of(Stream::input), out, count);
  return !error && count > 0 ? InputEvent::bytes : InputEvent::end;
}

// A closed stream has no number that another file could get. Bytes go through as they are, and
// consoles understand the escape sequences of other terminals.
void prepare_standard_streams() noexcept {
  for (std::FILE* const file : {stdin, stdout, stderr}) {
    _setmode(_fileno(file), _O_BINARY);
  }
  constexpr std::size_t buffered = 65536;
  std::setvbuf(stdout, nullptr, _IOFBF, buffered); // devices, too: flush_output() tells failures
  std::setvbuf(stderr, nullptr, _IONBF, 0); // wine keeps messages for a file to the end otherwise
  for (const Stream stream : {Stream::output, Stream::error}) {
    DWORD mode = 0;
    if (GetConsoleMode(handle_of(stream), &mode) != 0) {
      SetConsoleMode(handle_of(stream), mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
    }
  }
}

} // namespace xq::os
