#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace xq::cli {

/// Where games go in a format that holds one game a file: the file FILE, or one file for each game
/// in FOLDER, named by its number (000017.xqf). Throws FileError. Each file appears whole or not at
/// all.
class GameFiles {
public:
  /// `path` is a folder when it ends in a slash or is one; a folder that is missing is made. Throws
  /// UsageError for stdout.
  GameFiles(std::string path, std::string_view extension);

  /// Throws Error for a second game when there is one file.
  void write(std::uint64_t number, std::string bytes);
  /// All files are there when this returns.
  void commit();

private:
  std::string m_path;
  std::string m_extension;
  bool m_folder;
  std::optional<std::string> m_only; ///< the game of the one file, until commit()
};

} // namespace xq::cli
