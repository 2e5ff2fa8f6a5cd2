#include "cli/help/help.hpp"
#include "cli/help/made_texts.hpp"
#include "cli/help/reference_pages.hpp"
#include "cli/help/topics.hpp"
#include "cli/help/troff.hpp"
#include "command.hpp"

#include <xq/base/error.hpp>
#include <xq/base/problem.hpp>
#include <xq/base/translate.hpp>
#include <xq/format/format.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <set>
#include <span>

namespace xq::cli {

namespace {

std::string page_name(std::string_view tool) {
  std::string name = fmt::format("xq-{}", tool);
  std::replace(name.begin(), name.end(), ' ', '-');
  return name;
}

/// `book` of `book build`: the name of a link to the program.
std::string_view first_word(std::string_view tool) { return tool.substr(0, tool.find(' ')); }

std::string head(const std::string& page, std::string_view version, std::string_view summary) {
  return page_head(page, 1, version, translate("User Commands"), summary);
}

std::string option_entry(const OptionSet::Option& option) {
  std::string heading = option_heading(option);
  heading.erase(0, heading.find_first_not_of(' '));
  return entry(heading, localized("{}.", option_text(option.description, option.value)) +
                            (option.required ? localized(" Required.") : std::string{}));
}

std::string option_sections(const OptionSet& options) {
  std::string out;
  std::string_view group;
  for (const auto& argument : options.arguments()) {
    if (group.empty()) {
      group = "Arguments";
      out += section(translate("ARGUMENTS"));
    }
    out += entry(argument.name + (argument.most > 1 ? "..." : ""),
                 localized("{}.", option_text(argument.description, argument.value)));
  }
  for (const auto& option : options.options()) {
    if (option.group != group) {
      group = option.group;
      out += section(upper(std::string{translate(option.group)}));
    }
    out += option_entry(option);
  }
  return out;
}

std::string exit_table() {
  std::string out;
  for (const auto& [status, meaning] : exit_statuses()) {
    out += fmt::format(".TP\n.B {}\n{}\n", status, escaped(meaning));
  }
  return out;
}

std::string tool_page(const CommandInfo& info, std::string_view version) {
  const auto command = info.create();
  GlobalOptions global;
  OptionSet options;
  command->describe(options);
  describe_common_options(options, global);

  std::string out = head(page_name(info.name), version, info.summary);
  out += fmt::format("{}.B xq {}\n{}\n", section(translate("SYNOPSIS")), escaped(info.name),
                     escaped(info.synopsis));
  out += section(translate("DESCRIPTION")) + paragraphs(translate(info.description));
  out += option_sections(options);
  if (!info.answers.empty()) {
    out += section("JSON") + paragraphs(about_answers());
  }
  for (const auto& [when, text] : answers_of(info)) {
    out += when.empty() ? paragraphs(text) : entry(when, text);
  }
  out += section(translate("EXIT STATUS"));
  for (const ExitNote& note : info.exits) {
    out +=
        entry(std::to_string(static_cast<int>(note.status)), std::string{translate(note.meaning)});
  }
  out += info.exits.empty() ? localized("As in \\fBxq\\fR(1).\n")
                            : ".PP\n" + localized("Otherwise as in \\fBxq\\fR(1).\n");
  out += section(translate("EXAMPLES"));
  for (const Example& example : info.examples) {
    out += entry(example.command, std::string{translate(example.meaning)});
  }
  return out + section(translate("SEE ALSO")) + "\\fBxq\\fR(1)\n";
}

/// The tools as an index, by group.
std::string tool_table(std::span<const CommandInfo* const> tools) {
  std::string out;
  std::string_view group;
  for (const CommandInfo* c : tools) {
    if (c->group != group) {
      group = c->group;
      out += fmt::format(".SS {}\n", translate(c->group));
    }
    out += fmt::format(".TP\n\\fB{}\\fR(1)\n{}\n", escaped(page_name(c->name)),
                       escaped(localized("{}.", translate(c->summary))));
  }
  return out;
}

/// The page of tools whose names begin with one word, which is no tool itself: `xq book`.
std::string family_page(std::string_view family, std::span<const CommandInfo* const> tools,
                        std::string_view version) {
  return head(page_name(family), version, translate(tools.front()->group)) +
         section(translate("SYNOPSIS")) + fmt::format(".B xq {}\n", escaped(family)) +
         localized("TOOL [OPTION]... [ARGUMENT]...\n") + section(translate("TOOLS")) +
         tool_table(tools) + section(translate("SEE ALSO")) + "\\fBxq\\fR(1)\n";
}

std::string format_table() {
  std::string out;
  for (const format::FormatInfo& row : format::formats()) {
    const std::string_view use = row.readable && row.writable ? translate("read and written")
                                 : row.readable               ? translate("read")
                                                              : translate("written");
    out += entry(std::string{row.name}, localized("{} ({}).", translate(row.summary), use));
  }
  return out;
}

std::string problem_table() {
  std::string out;
  for (const ProblemCodeInfo& row : problem_codes()) {
    out += entry(localized("{} ({})", row.name, translate(to_text(row.severity))),
                 localized("{}. {}", translate(row.meaning), translate(row.advice)));
  }
  return out;
}

std::string overview_page(std::string_view version) {
  std::string out =
      head("xq", version, to_translate("Xiangqi game records, databases and opening books"));
  out +=
      section(translate("SYNOPSIS")) + ".B xq\n" + localized("TOOL [OPTION]... [ARGUMENT]...\n") +
      section(translate("DESCRIPTION")) +
      localized(
          "Reads Xiangqi games in the formats, notations and encodings of real archives, checks "
          "them, converts them, keeps them in SQLite databases, counts them into opening books and "
          "annotates them. Data goes to stdout, everything else to stderr. Each tool can be called "
          "as \\fBxq TOOL\\fR or \\fBxq\\-TOOL\\fR, and has its own page.\n") +
      section(translate("TOOLS"));
  std::vector<const CommandInfo*> tools;
  for (const CommandInfo& c : commands()) {
    tools.push_back(&c);
  }
  out += tool_table(tools);
  GlobalOptions global;
  OptionSet common;
  describe_common_options(common, global);
  out += option_sections(common);
  out += section(translate("FILES")) +
         localized("A file that is written appears under its name when it is complete. It must not "
                   "be another "
                   "file of the same command, by whatever path or link, and one that exists must "
                   "be empty or "
                   "hold what would be written, unless \\fB\\-\\-force\\fR is given: a database "
                   "does not become "
                   "PGN by a slip. A link is followed, and what it points to is replaced.\n") +
         section(translate("FORMATS")) + format_table();
  out += section(translate("EXIT STATUS")) + exit_table();
  out += section(translate("DIAGNOSTICS")) +
         localized("A message begins with FILE:LINE:COLUMN where that is known. What can be "
                   "wrong with a game, by the code that \\fBxq verify \\-\\-json\\fR prints:\n") +
         problem_table() + section(translate("SEE ALSO"));
  std::string pages;
  for (const ReferencePage& page : reference_pages()) {
    pages += fmt::format("{}\\fB{}\\fR({})", pages.empty() ? "" : ",\n", escaped(page.name),
                         page.section);
  }
  return out + pages + "\n";
}

} // namespace

std::vector<std::string> manual_pages() {
  std::set<std::string> pages{"xq"};
  for (const CommandInfo& c : commands()) {
    pages.insert(page_name(c.name));
    pages.insert(page_name(first_word(c.name))); // there is a link of that name
  }
  return {pages.begin(), pages.end()};
}

std::string manual_page(std::string_view page, std::string_view version) {
  if (page == "xq") {
    return overview_page(version);
  }
  for (const CommandInfo& c : commands()) {
    if (page == page_name(c.name) || page == c.name) {
      return tool_page(c, version);
    }
  }
  for (const CommandInfo& c : commands()) {
    if (const auto family = first_word(c.name); page == page_name(family)) {
      return family_page(family, command_family(family), version);
    }
  }
  if (const ReferencePage* reference = find_reference_page(page)) {
    return reference_page(*reference, version);
  }
  throw make_error<UsageError>("there is no manual page '{}'", page);
}

} // namespace xq::cli
