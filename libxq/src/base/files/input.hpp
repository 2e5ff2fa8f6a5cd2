#pragma once

#include <xq/base/error.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace xq {

/// A compressed file grew beyond InputOptions' limits; what() names the limit.
class TooLargeError : public FileError {
public:
  using FileError::FileError;
};

/// Limits against decompression bombs. They apply to compressed files and archives, each by itself;
/// a plain file may have any size, because nothing here holds more than a chunk of it.
struct InputOptions {
  std::size_t chunk_bytes = std::size_t{64} << 10U; ///< of one read of a file
  std::uint64_t max_expanded_bytes = std::uint64_t{256} << 30U;
  std::uint64_t max_expansion_ratio = 1000;                  ///< bytes out for each byte in ...
  std::uint64_t ratio_free_bytes = std::uint64_t{64} << 20U; ///< ... beyond these first ones
  std::uint64_t max_members = 1'000'000;                     ///< of one archive
};

/// Whether a file that begins like that is compressed or an archive.
[[nodiscard]] bool is_archive(std::string_view head) noexcept;

/// The first bytes of a file as it is stored, `most` of them or all. Throws FileError.
[[nodiscard]] std::string read_beginning(const std::string& path,
                                         std::size_t most = std::string::npos);

/// Reads the bytes of many inputs one after the other: files, folders (walked recursively, entries
/// in byte order of their names, names that begin with a dot left out), `-` for standard input;
/// plain, gzip, xz, zstd or bzip2, and the members of zip and tar archives one by one. Compression
/// is told by content, not by name. Memory is bounded whatever the sizes. Not shared between
/// threads.
///
///   while (input.next()) {
///     for (auto chunk = input.read(); !chunk.empty(); chunk = input.read()) { ... }
///   }
class Input {
public:
  /// Looks at the paths and walks the folders, but opens no file.
  explicit Input(std::span<const std::string> paths, const InputOptions& options = {});
  /// One input, which is in memory already and has the name `name`.
  Input(std::string name, std::string bytes, const InputOptions& options);
  ~Input();
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;

  /// Go on to the next file or member; false when there is none. Throws FileError when it cannot be
  /// opened; calling next() again then goes on behind it.
  [[nodiscard]] bool next();
  /// The path as given or found, with `!member` for what is in an archive: `games.zip!a.pgn`.
  [[nodiscard]] const std::string& name() const noexcept { return m_name; }
  /// The next bytes of the current file or member, valid until the next call; empty at its end.
  /// Throws FileError when it cannot be read on; next() then goes on behind it.
  [[nodiscard]] std::string_view read();

  /// Stored (compressed) bytes read so far, of all inputs.
  [[nodiscard]] std::uint64_t bytes_read() const noexcept;
  /// Stored bytes of all inputs, 0 when unknown (a pipe is among them).
  [[nodiscard]] std::uint64_t bytes_total() const noexcept { return m_bytes_total; }

private:
  struct Entry {
    std::string path;
    std::string problem; ///< why it cannot be opened, known before the attempt
  };
  class Source;
  class File;
  class Member;
  class Archive;
  /// An archive in an archive.
  struct Inner {
    std::unique_ptr<Source> member;
    std::unique_ptr<Archive> archive;
  };

  void add_path(const std::string& path);
  void add_folder(const std::string& path);
  void open_next();
  template <typename From>
  [[nodiscard]] std::string read_whole(From& from) const;
  void open_inner();
  [[nodiscard]] Archive* innermost() const noexcept;
  void close() noexcept;

  InputOptions m_options;
  std::vector<Entry> m_entries;
  std::size_t m_next_entry = 0;
  std::string m_name;
  std::unique_ptr<File> m_file;
  std::optional<std::string> m_given; ///< the bytes of the only input
  std::unique_ptr<Member> m_piped;    ///< the bytes given, or a whole pipe: 7z has to seek in it
  std::unique_ptr<Archive> m_archive; ///< null for a plain file
  std::vector<Inner> m_inner;         ///< the archives within it that are open, the innermost last
  std::optional<std::string> m_whole; ///< a member that has the name of an archive and is none
  bool m_whole_read = false;
  std::uint64_t m_bytes_before = 0; ///< of the files that are done
  std::uint64_t m_bytes_total = 0;
};

} // namespace xq
