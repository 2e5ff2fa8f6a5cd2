#include "sqlite/new_database.hpp"

#include "base/files/partial_files.hpp"
#include "base/os/file.hpp"
#include "base/text/system_message.hpp"

#include <xq/base/error.hpp>

#include <system_error>

namespace xq::sqlite {

namespace {

/// The target of `path`. A rename would put a database in the place of a device, or fail on a
/// folder after hours of work.
std::string checked_target(const std::string& path) {
  std::string target = follow_links(path);
  if (const auto status = os::status_of(target); status && !status->is_regular) {
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
    const auto error = os::remove_file(path);
    removed = removed || !error;
    if (error && error != std::errc::no_such_file_or_directory) {
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
    os::remove_file(path() + "-journal");
  }
}

void NewFile::commit() {
  m_file.sync();
  if (m_existing == Existing::replace || !os::status_of(m_target)) {
    remove_leftovers(m_target); // else they belong to the file that is there
  }
  m_file.commit(m_existing);
}

} // namespace xq::sqlite
