#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace xq {

/// The folder of a file, for temporary files beside it.
[[nodiscard]] std::string folder_of(const std::string& path);

/// A temporary file without a name, so that nothing is left behind, whatever happens to the
/// process. Functions throw FileError, which ends with `advice`. One thread writes, or any number
/// of them read.
class UnnamedFile {
public:
  /// In `folder`; `advice` is what to do when there is no room.
  UnnamedFile(std::string folder, std::string advice);
  ~UnnamedFile();
  UnnamedFile(const UnnamedFile&) = delete;
  UnnamedFile& operator=(const UnnamedFile&) = delete;

  void append(std::string_view bytes);
  /// Fill `out` with what stands at `offset`; it must have been appended.
  void read(std::uint64_t offset, std::span<char> out) const;
  /// Nobody will read these bytes again: their memory serves others, and they need not reach the
  /// disk. A hint.
  void discard(std::uint64_t offset, std::uint64_t bytes) const noexcept;

private:
  [[noreturn]] void fail(int code) const;

  std::string m_folder;
  std::string m_advice;
  int m_descriptor = -1;
};

} // namespace xq
