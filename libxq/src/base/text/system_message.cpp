#include "base/text/system_message.hpp"

#include "base/os/error_text.hpp"

#include <xq/base/translate.hpp>

#include <array>
#include <string_view>

namespace xq {

namespace {

/// Texts of the C libraries of GNU and BSD, also on Windows. The table only marks them for the
/// catalogues: translate() looks up what the system returns.
[[maybe_unused]] constexpr auto usual = std::to_array<std::string_view>({
    to_translate("No such file or directory"),
    to_translate("Permission denied"),
    to_translate("Operation not permitted"),
    to_translate("No space left on device"),
    to_translate("Disk quota exceeded"),
    to_translate("File too large"),
    to_translate("File exists"),
    to_translate("Is a directory"),
    to_translate("Not a directory"),
    to_translate("Read-only file system"),
    to_translate("Input/output error"),
    to_translate("Broken pipe"),
    to_translate("Too many open files"),
    to_translate("Cannot allocate memory"),
    to_translate("File name too long"),
    to_translate("Too many levels of symbolic links"),
    to_translate("Device or resource busy"),
    to_translate("Text file busy"),
    to_translate("Invalid argument"),
    to_translate("Bad file descriptor"),
    to_translate("Socket operation on non-socket"),
    to_translate("Address already in use"),
    to_translate("Cannot assign requested address"),
    to_translate("Host not found (authoritative)"), // of Boost.Asio
    to_translate("Host not found (non-authoritative), try again later"),
});

} // namespace

std::string system_message(const std::error_code& error) {
  return std::string{translate(os::error_text(error))};
}

std::string system_message(int error) {
  return system_message(std::error_code{error, std::generic_category()});
}

} // namespace xq
