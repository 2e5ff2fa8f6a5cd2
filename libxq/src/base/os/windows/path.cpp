#include "base/os/path.hpp"

#include "base/os/windows/api.hpp"

#include <algorithm>

namespace xq::os {

namespace {

namespace fs = std::filesystem;

/// Longer paths need the prefix. The limit is 260 with the null character, for folders 248.
constexpr std::size_t longest_plain = 240;
constexpr std::wstring_view prefix = LR"(\\?\)";
constexpr std::wstring_view share_prefix = LR"(\\?\UNC\)"; // in the place of two backslashes

bool is_separator(wchar_t c) noexcept { return c == L'/' || c == L'\\'; }

bool has_drive(std::wstring_view path) noexcept {
  return path.size() > 2 && path[1] == L':' && is_separator(path[2]);
}

/// `\\server\share`, `\\?\C:\file`, `\\.\pipe`
bool has_two_separators(std::wstring_view path) noexcept {
  return path.size() > 2 && is_separator(path[0]) && is_separator(path[1]);
}

bool is_share(std::wstring_view path) noexcept {
  return has_two_separators(path) && path[2] != L'?' && path[2] != L'.';
}

bool is_absolute(std::wstring_view path) noexcept {
  return has_drive(path) || has_two_separators(path);
}

/// The absolute path with the prefix, behind which Windows takes a path as it is: no `.`, `..` or
/// slash means anything there. (std::filesystem takes the two slashes of a share for one.)
std::wstring with_prefix(const std::wstring& path) {
  std::wstring full(GetFullPathNameW(path.c_str(), 0, nullptr, nullptr), 0);
  full.resize(
      GetFullPathNameW(path.c_str(), static_cast<DWORD>(full.size()), full.data(), nullptr));
  return is_share(full) ? std::wstring{share_prefix}.append(full, 2)
                        : std::wstring{prefix}.append(full);
}

/// The length of the path that Windows makes of a name.
std::size_t full_length(std::wstring_view path) noexcept {
  return path.size() + (is_absolute(path) ? 0 : GetCurrentDirectoryW(0, nullptr));
}

} // namespace

std::wstring to_wide(std::string_view utf8) {
  const auto size = static_cast<int>(utf8.size());
  std::wstring wide(
      static_cast<std::size_t>(MultiByteToWideChar(CP_UTF8, 0, utf8.data(), size, nullptr, 0)), 0);
  MultiByteToWideChar(CP_UTF8, 0, utf8.data(), size, wide.data(), static_cast<int>(wide.size()));
  return wide;
}

std::string to_utf8(std::wstring_view wide) {
  const auto size = static_cast<int>(wide.size());
  std::string utf8(static_cast<std::size_t>(WideCharToMultiByte(CP_UTF8, 0, wide.data(), size,
                                                                nullptr, 0, nullptr, nullptr)),
                   0);
  WideCharToMultiByte(CP_UTF8, 0, wide.data(), size, utf8.data(), static_cast<int>(utf8.size()),
                      nullptr, nullptr);
  return utf8;
}

fs::path path_of(std::string_view name) {
  auto path = to_wide(name);
  const bool as_it_is = has_two_separators(path) && !is_share(path);
  return full_length(path) < longest_plain || as_it_is ? path : with_prefix(path);
}

std::wstring wide_path(std::string_view name) { return path_of(name).native(); }

std::string name_for_calls(std::string_view name) { return to_utf8(wide_path(name)); }

// What xq writes into databases and tables shall be the same on every system, so that a relative
// name has slashes, as the parts that `/` of std::filesystem::path has joined have elsewhere. The
// names of a drive or a share are of this system anyway: they keep the separator that they begin
// with.
std::string name_of(const fs::path& path) {
  std::wstring text = path.native();
  if (text.starts_with(share_prefix)) {
    text.replace(0, share_prefix.size(), LR"(\\)");
  } else if (text.starts_with(prefix)) {
    text.erase(0, prefix.size());
  }
  const auto first = std::find_if(text.begin(), text.end(), is_separator);
  const wchar_t separator = is_absolute(text) ? *first : L'/';
  std::replace_if(first, text.end(), is_separator, separator);
  return to_utf8(text);
}

} // namespace xq::os
