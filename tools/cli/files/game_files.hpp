#pragma once

#include <xq/base/atomic_file.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace xq::cli {

/// Where games go in a format that holds one game a file: the file FILE, or one file for each game
/// in FOLDER, named by its number (000017.xqf). Throws FileError, also for a file in the folder
/// that holds something else. Each file appears whole or not at all.
class GameFiles {
public:
  /// `path` is a folder when it ends in a slash or is one; a folder that is missing is made. Throws
  /// UsageError for stdout. `force`: replace files whatever they hold.
  GameFiles(std::string path, std::string_view extension, bool force);

  /// Throws Error for a second game when there is one file.
  void write(std::uint64_t number, std::string_view bytes);
  /// All files are there when this returns.
  void commit();

private:
  std::string m_path;
  std::string m_extension;
  bool m_force;
  bool m_folder = false;
  bool m_written = false;
  AtomicFiles m_files;
};

} // namespace xq::cli
