#pragma once

// Files that appear whole or not at all.
//
//     AtomicFile file{"result.txt"};
//     file.write("all of it\n");
//     file.commit();

#include <xq/base/error.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace xq::os {
class File; // internal
}

namespace xq {

/// `path`, or the file that a chain of symbolic links there ends at (which need not exist).
[[nodiscard]] std::string follow_links(const std::string& path);

/// A file that appears whole or not at all: written beside its target, made durable and renamed by
/// commit(), removed otherwise, also when an exception passes. A target that is no regular file (a
/// device, a named pipe) is written directly. All functions throw FileError when the disk is full
/// or the folder cannot be written. Not shared between threads.
class AtomicFile {
public:
  enum class Existing : std::uint8_t {
    keep,   ///< commit() fails if the target has appeared meanwhile
    replace ///< commit() puts the new file in place of what is there
  };

  /// A target that is a symbolic link is replaced where it points to; its mode is kept.
  explicit AtomicFile(std::string path);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void write(std::string_view bytes);
  /// Wait until the disk has what was written.
  void sync();
  /// Everything is on the disk under the target's name when this returns.
  void commit(Existing existing = Existing::replace);
  /// commit() under another name in the same folder.
  void commit_as(std::string path);

  /// The target, as given.
  [[nodiscard]] const std::string& path() const noexcept { return m_path; }
  /// Where the bytes go until commit(): for libraries that write files themselves.
  [[nodiscard]] const std::string& temporary_path() const noexcept { return m_temporary; }

private:
  friend class AtomicFiles;
  void check(const std::error_code& error) const;
  void open_temporary();
  void flush();
  void close();

  std::string m_path;
  std::string m_target;    ///< m_path with symbolic links resolved
  std::string m_temporary; ///< empty when written directly
  std::string m_buffer;
  std::unique_ptr<os::File> m_file;
  unsigned m_mode = 0; ///< of the file that is replaced
};

/// Files that are written together, each as an AtomicFile, but with one wait for the disk for
/// thousands of them: waiting costs milliseconds, also for a small file. All functions throw
/// FileError. Not shared between threads.
class AtomicFiles {
public:
  AtomicFiles() = default;
  /// Removes the files that commit() has not reached.
  ~AtomicFiles();
  AtomicFiles(const AtomicFiles&) = delete;
  AtomicFiles& operator=(const AtomicFiles&) = delete;

  /// The file may appear now or at commit().
  void add(std::string path, std::string_view bytes);
  /// The same for bytes that `write` hands over part by part.
  using Take = std::function<void(std::string_view)>;
  void add(std::string path, const std::function<void(const Take&)>& write);
  /// All files are on the disk under their names when this returns.
  void commit();

private:
  struct Part {
    std::string path; ///< as given
    std::string temporary;
    std::string target;
  };
  std::vector<Part> m_parts; ///< written and not yet renamed
};

} // namespace xq
