#include "cli/files/alias_file.hpp"

#include "base/files/input.hpp"
#include "cli/files/file_kind.hpp"
#include "cli/talk.hpp"

#include <xq/base/encoding.hpp>
#include <xq/base/error.hpp>

#include <algorithm>
#include <array>
#include <span>
#include <string_view>
#include <vector>

namespace xq::cli {

namespace {

std::string bytes_of(const std::string& path) {
  const std::array paths{path};
  Input input{paths};
  std::string bytes;
  while (input.next()) {
    for (auto chunk = input.read(); !chunk.empty(); chunk = input.read()) {
      bytes += chunk;
    }
  }
  return bytes;
}

/// Only what is marked is taken for another encoding than UTF-8: names are too short to guess by.
std::string text_of(const std::string& path) {
  const auto bytes = bytes_of(path);
  const auto detected = detect_encoding(bytes, true);
  const bool marked = detected.mark_size != 0;
  std::string text;
  std::vector<BadBytes> bad;
  Decoder decoder{marked ? detected.encoding : Encoding::utf8};
  decoder.decode(std::string_view{bytes}.substr(marked ? detected.mark_size : 0), text, bad);
  decoder.finish(text, bad);
  if (!bad.empty()) {
    const auto end = text.begin() + static_cast<std::ptrdiff_t>(bad.front().text_offset);
    throw make_error<FileError>("{}:{}: this is no UTF-8. Save the list of names as UTF-8.", path,
                                1 + std::count(text.begin(), end, '\n'));
  }
  return text;
}

} // namespace

record::Aliases read_alias_file(const std::string& path) {
  auto aliases = record::Aliases::read(text_of(path));
  if (!aliases) {
    constexpr std::size_t most_shown = 10;
    const auto& errors = aliases.error();
    const auto kind = kind_if_readable(path);
    if (kind != file_kind::anything && kind != file_kind::aliases) {
      throw make_error<FileError>("{}: holds {}, and a list of names is wanted: a line for each "
                                  "person, with | between the names. Check the path.",
                                  path, kind_text(kind));
    }
    for (const auto& error : std::span{errors}.first(std::min(errors.size(), most_shown))) {
      talk_lines(fmt::format("xq: {}:{}: {}\n", path, error.line, error.message));
    }
    throw make_error<FileError>(
        "{}: {}. Nothing of this list was used.", path,
        counted(aliases.error().size(), "{} line is wrong", "{} lines are wrong"));
  }
  return *std::move(aliases);
}

} // namespace xq::cli
