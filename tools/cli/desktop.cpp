#include "cli/desktop.hpp"

#include "base/os/desktop.hpp"
#include "base/os/file.hpp"
#include "base/os/program.hpp"
#include "cli/files/file_kind.hpp"
#include "cli/help/first_steps.hpp"
#include "cli/help/help.hpp"
#include "cli/language.hpp"
#include "cli/next_step.hpp"
#include "cli/talk.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <system_error>

namespace xq::cli {

namespace {

std::string welcome() {
  const auto program = os::program_path();
  return fill(localized("xq reads, checks, converts and collects records of Xiangqi games, makes "
                        "opening books of them, and has an engine. It has no windows of its own.\n"
                        "\n"
                        "To check games: drop their files, or a folder with them, on the icon of "
                        "this program.\n"
                        "\n"
                        "To play against the engine in a program that you have: add an engine "
                        "there (UCI or UCCI) and choose this file:\n"),
              0) +
         fmt::format("  {}\n\n", program) +
         fill(localized("For everything else: open the folder of your games in the Explorer, type "
                        "cmd into its address bar, press Enter, and type a command, such as:\n"),
              0) +
         fmt::format("  {} --help\n\n", shell_word(program));
}

void wait_for_reader() {
  talk("\nPress Enter to close this window.\n");
  int typed = 0;
  do {
    typed = std::getchar();
  } while (typed != '\n' && typed != EOF);
}

} // namespace

bool is_from_desktop(const std::vector<std::string>& arguments) {
  return os::has_own_terminal() &&
         std::all_of(arguments.begin(), arguments.end(),
                     [](const std::string& name) { return os::status_of(name).has_value(); });
}

std::vector<std::vector<std::string>> commands_for(const std::vector<std::string>& files) {
  std::vector<std::vector<std::string>> commands;
  std::vector<std::string> verify{"verify"};
  for (const std::string& file : files) {
    const auto kind = kind_if_readable(file);
    if (kind == file_kind::game_database) {
      commands.push_back({"verify", "--db", file});
    } else if (kind == file_kind::opening_book) {
      commands.push_back({"book", "show", file});
    } else {
      verify.push_back(file);
    }
  }
  if (verify.size() > 1) {
    commands.push_back(std::move(verify));
  }
  return commands;
}

int run_from_desktop(const std::vector<std::string>& files,
                     const std::function<int(std::vector<std::string>)>& run) {
  std::vector<std::string> no_words;
  choose_language(no_words);
  int status = 0;
  if (files.empty()) {
    talk_lines(welcome());
  }
  for (auto& command : commands_for(files)) {
    talk_lines(fmt::format("> xq {}\n", shell_words(command)));
    status = std::max(status, run(std::move(command)));
  }
  if (const auto steps = steps_for(files); !steps.empty()) {
    talk_lines(localized("\nWhat more can be done, in a terminal:\n") + steps);
  }
  wait_for_reader();
  return status;
}

} // namespace xq::cli
