#include "cli/files/alias_file.hpp"
#include "cli/files/file_kind.hpp"
#include "cli/files/output.hpp"
#include "cli/options/options.hpp"
#include "cli/progress.hpp"
#include "cli/talk.hpp"
#include "command.hpp"
#include "commands/names/proposal_text.hpp"
#include "jobs/answer/write.hpp"

#include <xq/base/error.hpp>
#include <xq/base/translate.hpp>
#include <xq/store/name_proposals.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace xq::cli {

namespace {

using jobs::get;
using jobs::Kind;

using record::NameGroup;
constexpr auto group_fields = std::to_array<jobs::FieldOf<NameGroup>>(
    {{"kind", Kind::word, [](const NameGroup& g) -> jobs::Value { return section(g.kind); }},
     {"name", Kind::name, [](const NameGroup& g) -> jobs::Value { return g.names.front(); }},
     {"others", Kind::list, [](const NameGroup& g) -> jobs::Value {
        return std::vector<std::string>(g.names.begin() + 1, g.names.end());
      }}});

std::string group_lines(const record::Aliases& aliases) {
  std::string out;
  for (const auto& group : aliases.groups()) {
    out += jobs::json_line(group_fields, group);
  }
  return out;
}

struct Saved {
  std::string_view database;
  std::size_t groups, names;
};
constexpr auto saved_fields =
    std::to_array<jobs::FieldOf<Saved>>({{"database", Kind::text, get<&Saved::database>},
                                         {"groups", Kind::count, get<&Saved::groups>},
                                         {"names", Kind::count, get<&Saved::names>}});

std::size_t count_names(const record::Aliases& aliases) {
  std::size_t names = 0;
  for (const auto& group : aliases.groups()) {
    names += group.names.size();
  }
  return names;
}

std::vector<std::pair<std::string, std::optional<record::NameKind>>> kind_choices() {
  std::vector<std::pair<std::string, std::optional<record::NameKind>>> table;
  table.reserve(record::name_kinds.size());
  for (const auto kind : record::name_kinds) {
    table.emplace_back(section(kind), kind);
  }
  return table;
}

class Names final : public Command {
public:
  void describe(OptionSet& options) override {
    add_database(options,
                 file(
                     m_database, [this] { return database_role(); }, "GAMES.xqdb"),
                 "the game database")
        .required = true;
    options.add("load", file(m_load, reads()),
                "put the names of this alias file into the database, instead of those that it "
                "holds; -: from stdin");
    options.add("min-confidence", number(m_min_confidence, 50, 99, "PERCENT"),
                "propose names that are one with so much confidence or more");
    options.add("explain", flag(m_explain), "write the evidence, a line for each proposed name");
    options.add("kind", choice(m_kind, kind_choices(), "KIND"), "propose names of this kind alone");
    options.add("list", flag(m_list), "print the names that the database holds");
    options.add("clear", flag(m_clear), "take them out of the database");
    m_output.describe(options, [&options] {
      return FileRole{FileUse::replace,
                      options.given("json") ? std::string{} : std::string{file_kind::aliases}};
    });
  }

  Exit run(const GlobalOptions& global) override {
    const int actions = int{m_list} + int{m_clear} + int{!m_load.empty()};
    if (actions > 1) {
      throw make_error<UsageError>("--load, --list and --clear exclude each other");
    }
    if (actions == 0) {
      return propose(global);
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
    if (!m_clear && aliases.groups().empty()) { // more likely a file that was not written
      talk("xq: {}: no names in this file; {} stays as it is. --clear takes its names out.\n",
           m_load, m_database);
      return Exit::negative;
    }
    store::save_aliases(m_database, aliases);
    if (global.json) {
      print_lines(jobs::json_line<Saved>(
          saved_fields, {m_database, aliases.groups().size(), count_names(aliases)}));
    } else if (!global.quiet) {
      talk("xq: {}: now holds {}, {}\n", m_database,
           counted(aliases.groups().size(), "{} group", "{} groups"),
           counted(count_names(aliases), "{} name", "{} names"));
    }
    return Exit::ok;
  }

  Exit propose(const GlobalOptions& global) {
    const auto known = store::load_aliases(m_database);
    store::ProposalOptions options;
    options.min_confidence = m_min_confidence / 100.0;
    const auto wanted = [&](record::NameKind kind) { return !m_kind || *m_kind == kind; };
    options.players = wanted(record::NameKind::player);
    options.events = wanted(record::NameKind::event);
    options.sites = wanted(record::NameKind::site);
    std::optional<Waiting> waiting{std::in_place, global, to_translate("reading")};
    const auto groups = store::propose_names(m_database, known, options);
    waiting.reset();
    Output out{m_output.path};
    out.write(global.json ? json_lines(groups) : alias_file(groups, known, m_explain));
    out.commit();
    return report(global, groups);
  }

  [[nodiscard]] Exit report(const GlobalOptions& global,
                            const std::vector<store::ProposedGroup>& groups) const {
    std::size_t found = 0;
    std::size_t names = 0;
    for (const auto& group : groups) {
      const auto news = static_cast<std::size_t>(std::count_if(
          group.names.begin(), group.names.end(), [](const auto& name) { return !name.known; }));
      found += news == 0 ? 0U : 1U;
      names += news;
    }
    if (found == 0) {
      talk("xq: {}: no new names are one at --min-confidence {}\n", m_database, m_min_confidence);
    } else if (!global.quiet) {
      talk("xq: {}: proposed: {}, {}\n", m_database, counted(found, "{} group", "{} groups"),
           counted(names, "{} name", "{} names"));
    }
    return found == 0 ? Exit::negative : Exit::ok;
  }

  Exit list(const GlobalOptions& global) {
    const auto aliases = store::load_aliases(m_database);
    Output out{m_output.path};
    out.write(global.json ? group_lines(aliases) : aliases.text());
    out.commit();
    if (aliases.empty()) {
      talk("xq: {}: holds no groups of names\n", m_database);
    }
    return aliases.empty() ? Exit::negative : Exit::ok;
  }

  std::string m_database;
  OutputOptions m_output;
  std::string m_load;
  int m_min_confidence = 99;
  bool m_explain = false;
  std::optional<record::NameKind> m_kind;
  bool m_list = false;
  bool m_clear = false;
};

} // namespace

CommandInfo names_command() {
  return {
      .name = "names",
      .group = "Databases",
      .summary = "find names that are one person or event, treat them as one",
      .synopsis =
          "--db GAMES.xqdb [--explain] [-o FILE] | --load FILE | --list [-o FILE] | --clear",
      .description =
          "A database holds games as they were written, and one person comes under many names: "
          "胡荣华, 胡榮華, 上海胡榮華, Hu Ronghua. An alias file says which names are one. Once it "
          "is "
          "in the database (--load), the filters --player, --red, --black and --event take a name "
          "for all names of its line, and xq stats counts them as one; the games keep what was "
          "written. The same filters take a file by themselves (--names FILE), and --no-names "
          "looks at what was written alone.\n\n"
          "Without --load, --list and --clear, names that are likely one are proposed, as an "
          "alias file to be checked and loaded: other script, blanks, width or signs; a team or a "
          "place in front of the name, where games with the same moves, the Event or a header "
          "confirm it; the same sound, Latin letters for Chinese, or a letter or two that differ, "
          "where games stand under both names. What the database holds already stays and gets "
          "new names. Nothing less sure than --min-confidence is joined, and never two players "
          "who played each other, who played for two provinces in one year, or whom the "
          "database holds apart. Nothing is changed until you load the file.\n\n"
          "An alias file is text in UTF-8, a line for each person: the canonical name, then the "
          "others, with | between them (or TABs, or = between blanks). Lines that begin with # are "
          "comments. [players], [events] "
          "and [sites] begin sections; lines before the first are players. A name with | or blanks "
          "at an end stands in double quotes. A name that stands in two lines of a section is an "
          "error. A name alone on its line is a person of its own.\n\n"
          "Names are compared as they are written, each character: the file lists every "
          "spelling.\n\n"
          "To change what is written in the games: xq edit --rename-player OLD=NEW.",
      .examples = {{"xq names games.xqdb --explain -o names.txt",
                    "names that are likely one, and why; to be checked"},
                   {"xq names games.xqdb --load names.txt",
                    "from now on names of one line are one person"},
                   {"xq names games.xqdb --list -o names.txt", "to edit them, or pass them on"}},
      .exits = {{Exit::negative,
                 "nothing new was found; with --list: the database holds no groups of names; with "
                 "--load: the file holds none"},
                {Exit::failure, "the list has a wrong line, or the database could not be changed"}},
      .answers = {{proposed_fields},
                  {jobs::parts<group_fields>, "--list"},
                  {jobs::parts<saved_fields>, "--load"}},
      .create = create<Names>};
}

} // namespace xq::cli
