#pragma once

#include "base/os/file.hpp"

#include <xq/base/translate.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace xq {

/// The folder of a file, for temporary files beside it.
[[nodiscard]] std::string folder_of(const std::string& path);

/// What to do when there is no room for what does not fit into the memory for sorting.
inline constexpr std::string_view spill_advice =
    to_translate("Make room there or allow more memory (--memory).");

/// A temporary file without a name: nothing is left behind when the process is killed. Functions
/// throw FileError, which ends with `advice`. One thread writes, or any number of them read.
class UnnamedFile {
public:
  /// In `folder`; `advice` is what to do when there is no room.
  UnnamedFile(std::string folder, std::string advice);

  void append(std::string_view bytes);
  /// Fill `out` with what stands at `offset`; it must have been appended.
  void read(std::uint64_t offset, std::span<char> out) const;
  /// Hint: punch a hole, this range will not be read again.
  void discard(std::uint64_t offset, std::uint64_t bytes) const noexcept;

private:
  void check(const std::error_code& error) const;

  std::string m_folder;
  std::string m_advice;
  os::File m_file;
};

} // namespace xq
