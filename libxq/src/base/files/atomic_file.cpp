#include "base/files/partial_files.hpp"
#include "base/files/unnamed_file.hpp"
#include "base/os/file.hpp"
#include "base/os/path.hpp"
#include "base/text/system_message.hpp"

#include <xq/base/atomic_file.hpp>
#include <xq/base/translate.hpp>

#include <cerrno>
#include <filesystem>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace xq {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t buffer_bytes = std::size_t{256} << 10U;
constexpr int max_attempts = 1000;

std::string_view advice(const std::error_code& error) noexcept {
  using std::errc;
  if (os::is_out_of_space(error)) {
    return translate("Free some space, or write to another disk.");
  }
  if (error == errc::permission_denied || error == errc::operation_not_permitted ||
      error == errc::read_only_file_system) {
    return translate("Write to a folder that you may change.");
  }
  if (error == errc::no_such_file_or_directory || error == errc::not_a_directory) {
    return translate("Create the folder first.");
  }
  return error == errc::is_a_directory ? translate("Give the name of a file.")
                                       : translate("Check the path and the disk.");
}

void check_at(const std::string& path, const std::error_code& error) {
  if (error) {
    throw make_error<FileError>("{}: {}. {}", path, system_message(error), advice(error));
  }
}

} // namespace

std::string follow_links(const std::string& path) {
  auto at = os::path_of(path);
  std::error_code failed;
  for (int i = 0; i < 40 && fs::is_symlink(at, failed); ++i) {
    const auto to = fs::read_symlink(at, failed);
    if (failed) {
      break;
    }
    at = to.is_absolute() ? to : at.parent_path() / to;
  }
  return os::name_of(at);
}

AtomicFile::AtomicFile(std::string path)
    : m_path{std::move(path)},
      m_target{follow_links(m_path)},
      m_file{std::make_unique<os::File>()} {
  m_buffer.reserve(buffer_bytes);
  const auto status = os::status_of(m_target); // none: it throws when it is written
  if (status && status->is_folder) {
    check(std::make_error_code(std::errc::is_a_directory));
  }
  if (status && !status->is_regular) {
    check(m_file->open(m_target, os::File::Mode::write));
    return;
  }
  open_temporary();
  if (status) { // until it is complete, a library that opens it by its name may write
    m_mode = os::mode_of(m_target);
    m_file->change_mode(m_mode | 0600U);
  }
}

AtomicFile::~AtomicFile() {
  if (m_file->is_open() && !m_temporary.empty()) {
    os::remove_file(m_temporary);
  }
}

void AtomicFile::check(const std::error_code& error) const { check_at(m_path, error); }

void AtomicFile::open_temporary() {
  auto error = std::make_error_code(std::errc::file_exists);
  for (int n = 0; n < max_attempts && error == std::errc::file_exists; ++n) {
    m_temporary = partial_path(m_target, n);
    error = m_file->open(m_temporary, os::File::Mode::create);
  }
  check(error);
  static_cast<void>(m_file->try_lock_behind_end());
}

void AtomicFile::flush() {
  check(m_file->write(m_buffer));
  m_buffer.clear();
}

void AtomicFile::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const auto part = bytes.substr(0, buffer_bytes - m_buffer.size());
    m_buffer.append(part);
    bytes.remove_prefix(part.size());
    if (m_buffer.size() == buffer_bytes) {
      flush();
    }
  }
}

void AtomicFile::close() {
  if (m_mode != 0) {
    m_file->change_mode(m_mode);
  }
  check(m_file->close());
}

void AtomicFile::sync() {
  flush();
  if (!m_temporary.empty()) {
    check(m_file->sync());
  }
}

void AtomicFile::commit(Existing existing) {
  sync();
  if (!m_temporary.empty()) {
    const auto error = existing == Existing::keep ? os::rename_new(m_temporary, m_target)
                                                  : os::rename(m_temporary, m_target);
    if (error == std::errc::file_exists) {
      throw make_error<FileError>(
          "{}: another program has made this file meanwhile. Run the command again.", m_path);
    }
    check(error); // the destructor removes the temporary file
    m_temporary.clear();
    sync_folder_of(m_target);
  }
  close();
}

void AtomicFile::commit_as(std::string path) {
  m_path = std::move(path);
  m_target = follow_links(m_path);
  commit();
}

AtomicFiles::~AtomicFiles() {
  for (const Part& part : m_parts) {
    os::remove_file(part.temporary);
  }
}

void AtomicFiles::add(std::string path, std::string_view bytes) {
  add(std::move(path), [bytes](const Take& take) { take(bytes); });
}

void AtomicFiles::add(std::string path, const std::function<void(const Take&)>& write) {
  constexpr std::size_t at_once = 4096; // what may be lost of a long run
  AtomicFile file{std::move(path)};
  write([&file](std::string_view bytes) { file.write(bytes); });
  if (file.m_temporary.empty()) {
    return file.commit();
  }
  file.flush();
  file.close();
  m_parts.push_back({file.path(), file.m_temporary, file.m_target});
  if (m_parts.size() == at_once) {
    commit();
  }
}

void AtomicFiles::commit() {
  std::map<std::string, std::vector<std::string>> folders; // with the files in each
  for (const Part& part : m_parts) {
    folders[folder_of(part.target)].push_back(part.temporary);
  }
  for (const auto& [folder, files] : folders) {
    check_at(folder, os::sync_files(folder, files));
  }
  while (!m_parts.empty()) { // the destructor removes those behind one that fails
    const Part& part = m_parts.back();
    check_at(part.path, os::rename(part.temporary, part.target));
    m_parts.pop_back();
  }
  for (const auto& [folder, files] : folders) {
    sync_folder_of(files.front());
  }
}

} // namespace xq
