#include "sqlite/new_database.hpp"

#include "base/files/partial_files.hpp"
#include "base/os/path.hpp"
#include "base/text/system_message.hpp"

#include <xq/base/error.hpp>

#include <filesystem>
#include <system_error>

namespace xq::sqlite {

namespace {

/// The target of `path`. A rename would put a database in the place of a device, or fail on a
/// folder after hours of work.
std::string checked_target(const std::string& path) {
  std::string target = follow_links(path);
  std::error_code error;
  const auto status = std::filesystem::status(os::path_of(target), error);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    throw make_error<FileError>("{}: is a folder or a device. Give the name of a file.", target);
  }
  remove_stale_files(target);
  return target;
}

/// Before the new file is there: a crash must not leave the two side by side.
void remove_leftovers(const std::string& target) {
  bool removed = false;
  for (const char* const suffix : {"-journal", "-wal", "-shm"}) {
    const auto path = target + suffix;
    std::error_code error;
    removed = std::filesystem::remove(os::path_of(path), error) || removed;
    if (error) {
      throw make_error<FileError>("{}: is left of another file and cannot be removed: {}. Check "
                                  "the path, the permissions and the space left.",
                                  path, system_message(error));
    }
  }
  if (removed) {
    sync_folder_of(target);
  }
}

} // namespace

NewFile::NewFile(const std::string& target, Existing existing)
    : m_target{checked_target(target)}, m_file{m_target}, m_existing{existing} {}

NewFile::~NewFile() {
  if (!path().empty()) {
    std::error_code ignored;
    std::filesystem::remove(os::path_of(path() + "-journal"), ignored);
  }
}

void NewFile::commit() {
  m_file.sync();
  std::error_code error;
  if (m_existing == Existing::replace || !std::filesystem::exists(os::path_of(m_target), error)) {
    remove_leftovers(m_target); // else they belong to the file that is there
  }
  m_file.commit(m_existing);
}

} // namespace xq::sqlite
