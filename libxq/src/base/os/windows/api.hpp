#pragma once

// What the files of this folder take from Windows: its calls, names in UTF-16, errors.

#define WIN32_LEAN_AND_MEAN
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <windows.h>

namespace xq::os {

/// UTF-16 of a text in UTF-8; what is not UTF-8 becomes U+FFFD.
[[nodiscard]] std::wstring to_wide(std::string_view utf8);
/// The opposite; half a surrogate pair becomes U+FFFD.
[[nodiscard]] std::string to_utf8(std::wstring_view wide);

/// A name of a file for a call of Windows, as path_of() writes it.
[[nodiscard]] std::wstring wide_path(std::string_view name);

/// The reason why the last call of this thread failed. Equal to the std::errc that it stands for,
/// by the table of the standard library.
[[nodiscard]] inline std::error_code last_error() noexcept {
  return {static_cast<int>(GetLastError()), std::system_category()};
}

inline constexpr int disk_quota_exceeded = 1295; ///< ERROR_DISK_QUOTA_EXCEEDED of newer headers

struct CloseHandleLater {
  using pointer = HANDLE;
  void operator()(HANDLE handle) const noexcept {
    if (handle != INVALID_HANDLE_VALUE) {
      CloseHandle(handle);
    }
  }
};
/// A handle that is closed at the end; empty for null. CreateFileW() fails with another value.
using Handle = std::unique_ptr<void, CloseHandleLater>;
[[nodiscard]] inline bool is_valid(const Handle& handle) noexcept {
  return handle.get() != nullptr && handle.get() != INVALID_HANDLE_VALUE;
}

struct CloseFindLater {
  using pointer = HANDLE;
  void operator()(HANDLE search) const noexcept { FindClose(search); }
};
/// What FindFirstFileW() gives when it has not failed.
using FindHandle = std::unique_ptr<void, CloseFindLater>;

/// Lock one byte of a file while it is open; false where another open one has it locked. What is
/// locked can neither be read nor written on Windows: the bytes are far behind the end of any file.
[[nodiscard]] bool lock_byte(HANDLE handle, std::uint64_t offset) noexcept;
inline constexpr std::uint64_t byte_of_writer = 0x7FFFFFFFFFFFFFFE;
inline constexpr std::uint64_t byte_of_replacement = 0x7FFFFFFFFFFFFFFC;

} // namespace xq::os
