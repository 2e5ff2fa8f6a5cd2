#pragma once

#include <cstdint>
#include <string>

namespace xq::sqlite {

/// A database that is made beside its final place and appears there whole or not at all: it is
/// written to `TARGET.PID.part`, and commit() renames it. Parts that processes of this machine left
/// behind when they were killed are removed. A target that is a symbolic link is replaced where it
/// points to. Throws FileError, also for a target that is a folder or a device.
class NewFile {
public:
  enum class Existing : std::uint8_t {
    keep,   ///< commit() fails if the target has appeared meanwhile
    replace ///< commit() puts the new file in place of what is there
  };

  NewFile(std::string target, Existing existing);
  /// Removes the part unless commit() was reached.
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  /// Where to write; an empty file at first.
  [[nodiscard]] const std::string& path() const noexcept { return m_part; }

  /// Wait until the disk has everything, then rename. Close the database before. What SQLite left
  /// of another file of this name, a journal or a log, goes away: it would be played into this one.
  void commit();

private:
  std::string m_target;
  std::string m_part;
  Existing m_existing;
  bool m_committed = false;
};

} // namespace xq::sqlite
