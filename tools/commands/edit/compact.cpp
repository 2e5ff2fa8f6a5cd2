
#include "cli/files/file_kind.hpp"
#include "cli/options/options.hpp"
#include "cli/talk.hpp"
#include "command.hpp"
#include "jobs/answer/write.hpp"

#include <xq/store/maintenance.hpp>

#include <string>

namespace xq::cli {

namespace {

using jobs::get;
using jobs::Kind;

struct Done : store::Compacted {
  std::string_view database;
};
constexpr auto compact_fields =
    std::to_array<jobs::FieldOf<Done>>({{"database", Kind::text, get<&Done::database>},
                                        {"bytes_before", Kind::count, get<&Done::bytes_before>},
                                        {"bytes_after", Kind::count, get<&Done::bytes_after>},
                                        {"names", Kind::count, get<&Done::names>},
                                        {"operations", Kind::count, get<&Done::operations>}});

class Compact final : public Command {
public:
  void describe(OptionSet& options) override {
    add_database(options, file(m_database, changes(file_kind::game_database), "GAMES.xqdb"),
                 "the game database")
        .required = true;
    options.add("forget", flag(m_forget),
                "drop the journal of xq edit, too: nothing can be undone afterwards");
  }

  Exit run(const GlobalOptions& global) override {
    const auto done = store::compact_database(m_database, m_forget);
    if (global.json) {
      print_lines(jobs::json_line<Done>(compact_fields, {done, m_database}));
    } else if (!global.quiet) {
      talk("xq: {}: {} bytes before, {} now; unused names dropped: {}, operations: {}\n",
           m_database, done.bytes_before, done.bytes_after, done.names, done.operations);
    }
    return Exit::ok;
  }

private:
  std::string m_database;
  bool m_forget = false;
};

} // namespace

CommandInfo compact_command() {
  return {
      .name = "compact",
      .group = "Databases",
      .summary = "give back the space of what was deleted from a game database",
      .synopsis = "GAMES.xqdb [--forget]",
      .description =
          "Writes the file of a game database anew without the space of deleted rows, and drops "
          "names of players, teams, events, sites and sources that no game has any more. Games, "
          "their numbers, the position index and the journal of xq edit stay.\n\n"
          "With --forget the journal goes, too: operations cannot be undone afterwards, games that "
          "were deleted are gone for good, numbers behind the last game are given out again, and a "
          "record that was corrected is a new one to xq import when it comes as it was.\n\n"
          "First the rows go, then the file is written anew, each whole or not at all, whatever "
          "happens. There must be room for a second copy of the file beside it and for one in the "
          "folder for temporary files (SQLITE_TMPDIR or TMPDIR, else /var/tmp). No other program "
          "may use the file meanwhile.",
      .examples = {{"xq compact games.xqdb", "after many deletions"},
                   {"xq compact games.xqdb --forget --json",
                    "a database to hand on, without its history"}},
      .exits = {{Exit::failure, "another program uses the file, or there is no room"}},
      .answers = {{jobs::parts<compact_fields>}},
      .create = create<Compact>};
}

} // namespace xq::cli
