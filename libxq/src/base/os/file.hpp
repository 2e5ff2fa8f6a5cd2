#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <system_error>

namespace xq::os {

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
  ~File() { static_cast<void>(close()); }
  File(File&& other) noexcept;
  File& operator=(File&& other) noexcept;

  [[nodiscard]] std::error_code open(const std::string& path, Mode mode) noexcept;
  /// A file without a name in `folder`, which is gone when it is closed.
  [[nodiscard]] std::error_code open_unnamed(const std::string& folder);
  [[nodiscard]] std::error_code close() noexcept;
  [[nodiscard]] bool is_open() const noexcept { return m_descriptor >= 0; }

  /// At the end of what this object has written.
  [[nodiscard]] std::error_code write(std::string_view bytes) noexcept;
  [[nodiscard]] std::error_code write_at(std::uint64_t offset, std::string_view bytes) noexcept;
  /// An error (io_error) where the file ends before `out` is full.
  [[nodiscard]] std::error_code read_at(std::uint64_t offset, std::span<char> out) const noexcept;

  /// Wait until the disk has what was written.
  [[nodiscard]] std::error_code sync() const noexcept;
  /// Wait until the disk has everything that any process wrote to this file system.
  [[nodiscard]] std::error_code sync_file_system() const noexcept;
  void change_mode(unsigned mode) const noexcept;
  /// Hint: begin to write this range to the disk, so that sync() has little to wait for.
  void start_writing(std::uint64_t offset, std::uint64_t bytes) const noexcept;
  /// Punch a hole: this range will not be read again and its space can be used for other things.
  void punch_hole(std::uint64_t offset, std::uint64_t bytes) const noexcept;

  /// Lock the file against other processes until it is closed; false when one has it locked.
  [[nodiscard]] bool try_lock() const noexcept;
  /// The same with a lock of one byte far behind the end of any file, which is none of those that
  /// SQLite locks. It belongs to the open file: closing another one of this name does not release
  /// it.
  [[nodiscard]] bool try_lock_behind_end() const noexcept;
  /// `path` names this file, and not another one that has taken its place since.
  [[nodiscard]] bool is_at(const std::string& path) const noexcept;

private:
  int m_descriptor = -1;
};

/// The permissions of a file, e.g. 0644.
[[nodiscard]] unsigned mode_of(const std::string& path) noexcept;
/// Put `from` in the place of `to`.
[[nodiscard]] std::error_code rename(const std::string& from, const std::string& to) noexcept;
/// The same, but std::errc::file_exists when `to` exists, also on file systems that cannot do so
/// atomically.
[[nodiscard]] std::error_code rename_new(const std::string& from, const std::string& to) noexcept;

[[nodiscard]] int process_id() noexcept;
/// Whether a process of this machine, of any user, has this id.
[[nodiscard]] bool is_running(int process) noexcept;

} // namespace xq::os
