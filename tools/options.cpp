#include "options.hpp"

#include <cstddef>

namespace xq::cli {

void InputOptions::describe(OptionSet& options, std::size_t least) {
  options.add_argument(files(inputs, "IN"),
                       "files, folders (with all files below them) or - for stdin; plain, gz, xz, "
                       "zst or zip; format and encoding are detected",
                       least, OptionSet::any_number);
  options.begin_group("Input options");
  options.add("from", choice(from, readable_formats(), "FORMAT"),
              "read every input as FORMAT instead of detecting it");
  options.add("encoding", choice(encoding, encoding_choices(), "NAME"),
              "read every input in this encoding instead of detecting it");
  options.begin_group("Options");
}

format::ReadOptions InputOptions::read_options(const GlobalOptions& global) const {
  format::ReadOptions options;
  options.encoding = encoding;
  options.format = from;
  options.threads = global.threads;
  return options;
}

void OutputOptions::describe(OptionSet& options, std::string description) {
  options.add("output,o", file(path), std::move(description));
}

void OutputOptions::describe_required(OptionSet& options, std::string description) {
  options.add("output,o", file(path), std::move(description)).required = true;
}

void RejectOptions::describe(OptionSet& options) {
  options.add("rejects", file(path),
              "write the text of games that cannot be used to FILE, in UTF-8");
  options.add("strict", flag(strict), "exit with 1 when anything was rejected or doubtful");
}

void NotationOptions::describe(OptionSet& options) {
  options.add("notation", choice(style, style_choices(), "STYLE"), "how moves are written");
  options.add(
      "wxf-letters",
      choice(letters, {{"he", notation::Letters::he}, {"nb", notation::Letters::nb}}, "LETTERS"),
      "horse and elephant in wxf");
}

std::vector<std::pair<std::string, notation::Style>> style_choices() {
  std::vector<std::pair<std::string, notation::Style>> table;
  for (std::size_t i = 0; i < notation::style_count; ++i) {
    const auto style = static_cast<notation::Style>(i);
    table.emplace_back(notation::name(style), style);
  }
  return table;
}

std::vector<std::pair<std::string, std::optional<format::Encoding>>> encoding_choices() {
  std::vector<std::pair<std::string, std::optional<format::Encoding>>> table;
  for (const auto encoding :
       {format::Encoding::utf8, format::Encoding::gb18030, format::Encoding::big5,
        format::Encoding::utf16le, format::Encoding::utf16be}) {
    table.emplace_back(format::name(encoding), encoding);
  }
  return table;
}

std::vector<std::string> readable_formats() {
  std::vector<std::string> names;
  for (const format::FormatInfo& info : format::formats()) {
    if (info.readable) {
      names.emplace_back(info.name);
    }
  }
  return names;
}

std::vector<std::string> writable_formats() {
  std::vector<std::string> names;
  for (const format::FormatInfo& info : format::formats()) {
    if (info.writable) {
      names.emplace_back(info.name);
    }
  }
  return names;
}

} // namespace xq::cli
