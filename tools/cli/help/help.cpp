#include "cli/help/help.hpp"

#include "base/text/compose.hpp"
#include "base/text/text.hpp"
#include "cli/help/topics.hpp"
#include "render/fill.hpp"

#include <xq/base/translate.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <span>

namespace xq::cli {

namespace {

constexpr std::size_t text_column = 28; // where descriptions of options begin

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
      out += localized("\n{}:\n", translate(group));
    }
    out += two_columns(row->name, std::string{translate(row->summary)}, width + 4);
  }
  return out;
}

std::string topic_rows() {
  std::string out = localized("\nTopics:\n");
  for (const Topic& topic : topics()) {
    out +=
        two_columns(fmt::format("help {}", topic.name), std::string{translate(topic.summary)}, 19);
  }
  return out;
}

std::string capitalised(std::string text) {
  if (!text.empty()) {
    text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
  }
  return text;
}

/// `Usage: xq TOOL SYNOPSIS`, lines broken at blanks outside brackets only.
std::string usage_lines(const CommandInfo& info) {
  constexpr std::size_t indent = 4;
  constexpr std::string_view no_break = "\u00A0";
  std::string text;
  int depth = 0;
  for (const char c :
       localized("Usage: xq {}{}{}", info.name, info.synopsis.empty() ? "" : " ", info.synopsis)) {
    depth += c == '[' ? 1 : c == ']' ? -1 : 0;
    text += c == ' ' && depth > 0 ? no_break : std::string_view{&c, 1};
  }
  auto lines = fill(text, indent).substr(indent);
  for (auto at = lines.find(no_break); at != std::string::npos; at = lines.find(no_break, at)) {
    lines.replace(at, no_break.size(), " ");
  }
  return lines;
}

} // namespace

std::string command_lines(std::string_view command) {
  const auto screen = text_columns();
  std::string out = "  ";
  std::size_t column = out.size();
  while (!command.empty()) {
    char quote = 0;
    std::size_t end = 0; // of the word
    for (; end < command.size() && (quote != 0 || command[end] != ' '); ++end) {
      const bool is_quote = command[end] == '\'' || command[end] == '"';
      quote = quote == 0 && is_quote ? command[end] : quote == command[end] ? '\0' : quote;
    }
    const auto word = command.substr(0, end);
    command.remove_prefix(std::min(end + 1, command.size()));
    const auto width = display_width(word);
    const std::size_t behind = command.empty() ? 0 : 2; // ` \`
    if (column > 2 && column + 1 + width + behind > screen) {
      out += " \\\n      ";
      column = 6;
    } else if (column > 2) {
      out += ' ';
      ++column;
    }
    out += word;
    column += width;
  }
  return out + "\n";
}

std::string fill(std::string_view text, std::size_t indent, std::size_t width) {
  return render::fill(text, indent, width);
}

std::string two_columns(const std::string& left, const std::string& right, std::size_t column) {
  std::string filled = fill(right, column);
  const std::size_t width = display_width(left);
  if (width + 4 > column) {
    return "  " + left + "\n" + filled;
  }
  filled.replace(0, std::min(filled.size(), width + 2), "  " + left);
  return filled;
}

std::string option_heading(const OptionSet::Option& option) {
  const std::string dash =
      option.short_name != 0 ? fmt::format("-{}, ", option.short_name) : "    ";
  return dash + "--" + option.long_name +
         (option.value.is_flag() ? std::string{} : " " + option.value.name);
}

std::string option_text(const std::string& description, const Value& value) {
  std::string text{translate(description)};
  if (!value.choices.empty()) {
    text = localized("{0}: {1}", text, join(value.choices, translate(", ")));
  }
  if (!value.default_text.empty()) {
    text += localized(" (default {})", value.default_text);
  }
  return text;
}

std::string overview() {
  std::vector<const CommandInfo*> rows;
  for (const CommandInfo& c : commands()) {
    rows.push_back(&c);
  }
  return fill(localized("Usage: xq TOOL [OPTION]... [ARGUMENT]...\n\n"
                        "Xiangqi game records, databases, opening books and annotation.\n"),
              0) +
         rows_by_group(rows) + topic_rows() + "\n" +
         fill(localized(
                  "'xq TOOL --help' shows a tool by example, with all its options; 'xq --version' "
                  "the version. Exit status: 0 done, 1 the answer is no, 2 usage, 3 could not "
                  "finish."),
              0);
}

std::string family_overview(std::string_view family) {
  const auto rows = command_family(family);
  return localized("Usage: xq {} TOOL [OPTION]... [ARGUMENT]...\n", family) + rows_by_group(rows) +
         fill(localized("\n'xq {} --help' shows a tool by example.\n", rows.front()->name), 0);
}

namespace {

std::string example_lines(std::span<const Example> examples) {
  std::string out;
  for (const Example& example : examples) {
    out += command_lines(example.command) + fill(translate(example.meaning), 6);
  }
  return out;
}

} // namespace

std::string tool_help(const CommandInfo& info, const OptionSet& options) {
  std::string out = usage_lines(info) + "\n";
  out += fill(localized("{}.", capitalised(std::string{translate(info.summary)})), 0);
  const std::span examples{info.examples};
  const auto first = std::min<std::size_t>(2, examples.size());
  out += '\n' + example_lines(examples.first(first));
  if (!info.description.empty()) {
    out += "\n" + fill(translate(info.description), 0);
  }
  if (first < examples.size()) {
    out += localized("\nMore examples:\n") + example_lines(examples.subspan(first));
  }
  if (!options.arguments().empty()) {
    out += localized("\nArguments:\n");
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
      out += fill(localized("\n{}:\n", translate(group)), 0);
    }
    out += two_columns(option_heading(option), option_text(option.description, option.value),
                       text_column);
  }
  if (!info.exits.empty()) {
    out += localized("\nExit status:\n");
  }
  for (const ExitNote& note : info.exits) {
    out += two_columns(std::to_string(static_cast<int>(note.status)),
                       std::string{translate(note.meaning)}, 7);
  }
  return out;
}

} // namespace xq::cli
