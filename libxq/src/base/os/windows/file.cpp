#include "base/os/file.hpp"

#include "base/os/windows/api.hpp"
#include "base/os/windows/console.hpp"
#include "base/os/windows/input.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <io.h>
#include <limits>
#include <utility>
#include <vector>
#include <winioctl.h>

namespace xq::os {

namespace {

constexpr DWORD shared_by_all = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
constexpr int max_unnamed = 1000;

HANDLE handle_of(const File& file) noexcept { return reinterpret_cast<HANDLE>(file.handle()); }

std::error_code error_of(BOOL succeeded) noexcept {
  return succeeded != 0 ? std::error_code{} : last_error();
}

std::uint64_t joined(DWORD high, DWORD low) noexcept { return std::uint64_t{high} << 32U | low; }

template <typename Info>
bool get_info(HANDLE handle, FILE_INFO_BY_HANDLE_CLASS which, Info& info) noexcept {
  return GetFileInformationByHandleEx(handle, which, &info, sizeof info) != 0;
}

/// The numbers by which a file is known, whatever its name. File systems without those of 128 bits
/// have the older ones.
bool read_place(HANDLE handle, FileStatus& status) noexcept {
  if (FILE_ID_INFO id{}; get_info(handle, FileIdInfo, id)) {
    std::array<std::uint64_t, 2> halves{};
    static_assert(sizeof halves == sizeof id.FileId);
    std::memcpy(halves.data(), &id.FileId, sizeof halves);
    status.device = id.VolumeSerialNumber;
    status.inode = halves[0] ^ halves[1]; // the second is 0 but on ReFS
    return true;
  }
  BY_HANDLE_FILE_INFORMATION info{};
  status.inode = GetFileInformationByHandle(handle, &info) != 0
                     ? joined(info.nFileIndexHigh, info.nFileIndexLow)
                     : 0;
  status.device = info.dwVolumeSerialNumber;
  return status.inode != 0;
}

FileStatus read_status(HANDLE handle) noexcept {
  FILE_STANDARD_INFO info{};
  FileStatus status;
  if (GetFileType(handle) != FILE_TYPE_DISK || !get_info(handle, FileStandardInfo, info) ||
      !read_place(handle, status)) {
    // A pipe or a device, which has no number: no other open one has this handle.
    return {.device = std::numeric_limits<std::uint64_t>::max(),
            .inode = reinterpret_cast<std::uintptr_t>(handle)};
  }
  status.is_folder = info.Directory != 0;
  status.is_regular = !status.is_folder;
  status.size = status.is_folder ? 0 : static_cast<std::uint64_t>(info.EndOfFile.QuadPart);
  return status;
}

bool is_folder(const std::wstring& path) noexcept {
  const DWORD attributes = GetFileAttributesW(path.c_str());
  return attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
}

/// What a call with an OVERLAPPED reads of it when the file was opened without that flag: where to
/// begin.
OVERLAPPED place(std::uint64_t offset) noexcept {
  OVERLAPPED place{};
  place.Offset = static_cast<DWORD>(offset);
  place.OffsetHigh = static_cast<DWORD>(offset >> 32U);
  return place;
}

/// Call `step(done, bytes, count)`, which handles `count` of so many bytes from `done` on, until
/// all are handled. 0 bytes are an error.
template <typename Step>
std::error_code transfer(std::size_t bytes, Step step) noexcept {
  constexpr std::size_t at_once = std::size_t{1} << 30U;
  for (std::size_t done = 0; done < bytes;) {
    DWORD count = 0;
    if (step(done, static_cast<DWORD>(std::min(bytes - done, at_once)), &count) == 0) {
      return GetLastError() == ERROR_HANDLE_EOF ? std::make_error_code(std::errc::io_error)
                                                : last_error();
    }
    if (count == 0) {
      return std::make_error_code(std::errc::io_error);
    }
    done += count;
  }
  return {};
}

/// Rename in two steps, for file systems that do not replace an open file: for a moment there is
/// none of that name. `TO.old` stays if the process ends just then, and until others have closed
/// it.
std::error_code move_aside_and_rename(const std::wstring& from, const std::wstring& to) noexcept {
  const std::wstring aside = to + L".old";
  if (MoveFileExW(to.c_str(), aside.c_str(), 0) == 0) {
    return last_error();
  }
  if (MoveFileExW(from.c_str(), to.c_str(), 0) == 0) {
    const auto error = last_error();
    MoveFileExW(aside.c_str(), to.c_str(), 0);
    return error;
  }
  DeleteFileW(aside.c_str());
  return {};
}

/// Rename as POSIX has it: programs that have the old file open keep it. Windows 10 can, on NTFS.
std::error_code rename_over_open_file(const std::wstring& from, const std::wstring& to) {
  const Handle handle{CreateFileW(from.c_str(), DELETE | SYNCHRONIZE, shared_by_all, nullptr,
                                  OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, nullptr)};
  if (!is_valid(handle)) {
    return last_error();
  }
  // FILE_RENAME_INFO ends with the name. The headers are older than its flags, in the place of
  // ReplaceIfExists, and than the class.
  constexpr auto rename_info_ex = static_cast<FILE_INFO_BY_HANDLE_CLASS>(22);
  const std::size_t name_bytes = to.size() * sizeof(wchar_t);
  std::vector<std::byte> memory(sizeof(FILE_RENAME_INFO) + name_bytes);
  auto* const info = new (memory.data()) FILE_RENAME_INFO{};
  const DWORD flags = FILE_RENAME_FLAG_REPLACE_IF_EXISTS | FILE_RENAME_FLAG_POSIX_SEMANTICS;
  std::memcpy(memory.data(), &flags, sizeof flags);
  info->FileNameLength = static_cast<DWORD>(name_bytes);
  std::memcpy(info->FileName, to.data(), name_bytes);
  return error_of(SetFileInformationByHandle(handle.get(), rename_info_ex, info,
                                             static_cast<DWORD>(memory.size())));
}

} // namespace

bool lock_byte(HANDLE handle, std::uint64_t offset) noexcept {
  OVERLAPPED at = place(offset);
  return LockFileEx(handle, LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &at) != 0;
}

std::optional<FileStatus> status_of(const std::string& path) noexcept {
  const Handle handle{CreateFileW(wide_path(path).c_str(), FILE_READ_ATTRIBUTES, shared_by_all,
                                  nullptr, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, nullptr)};
  return is_valid(handle) ? std::optional{read_status(handle.get())} : std::nullopt;
}

std::optional<std::int64_t> modified_at(const std::string& path) noexcept {
  const Handle handle{CreateFileW(wide_path(path).c_str(), FILE_READ_ATTRIBUTES, shared_by_all,
                                  nullptr, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, nullptr)};
  FILETIME time{};
  return is_valid(handle) && GetFileTime(handle.get(), nullptr, nullptr, &time) != 0
             ? std::optional{static_cast<std::int64_t>(
                   joined(time.dwHighDateTime, time.dwLowDateTime))}
             : std::nullopt;
}

std::optional<FileStatus> status_of(Stream stream) noexcept {
  const HANDLE handle = handle_of(stream);
  return handle != INVALID_HANDLE_VALUE ? std::optional{read_status(handle)} : std::nullopt;
}

std::error_code list_folder(const std::string& folder, std::vector<std::string>& names) {
  WIN32_FIND_DATAW found{};
  const HANDLE first = FindFirstFileW(wide_path(folder + "/*").c_str(), &found);
  if (first == INVALID_HANDLE_VALUE) {
    return last_error();
  }
  const FindHandle search{first};
  do {
    const std::wstring_view name = found.cFileName;
    if (name != L"." && name != L"..") {
      names.push_back(to_utf8(name));
    }
  } while (FindNextFileW(search.get(), &found) != 0);
  return GetLastError() == ERROR_NO_MORE_FILES ? std::error_code{} : last_error();
}

std::error_code remove_file(const std::string& path) noexcept {
  return error_of(DeleteFileW(wide_path(path).c_str()));
}

File File::standard_input() noexcept {
  File file;
  file.m_handle = reinterpret_cast<std::intptr_t>(handle_of(Stream::input));
  file.m_stays_open = true;
  return file;
}

File::File(File&& other) noexcept
    : m_handle{std::exchange(other.m_handle, no_handle)}, m_stays_open{other.m_stays_open} {}

File& File::operator=(File&& other) noexcept {
  std::swap(m_handle, other.m_handle);
  std::swap(m_stays_open, other.m_stays_open);
  return *this;
}

std::error_code File::open(const std::string& path, Mode mode) noexcept {
  static_cast<void>(close());
  const auto name = wide_path(path);
  const DWORD access = mode == Mode::read    ? GENERIC_READ
                       : mode == Mode::write ? GENERIC_WRITE
                                             : GENERIC_READ | GENERIC_WRITE;
  const DWORD existing = mode == Mode::create           ? CREATE_NEW
                         : mode == Mode::open_or_create ? OPEN_ALWAYS
                                                        : OPEN_EXISTING;
  // The flag for backups opens folders, too.
  const DWORD flags =
      mode == Mode::read ? FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_SEQUENTIAL_SCAN : 0;
  const HANDLE handle =
      CreateFileW(name.c_str(), access, shared_by_all, nullptr, existing, flags, nullptr);
  m_handle = reinterpret_cast<std::intptr_t>(handle);
  if (handle != INVALID_HANDLE_VALUE) {
    return {};
  }
  const auto error = last_error();
  return error == std::errc::permission_denied && mode != Mode::create && is_folder(name)
             ? std::make_error_code(std::errc::is_a_directory)
             : error;
}

std::error_code File::open_unnamed(const std::string& folder) {
  static_cast<void>(close());
  auto error = std::make_error_code(std::errc::file_exists);
  for (int n = 0; n < max_unnamed && error == std::errc::file_exists; ++n) {
    // A name that remove_stale_files() knows: it goes when the file is closed.
    const auto name = wide_path(fmt::format("{}/.run.{}-{}.tmp", folder, process_id(), n));
    const HANDLE handle =
        CreateFileW(name.c_str(), GENERIC_READ | GENERIC_WRITE | DELETE, shared_by_all, nullptr,
                    CREATE_NEW, FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE, nullptr);
    m_handle = reinterpret_cast<std::intptr_t>(handle);
    error = error_of(handle != INVALID_HANDLE_VALUE ? TRUE : FALSE);
  }
  if (!error) { // so that punch_hole() gives room back; not every file system can
    DWORD bytes = 0;
    DeviceIoControl(handle_of(*this), FSCTL_SET_SPARSE, nullptr, 0, nullptr, 0, &bytes, nullptr);
  }
  return error;
}

std::error_code File::close() noexcept {
  const HANDLE handle = handle_of(*this);
  m_handle = no_handle;
  const bool stays_open = std::exchange(m_stays_open, false);
  return handle == INVALID_HANDLE_VALUE || stays_open ? std::error_code{}
                                                      : error_of(CloseHandle(handle));
}

// Not where the last call has left the place in the file: read_at() moves it.
std::error_code File::write(std::string_view bytes) noexcept {
  constexpr auto end_of_file = std::numeric_limits<std::uint64_t>::max();
  return transfer(bytes.size(), [&](std::size_t done, DWORD size, DWORD* count) {
    OVERLAPPED at = place(end_of_file);
    return WriteFile(handle_of(*this), bytes.data() + done, size, count, &at);
  });
}

std::error_code File::write_at(std::uint64_t offset, std::string_view bytes) noexcept {
  return transfer(bytes.size(), [&](std::size_t done, DWORD size, DWORD* count) {
    OVERLAPPED at = place(offset + done);
    return WriteFile(handle_of(*this), bytes.data() + done, size, count, &at);
  });
}

std::error_code File::read_at(std::uint64_t offset, std::span<char> out) const noexcept {
  return transfer(out.size(), [&](std::size_t done, DWORD size, DWORD* count) {
    OVERLAPPED at = place(offset + done);
    return ReadFile(handle_of(*this), out.data() + done, size, count, &at);
  });
}

bool File::has_input(std::chrono::milliseconds wait) const noexcept {
  InputReader* const reader = m_stays_open ? InputReader::standard() : nullptr;
  return reader == nullptr || reader->wait(wait);
}

std::error_code File::read_some(std::span<char> out, std::size_t& count) noexcept {
  if (InputReader* const reader = m_stays_open ? InputReader::standard() : nullptr) {
    return reader->take(out, count);
  }
  const auto error = read_waiting(handle_of(*this), out, count);
  const auto opened = error ? status() : std::nullopt;
  return opened && opened->is_folder ? std::make_error_code(std::errc::is_a_directory) : error;
}

std::int64_t File::seek(std::int64_t offset, int whence) noexcept {
  LARGE_INTEGER to{};
  to.QuadPart = offset;
  LARGE_INTEGER at{}; // SEEK_SET and so on have the values of FILE_BEGIN and so on
  return SetFilePointerEx(handle_of(*this), to, &at, static_cast<DWORD>(whence)) != 0 ? at.QuadPart
                                                                                      : -1;
}

void File::read_in_order() const noexcept {} // open() has said so

std::optional<FileStatus> File::status() const noexcept {
  return is_open() ? std::optional{read_status(handle_of(*this))} : std::nullopt;
}

std::error_code File::sync() const noexcept { return error_of(FlushFileBuffers(handle_of(*this))); }

void File::start_writing(std::uint64_t /*offset*/, std::uint64_t /*bytes*/) const noexcept {}

void File::punch_hole(std::uint64_t offset, std::uint64_t bytes) const noexcept {
  FILE_ZERO_DATA_INFORMATION hole{};
  hole.FileOffset.QuadPart = static_cast<LONGLONG>(offset);
  hole.BeyondFinalZero.QuadPart = static_cast<LONGLONG>(offset + bytes);
  DWORD count = 0;
  DeviceIoControl(handle_of(*this), FSCTL_SET_ZERO_DATA, &hole, sizeof hole, nullptr, 0, &count,
                  nullptr);
}

bool File::try_lock_behind_end() const noexcept {
  return lock_byte(handle_of(*this), byte_of_writer);
}

void File::change_mode(unsigned mode) const noexcept {
  constexpr unsigned may_write = 0200;
  FILE_BASIC_INFO info{};
  if (GetFileInformationByHandleEx(handle_of(*this), FileBasicInfo, &info, sizeof info) != 0) {
    const DWORD others = info.FileAttributes & ~DWORD{FILE_ATTRIBUTE_READONLY};
    info.FileAttributes =
        (mode & may_write) != 0 ? others | FILE_ATTRIBUTE_NORMAL : others | FILE_ATTRIBUTE_READONLY;
    SetFileInformationByHandle(handle_of(*this), FileBasicInfo, &info, sizeof info);
  }
}

bool File::is_at(const std::string& path) const noexcept {
  const auto opened = status();
  const auto named = status_of(path);
  return opened && named && opened->device == named->device && opened->inode == named->inode;
}

unsigned mode_of(const std::string& path) noexcept {
  const DWORD attributes = GetFileAttributesW(wide_path(path).c_str());
  return attributes == INVALID_FILE_ATTRIBUTES         ? 0
         : (attributes & FILE_ATTRIBUTE_READONLY) != 0 ? 0444
                                                       : 0644;
}

std::error_code rename(const std::string& from, const std::string& to) noexcept {
  const auto source = wide_path(from);
  const auto target = wide_path(to);
  if (!rename_over_open_file(source, target)) {
    return {};
  }
  // File systems and versions of Windows that do not know it.
  const auto error =
      error_of(MoveFileExW(source.c_str(), target.c_str(), MOVEFILE_REPLACE_EXISTING));
  return error == std::errc::permission_denied && (mode_of(to) & 0200U) != 0
             ? move_aside_and_rename(source, target)
             : error;
}

std::error_code rename_new(const std::string& from, const std::string& to) noexcept {
  return error_of(MoveFileExW(wide_path(from).c_str(), wide_path(to).c_str(), 0));
}

std::error_code sync_files(const std::string& folder, std::span<const std::string> files) noexcept {
  for (const std::string& path : files) {
    File file;
    auto error = file.open(path, File::Mode::read_write);
    if (!error) {
      error = file.sync();
    }
    if (error) {
      return error;
    }
  }
  return status_of(folder) ? std::error_code{}
                           : std::make_error_code(std::errc::no_such_file_or_directory);
}

bool is_out_of_space(const std::error_code& error) noexcept {
  return error == std::errc::no_space_on_device ||
         (error.category() == std::system_category() && error.value() == disk_quota_exceeded);
}

// Handles and sockets have no limit; the C library has one for its own files.
std::size_t allow_open_files(std::size_t wanted) noexcept { return wanted; }

int process_id() noexcept { return static_cast<int>(GetCurrentProcessId()); }

bool is_running(int process) noexcept {
  const Handle handle{OpenProcess(SYNCHRONIZE, FALSE, static_cast<DWORD>(process))};
  return is_valid(handle) ? WaitForSingleObject(handle.get(), 0) == WAIT_TIMEOUT
                          : GetLastError() == ERROR_ACCESS_DENIED; // another user's
}

} // namespace xq::os
