#include "base/files/partial_files.hpp"

#include "base/files/unnamed_file.hpp"
#include "base/os/file.hpp"
#include "base/os/path.hpp"

#include <fmt/core.h>

#include <charconv>
#include <exception>
#include <string_view>
#include <system_error>

namespace xq {

namespace {

constexpr std::string_view ending = ".tmp";
constexpr std::string_view journal_ending = "-journal"; ///< SQLite's, behind the name of a database

/// What partial_path() takes of a target's name: no character is cut.
std::string_view begin_of(std::string_view name) {
  constexpr std::size_t longest = 100; // bytes
  if (name.size() > longest) {
    std::size_t end = longest;
    while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xC0U) == 0x80U) {
      --end;
    }
    name = name.substr(0, end);
  }
  return name;
}

std::string_view without(std::string_view name, std::string_view suffix) {
  return name.ends_with(suffix) ? name.substr(0, name.size() - suffix.size()) : name;
}

/// The process that writes, or wrote, `file` on its way to `name` (empty: to any name); 0 for any
/// other file.
int writer_of(std::string_view file, std::string_view name) {
  file = without(file, journal_ending);
  if (!file.starts_with('.') || !file.ends_with(ending)) {
    return 0;
  }
  file = without(file, ending);
  const auto dot = file.rfind('.');
  if (dot == 0 || (!name.empty() && file.substr(1, dot - 1) != begin_of(name))) {
    return 0;
  }
  const auto number = file.substr(dot + 1);
  int writer = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), writer);
  const bool counted = end != number.data() + number.size() && *end == '-';
  return error == std::errc{} && writer > 0 && counted ? writer : 0;
}

/// The process that wrote the file has ended, and no other process (of a container or another
/// machine that shares the folder) has it locked.
bool is_abandoned(const std::string& path, int writer) {
  if (os::is_running(writer)) {
    return false;
  }
  os::File file;
  if (const auto error =
          file.open(std::string{without(path, journal_ending)}, os::File::Mode::read_write)) {
    return error == std::errc::no_such_file_or_directory; // a journal whose database is gone
  }
  return file.try_lock_behind_end();
}

} // namespace

std::string partial_path(const std::string& target, int n) {
  const auto path = os::path_of(target);
  const auto name = os::name_of(path.filename());
  return os::name_of(path.parent_path() / os::path_of(fmt::format(".{}.{}-{}{}", begin_of(name),
                                                                  os::process_id(), n, ending)));
}

std::string target_of(const std::string& path) {
  const auto file = os::path_of(path);
  const auto name = os::name_of(file.filename());
  if (writer_of(name, {}) == 0) {
    return path;
  }
  const auto process = without(name, ending).rfind('.');
  return os::name_of(file.parent_path() / os::path_of(name.substr(1, process - 1)));
}

void sync_folder_of(const std::string& path) noexcept {
  os::File folder;
  if (!folder.open(folder_of(path), os::File::Mode::read)) {
    static_cast<void>(folder.sync());
  }
}

void remove_stale_files(const std::string& path) noexcept {
  try {
    const auto status = os::status_of(path);
    const bool all = status && status->is_folder;
    const auto name = all ? std::string{} : os::name_of(os::path_of(path).filename());
    const auto folder = all ? path : folder_of(path);
    std::vector<std::string> found;
    static_cast<void>(os::list_folder(folder, found));
    for (const std::string& file : found) {
      const auto writer = writer_of(file, name);
      const auto at = os::name_of(os::path_of(folder) / os::path_of(file));
      if (writer != 0 && is_abandoned(at, writer)) {
        os::remove_file(at);
      }
    }
  } catch (const std::exception&) { // no memory: they stay
  }
}

} // namespace xq
