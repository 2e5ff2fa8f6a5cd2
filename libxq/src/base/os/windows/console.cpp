#include "base/os/console.hpp"

#include "base/os/windows/console.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>
#include <utility>

namespace xq::os {

namespace {

/// How many bytes at the end of a text begin a character of UTF-8 that is not complete.
std::size_t open_character(std::string_view text) noexcept {
  constexpr std::size_t longest = 4;
  for (std::size_t bytes = 1; bytes < longest && bytes <= text.size(); ++bytes) {
    const auto byte = static_cast<unsigned char>(text[text.size() - bytes]);
    if (byte < 0x80U) {
      return 0;
    }
    if (byte >= 0xC0U) { // the first of a character
      const std::size_t length = byte >= 0xF0U ? 4 : byte >= 0xE0U ? 3 : 2;
      return bytes < length ? bytes : 0;
    }
  }
  return 0;
}

bool write_console(HANDLE console, std::wstring_view text) noexcept {
  constexpr std::size_t at_once = 8192; // older versions take no more than 64 KiB
  while (!text.empty()) {
    DWORD count = 0;
    const auto part = static_cast<DWORD>(std::min(text.size(), at_once));
    if (WriteConsoleW(console, text.data(), part, &count, nullptr) == 0 || count == 0) {
      errno = EIO;
      return false;
    }
    text.remove_prefix(count);
  }
  return true;
}

/// The rest of a text for a console, a character that the next call completes. The console is the
/// process's: so is this.
std::string& cut_character(Stream stream) noexcept {
  static std::array<std::string, 2> rest;
  return rest[stream == Stream::error ? 1 : 0];
}

/// What was typed and has not been asked for.
struct Typed {
  std::string bytes;
  wchar_t half = 0; ///< the first of a pair of surrogates
};

Typed& typed() noexcept {
  static Typed typed;
  return typed;
}

/// Why the first write to the standard output that failed did so; 0: none did. The C library knows
/// only that one has failed, when nothing of it is left to be tried again.
std::atomic<int> output_failure{0};

/// The C library does not tell a pipe that nobody reads from an argument that is not valid, which
/// no write to a pipe has.
bool failed(HANDLE handle, int error) noexcept {
  const DWORD reason = GetLastError();
  const bool is_closed_pipe = reason == ERROR_NO_DATA || reason == ERROR_BROKEN_PIPE ||
                              reason == ERROR_PIPE_NOT_CONNECTED ||
                              (error == EINVAL && GetFileType(handle) == FILE_TYPE_PIPE);
  errno = is_closed_pipe ? EPIPE : error;
  if (int none = 0; handle == handle_of(Stream::output)) {
    output_failure.compare_exchange_strong(none, errno);
  }
  return false;
}

} // namespace

HANDLE handle_of(Stream stream) noexcept {
  const HANDLE handle = GetStdHandle(stream == Stream::input    ? STD_INPUT_HANDLE
                                     : stream == Stream::output ? STD_OUTPUT_HANDLE
                                                                : STD_ERROR_HANDLE);
  return handle != nullptr ? handle : INVALID_HANDLE_VALUE;
}

bool is_console(HANDLE handle) noexcept {
  DWORD mode = 0;
  return GetConsoleMode(handle, &mode) != 0;
}

bool write(Stream stream, std::string_view bytes) noexcept {
  std::FILE* const file = stream == Stream::error ? stderr : stdout;
  const HANDLE handle = handle_of(stream);
  if (!is_console(handle)) {
    SetLastError(ERROR_SUCCESS);
    const bool written = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
    return (written && std::ferror(file) == 0) ||
           failed(handle, errno); // a device is written to at once
  }
  std::fflush(file); // what others have written by the C library
  std::string& rest = cut_character(stream);
  std::string text = std::exchange(rest, {}).append(bytes);
  rest = text.substr(text.size() - open_character(text));
  text.resize(text.size() - rest.size());
  return write_console(handle, to_wide(text));
}

bool flush_output() noexcept {
  SetLastError(ERROR_SUCCESS);
  if (std::fflush(stdout) != 0) {
    return failed(handle_of(Stream::output), errno);
  }
  const bool failed_before = std::ferror(stdout) != 0;
  if (failed_before) {
    errno = output_failure;
  }
  return !failed_before;
}

std::error_code read_console(HANDLE console, std::span<char> out, std::size_t& count) noexcept {
  Typed& from = typed();
  count = 0;
  if (from.bytes.empty()) {
    std::array<wchar_t, 4096> text{};
    text[0] = std::exchange(from.half, L'\0');
    const DWORD before = text[0] != 0 ? 1 : 0;
    DWORD size = 0;
    SetLastError(ERROR_SUCCESS);
    if (ReadConsoleW(console, text.data() + before, static_cast<DWORD>(text.size()) - before, &size,
                     nullptr) == 0) {
      return last_error();
    }
    constexpr wchar_t ctrl_z = 0x1A;
    if (size == 0 || text[0] == ctrl_z) {
      return GetLastError() == ERROR_OPERATION_ABORTED ? last_error() : std::error_code{};
    }
    size += before;
    if (IS_HIGH_SURROGATE(text[size - 1])) {
      from.half = text[--size];
    }
    from.bytes = to_utf8({text.data(), size});
    std::erase(from.bytes, '\r');
  }
  count = std::min(out.size(), from.bytes.size());
  std::memcpy(out.data(), from.bytes.data(), count);
  from.bytes.erase(0, count);
  return {};
}

} // namespace xq::os
