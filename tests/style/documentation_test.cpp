// Help, manual pages and completion come from the table of tools; here the table itself is checked.
#include "cli/files/file_check.hpp"
#include "cli/help/help.hpp"
#include "cli/help/made_texts.hpp"
#include "cli/help/reference_pages.hpp"
#include "command.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"
#include "support/scratch_folder.hpp"

#include <xq/base/error.hpp>
#include <xq/format/format.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace xq::cli;

namespace {

struct Described {
  std::unique_ptr<Command> command;
  GlobalOptions global;
  OptionSet options;
};

std::unique_ptr<Described> describe(const CommandInfo& info) {
  auto described = std::make_unique<Described>();
  described->command = info.create();
  described->command->describe(described->options);
  describe_common_options(described->options, described->global);
  return described;
}

/// The words of one shell command, up to a pipe or redirection; quotes are removed.
std::vector<std::string> shell_words(const std::string& line) {
  std::vector<std::string> words;
  std::string word;
  bool open = false;
  char quote = 0;
  for (const char c : line + " ") {
    if (quote != 0) {
      c == quote ? static_cast<void>(quote = 0) : word.push_back(c);
    } else if (c == '\'' || c == '"') {
      quote = c;
      open = true;
    } else if (c == '|' || c == '>' || c == '<' || c == '&' || c == ';') {
      break;
    } else if (c == ' ') {
      if (open) {
        words.push_back(word);
      }
      word.clear();
      open = false;
    } else {
      word.push_back(c);
      open = true;
    }
  }
  return words;
}

/// The part of an example that begins with xq: `zcat a.gz | xq verify -`.
std::string call_of_xq(const std::string& example) {
  const std::size_t at = example.starts_with("xq ") ? 0 : example.find(" xq ");
  return at == std::string::npos ? std::string{} : example.substr(at == 0 ? 0 : at + 1);
}

std::string without_escapes(std::string text) {
  text.erase(std::remove(text.begin(), text.end(), '\\'), text.end());
  return text;
}

/// The words, in lower case, of the lines that begin so.
void add_words_of_lines(const std::filesystem::path& path, std::string_view beginning,
                        std::set<std::string>& words) {
  std::ifstream file{path};
  for (std::string line; std::getline(file, line);) {
    std::string word;
    for (const char c : line.starts_with(beginning) ? line + " " : std::string{}) {
      if ((c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z')) {
        word += static_cast<char>(c | 0x20);
      } else {
        words.insert(std::exchange(word, {}));
      }
    }
  }
}

bool is_sentence_like(const std::string& text) {
  return text.size() >= 8 && text.back() != '.' && text.find('\n') == std::string::npos;
}

} // namespace

TEST_CASE("every tool is introduced: summary, synopsis, description, example") {
  REQUIRE_FALSE(commands().empty());
  std::set<std::string> names;
  std::set<std::string> finished_groups;
  std::string group;
  for (const CommandInfo& info : commands()) {
    INFO(info.name);
    CHECK(names.insert(info.name).second);
    CHECK(is_sentence_like(info.summary));
    CHECK(info.summary.size() <= 64); // a line of the overview
    CHECK(info.description.size() > info.summary.size());
    CHECK_FALSE(info.examples.empty());
    if (info.group != group) {
      CHECK(finished_groups.insert(info.group).second); // rows of a group stand together
      group = info.group;
    }
  }
}

TEST_CASE("every option of every tool is described, in help, manual and completion") {
  const std::string bash = completion_script("bash");
  const std::string zsh = completion_script("zsh");
  const std::string fish = completion_script("fish");
  for (const CommandInfo& info : commands()) {
    const auto described = describe(info);
    const std::string help = tool_help(info, described->options);
    const std::string page = without_escapes(manual_page(info.name, XQ_VERSION));
    for (const auto& option : described->options.options()) {
      INFO(info.name << " --" << option.long_name);
      CHECK(is_sentence_like(option.description));
      CHECK(help.find("--" + option.long_name) != std::string::npos);
      CHECK(page.find("--" + option.long_name) != std::string::npos);
      CHECK(page.find(option.description) != std::string::npos);
      CHECK(bash.find("--" + option.long_name) != std::string::npos);
      CHECK(zsh.find("--" + option.long_name) != std::string::npos);
      CHECK(fish.find("-l " + option.long_name) != std::string::npos);
    }
    for (const auto& argument : described->options.arguments()) {
      INFO(info.name << " " << argument.name);
      CHECK(is_sentence_like(argument.description));
      CHECK(info.synopsis.find(argument.name) != std::string::npos);
      CHECK(page.find(argument.description) != std::string::npos);
    }
  }
}

TEST_CASE("every example is a command line that its tool accepts") {
  for (const CommandInfo& info : commands()) {
    for (const Example& example : info.examples) {
      INFO(example.command);
      CHECK_FALSE(example.meaning.empty());
      const std::string call = call_of_xq(example.command);
      REQUIRE_FALSE(call.empty());
      CHECK(call.starts_with("xq " + info.name));
      const auto described = describe(info);
      const auto words = shell_words(call.substr(std::min(call.size(), info.name.size() + 3)));
      CHECK_NOTHROW(described->options.parse(words, {"help", "version"}));
    }
  }
}

TEST_CASE("an option has one meaning in all tools, and a letter stands for one option") {
  // What an option takes, as help shows it: N, ROUNDS, FILE. These take different things on
  // purpose:
  const std::set<std::string> allowed{
      "move --from",        "move --to", // a move has a style where a file has a format
      "match --event",                   // what a filter looks for is what a match writes
      "play --name",                     // of a player; a pattern for names of files
      "serve --keep-games",              // in a database; a book keeps N of them at each position
  };
  std::map<std::string, std::string> takes;
  std::map<char, std::string> letters;
  for (const CommandInfo& info : commands()) {
    const auto described = describe(info);
    for (const auto& option : described->options.options()) {
      const std::string name = info.name + " --" + option.long_name;
      INFO(name << " takes '" << option.value.name << "'");
      const bool is_file = option.value.hint == Hint::file; // FILE, GAMES.xqdb, BOOK.xqbook
      const std::string kind = is_file ? "FILE" : option.value.name;
      if (!allowed.contains(name)) {
        CHECK(takes.try_emplace(option.long_name, kind).first->second == kind);
      }
      if (option.short_name != 0) {
        CHECK(letters.try_emplace(option.short_name, option.long_name).first->second ==
              option.long_name);
      }
    }
  }
  CHECK_FALSE(takes.contains("letters")); // --pieces
}

namespace {

/// The shortest command line of a tool in which the option `replaced` names `path`; with
/// `everywhere` every other file is `path`, too.
std::vector<std::string> words_with(const OptionSet& options, const std::string& replaced,
                                    const std::string& path, bool everywhere) {
  const auto word = [&](const Value& value, bool is_replaced) {
    return value.role               ? (is_replaced || everywhere ? path : path + ".other")
           : !value.choices.empty() ? value.choices.front()
                                    : std::string{"1"};
  };
  std::vector<std::string> words;
  for (const auto& option : options.options()) {
    const bool is_replaced = option.long_name == replaced;
    if (is_replaced || option.required || (everywhere && option.value.role)) {
      words.push_back("--" + option.long_name);
      words.push_back(word(option.value, is_replaced));
    }
  }
  for (const auto& argument : options.arguments()) {
    if (!argument.stands_for.empty()) {
      continue; // its option is there
    }
    const std::size_t count = everywhere && argument.value.role && argument.most > 0
                                  ? std::max<std::size_t>(argument.least, 1)
                                  : argument.least;
    for (std::size_t i = 0; i < count; ++i) {
      words.push_back(word(argument.value, false));
    }
  }
  return words;
}

} // namespace

TEST_CASE("no tool writes over a file that it reads, or over somebody's database") {
  const support::ScratchFolder folder;
  const std::string path = folder.file("x.pgn");
  std::ofstream{path} << "SQLite format 3" << std::string(4096, '\0');
  for (const CommandInfo& info : commands()) {
    const auto table = describe(info);
    for (const auto& value : table->options.options()) {
      INFO(info.name << " --" << value.long_name);
      CHECK((value.value.hint == Hint::none || value.value.role)); // a file has a role
      if (!value.value.role || value.value.role().use == FileUse::read) {
        continue;
      }
      for (const bool everywhere : {false, true}) {
        const auto described = describe(info);
        described->options.parse(words_with(table->options, value.long_name, path, everywhere), {});
        CHECK_THROWS_AS(check_files(described->options, false), xq::Error);
        if (everywhere && described->options.files().size() > 1) { // --force does not help
          CHECK_THROWS_AS(check_files(described->options, true), xq::UsageError);
        }
      }
    }
    for (const auto& argument : table->options.arguments()) {
      CHECK((argument.value.hint == Hint::none || argument.value.role));
    }
  }
}

TEST_CASE("every tool lists the fields of its answers, but those that have none") {
  std::set<std::string> without;
  for (const CommandInfo& info : commands()) {
    if (info.answers.empty()) {
      without.insert(info.name);
    }
  }
  // A protocol, a talk with a person, and files of formats that are described elsewhere.
  CHECK(without == std::set<std::string>{"book export", "engine", "export", "play"});
}

TEST_CASE("lines of help fit a terminal") {
  for (const CommandInfo& info : commands()) {
    const auto described = describe(info);
    std::string help = tool_help(info, described->options);
    for (std::size_t at = 0; at < help.size();) {
      const std::size_t end = std::min(help.find('\n', at), help.size());
      INFO(info.name << ": " << help.substr(at, end - at));
      CHECK(end - at <= 110); // examples are not wrapped
      at = end + 1;
    }
  }
}

TEST_CASE("every tool and every link has its manual page, and no other page exists") {
  const auto pages = manual_pages();
  std::set<std::string> expected{"xq"};
  for (const CommandInfo& c : commands()) {
    auto name = "xq-" + c.name;
    expected.insert(name.substr(0, name.find(' ')));
    std::replace(name.begin(), name.end(), ' ', '-');
    expected.insert(name);
  }
  CHECK(std::set(pages.begin(), pages.end()) == expected);
  const std::string overview = without_escapes(manual_page("xq", XQ_VERSION));
  for (const std::string& page : pages) {
    CHECK(overview.find(page) != std::string::npos);
    CHECK(manual_page(page, XQ_VERSION).starts_with(".TH "));
  }
  for (const ReferencePage& page : reference_pages()) { // of sections 5 and 7
    INFO(page.name);
    CHECK(overview.find("fB" + page.name + "fR(" + std::to_string(page.section)) !=
          std::string::npos);
    CHECK(manual_page(page.name, XQ_VERSION).starts_with(".TH "));
  }
  CHECK_THROWS_AS(manual_page("xq-nonsense", XQ_VERSION), xq::UsageError);
}

TEST_CASE("every format stands in a heading of docs/formats and in the table of README.md") {
  std::set<std::string> headings;
  for (const auto& entry :
       std::filesystem::directory_iterator{support::source_dir() + "/docs/formats"}) {
    add_words_of_lines(entry.path(), "#", headings);
  }
  std::set<std::string> table;
  add_words_of_lines(support::source_dir() + "/README.md", "| read", table);
  add_words_of_lines(support::source_dir() + "/README.md", "| written", table);
  for (const auto& format : xq::format::formats()) {
    INFO(format.name);
    CHECK(headings.contains(std::string{format.name}));
    CHECK(table.contains(std::string{format.name}));
  }
}
