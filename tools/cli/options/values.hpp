#pragma once

#include "base/text/whole_number.hpp"

#include <chrono>
#include <concepts>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace xq::cli {

/// What a shell may offer for a value.
enum class Hint : std::uint8_t { none, file, directory };

/// What becomes of a file that the command line names.
enum class FileUse : std::uint8_t {
  read,
  change, ///< it may exist, and then gets more or other contents: a database
  replace ///< it is written anew
};
/// ... and what it holds, or will hold: see file_kind.hpp.
struct FileRole {
  /// A file that goes with this one and is named after it.
  struct Companion {
    std::string name;   ///< in messages: `the journal`
    std::string suffix; ///< of its path
    FileUse use = FileUse::read;
    std::string kind;
  };
  FileUse use = FileUse::read;
  std::string kind;                       ///< empty: anything
  std::vector<Companion> companions = {}; ///< none where the path is `-`
};
/// For a role that other options decide: asked when all are read.
using FileRoleFunction = std::function<FileRole()>;
[[nodiscard]] FileRoleFunction reads(std::string_view kind = {});
[[nodiscard]] FileRoleFunction changes(std::string_view kind);
[[nodiscard]] FileRoleFunction replaces(std::string_view kind);
/// replaces() for a result that stays, with a file of the new one beside it, where an input could
/// not be read; see commit_incomplete().
[[nodiscard]] FileRole replaces_when_complete(std::string_view kind);

/// How the text after an option becomes a variable. accept() checks and stores; it throws
/// UsageError with a sentence that does not name the option. Made by the functions below, which
/// show the variable's present value as the default.
struct Value {
  std::string name;                 ///< shown in help: N, FILE, STYLE; empty for a flag
  std::vector<std::string> choices; ///< all that is allowed, when that is a list
  std::string default_text;         ///< empty: nothing worth showing
  Hint hint = Hint::none;
  bool many = false;     ///< may be given more than once
  FileRoleFunction role; ///< null: it names no file
  bool is_bytes = false; ///< a command line: bytes as the shell gave them; other texts are decoded
  /// For an argument that may be given several times: whether this word is one more, after those
  /// that were accepted; null: every word is.
  std::function<bool(const std::string&)> claims;
  std::function<void(const std::string&)> accept;

  [[nodiscard]] bool is_flag() const noexcept { return name.empty(); }
};

[[nodiscard]] Value flag(bool& target);
[[nodiscard]] Value text(std::string& target, std::string name);
/// The command line of a program, or what may hold one.
[[nodiscard]] Value command(std::string& target, std::string name);
[[nodiscard]] Value file(std::string& target, FileRoleFunction role, std::string name = "FILE");
/// May be repeated; values are appended.
[[nodiscard]] Value texts(std::vector<std::string>& target, std::string name);
[[nodiscard]] Value files(std::vector<std::string>& target, FileRoleFunction role,
                          std::string name = "FILE");
/// One of `choices`; the error for another word names the nearest.
[[nodiscard]] Value choice(std::string& target, std::vector<std::string> choices, std::string name);
/// A number of bytes: 4096, 512K, 512M, 2G (powers of 1024).
[[nodiscard]] Value bytes(std::uint64_t& target, std::string name = "SIZE");
/// A time: 250ms, 10s, 5m, 8h; a plain number is in `unit`.
[[nodiscard]] Value duration(std::chrono::milliseconds& target,
                             std::chrono::milliseconds unit = std::chrono::seconds{1},
                             std::string name = "TIME");

/// The time for a move (--movetime): a duration above 0, a plain number in milliseconds.
[[nodiscard]] Value move_time(std::chrono::milliseconds& target);

/// Throws UsageError, naming the nearest, unless `text` is one of `choices`.
void require_choice(const std::string& text, const std::vector<std::string>& choices);

template <std::integral T>
[[nodiscard]] Value number(T& target, std::int64_t least, std::int64_t most,
                           std::string name = "N") {
  Value value;
  value.name = std::move(name);
  if (target != T{}) {
    value.default_text = std::to_string(target);
  }
  value.accept = [&target, least, most](const std::string& text) {
    target = static_cast<T>(parse_number(text, least, most));
  };
  return value;
}

/// A number that need not be given.
template <std::integral T>
[[nodiscard]] Value number(std::optional<T>& target, std::int64_t least, std::int64_t most,
                           std::string name = "N") {
  Value value;
  value.name = std::move(name);
  value.accept = [&target, least, most](const std::string& text) {
    target = static_cast<T>(parse_number(text, least, most));
  };
  return value;
}

/// One of the words of a table, stored as what stands beside it.
template <typename E>
[[nodiscard]] Value choice(E& target, std::vector<std::pair<std::string, E>> table,
                           std::string name) {
  std::vector<std::string> words;
  std::string initial;
  for (const auto& [word, meaning] : table) {
    words.push_back(word);
    if (initial.empty() && meaning == target) {
      initial = word;
    }
  }
  Value value;
  value.name = std::move(name);
  value.choices = words;
  value.default_text = std::move(initial);
  value.accept = [&target, table = std::move(table), words](const std::string& t) {
    require_choice(t, words);
    for (const auto& [word, meaning] : table) {
      if (word == t) {
        target = meaning;
      }
    }
  };
  return value;
}

} // namespace xq::cli
