#pragma once

#include "base/os/stream.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace xq::os {

/// What the system says about a file, a folder or a stream. Device and inode tell it from others.
struct FileStatus {
  bool is_regular = false;
  bool is_folder = false;
  std::uint64_t size = 0; ///< of a regular file
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
};
/// None when nothing can be found out, because it does not exist or may not be looked at.
[[nodiscard]] std::optional<FileStatus> status_of(const std::string& path) noexcept;
[[nodiscard]] std::optional<FileStatus> status_of(Stream stream) noexcept;
/// When a file was last written to, as finely as the system tells, in its units; none as above.
[[nodiscard]] std::optional<std::int64_t> modified_at(const std::string& path) noexcept;

// For a file that may have a long path: std::filesystem looks at such a path by the C library of
// Windows, which does not know it.

/// Append the names of what is in a folder, in no order.
[[nodiscard]] std::error_code list_folder(const std::string& folder,
                                          std::vector<std::string>& names);
/// Remove a file. Who does not care whether it was there, or stays, ignores the error.
std::error_code remove_file(const std::string& path) noexcept;

/// An open file of the operating system, closed by the destructor. Functions return the system's
/// error, none on success, and throw nothing. Reads and writes are complete or an error.
class File {
public:
  enum class Mode : std::uint8_t {
    read,       ///< an existing file or folder
    write,      ///< an existing file
    read_write, ///< an existing file
    create,     ///< a new file, to read and write; an error where there is one
    open_or_create
  };

  File() = default;
  /// The standard input, which stays open.
  [[nodiscard]] static File standard_input() noexcept;
  ~File() { static_cast<void>(close()); }
  File(File&& other) noexcept;
  File& operator=(File&& other) noexcept;

  [[nodiscard]] std::error_code open(const std::string& path, Mode mode) noexcept;
  /// A file without a name in `folder`, which is gone when it is closed.
  [[nodiscard]] std::error_code open_unnamed(const std::string& folder);
  [[nodiscard]] std::error_code close() noexcept;
  [[nodiscard]] bool is_open() const noexcept { return m_handle != no_handle; }

  /// At the end of what this object has written, or on Windows of the file.
  [[nodiscard]] std::error_code write(std::string_view bytes) noexcept;
  [[nodiscard]] std::error_code write_at(std::uint64_t offset, std::string_view bytes) noexcept;
  /// An error (io_error) where the file ends before `out` is full.
  [[nodiscard]] std::error_code read_at(std::uint64_t offset, std::span<char> out) const noexcept;

  /// Whether read_some() would return at once: bytes, the end or an error are there, now or within
  /// `wait`. A signal may end the wait. Where this cannot be known, true.
  [[nodiscard]] bool has_input(std::chrono::milliseconds wait) const noexcept;

  /// Read from the present place to the front of `out`: `count` bytes, 0 at the end.
  [[nodiscard]] std::error_code read_some(std::span<char> out, std::size_t& count) noexcept;
  /// Go to a place, as lseek(2) with its values of `whence`; -1 when it fails.
  std::int64_t seek(std::int64_t offset, int whence) noexcept;
  /// Hint: the file will be read from front to end.
  void read_in_order() const noexcept;
  [[nodiscard]] std::optional<FileStatus> status() const noexcept;

  /// Wait until the disk has what was written.
  [[nodiscard]] std::error_code sync() const noexcept;
  void change_mode(unsigned mode) const noexcept;
  /// Hint: begin to write this range to the disk, so that sync() has little to wait for.
  void start_writing(std::uint64_t offset, std::uint64_t bytes) const noexcept;
  /// Punch a hole: this range will not be read again and its space can be used for other things.
  void punch_hole(std::uint64_t offset, std::uint64_t bytes) const noexcept;

  /// Lock the file against other processes until it is closed; false when one has it locked. One
  /// byte far behind the end of any file is locked, which is none of those that SQLite locks. The
  /// lock belongs to the open file: closing another one of this name does not release it (it does
  /// where POSIX.1-2008 is all that the system has, docs/porting.md).
  [[nodiscard]] bool try_lock_behind_end() const noexcept;
  /// `path` names this file, and not another one that has taken its place since.
  [[nodiscard]] bool is_at(const std::string& path) const noexcept;
  /// For the files of base/os: a descriptor, or what Windows calls a handle.
  [[nodiscard]] std::intptr_t handle() const noexcept { return m_handle; }

private:
  static constexpr std::intptr_t no_handle = -1;
  std::intptr_t m_handle = no_handle;
  bool m_stays_open = false;
};

/// The permissions of a file, e.g. 0644. Windows has one, to write.
[[nodiscard]] unsigned mode_of(const std::string& path) noexcept;
/// Put `from` in the place of `to`.
[[nodiscard]] std::error_code rename(const std::string& from, const std::string& to) noexcept;
/// The same, but std::errc::file_exists when `to` exists, also on file systems that cannot do so
/// atomically.
[[nodiscard]] std::error_code rename_new(const std::string& from, const std::string& to) noexcept;

/// Wait until the disk has what was written to `files`, all in `folder`, and their names.
[[nodiscard]] std::error_code sync_files(const std::string& folder,
                                         std::span<const std::string> files) noexcept;

/// Whether a disk or a user's share of it is full.
[[nodiscard]] bool is_out_of_space(const std::error_code& error) noexcept;

/// Let this process have as many files and sockets open at once as the system permits it, at most
/// `wanted`; how many that are.
[[nodiscard]] std::size_t allow_open_files(std::size_t wanted) noexcept;

[[nodiscard]] int process_id() noexcept;
/// Whether a process of this machine, of any user, has this id.
[[nodiscard]] bool is_running(int process) noexcept;

} // namespace xq::os
