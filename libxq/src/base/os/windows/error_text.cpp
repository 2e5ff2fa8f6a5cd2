#include "base/os/error_text.hpp"

#include "base/os/windows/api.hpp"

#include <xq/base/translate.hpp>

#include <array>

namespace xq::os {

namespace {

struct Text {
  std::errc error;
  std::string_view text;
};

/// The texts of Linux where those of the C library of Windows are others.
constexpr auto texts = std::to_array<Text>({
    {std::errc::no_such_file_or_directory, "No such file or directory"},
    {std::errc::permission_denied, "Permission denied"},
    {std::errc::operation_not_permitted, "Operation not permitted"},
    {std::errc::no_space_on_device, "No space left on device"},
    {std::errc::file_too_large, "File too large"},
    {std::errc::file_exists, "File exists"},
    {std::errc::is_a_directory, "Is a directory"},
    {std::errc::not_a_directory, "Not a directory"},
    {std::errc::directory_not_empty, "Directory not empty"},
    {std::errc::read_only_file_system, "Read-only file system"},
    {std::errc::io_error, "Input/output error"},
    {std::errc::broken_pipe, "Broken pipe"},
    {std::errc::too_many_files_open, "Too many open files"},
    {std::errc::not_enough_memory, "Cannot allocate memory"},
    {std::errc::filename_too_long, "File name too long"},
    {std::errc::too_many_symbolic_link_levels, "Too many levels of symbolic links"},
    {std::errc::device_or_resource_busy, "Device or resource busy"},
    {std::errc::text_file_busy, "Text file busy"},
    {std::errc::invalid_argument, "Invalid argument"},
    {std::errc::bad_file_descriptor, "Bad file descriptor"},
    {std::errc::executable_format_error, "Exec format error"},
    {std::errc::operation_would_block, "Resource temporarily unavailable"},
    {std::errc::address_in_use, "Address already in use"},
    {std::errc::address_not_available, "Cannot assign requested address"},
});

/// What Windows says, without the period and the end of the line.
std::string text_of_system(int error) {
  std::array<wchar_t, 512> text{};
  const auto get = [&](DWORD language) {
    return FormatMessageW(FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS, nullptr,
                          static_cast<DWORD>(error), language, text.data(),
                          static_cast<DWORD>(text.size()), nullptr);
  };
  DWORD size = get(MAKELANGID(LANG_ENGLISH, SUBLANG_ENGLISH_US));
  size = size != 0 ? size : get(0); // the language of the system
  std::wstring_view words{text.data(), size};
  const auto end = words.find_last_not_of(L". \r\n");
  words = words.substr(0, end + 1); // npos + 1 == 0
  return words.empty() ? "error " + std::to_string(error) : to_utf8(words);
}

} // namespace

std::string error_text(const std::error_code& error) {
  const bool of_system = error.category() == std::system_category();
  if (of_system &&
      (error.value() == ERROR_SHARING_VIOLATION || error.value() == ERROR_USER_MAPPED_FILE)) {
    return std::string{to_translate("Another program has the file open")};
  }
  if (of_system && error.value() == disk_quota_exceeded) {
    return "Disk quota exceeded";
  }
  for (const Text& t : texts) {
    if (error == t.error) {
      return std::string{t.text};
    }
  }
  return of_system ? text_of_system(error.value()) : error.message();
}

} // namespace xq::os
