#include "stale_files.hpp"

#include <cerrno>
#include <charconv>
#include <csignal>
#include <exception>
#include <filesystem>
#include <string_view>
#include <sys/types.h>
#include <system_error>

namespace xq::cli {

namespace {

/// The process that writes, or wrote, `file` on its way to `name`; 0 for any other file.
pid_t writer_of(std::string_view file, std::string_view name) {
  const auto kept = name.substr(0, 100); // as AtomicFile cuts it
  if (file.size() < kept.size() + 2 || file.front() != '.' || file.substr(1, kept.size()) != kept ||
      file[kept.size() + 1] != '.' || !file.ends_with(".tmp")) {
    return 0;
  }
  const auto number = file.substr(kept.size() + 2);
  pid_t writer = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), writer);
  return error == std::errc{} && writer > 0 && *end == '-' ? writer : 0;
}

} // namespace

void remove_stale_files(const std::string& path) noexcept {
  namespace fs = std::filesystem;
  try {
    const fs::path target{path};
    const auto folder = target.has_parent_path() ? target.parent_path() : fs::path{"."};
    const auto name = target.filename().string();
    std::error_code error;
    for (const auto& entry : fs::directory_iterator{folder, error}) {
      const auto writer = writer_of(entry.path().filename().string(), name);
      if (writer != 0 && ::kill(writer, 0) != 0 && errno == ESRCH) {
        std::error_code ignored;
        fs::remove(entry.path(), ignored);
      }
    }
  } catch (const std::exception&) { // they are in nobody's way
  }
}

} // namespace xq::cli
