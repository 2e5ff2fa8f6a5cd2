#include "base/text/json_writer.hpp"
#include "cli/files/alias_file.hpp"
#include "cli/files/file_kind.hpp"
#include "cli/files/output.hpp"
#include "cli/options/options.hpp"
#include "cli/talk.hpp"
#include "command.hpp"

#include <xq/base/error.hpp>
#include <xq/base/translate.hpp>
#include <xq/store/aliases.hpp>
#include <xq/store/game_database.hpp>

#include <fmt/format.h>

#include <string>

namespace xq::cli {

namespace {

std::string json_lines(const record::Aliases& aliases) {
  std::string out;
  for (const auto& group : aliases.groups()) {
    JsonWriter json{out};
    json.begin_object()
        .member("kind", section(group.kind))
        .member("name", std::string_view{group.names.front()})
        .key("others")
        .begin_array();
    for (std::size_t i = 1; i < group.names.size(); ++i) {
      json.value(std::string_view{group.names[i]});
    }
    json.end_array().end_object();
    out += '\n';
  }
  return out;
}

std::size_t count_names(const record::Aliases& aliases) {
  std::size_t names = 0;
  for (const auto& group : aliases.groups()) {
    names += group.names.size();
  }
  return names;
}

class Names final : public Command {
public:
  void describe(OptionSet& options) override {
    options.add("db", file(m_database, [this] { return database_role(); }), "the game database")
        .required = true;
    options.add("load", file(m_load, reads()),
                "put the names of this alias file into the database, instead of those that it "
                "holds; -: from stdin");
    options.add("list", flag(m_list), "print the names that the database holds");
    options.add("clear", flag(m_clear), "take them out of the database");
    m_output.describe(options, [&options] {
      return FileRole{FileUse::replace,
                      options.given("json") ? std::string{} : std::string{file_kind::aliases}};
    });
  }

  Exit run(const GlobalOptions& global) override {
    const int actions = int{m_list} + int{m_clear} + int{!m_load.empty()};
    if (actions != 1) {
      throw make_error<UsageError>("say one of --load FILE, --list and --clear");
    }
    return m_list ? list(global) : save(global);
  }

private:
  [[nodiscard]] FileRole database_role() const {
    return {m_clear || !m_load.empty() ? FileUse::change : FileUse::read,
            std::string{file_kind::game_database}};
  }

  Exit save(const GlobalOptions& global) {
    const auto aliases = m_clear ? record::Aliases{} : read_alias_file(m_load);
    store::save_aliases(m_database, aliases);
    if (global.json) {
      std::string line;
      JsonWriter json{line};
      json.begin_object()
          .member("database", m_database)
          .member("groups", aliases.groups().size())
          .member("names", count_names(aliases))
          .end_object();
      print_lines(line + '\n');
    } else if (!global.quiet) {
      talk("xq: {}: now holds {}, {}\n", m_database,
           counted(aliases.groups().size(), "{} group", "{} groups"),
           counted(count_names(aliases), "{} name", "{} names"));
    }
    return Exit::ok;
  }

  Exit list(const GlobalOptions& global) {
    const auto aliases = store::load_aliases(m_database);
    Output out{m_output.path};
    out.write(global.json ? json_lines(aliases) : aliases.text());
    out.commit();
    if (aliases.empty()) {
      talk("xq: {}: holds no groups of names\n", m_database);
    }
    return aliases.empty() ? Exit::negative : Exit::ok;
  }

  std::string m_database;
  OutputOptions m_output;
  std::string m_load;
  bool m_list = false;
  bool m_clear = false;
};

} // namespace

CommandInfo names_command() {
  return {
      .name = "names",
      .group = "Databases",
      .summary = "treat several names as one person, event or place",
      .synopsis = "--db GAMES.xqdb --load FILE | --list [-o FILE] | --clear",
      .description =
          "A database holds games as they were written, and one person comes under many names: "
          "胡荣华, 胡榮華, 上海胡榮華, Hu Ronghua. An alias file says which names are one. Once it "
          "is "
          "in the database (--load), the filters --player, --red, --black and --event take a name "
          "for all names of its line, and xq stats counts them as one; the games keep what was "
          "written. The same filters take a file by themselves (--names FILE), and --no-names "
          "looks at what was written alone.\n\n"
          "An alias file is text in UTF-8, a line for each person: the canonical name, then the "
          "others, with | between them. Lines that begin with # are comments. [players], [events] "
          "and [sites] begin sections; lines before the first are players. A name with | or blanks "
          "at an end stands in double quotes. A name that stands in two lines of a section is an "
          "error. A name alone on its line is a person of its own.\n\n"
          "Names are compared as they are written, each character: list every spelling.",
      .examples = {{"xq names --db games.xqdb --load names.txt",
                    "from now on names of one line are one person"},
                   {"xq names --db games.xqdb --list -o names.txt",
                    "to edit them, or pass them on"}},
      .exits = {{Exit::negative, "with --list: the database holds no groups of names"},
                {Exit::failure, "the list has a wrong line, or the database could not be changed"}},
      .create = create<Names>};
}

} // namespace xq::cli
