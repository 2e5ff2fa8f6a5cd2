#pragma once

#include "format/shared/byte_reader.hpp"

#include <xq/base/problem.hpp>
#include <xq/record/game.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace xq::format {

/// A whole file of a binary format, cut into the records of its games. `records` may point into
/// `file` and `unpacked`, so it is not copied.
struct BinaryFile {
  BinaryFile() = default;
  BinaryFile(const BinaryFile&) = delete;
  BinaryFile& operator=(const BinaryFile&) = delete;

  std::string file;
  std::string unpacked;
  std::string collection; ///< name of the library that holds the games, in UTF-8
  std::vector<Bytes> records;
};

/// A format that is read from bytes, not from decoded text: a game a file, or a library of games.
struct BinaryFormat {
  std::string_view name; ///< as in formats()
  bool (*recognises)(Bytes head) = nullptr;
  /// Fill in everything but `file`; what is returned says why there are no games.
  std::optional<Problem> (*split)(BinaryFile& file) = nullptr;
  /// Read one record into a cleared game; findings go to game.problems. Thread safe.
  void (*parse)(Bytes record, record::Game& game) = nullptr;
  /// A file may have so many times the bytes that a game may have.
  std::size_t games_a_file = 1;
};

/// Null when no binary format begins like this. `head` is the beginning of a file, 64 KB of it or
/// all.
[[nodiscard]] const BinaryFormat* detect_binary(Bytes head);
/// Null for a name that is no binary format.
[[nodiscard]] const BinaryFormat* find_binary(std::string_view name) noexcept;

} // namespace xq::format
