#include "base/text/compose.hpp"
#include "cli/help/made_texts.hpp"
#include "cli/help/topics.hpp"
#include "command.hpp"

#include <xq/base/error.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace xq::cli {

namespace {

/// A tool's options in the form that shells need.
struct ToolOptions {
  const CommandInfo* info = nullptr;
  std::vector<OptionSet::Option> options;
};

std::vector<ToolOptions> all_tools() {
  std::vector<ToolOptions> tools;
  for (const CommandInfo& info : commands()) {
    const auto command = info.create();
    GlobalOptions global;
    OptionSet options;
    command->describe(options);
    describe_common_options(options, global);
    tools.push_back({&info, options.options()});
  }
  return tools;
}

/// First words of names and, for those that are families, their second words.
struct Word {
  std::string first;
  std::vector<std::string> seconds;
};

std::vector<Word> words() {
  std::vector<Word> all;
  for (const CommandInfo& info : commands()) {
    const std::size_t blank = info.name.find(' ');
    const std::string first = info.name.substr(0, blank);
    auto word =
        std::find_if(all.begin(), all.end(), [&](const Word& w) { return w.first == first; });
    if (word == all.end()) {
      all.push_back({first, {}});
      word = all.end() - 1;
    }
    if (blank != std::string::npos) {
      word->seconds.push_back(info.name.substr(blank + 1));
    }
  }
  return all;
}

/// --NAME, and -X where there is a letter.
std::vector<std::string> spellings(const OptionSet::Option& option) {
  std::vector<std::string> all{"--" + option.long_name};
  if (option.short_name != 0) {
    all.push_back(std::string{"-"} + option.short_name);
  }
  return all;
}

/// What bash and zsh do behind an option: nothing behind a flag.
std::string value_of(const OptionSet::Option& option) {
  if (option.value.is_flag()) {
    return {};
  }
  return fmt::format("offer='{}' value={}", join(option.value.choices, " "),
                     option.value.hint != Hint::none ? "file" : "word");
}

/// The options of one heading, --a --b.
struct OptionGroup {
  std::string title;
  std::string words;
};

std::vector<OptionGroup> option_groups(const ToolOptions& tool) {
  std::vector<OptionGroup> groups;
  for (const auto& option : tool.options) {
    if (groups.empty() || groups.back().title != option.group) {
      groups.push_back({option.group, {}});
    }
    std::string& words = groups.back().words;
    words += (words.empty() ? "--" : " --") + option.long_name;
  }
  return groups;
}

/// Sets $offer to the options of $tool. Groups that several tools have are variables, since most of
/// them are the same everywhere.
std::string options_by_tool(const std::vector<ToolOptions>& tools) {
  std::map<std::string, std::size_t> uses;
  std::vector<std::string> shared; // in the order of their first use
  for (const ToolOptions& tool : tools) {
    for (const OptionGroup& group : option_groups(tool)) {
      if (++uses[group.words] == 2) {
        shared.push_back(group.words);
      }
    }
  }
  std::string out;
  for (std::size_t i = 0; i < shared.size(); ++i) {
    out += fmt::format("  local set{}='{}'\n", i, shared[i]);
  }
  out += "  case $tool in\n";
  for (const ToolOptions& tool : tools) {
    std::string offer;
    for (const OptionGroup& group : option_groups(tool)) {
      const auto found = std::find(shared.begin(), shared.end(), group.words);
      offer += offer.empty() ? "" : " ";
      offer += found == shared.end() ? group.words : fmt::format("$set{}", found - shared.begin());
    }
    out += fmt::format("    '{}') offer=\"{}\" ;;\n", tool.info->name, offer);
  }
  return out + "  esac\n";
}

/// Sets $offer and $value where $previous wants one: `word` of $offer, or `file`.
std::string values_by_option(const std::vector<ToolOptions>& tools) {
  std::map<std::string, std::map<std::string, std::size_t>> counts; // option, value, tools
  for (const ToolOptions& tool : tools) {
    for (const auto& option : tool.options) {
      for (const std::string& spelling : spellings(option)) {
        ++counts[spelling][value_of(option)];
      }
    }
  }
  std::map<std::string, std::string> usual;
  std::map<std::string, std::vector<std::string>> cases;
  for (const auto& [spelling, values] : counts) {
    const auto most =
        std::max_element(values.begin(), values.end(),
                         [](const auto& a, const auto& b) { return a.second < b.second; });
    usual[spelling] = most->first;
    if (!most->first.empty()) {
      cases[most->first].push_back(spelling);
    }
  }
  std::string out = "  local all=$offer\n  case $previous in\n";
  for (const auto& [value, names] : cases) {
    out += fmt::format("    {}) {} ;;\n", join(names, "|"), value);
  }
  out += "  esac\n  case $tool:$previous in\n";
  for (const ToolOptions& tool : tools) {
    for (const auto& option : tool.options) {
      for (const std::string& spelling : spellings(option)) {
        if (const std::string value = value_of(option); value != usual[spelling]) {
          out += fmt::format("    '{}:{}') {} ;;\n", tool.info->name, spelling,
                             value.empty() ? "offer=$all value=" : value);
        }
      }
    }
  }
  return out + "  esac\n";
}

/// What bash and zsh share: $tool and $previous give $offer, or nothing for files.
std::string offers_by_tool() {
  const auto tools = all_tools();
  return options_by_tool(tools) + values_by_option(tools);
}

std::string first_words() {
  std::string out;
  for (const Word& word : words()) {
    out += word.first + " ";
  }
  return out + "help";
}

std::string topic_words() {
  std::string out;
  for (const Topic& topic : topics()) {
    out += fmt::format(" {}", topic.name);
  }
  return out;
}

/// Finds the tool's name among the words before the cursor.
std::string family_cases() {
  std::string out;
  for (const Word& word : words()) {
    if (!word.seconds.empty()) {
      out += fmt::format("    {}) seconds='{}' ;;\n", word.first, join(word.seconds, " "));
    }
  }
  return out;
}

std::string bash_script() {
  return "# bash completion for xq; generated by 'xq --completion bash'.\n"
         "_xq() {\n"
         "  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}\n"
         "  local first tool seconds='' offer='' value='' at=2\n"
         "  COMPREPLY=()\n"
         "  if [[ ${COMP_WORDS[0]##*/} == xq-* ]]; then\n"
         "    first=${COMP_WORDS[0]##*/xq-} first=${first#xq-} at=1\n"
         "  elif ((COMP_CWORD == 1)); then\n"
         "    mapfile -t COMPREPLY < <(compgen -W '" +
         first_words() +
         " --help --version' -- \"$current\")\n"
         "    return\n"
         "  else\n"
         "    first=${COMP_WORDS[1]}\n"
         "  fi\n"
         "  case $first in\n" +
         family_cases() + "    help) mapfile -t COMPREPLY < <(compgen -W '" + first_words() +
         topic_words() +
         "' -- \"$current\"); return ;;\n"
         "  esac\n"
         "  tool=$first\n"
         "  if [[ -n $seconds ]]; then\n"
         "    if ((COMP_CWORD == at)); then\n"
         "      mapfile -t COMPREPLY < <(compgen -W \"$seconds --help\" -- \"$current\")\n"
         "      return\n"
         "    fi\n"
         "    tool+=\" ${COMP_WORDS[at]}\"\n"
         "  fi\n" +
         offers_by_tool() +
         "  if [[ $value == file || ( -z $value && $current != -* ) ]]; then\n"
         "    compopt -o filenames 2>/dev/null\n"
         "    mapfile -t COMPREPLY < <(compgen -f -- \"$current\")\n"
         "  else\n"
         "    mapfile -t COMPREPLY < <(compgen -W \"$offer\" -- \"$current\")\n"
         "  fi\n"
         "}\n"
         "complete -F _xq xq" +
         [] {
           std::string links;
           for (const Word& word : words()) {
             links += " xq-" + word.first;
           }
           return links;
         }() +
         "\n";
}

std::string zsh_script() {
  return "#compdef xq\n"
         "# zsh completion for xq; generated by 'xq --completion zsh'.\n"
         "local current=${words[CURRENT]} previous=${words[CURRENT-1]}\n"
         "local first=${words[2]} tool seconds='' offer='' value=''\n"
         "if (( CURRENT == 2 )); then\n"
         "  compadd -- " +
         first_words() +
         " --help --version\n"
         "  return\n"
         "fi\n"
         "case $first in\n" +
         family_cases() + "    help) compadd -- " + first_words() + topic_words() +
         "; return ;;\n"
         "esac\n"
         "tool=$first\n"
         "if [[ -n $seconds ]]; then\n"
         "  if (( CURRENT == 3 )); then\n"
         "    compadd -- ${=seconds} --help\n"
         "    return\n"
         "  fi\n"
         "  tool+=\" ${words[3]}\"\n"
         "fi\n" +
         offers_by_tool() +
         "if [[ $value == file || ( -z $value && $current != -* ) ]]; then\n"
         "  _files\n"
         "else\n"
         "  compadd -- ${=offer}\n"
         "fi\n";
}

/// A string in fish's single quotes.
std::string fish_quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') {
      out += '\\';
    }
    out += c;
  }
  return out + "'";
}

/// The tool's name as one word.
std::string fish_name(const CommandInfo& info) {
  std::string name = info.name;
  std::replace(name.begin(), name.end(), ' ', '-');
  return name;
}

/// An option without its tools.
std::string fish_option(const OptionSet::Option& option) {
  std::string line = fmt::format("-l {}", option.long_name);
  if (option.short_name != 0) {
    line += fmt::format(" -s {}", option.short_name);
  }
  if (!option.value.is_flag()) {
    line += option.value.hint == Hint::none ? " -x" : " -r -F";
  }
  if (!option.value.choices.empty()) {
    line += " -a '";
    for (const char c : join(option.value.choices, " ")) {
      line += c == '*' ? "\\*" : std::string{c}; // fish would look for files
    }
    line += "'";
  }
  return line + " -d " + fish_quoted(translate(option.description)) + "\n";
}

/// Each option once, with all tools that have it so; lists of tools that come again are functions.
std::string fish_options() {
  const auto tools = all_tools();
  std::vector<std::pair<std::string, std::string>> lines; // option, tools
  for (const ToolOptions& tool : tools) {
    for (const auto& option : tool.options) {
      const std::string line = fish_option(option);
      auto found = std::find_if(lines.begin(), lines.end(),
                                [&](const auto& known) { return known.first == line; });
      if (found == lines.end()) {
        found = lines.insert(lines.end(), {line, {}});
      }
      found->second += " " + fish_name(*tool.info);
    }
  }
  std::map<std::string, std::size_t> uses;
  for (const auto& [line, names] : lines) {
    ++uses[names];
  }
  std::string functions;
  std::string out;
  std::map<std::string, std::string> conditions;
  for (const auto& [line, names] : lines) {
    std::string& condition = conditions[names];
    if (condition.empty() && uses[names] > 1 && names.find(' ', 1) != std::string::npos) {
      condition = fmt::format("__xq_{}", conditions.size());
      functions += fmt::format("function {}; __xq_is{}; end\n", condition, names);
    } else if (condition.empty()) {
      condition = fmt::format("'__xq_is{}'", names);
    }
    out += fmt::format("complete -c xq -n {} {}", condition, line);
  }
  return functions + out;
}

/// A function that says whether the tool on the command line, book-build, is one of those named.
std::string fish_condition() {
  std::string out = "function __xq_is\n"
                    "  set -l first; set -l second\n"
                    "  for word in (commandline -opc)[2..-1]\n"
                    "    if test -n \"$first\"; set second $word; break; end\n"
                    "    contains -- $word " +
                    first_words() +
                    "; and set first $word\n"
                    "  end\n"
                    "  switch \"$first $second\"\n";
  for (const CommandInfo& info : commands()) {
    if (info.name.find(' ') != std::string::npos) {
      out += fmt::format("    case '{}'; set first {}\n", info.name, fish_name(info));
    }
  }
  return out + "  end\n  contains -- \"$first\" $argv\nend\n";
}

std::string fish_script() {
  std::string out =
      "# fish completion for xq; generated by 'xq --completion fish'.\n" + fish_condition();
  for (const Word& word : words()) {
    const CommandInfo* info = find_command(word.first);
    out += fmt::format(
        "complete -c xq -n __fish_use_subcommand -f -a {} -d {}\n", word.first,
        fish_quoted(info != nullptr ? translate(info->summary) : translate("a family of tools")));
    for (const std::string& second : word.seconds) {
      const CommandInfo* member = find_command(word.first + " " + second);
      out += fmt::format("complete -c xq -n '__xq_is {}' -f -a {} -d {}\n", word.first, second,
                         fish_quoted(translate(member->summary)));
    }
  }
  out += fmt::format("complete -c xq -n __fish_use_subcommand -f -a help -d {}\n",
                     fish_quoted(translate("explain a tool or a topic")));
  for (const Topic& topic : topics()) {
    out += fmt::format("complete -c xq -n '__xq_is help' -f -a {} -d {}\n", topic.name,
                       fish_quoted(translate(topic.summary)));
  }
  return out + fish_options();
}

} // namespace

std::string completion_script(std::string_view shell) {
  if (shell == "bash") {
    return bash_script();
  }
  if (shell == "zsh") {
    return zsh_script();
  }
  if (shell == "fish") {
    return fish_script();
  }
  throw make_error<UsageError>("no completion for '{}'; there is one for bash, zsh and fish",
                               shell);
}

} // namespace xq::cli
