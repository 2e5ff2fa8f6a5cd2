#pragma once

#include <xq/base/error.hpp>

#include <string>
#include <string_view>

namespace xq {

/// A file that appears whole or not at all: written beside its target, made durable and renamed by
/// commit(), removed otherwise, also when an exception passes. A target that is no regular file (a
/// device, a named pipe) is written directly. All functions throw FileError when the disk is full
/// or the folder cannot be written. Not shared between threads.
class AtomicFile {
public:
  /// A target that is a symbolic link is replaced where it points to; its mode is kept.
  explicit AtomicFile(std::string path);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void write(std::string_view bytes);
  /// Everything is on the disk under the target's name when this returns.
  void commit();
  /// The same under another name in the same folder.
  void commit_as(std::string path);

  /// As given.
  [[nodiscard]] const std::string& path() const noexcept { return m_path; }
  /// Where the bytes go until commit(): for libraries that write files themselves.
  [[nodiscard]] const std::string& temporary_path() const noexcept { return m_temporary; }

private:
  [[noreturn]] void fail(int code) const;
  void open_direct();
  void open_temporary();
  void flush();
  void sync_folder() const;

  std::string m_path;
  std::string m_target;    ///< m_path with symbolic links resolved
  std::string m_temporary; ///< empty when written directly
  std::string m_buffer;
  int m_descriptor = -1;
};

} // namespace xq
