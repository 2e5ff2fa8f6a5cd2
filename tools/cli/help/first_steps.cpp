#include "cli/help/first_steps.hpp"

#include "base/os/file.hpp"
#include "base/os/path.hpp"
#include "base/text/text.hpp"
#include "cli/files/file_kind.hpp"
#include "cli/help/help.hpp"
#include "cli/help/topics.hpp"
#include "cli/next_step.hpp"
#include "command.hpp"

#include <xq/base/translate.hpp>
#include <xq/format/format.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace xq::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_entries = 200;
constexpr std::size_t most_steps = 5;

/// The files of a folder by what they hold, each list in the order of names.
struct Contents {
  std::vector<std::string> games;
  std::vector<std::string> databases;
  std::vector<std::string> books;
  std::vector<std::string> foreign_books;
  std::string all_games;   ///< as words of a command line
  std::string binary_game; ///< the first of `games` that is no text, in a format of one game a file
};

std::vector<std::string> file_names() {
  std::vector<std::string> names;
  std::error_code failed;
  fs::directory_iterator entry{".", fs::directory_options::skip_permission_denied, failed};
  for (std::size_t n = 0; !failed && entry != fs::directory_iterator{} && n < most_entries; ++n) {
    auto name = os::name_of(entry->path().filename());
    if (std::error_code unknown; !name.starts_with('.') && entry->is_regular_file(unknown)) {
      names.push_back(std::move(name));
    }
    entry.increment(failed);
  }
  std::sort(names.begin(), names.end());
  return names;
}

/// A file's name in a command line, where it is no option.
std::string word(const std::string& name) {
  return shell_word(name.starts_with('-') ? "./" + name : name);
}

Contents look_at(const std::vector<std::string>& names) {
  Contents out;
  for (const std::string& name : names) {
    if (name.ends_with(".md")) { // documents that quote games
      continue;
    }
    if (const auto status = os::status_of(name); status && status->is_folder) {
      out.games.push_back(name);
      continue;
    }
    const auto kind = kind_if_readable(name);
    if (kind == file_kind::game_database) {
      out.databases.push_back(name);
    } else if (kind == file_kind::opening_book) {
      out.books.push_back(name);
    } else if (kind == file_kind::obk || kind == file_kind::text_book ||
               (kind == file_kind::eleeye && name.ends_with(".DAT"))) {
      out.foreign_books.push_back(name);
    } else if (const auto* format = format::find_format(kind);
               format != nullptr && format->readable) {
      if (format->one_game_a_file && out.binary_game.empty()) {
        out.binary_game = name;
      }
      out.games.push_back(name);
    }
  }
  out.all_games = out.games.size() == 1 ? word(out.games.front()) : shell_words(out.games);
  return out;
}

class Steps {
public:
  void add(std::string command, std::string_view meaning) {
    if (m_steps.size() < most_steps) {
      m_steps.emplace_back(std::move(command), translate(meaning));
    }
  }
  [[nodiscard]] std::string text() const {
    std::string out;
    for (const auto& [command, meaning] : m_steps) {
      out += fmt::format("  {}\n{}", command, fill(meaning, 6));
    }
    return out;
  }

private:
  std::vector<std::pair<std::string, std::string>> m_steps;
};

void add_databases_and_books(Steps& steps, const Contents& files) {
  if (!files.databases.empty()) {
    const auto database = word(files.databases.front());
    steps.add(fmt::format("xq search --db {} --limit 10", database),
              to_translate("the first games of the database"));
    steps.add(fmt::format("xq stats --db {}", database),
              to_translate("its games by year, player, event and opening"));
    if (files.books.empty()) {
      steps.add(fmt::format("xq book build --db {} -o {}", database,
                            word(with_ending(files.databases.front(), "xqbook"))),
                to_translate("an opening book: how often each move was played, and how it ended"));
    }
  }
  if (!files.books.empty()) {
    const auto book = word(files.books.front());
    steps.add(fmt::format("xq book probe {} startpos", book),
              to_translate("the first moves that the book knows"));
    steps.add(fmt::format("xq book show {}", book), to_translate("its moves as a tree"));
  }
  if (!files.foreign_books.empty()) {
    const auto& book = files.foreign_books.front();
    steps.add(fmt::format("xq book import {} -o {}", word(book), word(with_ending(book, "xqbook"))),
              to_translate("an opening book from that of another program"));
  }
}

void add_games(Steps& steps, const Contents& files) {
  if (files.games.empty()) {
    return;
  }
  const auto& first = files.games.front();
  const auto& all = files.all_games;
  steps.add(fmt::format("xq verify {}", all),
            to_translate("what is wrong with the games, with line and advice"));
  if (files.databases.empty()) {
    steps.add(fmt::format("xq import {} --db games.xqdb", all),
              to_translate("a database of the games, for xq search and xq stats"));
  }
  if (!files.binary_game.empty()) {
    steps.add(fmt::format("xq convert {} -o {}", word(files.binary_game),
                          word(with_ending(files.binary_game, "pgn"))),
              to_translate("the game as text"));
  } else {
    steps.add(fmt::format("xq convert {} --to uci", word(first)),
              to_translate("its games, one a line"));
  }
  if (files.books.empty() && files.databases.empty()) {
    steps.add(fmt::format("xq book build {} -o openings.xqbook", all),
              to_translate("an opening book: how often each move was played, and how it ended"));
  }
  steps.add(fmt::format("xq annotate {} -o annotated.pgn --report report.html", word(first)),
            to_translate("what the engine says about each move, with a page for a browser"));
}

Steps steps_with(const Contents& files) {
  Steps steps;
  add_databases_and_books(steps, files);
  add_games(steps, files);
  return steps;
}

/// What people come for, and the command that does it.
struct Task {
  std::string_view name; ///< empty: another command for the task before
  std::string_view command;
  std::string_view meaning;
};

std::span<const Task> tasks() {
  static constexpr auto all = std::to_array<Task>({
      {to_translate("Check"), "xq verify games.pgn", to_translate("what is wrong, and repair")},
      {to_translate("Convert"), "xq convert game.xqf -o game.pgn",
       to_translate("other format, encoding")},
      {to_translate("Read"), "xq show game.pgn", to_translate("a game on the screen")},
      {to_translate("Collect"), "xq import archive/ --db games.xqdb",
       to_translate("a database of games")},
      {to_translate("Search"), "xq search games.xqdb --player 许银川",
       to_translate("by any question")},
      {to_translate("Prepare"), "xq report player games.xqdb 许银川",
       to_translate("openings, mistakes")},
      {{}, "xq book build games.pgn -o my.xqbook", to_translate("an opening book")},
      {to_translate("Annotate"), "xq annotate games.pgn -o new.pgn",
       to_translate("each move judged")},
      {to_translate("Play"), "xq play", to_translate("against the engine")},
  });
  return all;
}

/// The names of all tools, a group a paragraph: `Positions: position, move, ...`.
std::string tool_names() {
  std::string out;
  std::string line;
  std::string_view group;
  std::string_view family;
  const auto end_line = [&] {
    out += line.empty() ? line : fill(line, 0);
    line.clear();
  };
  for (const CommandInfo& c : commands()) {
    const std::string_view name = c.name;
    const auto blank = name.find(' ');
    const auto first = name.substr(0, blank);
    const auto next = std::string_view{blank == std::string_view::npos ? "" : first};
    if (c.group != group) {
      end_line();
      group = c.group;
      line = localized("{}: ", translate(group)) + c.name;
    } else {
      const bool same = !next.empty() && next == family;
      line += same ? fmt::format(" {}", name.substr(blank + 1))
                   : fmt::format("{}{}", translate(", "), name);
    }
    family = next;
  }
  end_line();
  return out;
}

} // namespace

std::string overview_by_task() {
  std::size_t name_width = 0;
  std::size_t command_width = 0;
  for (const Task& task : tasks()) {
    name_width = std::max(name_width, display_width(translate(task.name)));
    command_width = std::max(command_width, display_width(task.command));
  }
  std::string out = overview();
  out.resize(out.find('\n') + 1);
  out += '\n';
  for (const Task& task : tasks()) {
    const auto name = task.name.empty() ? task.name : translate(task.name);
    const auto left = fmt::format("  {}  {}", pad_right(name, name_width), task.command);
    const auto column = name_width + 4 + command_width + 2;
    const std::string meaning{translate(task.meaning)};
    out += column + display_width(meaning) <= text_columns()
               ? pad_right(left, column) + meaning + '\n'
               : left + '\n' + fill(meaning, name_width + 6);
  }
  std::string topic_names;
  for (const Topic& topic : topics()) {
    topic_names += fmt::format("{}{}", topic_names.empty() ? "" : translate(", "), topic.name);
  }
  out += '\n' + tool_names() + '\n';
  return out + fill(localized("'xq --help --all' says what each tool does, 'xq TOOL --help' shows "
                              "one by example, 'xq help TOPIC' explains: {}.\n",
                              topic_names),
                    0);
}

std::string steps_for(const std::vector<std::string>& files) {
  return steps_with(look_at(files)).text();
}

std::string first_steps() {
  auto files = look_at(file_names());
  if (files.games.size() > 1) {
    files.all_games = "."; // this folder
  }
  Steps steps = steps_with(files);
  const bool any = !steps.text().empty();
  steps.add("xq play", to_translate("a game against the engine, here in the terminal"));
  steps.add("xq position startpos", to_translate("a board"));
  steps.add("xq convert game.xqf -o game.pgn", to_translate("a file of games in another format"));
  steps.add("xq verify archive/", to_translate("what is wrong with the games of a folder"));
  steps.add("xq import archive/ --db games.xqdb",
            to_translate("a database of the games of a folder"));
  const auto head = overview();
  std::string names;
  for (const Topic& topic : topics()) {
    names += fmt::format("{}{}", names.empty() ? "" : translate(", "), topic.name);
  }
  return head.substr(0, head.find('\n') + 1) +
         (any ? localized("\nTo try with what is in this folder:\n") : localized("\nTo try:\n")) +
         steps.text() +
         fill(localized("\n'xq --help' lists all tools, 'xq TOOL --help' shows one by example, "
                        "'xq help TOPIC' explains: {}.\n",
                        names),
              0);
}

} // namespace xq::cli
