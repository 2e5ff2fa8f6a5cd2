#include "cli/help/help.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstddef>

namespace xq::cli {

namespace {

constexpr std::size_t text_column = 28; // where descriptions of options begin

/// One heading on the left and a filled text on the right.
std::string two_columns(const std::string& left, const std::string& right, std::size_t column) {
  std::string filled = fill(right, column);
  if (left.size() + 4 > column) {
    return "  " + left + "\n" + filled;
  }
  filled.replace(0, std::min(filled.size(), left.size() + 2), "  " + left);
  return filled;
}

std::size_t longest_name(const std::vector<const CommandInfo*>& rows) {
  std::size_t width = 0;
  for (const CommandInfo* row : rows) {
    width = std::max(width, row->name.size());
  }
  return width;
}

std::string rows_by_group(const std::vector<const CommandInfo*>& rows) {
  std::string out;
  std::string_view group;
  const std::size_t width = longest_name(rows);
  for (const CommandInfo* row : rows) {
    if (row->group != group) {
      group = row->group;
      out += fmt::format("\n{}:\n", group);
    }
    out += fmt::format("  {:<{}}  {}\n", row->name, width, row->summary);
  }
  return out;
}

std::string capitalised(std::string text) {
  if (!text.empty()) {
    text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
  }
  return text;
}

} // namespace

std::string fill(std::string_view text, std::size_t indent, std::size_t width) {
  const std::string margin(indent, ' ');
  std::string out;
  std::string line;
  const auto end_line = [&] {
    if (!line.empty()) {
      out += margin + line + "\n";
      line.clear();
    }
  };
  while (!text.empty()) {
    const std::string_view row = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), row.size() + 1));
    if (row.empty() || row.front() == ' ') {
      end_line();
      out += row.empty() ? "\n" : fmt::format("{}{}\n", margin, row);
      continue;
    }
    for (std::size_t at = 0; at < row.size();) {
      const std::size_t stop = std::min(row.find(' ', at), row.size());
      const std::string_view word = row.substr(at, stop - at);
      at = stop + 1;
      if (!line.empty() && indent + line.size() + 1 + word.size() > width) {
        end_line();
      }
      line += (line.empty() ? "" : " ") + std::string{word};
    }
  }
  end_line();
  return out;
}

std::string option_heading(const OptionSet::Option& option) {
  const std::string dash =
      option.short_name != 0 ? fmt::format("-{}, ", option.short_name) : "    ";
  return dash + "--" + option.long_name +
         (option.value.is_flag() ? std::string{} : " " + option.value.name);
}

std::string option_text(const std::string& description, const Value& value) {
  std::string text = description;
  if (!value.choices.empty()) {
    text += ": " + fmt::format("{}", fmt::join(value.choices, ", "));
  }
  if (!value.default_text.empty()) {
    text += fmt::format(" (default {})", value.default_text);
  }
  return text;
}

std::string overview() {
  std::vector<const CommandInfo*> rows;
  for (const CommandInfo& c : commands()) {
    rows.push_back(&c);
  }
  return "Usage: xq TOOL [OPTION]... [ARGUMENT]...\n\n"
         "Xiangqi game records, databases, opening books and annotation.\n" +
         rows_by_group(rows) +
         "\n'xq TOOL --help' shows a tool by example, with all its options; 'xq --version' the\n"
         "version. Exit status: 0 done, 1 the answer is no, 2 usage, 3 could not finish.\n";
}

std::string family_overview(std::string_view family) {
  const auto rows = command_family(family);
  return fmt::format("Usage: xq {} TOOL [OPTION]... [ARGUMENT]...\n", family) +
         rows_by_group(rows) +
         fmt::format("\n'xq {} --help' shows a tool by example.\n", rows.front()->name);
}

std::string tool_help(const CommandInfo& info, const OptionSet& options) {
  std::string out = fmt::format("Usage: xq {}{}{}\n\n", info.name, info.synopsis.empty() ? "" : " ",
                                info.synopsis);
  out += fill(capitalised(info.summary) + ".", 0);
  if (!info.description.empty()) {
    out += "\n" + fill(info.description, 0);
  }
  out += "\nExamples:\n";
  for (const Example& example : info.examples) {
    out += fmt::format("  {}\n{}", example.command, fill(example.meaning, 6));
  }
  if (!options.arguments().empty()) {
    out += "\nArguments:\n";
  }
  for (const auto& argument : options.arguments()) {
    const bool many = argument.most > 1;
    out += two_columns(argument.name + (many ? "..." : ""),
                       option_text(argument.description, argument.value), text_column);
  }
  std::string_view group;
  for (const auto& option : options.options()) {
    if (option.group != group) {
      group = option.group;
      out += fmt::format("\n{}:\n", group);
    }
    out += two_columns(option_heading(option), option_text(option.description, option.value),
                       text_column);
  }
  if (!info.exits.empty()) {
    out += "\nExit status:\n";
  }
  for (const ExitNote& note : info.exits) {
    out += two_columns(std::to_string(static_cast<int>(note.status)), note.meaning, 7);
  }
  return out;
}

} // namespace xq::cli
