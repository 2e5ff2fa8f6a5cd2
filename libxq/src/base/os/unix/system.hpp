#pragma once

#include <array>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

/// The calls that differ between systems, for the files of base/os: defined in linux/ and in posix/
/// (POSIX.1-2008 and what macOS does otherwise); `-DXQ_OS` chooses. What returns int is -1 on
/// failure, with errno, as the system's calls are.
namespace xq::os::system {

/// Descriptor of a file without a name in `folder`, to read and write.
[[nodiscard]] int open_unnamed(const std::string& folder) noexcept;
/// Wait until the disk has what was written to the file.
[[nodiscard]] int sync(int descriptor) noexcept;
/// Wait until the disk has what was written to `files`, all in `folder`, and the names there.
[[nodiscard]] int sync_files(const std::string& folder,
                             std::span<const std::string> files) noexcept;
/// Hints; they may do nothing.
void read_in_order(int descriptor) noexcept;
void start_writing(int descriptor, std::uint64_t offset, std::uint64_t bytes) noexcept;
void punch_hole(int descriptor, std::uint64_t offset, std::uint64_t bytes) noexcept;
void use_large_pages(void* memory, std::size_t bytes) noexcept;

/// The command of fcntl() that takes a lock or fails: of the open file, or where the system has
/// none such, of the process.
[[nodiscard]] int lock_command() noexcept;
/// Rename, but EEXIST when `to` exists; other errors where the file system cannot do so atomically.
[[nodiscard]] int rename_new(const char* from, const char* to) noexcept;

/// Bytes that nobody can guess.
[[nodiscard]] int fill_with_secret(std::span<std::byte> bytes) noexcept;

/// A pipe whose ends (to read, to write) are closed in programs that spawn() starts meanwhile.
[[nodiscard]] int open_pipe(std::array<int, 2>& ends) noexcept;

/// Signals that a program finds in their default state.
inline constexpr std::array default_signals{SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGCHLD};
/// Start `arguments[0]`, found by PATH, in `folder` (empty: here) and in a process group of its
/// own, no signal blocked, with these descriptors as standard input and output and without standard
/// error. `arguments` ends with a null pointer. The number of the error, 0 for none.
[[nodiscard]] int spawn(int& process, std::span<char* const> arguments, int input, int output,
                        const std::string& folder);

} // namespace xq::os::system
