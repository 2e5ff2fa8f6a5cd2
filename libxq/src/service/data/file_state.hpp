#pragma once

#include <xq/base/error.hpp>

#include <cstdint>
#include <string>

namespace xq::service {

/// Which file stands under a name, and in which state: another one when it was replaced or written.
struct FileState {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  std::uint64_t size = 0;
  std::int64_t modified = 0; ///< in the units of the system's file clock

  /// Sixteen hexadecimal digits that stand for it.
  [[nodiscard]] std::string digest() const;
  friend bool operator==(const FileState&, const FileState&) noexcept = default;
};

/// Throws FileError when there is no such file.
[[nodiscard]] FileState state_of(const std::string& path);

/// The file was replaced between two looks at it: look again.
class FileChanged : public FileError {
public:
  using FileError::FileError;
};

} // namespace xq::service
