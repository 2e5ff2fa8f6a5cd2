#pragma once

#include <xq/base/atomic_file.hpp>

#include <string>

namespace xq::sqlite {

/// A database that is made beside its final place and appears there whole or not at all: an
/// AtomicFile that SQLite writes. What processes that were killed left of such files is removed
/// first. Throws FileError, also for a target that is a folder or a device.
class NewFile {
public:
  using Existing = AtomicFile::Existing;

  NewFile(const std::string& target, Existing existing);
  /// Removes the file unless commit() was reached.
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  /// Where to write; an empty file at first.
  [[nodiscard]] const std::string& path() const noexcept { return m_file.temporary_path(); }

  /// Wait until the disk has everything, then rename. Close the database before. What SQLite left
  /// of another file of this name, a journal or a log, goes away: it would be played into this one.
  void commit();

private:
  std::string m_target;
  AtomicFile m_file;
  Existing m_existing;
};

} // namespace xq::sqlite
