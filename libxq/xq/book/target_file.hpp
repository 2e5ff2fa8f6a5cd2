#pragma once

#include <string>

namespace xq::book {

/// A file in the making: `TARGET.part` beside the target, which takes the target's place only when
/// it is complete. A killed run leaves the .part file, and the next one takes it over.
class TargetFile {
public:
  /// Create the .part file, empty. Throws FileError when that is impossible or when another
  /// process is writing it.
  explicit TargetFile(std::string target);
  /// Removes the .part file unless commit() was reached.
  ~TargetFile();
  TargetFile(const TargetFile&) = delete;
  TargetFile& operator=(const TargetFile&) = delete;

  /// The path to write to.
  [[nodiscard]] const std::string& path() const noexcept { return m_part; }
  /// The folder of the target.
  [[nodiscard]] std::string folder() const;

  /// Bring the bytes to the disk and rename the file to the target. Throws FileError.
  void commit();

private:
  void open();

  std::string m_target;
  std::string m_part;
  int m_file = -1; ///< holds the lock
};

} // namespace xq::book
