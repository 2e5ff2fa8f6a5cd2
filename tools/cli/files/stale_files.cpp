#include "cli/files/stale_files.hpp"

#include <cerrno>
#include <charconv>
#include <csignal>
#include <exception>
#include <fcntl.h>
#include <filesystem>
#include <string_view>
#include <sys/file.h>
#include <sys/types.h>
#include <system_error>
#include <unistd.h>

namespace xq::cli {

namespace {

/// The process that writes, or wrote, `file` on its way to `name` (empty: to any name); 0 for any
/// other file. AtomicFile names such files .NAME.PID-N.tmp, with no more than 100 bytes of NAME.
pid_t writer_of(std::string_view file, std::string_view name) {
  constexpr std::string_view ending = ".tmp";
  if (!file.starts_with('.') || !file.ends_with(ending)) {
    return 0;
  }
  file.remove_suffix(ending.size());
  const auto dot = file.rfind('.');
  if (dot == 0 || (!name.empty() && file.substr(1, dot - 1) != name.substr(0, 100))) {
    return 0;
  }
  const auto number = file.substr(dot + 1);
  pid_t writer = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), writer);
  const bool counted = end != number.data() + number.size() && *end == '-';
  return error == std::errc{} && writer > 0 && counted ? writer : 0;
}

/// Nobody holds the file: its process is gone, and no other one, of a container or another machine
/// that shares the folder, has it locked.
bool is_abandoned(const std::filesystem::path& file, pid_t writer) {
  if (::kill(writer, 0) == 0 || errno != ESRCH) {
    return false;
  }
  const int descriptor = ::open(file.c_str(), O_RDWR | O_CLOEXEC);
  if (descriptor < 0) {
    return false;
  }
  const bool free = ::flock(descriptor, LOCK_EX | LOCK_NB) == 0;
  ::close(descriptor);
  return free;
}

} // namespace

void remove_stale_files(const std::string& path) noexcept {
  namespace fs = std::filesystem;
  try {
    std::error_code error;
    const fs::path target{path};
    const bool all = fs::is_directory(target, error);
    const auto beside = target.has_parent_path() ? target.parent_path() : fs::path{"."};
    const auto folder = all ? target : beside;
    const auto name = all ? std::string{} : target.filename().string();
    for (const auto& entry : fs::directory_iterator{folder, error}) {
      const auto writer = writer_of(entry.path().filename().string(), name);
      if (writer != 0 && is_abandoned(entry.path(), writer)) {
        std::error_code ignored;
        fs::remove(entry.path(), ignored);
      }
    }
  } catch (const std::exception&) { // leftovers do no harm
  }
}

} // namespace xq::cli
