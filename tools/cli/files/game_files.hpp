#pragma once

#include "base/files/grouped_texts.hpp"

#include <xq/base/atomic_file.hpp>
#include <xq/record/game.hpp>

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace xq::cli {

/// What files of one game are called: text in which {date}, {red} ... stand for headers.
class GameNames {
public:
  static constexpr std::string_view usual = "{date} {red}-{black}";

  /// Throws UsageError for a word in braces that is none of these, and for an open brace.
  explicit GameNames(std::string_view pattern);
  /// Without ending; the game's number (000017) where no header says anything. May be asked by
  /// several threads.
  [[nodiscard]] std::string name(const record::Game& game) const;
  /// The same; empty where no header says anything.
  [[nodiscard]] std::string known_name(const record::Game& game) const;

private:
  std::string m_pattern;
};

/// Makes a folder, and those above it, where there is none. Throws FileError.
void make_folder(const std::string& folder);

/// Says that `path` stays, because an input could not be read to its end, and returns the name of
/// the file beside it for what could be read.
[[nodiscard]] std::string say_kept(const std::string& path);

/// Where games go in a format that holds one game a file: the file FILE, or one file for each game
/// in FOLDER; the first 1,000 in FOLDER itself, the next in FOLDER/0002 and so on. Throws
/// FileError, also for a file in the folder that holds something else. Each file appears whole or
/// not at all, packed where its name ends so.
class GameFiles {
public:
  /// `path` is a folder when it ends in a slash or is one; a folder that is missing is made. Throws
  /// UsageError for stdout. `kind`: what files hold, see file_kind.hpp; `force`: replace files
  /// whatever they hold.
  GameFiles(std::string path, std::string_view extension, std::string_view kind, bool force);

  [[nodiscard]] bool is_folder() const noexcept { return m_folder; }

  /// `name`: as GameNames says; the second file of a name is `NAME (2)`. Throws Error for a second
  /// game when there is one file.
  void write(const std::string& name, std::string bytes);
  /// The same for bytes that come part by part.
  void write(const std::string& name, const std::function<void(const ByteSink&)>& produce);
  /// An input could not be read to its end: a file that is there stays as it is, what is written
  /// from now on goes into FILE.partial beside it, and this is said.
  void keep_existing() noexcept { m_keep_existing = true; }
  /// All files are there when this returns.
  void commit();

private:
  [[nodiscard]] std::string place(const std::string& name);

  std::string m_path;
  std::string m_extension;
  std::string m_kind;
  bool m_force;
  bool m_folder = false;
  bool m_keep_existing = false;
  std::uint64_t m_written = 0;
  std::unordered_map<std::string, int> m_names; ///< in small letters: the last number behind it
  AtomicFiles m_files;
};

} // namespace xq::cli
