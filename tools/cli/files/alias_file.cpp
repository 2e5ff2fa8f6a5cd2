#include "cli/files/alias_file.hpp"

#include "base/files/input.hpp"
#include "cli/talk.hpp"

#include <xq/base/encoding.hpp>
#include <xq/base/error.hpp>

#include <algorithm>
#include <array>
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
    for (const auto& error : aliases.error()) {
      talk_lines(fmt::format("xq: {}:{}: {}\n", path, error.line, error.message));
    }
    throw make_error<FileError>(
        "{}: {}. Nothing of this list was used.", path,
        counted(aliases.error().size(), "{} line is wrong", "{} lines are wrong"));
  }
  return *std::move(aliases);
}

} // namespace xq::cli
