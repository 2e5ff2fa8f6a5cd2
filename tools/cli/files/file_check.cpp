#include "cli/files/file_check.hpp"

#include "base/files/packer.hpp"
#include "base/os/file.hpp"
#include "base/os/path.hpp"
#include "cli/files/file_kind.hpp"

#include <xq/base/atomic_file.hpp>
#include <xq/base/error.hpp>
#include <xq/format/format.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

namespace xq::cli {

namespace {

namespace fs = std::filesystem;

/// Identity of a file or folder, independent of the path: device and inode, or for one that does
/// not exist those of its folder, and its name.
struct Place {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  std::string name; ///< empty when it exists

  friend bool operator==(const Place& a, const Place& b) noexcept {
    return a.device == b.device && a.inode == b.inode && a.name == b.name;
  }
};

Place place_of(const os::FileStatus& status, std::string name = {}) {
  return {status.device, status.inode, std::move(name)};
}

/// A file of the command line.
struct Known {
  NamedFile file;
  std::string target;                   ///< the path with links followed
  std::optional<os::FileStatus> status; ///< none: it does not exist
  std::optional<Place> place;

  [[nodiscard]] bool is_folder() const noexcept { return status && status->is_folder; }
  [[nodiscard]] bool is_regular() const noexcept { return status && status->is_regular; }
  [[nodiscard]] bool is_stream() const noexcept { return file.path == "-"; }
};

fs::path folder_of(const std::string& path) {
  const auto folder = os::path_of(path).parent_path();
  return folder.empty() ? fs::path{"."} : folder;
}

Known look_at(NamedFile file) {
  Known known;
  known.file = std::move(file);
  if (known.is_stream()) {
    const bool read = known.file.role.use == FileUse::read;
    known.status = os::status_of(read ? os::Stream::input : os::Stream::output);
  } else {
    known.target = follow_links(known.file.path);
    known.status = os::status_of(known.target);
  }
  if (known.is_regular() || known.is_folder()) {
    known.place = place_of(*known.status);
  } else if (!known.status) {
    if (const auto folder = os::status_of(os::name_of(folder_of(known.target)))) {
      known.place = place_of(*folder, os::name_of(os::path_of(known.target).filename()));
    }
  }
  return known; // a device or a pipe is never the same file as another
}

/// Whether reading `folder` reads `file`: it lies below, and no folder between is hidden.
bool holds(const Known& folder, const Known& file) {
  std::error_code failed;
  auto at = fs::canonical(os::path_of(file.target), failed);
  while (!failed && at.has_relative_path() && !os::name_of(at.filename()).starts_with('.')) {
    at = at.parent_path();
    if (const auto status = os::status_of(os::name_of(at));
        status && place_of(*status) == folder.place) {
      return true;
    }
  }
  return false;
}

void refuse_same(const Known& written, const Known& other) {
  if (!written.place || !other.place) {
    return;
  }
  if (*written.place == *other.place) {
    if (written.is_stream()) {
      throw make_error<UsageError>("{} {} is the file that stdout goes to. Write to another one",
                                   other.file.name, other.file.path);
    }
    throw make_error<UsageError>("{} and {} are the same file: {}. Give {} another one",
                                 other.file.name, written.file.name, written.file.path,
                                 written.file.option);
  }
  if (other.file.role.use != FileUse::read || written.file.role.use != FileUse::replace ||
      written.is_stream()) {
    return;
  }
  if (other.is_folder() && written.status && holds(other, written)) {
    throw make_error<UsageError>("{} {} lies in the folder {}, which is read. Write to another one",
                                 written.file.name, written.file.path, other.file.path);
  }
  // A folder gets files that are named by their numbers.
  if (written.is_folder() && other.is_regular() &&
      other.target.ends_with(fmt::format(".{}", written.file.role.kind))) {
    const auto folder = os::status_of(os::name_of(folder_of(other.target)));
    if (folder && place_of(*folder) == written.place) {
      throw make_error<UsageError>("{} lies in the folder {}, where files of its kind are written. "
                                   "Write to another folder",
                                   other.file.path, written.file.path);
    }
  }
}

/// What to do with a file of another kind than is needed.
std::string advice(const Known& known, std::string_view found) {
  const std::string& path = known.file.path;
  const auto wanted = known.file.role.kind;
  const bool book = wanted == file_kind::opening_book;
  const bool foreign_book = found == file_kind::obk || found == file_kind::eleeye ||
                            found == file_kind::text_book || found == file_kind::jsonl_book;
  const bool games = format::find_format(found) != nullptr;
  if (book && foreign_book) {
    return localized("`xq book import {} -o NAME.xqbook` makes a book of it.", path);
  }
  if (book && found == file_kind::game_database) {
    return localized("`xq book build --db {} -o NAME.xqbook` makes a book of it.", path);
  }
  if (book && games) {
    return localized("`xq book build {} -o NAME.xqbook` makes a book of it.", path);
  }
  if (wanted == file_kind::games && found == file_kind::game_database) {
    return localized("`xq export {} -o NAME.pgn` writes its games to a file.", path);
  }
  if (wanted != file_kind::game_database && found == file_kind::opening_book) {
    return localized("`xq book show {0}` shows its moves, `xq book verify {0}` checks it.", path);
  }
  if (wanted == file_kind::games && found == file_kind::obk) {
    return localized("`xq book import {} -o NAME.xqbook` makes a book of it.", path);
  }
  if (wanted == file_kind::game_database && games) {
    return localized("`xq import {} --db NAME.xqdb` makes a database of it.", path);
  }
  if (wanted == file_kind::game_database && found == file_kind::opening_book) {
    return localized("`xq book games` lists the games that a book names.");
  }
  return localized("Check the path.");
}

/// Games are read from whatever is no file of SQLite.
bool may_hold_games(std::string_view kind) {
  constexpr std::string_view others[] = {file_kind::game_database, file_kind::opening_book,
                                         file_kind::obk, file_kind::sqlite};
  return std::find(std::begin(others), std::end(others), kind) == std::end(others);
}

void require_kind(const Known& known) {
  const auto& kind = known.file.role.kind;
  if (kind.empty() || known.is_stream() || !known.status) {
    return; // a missing file is reported when it is opened
  }
  const bool games = kind == file_kind::games;
  if (games && !known.is_regular()) {
    return; // a folder, a pipe
  }
  if (!known.is_regular()) {
    throw make_error<FileError>("{}: is {}, and {} wants {}. Check the path.", known.file.path,
                                known.is_folder() ? translate("a folder")
                                                  : translate("no regular file"),
                                known.file.name, kind_text(kind));
  }
  const auto found = games ? kind_if_readable(known.file.path) : kind_of_file(known.file.path);
  const bool fits = games ? may_hold_games(found) : found == kind || found == file_kind::empty;
  if (!fits) {
    throw make_error<FileError>("{}: holds {}, and {} wants {}. {}", known.file.path,
                                kind_text(found), known.file.name, kind_text(kind),
                                advice(known, found));
  }
}

} // namespace

void require_replaceable(const std::string& path, std::string_view kind) {
  const auto status = os::status_of(path);
  if (kind.empty() || !status || !status->is_regular) {
    return;
  }
  const auto found = kind_of_file(path);
  const bool packs = found == file_kind::packed && packing_of(path) != Packing::none;
  if (found != kind && found != file_kind::empty && !packs) {
    throw make_error<FileError>(
        "{}: holds {}, and {} would take its place. Give another name, or --force to replace it.",
        path, kind_text(found), kind_text(kind));
  }
}

void require_games(const std::string& path, const std::string& name) {
  require_kind(look_at({name, name, path, {FileUse::read, std::string{file_kind::games}}}));
}

void refuse_files(std::span<const std::string> words) {
  for (const auto& word : words) {
    const auto found = kind_if_readable(word);
    if (found == file_kind::opening_book) {
      throw make_error<FileError>("{0}: holds {1}. `xq book show {0}` shows its moves, `xq book "
                                  "probe {0} MOVE...` those of "
                                  "a position.",
                                  word, kind_text(found));
    }
    if (found == file_kind::game_database || format::find_format(found) != nullptr) {
      throw make_error<FileError>(
          "{0}: holds {1}. `xq show {0}` shows a game, its opening, and with --board the position.",
          word, kind_text(found));
    }
  }
}

void check_files(const OptionSet& options, bool force) {
  std::vector<Known> files;
  for (NamedFile& file : options.files()) {
    if (file.role.use == FileUse::read || file.path != "-") {
      files.push_back(look_at(std::move(file)));
    }
  }
  for (std::size_t i = 0; i < files.size(); ++i) {
    for (std::size_t j = 0; j < files.size(); ++j) {
      const bool both_written = files[j].file.role.use != FileUse::read;
      if (files[i].file.role.use != FileUse::read && i != j && (!both_written || j < i)) {
        refuse_same(files[i], files[j]);
      }
    }
  }
  // The file to which the shell redirects stdout: reading it while it grows would never end.
  const Known output = look_at({"stdout", "stdout", "-", {FileUse::replace, {}}});
  for (const Known& known : files) {
    if (known.file.role.use != FileUse::replace) {
      refuse_same(output, known);
    }
  }
  for (const Known& known : files) {
    if (known.file.role.use != FileUse::replace) {
      require_kind(known);
    } else if (!force && !known.is_stream()) {
      require_replaceable(known.file.path, known.file.role.kind);
    }
  }
}

} // namespace xq::cli
