#include "base/os/desktop.hpp"
#include "base/os/path.hpp"
#include "base/os/terminal.hpp"
#include "base/text/compose.hpp"
#include "base/text/text.hpp"
#include "base/workers.hpp"
#include "cli/build_info.hpp"
#include "cli/desktop.hpp"
#include "cli/files/file_check.hpp"
#include "cli/files/output.hpp"
#include "cli/help/first_steps.hpp"
#include "cli/help/help.hpp"
#include "cli/help/made_texts.hpp"
#include "cli/help/reference_pages.hpp"
#include "cli/help/suggest.hpp"
#include "cli/help/topics.hpp"
#include "cli/interrupt.hpp"
#include "cli/language.hpp"
#include "cli/options/position_argument.hpp"
#include "cli/talk.hpp"
#include "command.hpp"

#include <xq/base/error.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <iterator>
#include <new>
#include <span>
#include <stdexcept>
#include <system_error>

namespace xq::cli {

namespace {

std::string as_sentence(std::string text) {
  const bool ended = text.empty() || std::strchr(".?!", text.back()) != nullptr ||
                     text.ends_with("。") || text.ends_with("？") || text.ends_with("！");
  return ended ? text : localized("{}.", text);
}

Exit run_command(const CommandInfo& info, const std::vector<std::string>& words) {
  const auto command = info.create();
  GlobalOptions global;
  OptionSet options;
  command->describe(options);
  describe_common_options(options, global);
  options.parse(with_whole_fens(words), {"help", "version"});
  if (options.given("help")) {
    print_lines(tool_help(info, options));
    return Exit::ok;
  }
  if (options.given("version")) {
    print_lines(version_text());
    return Exit::ok;
  }
  check_files(options, global.force);
  global.threads = resolve_threads(global.threads);
  return command->run(global);
}

std::vector<std::string> first_words() {
  std::vector<std::string> words;
  for (const CommandInfo& c : commands()) {
    const std::string first = c.name.substr(0, c.name.find(' '));
    if (words.empty() || words.back() != first) {
      words.push_back(first);
    }
  }
  return words;
}

bool is_help(const std::string& word) { return word == "--help" || word == "-h" || word == "help"; }

/// The command line names a family of tools and none of its members: `book`, `book --help`, `book
/// buidl`.
Exit run_family(const std::string& family, const std::vector<std::string>& rest) {
  if (rest.empty()) {
    talk_lines(family_overview(family));
    return Exit::usage;
  }
  if (is_help(rest.front())) {
    print_lines(family_overview(family));
    return Exit::ok;
  }
  std::vector<std::string> names;
  for (const CommandInfo* member : command_family(family)) {
    names.push_back(member->name.substr(family.size() + 1));
  }
  throw make_error<UsageError>("unknown tool '{} {}'.{} 'xq {} --help' lists them.", family,
                               excerpt(rest.front(), 60),
                               suggestion(rest.front(), names, family + " "), family);
}

/// What the build installs beside the binary: `--man PAGE`, `--completion SHELL` to stdout, or all
/// of it below a folder, `--generate FOLDER`; `--texts pot` for translators.
Exit write_documentation(const std::vector<std::string>& words) {
  if (words.size() != 2) {
    throw make_error<UsageError>("{} needs one argument", words.front());
  }
  if (words.front() == "--man") {
    if (find_reference_page(words[1]) != nullptr) {
      set_catalogue({}); // these are English
    }
    print_lines(manual_page(words[1], version()));
  } else if (words.front() == "--completion") {
    print_lines(completion_script(words[1]));
  } else if (words.front() == "--texts") {
    print_lines(texts_of_tables());
  } else {
    write_install_tree(words[1], version());
  }
  return Exit::ok;
}

/// `formats`, `exit-codes`, `exit codes`; throws UsageError for what is no tool either.
const Topic* topic_named(const std::vector<std::string>& words) {
  const auto end = std::find_if(words.begin(), words.end(),
                                [](const std::string& word) { return word.starts_with('-'); });
  const auto name = join(std::span{words.begin(), end}, " ");
  if (const Topic* topic = find_topic(name)) {
    return topic;
  }
  auto known = first_words();
  if (name.empty() || std::find(known.begin(), known.end(), words.front()) != known.end()) {
    return nullptr;
  }
  for (const Topic& topic : topics()) {
    known.emplace_back(topic.name);
  }
  if (name == "sql" || name == "schema" || name == "tables" || name == "database") {
    throw make_error<UsageError>("there is no tool or topic '{}'. 'man xq-schema' describes the "
                                 "tables of databases and books.",
                                 name);
  }
  throw make_error<UsageError>("there is no tool or topic '{}'.{} 'xq help' lists them.",
                               excerpt(name, 60), suggestion(name, known));
}

/// `tool` becomes the name of the tool that is running, for messages.
Exit dispatch(std::vector<std::string> words, std::string& tool) {
  if (words.empty()) { // a failure for a script whose variable is empty
    talk_lines(first_steps());
    return Exit::usage;
  }
  if (is_help(words.front())) {
    const bool all = words.size() == 2 && (words[1] == "--all" || words[1] == "all");
    if (words.size() == 1 || all) {
      print_lines(all ? overview() : overview_by_task());
      return Exit::ok;
    }
    words.erase(words.begin());
    if (const Topic* topic = topic_named(words)) {
      print_lines(topic_help(*topic));
      return Exit::ok;
    }
    words.emplace_back("--help"); // help book build = book build --help
  }
  if (words.front() == "--version") {
    print_lines(version_text());
    return Exit::ok;
  }
  if (words.front() == "--man" || words.front() == "--completion" ||
      words.front() == "--generate" || words.front() == "--texts") {
    return write_documentation(words);
  }
  // The longest name that the words begin with.
  for (std::size_t length = std::min<std::size_t>(3, words.size()); length > 0; --length) {
    const auto end = words.begin() + static_cast<std::ptrdiff_t>(length);
    const std::string name = join(std::span{words.begin(), end}, " ");
    if (const CommandInfo* info = find_command(name)) {
      tool = name;
      return run_command(*info, {end, words.end()});
    }
  }
  const std::string name = words.front();
  if (!command_family(name).empty()) {
    return run_family(name, {words.begin() + 1, words.end()});
  }
  refuse_files({&words.front(), 1}); // a file alone: what shows it
  throw make_error<UsageError>("unknown tool '{}'.{} 'xq --help' lists them.", excerpt(name, 60),
                               suggestion(name, first_words()));
}

/// Runs `work`; every way to fail becomes a message and an exit status here and nowhere else.
template <typename Work>
Exit guarded(Work&& work, const std::string& tool) noexcept {
  try {
    return work();
  } catch (const UsageError& e) {
    if (tool.empty()) {
      talk_lines(fmt::format("xq: {}\n", e.what()));
    } else {
      talk("xq {}: {} See 'xq {} --help'.\n", tool, as_sentence(e.what()), tool);
    }
    return Exit::usage;
  } catch (const Interrupted& e) {
    talk_lines(fmt::format("xq: {}\n", e.what()));
    return Exit::interrupted;
  } catch (const Unread&) {
    return Exit::unread;
  } catch (const Error& e) {
    talk_lines(fmt::format("xq: {}\n", e.what()));
    return Exit::failure;
  } catch (const std::bad_alloc&) {
    talk("xq: out of memory\n");
    return Exit::failure;
  } catch (const std::system_error& e) {
    talk_lines(fmt::format("xq: {}\n", e.what()));
    return Exit::failure;
  } catch (const std::exception& e) {
    talk("xq: internal error: {}. This is a bug in xq.\n", e.what());
    return Exit::bug;
  }
}

} // namespace

const CommandInfo* find_command(std::string_view name) {
  const auto& all = commands();
  const auto it =
      std::find_if(all.begin(), all.end(), [&](const CommandInfo& c) { return c.name == name; });
  return it == all.end() ? nullptr : &*it;
}

std::vector<const CommandInfo*> command_family(std::string_view family) {
  std::vector<const CommandInfo*> members;
  for (const CommandInfo& c : commands()) {
    if (c.name.size() > family.size() && c.name.starts_with(family) &&
        c.name[family.size()] == ' ') {
      members.push_back(&c);
    }
  }
  return members;
}

void describe_common_options(OptionSet& options, GlobalOptions& global) {
  const bool replaces_files = options.replaces_files();
  options.begin_group("Common options");
  Value shortcut; // a flag that run_command() asks for by name
  shortcut.accept = [](const std::string&) {};
  options.add("help,h", shortcut, "show this help and exit");
  options.add("version", shortcut, "show the version and exit");
  options.add("quiet,q", flag(global.quiet), "say nothing but errors");
  options.add("verbose,v", flag(global.verbose), "say what is being done");
  options.add("json", flag(global.json), "write results as JSON, one object a line");
  global.threads = 0; // until resolved
  options.add("threads,t", number(global.threads, 0, 1024),
              "worker threads; 0, as without it: one for each core");
  Value language; // choose_language() has read it
  language.name = "LANG";
  std::transform(languages().begin(), languages().end(), std::back_inserter(language.choices),
                 [](const Language& l) { return std::string{l.name}; });
  language.accept = [](const std::string&) {};
  options.add("lang", language,
              "language of messages and comments; without it that of the locale (LC_ALL, "
              "LC_MESSAGES, LANG); with --json English");
  options.add("progress", flag(global.progress), "show progress even when not on a terminal");
  if (replaces_files) {
    options.add("force", flag(global.force), "replace a file that holds something of another kind");
  }
}

namespace {

int run_words(std::vector<std::string> words) {
  std::string tool;
  const auto work = [&] {
    choose_language(words);
    return dispatch(std::move(words), tool);
  };
  const Exit status = guarded(work, tool);
  if (status != Exit::ok && status != Exit::negative) {
    std::fflush(stdout); // the failure has been reported
    return static_cast<int>(status);
  }
  // A run whose output was not written has failed, whatever it answered.
  const auto flush = [status] {
    flush_stdout();
    return status;
  };
  return static_cast<int>(guarded(flush, {}));
}

} // namespace

int run(std::string_view program, std::vector<std::string> arguments) {
  os::prepare_standard_streams();
  install_signal_handlers();
  if (!arguments.empty() && arguments.front() == "--desktop") { // a file manager of Linux
    return run_from_desktop({arguments.begin() + 1, arguments.end()}, run_words);
  }
  if (is_from_desktop(arguments)) {
    return run_from_desktop(arguments, run_words);
  }
  if (arguments.empty() && os::is_piped_by_program()) {
    arguments.emplace_back("engine");
  }
  const auto name = os::name_of(os::path_of(program).stem());
  if (name.starts_with("xq-")) {
    arguments.insert(arguments.begin(), name.substr(3)); // xq-book build = xq book build
  }
  return run_words(std::move(arguments));
}

} // namespace xq::cli
