#include "cli/options/options.hpp"

#include "base/files/packer.hpp"
#include "base/os/path.hpp"
#include "base/text/ascii.hpp"
#include "cli/files/file_kind.hpp"
#include "jobs/search/position_question.hpp"
#include "notation/style_for_people.hpp"

#include <xq/base/error.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>

namespace xq::cli {

namespace {

/// Whether `word` is one of those in a list with blanks between them.
bool lists(std::string_view words, std::string_view word) {
  while (!words.empty()) {
    const auto end = std::min(words.find(' '), words.size());
    if (words.substr(0, end) == word) {
      return true;
    }
    words.remove_prefix(std::min(end + 1, words.size()));
  }
  return false;
}

} // namespace

void WxfStyleOption::describe(OptionSet& options, std::string description) {
  std::vector<std::pair<std::string, std::optional<notation::WxfStyle>>> table;
  table.reserve(jobs::wxf_styles.size());
  for (const auto& [word, meaning] : jobs::wxf_styles) {
    table.emplace_back(word, meaning);
  }
  options.add("wxf-style", choice(style, std::move(table), "NAME"), std::move(description));
}

void WxfStyleOption::describe_reading(OptionSet& options) {
  describe(options, "what WXF's styles name differently is read as this one has it");
}

void InputOptions::describe(OptionSet& options, std::size_t least, FileRoleFunction role) {
  options.add_argument(files(inputs, role ? std::move(role) : reads(file_kind::games), "IN"),
                       "files, folders (with all files below them) or - for stdin; plain, gz, xz, "
                       "zst or zip; format and encoding are detected",
                       least, OptionSet::any_number);
  describe_reading(options);
}

void InputOptions::describe_reading(OptionSet& options) {
  options.begin_group("Input options");
  options.add("from", choice(from, readable_formats(), "FORMAT"),
              "read every input as FORMAT instead of detecting it");
  options.add("encoding", choice(encoding, encoding_choices(), "NAME"),
              "read every input in this encoding instead of detecting it");
  options.add("no-lookahead", flag(no_look_ahead),
              "reject a game at an ambiguous move, even where the moves after it decide");
  options.begin_group("Options");
}

format::ReadOptions InputOptions::read_options(const GlobalOptions& global,
                                               const WxfStyleOption& wxf) const {
  format::ReadOptions options;
  options.encoding = encoding;
  options.format = from;
  options.threads = global.threads;
  options.wxf = wxf.style;
  options.look_ahead = !no_look_ahead;
  return options;
}

void add_alternative(OptionSet& options, std::string_view name, std::string_view kind,
                     std::string description, std::function<bool()> unless) {
  options.add_alternative(name, std::move(description),
                          [kind, unless = std::move(unless)](const std::string& word) {
                            return !(unless && unless()) && is_meant_as(word, kind);
                          });
}

OptionSet::Option& add_database(OptionSet& options, Value value, std::string description,
                                std::function<bool()> unless) {
  auto& option = options.add("db", std::move(value), std::move(description));
  add_alternative(options, "db", file_kind::game_database,
                  "a game database, known by what it holds: the same as --db", std::move(unless));
  return option;
}

OptionSet::Option& add_database(OptionSet& options, std::string& target, std::string description) {
  return add_database(options, file(target, reads(file_kind::game_database), "GAMES.xqdb"),
                      std::move(description));
}

void OutputOptions::describe(OptionSet& options, FileRoleFunction role, std::string description) {
  options.add("output,o", file(path, std::move(role)), std::move(description));
}

void OutputOptions::describe_required(OptionSet& options, FileRoleFunction role,
                                      std::string description) {
  options.add("output,o", file(path, std::move(role)), std::move(description)).required = true;
}

void RejectOptions::describe(OptionSet& options) {
  options.add(
      "rejects", file(path, replaces(file_kind::rejects)),
      "write the text of games that cannot be used to FILE, in UTF-8; what could be kept of "
      "those that are no text, as PGN");
  options.add("strict", flag(strict), "exit with 1 when anything was rejected or doubtful");
}

void NotationOptions::describe(OptionSet& options) {
  options.add("notation", choice(style, style_choices(), "STYLE"), "how moves are written");
  describe_wxf(options);
}

void ShownNotationOptions::describe(OptionSet& options) {
  std::vector<std::pair<std::string, std::optional<notation::Style>>> table;
  for (const auto& [word, meaning] : style_choices()) {
    table.emplace_back(word, meaning);
  }
  options.add("notation", choice(style, std::move(table), "STYLE"),
              "how moves are shown; without it chinese or traditional where messages are Chinese, "
              "else wxf");
  describe_wxf(options);
}

notation::Style ShownNotationOptions::shown_style() const {
  return style ? *style : notation::style_for_people();
}

void WxfNotationOptions::describe_wxf(OptionSet& options) {
  options.add(
      "wxf-letters",
      choice(letters, {{"he", notation::Letters::he}, {"nb", notation::Letters::nb}}, "LETTERS"),
      "horse and elephant in wxf");
  wxf.describe(options, "pawns that share a column in wxf: P+ P. P- Pa (xqbase, what is written "
                        "by default), 15 25 35 (index), P+ P5 P- ++ (1997); what is read as WXF is "
                        "ambiguous where these differ, unless this is given");
}

void NaturalLimitOption::describe(OptionSet& options) {
  options.add("natural-limit", number(rounds, 0, 10'000, "ROUNDS"),
              "rounds (a move of each side) without a capture that make a draw; 0: none");
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

Value encoding_to_write(format::Encoding& target) {
  std::vector<std::pair<std::string, format::Encoding>> table;
  for (const auto& [word, meaning] : encoding_choices()) {
    table.emplace_back(word, *meaning);
  }
  return choice(target, std::move(table), "NAME");
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

std::string format_to_write(const std::string& to, const std::string& path, bool may_pack) {
  if (may_pack && packing_of(path) != Packing::none) {
    return format_to_write(to, std::string{without_packing(path)});
  }
  const auto ending = lower(os::name_of(os::path_of(path).extension()));
  if (!to.empty() || ending.size() < 2) {
    return to.empty() ? "pgn" : to;
  }
  const auto word = std::string_view{ending}.substr(1);
  if (packing_of(path) != Packing::none) {
    throw make_error<UsageError>(
        "{}: this command writes no packed files. Pack the file afterwards", path);
  }
  if (lists("bz2 zip", word)) {
    throw make_error<UsageError>(
        "{}: files are packed as .gz, .xz or .zst. Leave out -o and pipe the output "
        "into another packer, and say --to FORMAT",
        path);
  }
  std::string endings;
  for (const format::FormatInfo& info : format::formats()) {
    if (info.writable && lists(info.extensions, word)) {
      return std::string{info.name};
    }
    if (info.writable) {
      endings += fmt::format("{}{}", endings.empty() ? "" : " ", info.extensions);
    }
  }
  throw make_error<UsageError>("{}: no format has the ending {}. Known are {}; or say --to FORMAT",
                               path, ending, endings);
}

} // namespace xq::cli
