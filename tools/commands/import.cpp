#include "base/text/command_line.hpp"
#include "cli/files/file_check.hpp"
#include "cli/files/file_kind.hpp"
#include "cli/games/report.hpp"
#include "cli/next_step.hpp"
#include "cli/options/options.hpp"
#include "cli/progress.hpp"
#include "cli/talk.hpp"
#include "command.hpp"
#include "jobs/answer/write.hpp"

#include <xq/base/error.hpp>
#include <xq/base/problem_code.hpp>
#include <xq/base/translate.hpp>
#include <xq/record/ecco.hpp>
#include <xq/sqlite/error.hpp>
#include <xq/store/game_database.hpp>
#include <xq/store/game_import.hpp>

#include <fmt/core.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace xq::cli {

namespace {

using jobs::get;
using jobs::Kind;

struct Imported : store::GameImport::Counts {
  std::string_view database;
  std::uint64_t rejected = 0;
  bool of_databases = false; ///< some input is a game database
  std::int64_t games = 0;    ///< in all
};
template <std::uint64_t store::GameImport::Counts::*Member>
jobs::Value of_databases(const Imported& i) {
  return i.of_databases ? jobs::Value{i.*Member} : jobs::Value{};
}
constexpr auto import_fields = std::to_array<jobs::FieldOf<Imported>>(
    {{"database", Kind::text, get<&Imported::database>},
     {"read", Kind::count,
      [](const Imported& i) -> jobs::Value { return i.added + i.duplicates + i.rejected; }},
     {"added", Kind::count, get<&Imported::added>},
     {"duplicates", Kind::count, get<&Imported::duplicates>},
     {"copies", Kind::count, get<&Imported::copies>},
     {"rejected", Kind::count, get<&Imported::rejected>},
     {"judgements", Kind::count, of_databases<&Imported::judgements>, jobs::Missing::left_out},
     {"answers", Kind::count, of_databases<&Imported::answers>, jobs::Missing::left_out},
     {"games", Kind::count, get<&Imported::games>}});

class Import final : public Command {
public:
  void describe(OptionSet& options) override {
    m_input.describe(options, 1, reads()); // databases, too
    m_wxf.describe_reading(options);
    options
        .add("db", file(m_database, changes(file_kind::game_database)),
             "the game database; made if it does not exist")
        .required = true;
    m_reject.describe(options);
  }

  Exit run(const GlobalOptions& global) override {
    Progress progress{global, to_translate("importing")};
    Report report{global, m_reject, progress, m_input.inputs};
    store::GameImport target{m_database, {.operation = operation()}};
    const auto is_useless = [&] { return target.is_new_database() && target.counts().added == 0; };
    try {
      read(global, target, report, progress);
    } catch (const Interrupted&) {
      progress.clear();
      if (!is_useless()) {
        target.finish(); // what was read so far stays
      }
      static_cast<void>(report.finish());
      say_counts(global, target.counts(), is_useless() ? 0 : games_in_all());
      throw;
    }
    const bool useless = is_useless();
    progress.clear();
    if (!useless) {
      target.finish();
    }
    const Exit status = report.finish();
    if (!useless || global.json) {
      say_counts(global, target.counts(), useless ? 0 : games_in_all());
    }
    if (!useless) {
      const auto database = shell_word(m_database);
      say_next(global, fmt::format("xq stats --db {}", database),
               fmt::format("xq book build --db {} -o {}", database,
                           shell_word(with_ending(m_database, "xqbook"))));
    }
    return status;
  }

private:
  /// For the journal of the database.
  [[nodiscard]] std::string operation() const {
    std::string text = "import";
    for (const auto& input : m_input.inputs) {
      text += ' ' + quoted_word(input);
    }
    return text;
  }

  /// What a worker makes of a batch of games.
  struct Batch {
    Findings findings;
    store::PackedGames games;
  };

  /// Inputs in their order; files that follow one another are read at once.
  void read(const GlobalOptions& global, store::GameImport& target, Report& report,
            Progress& progress) {
    std::vector<std::string> files;
    const auto read_collected = [&] {
      if (!files.empty()) {
        read_files(files, global, target, report, progress);
        files.clear();
      }
    };
    for (const auto& input : m_input.inputs) {
      try {
        if (input == "-" || kind_of_file(input) != file_kind::game_database) {
          require_games(input, "IN");
          files.push_back(input);
          continue;
        }
      } catch (const FileError& e) {
        read_collected();
        report_unread(input, said_of(input, e.what()), report);
        continue;
      }
      read_collected();
      add_database(input, target, report, progress);
    }
    read_collected();
  }

  static void report_unread(const std::string& path, std::string_view message, Report& report) {
    Problem problem;
    problem.code = ProblemCode::unreadable_file;
    problem.message = message;
    report.take(format::FileProblem{path, std::move(problem)});
  }

  void add_database(const std::string& path, store::GameImport& target, Report& report,
                    Progress& progress) {
    m_has_databases = true;
    const auto& counts = target.counts();
    const auto before = counts.added + counts.duplicates;
    const auto take = [&] {
      Findings findings;
      findings.games = counts.added + counts.duplicates - before;
      report.take(findings);
    };
    try {
      target.add_database(path, [&](std::uint64_t done, std::uint64_t games) {
        return progress.update(done, games, before + done);
      });
    } catch (const Interrupted&) {
      take();
      throw;
    } catch (const sqlite::DbError& e) {
      const auto message = said_of(path, e.what());
      if (message.empty()) { // said of the target
        throw;
      }
      take();
      report_unread(path, message, report);
      return;
    }
    take();
  }

  /// What a message that begins with a file's name says of it, in any language; else nothing.
  static std::string_view said_of(const std::string& path, std::string_view message) {
    if (!message.starts_with(path)) {
      return {};
    }
    message.remove_prefix(path.size());
    for (const std::string_view separator : {": ", "："}) {
      if (message.starts_with(separator)) {
        return message.substr(separator.size());
      }
    }
    return {};
  }

  void read_files(const std::vector<std::string>& files, const GlobalOptions& global,
                  store::GameImport& target, Report& report, Progress& progress) {
    auto options = m_input.read_options(global, m_wxf);
    report.watch(options);
    format::read_games<Batch>(
        files, options,
        [](record::Game& game, Batch& batch) {
          if (auto conflict = record::check_ecco(game)) {
            game.problems.push_back(std::move(*conflict));
          }
          batch.findings.add(game);
          if (game.usable()) {
            batch.games.add(game);
          }
        },
        [&](Batch&& batch) {
          report.take(batch.findings);
          m_rejected += batch.findings.rejected;
          target.add(batch.games);
        },
        [&](const format::FileProblem& problem) { report.take(problem); }, progress.function());
  }

  [[nodiscard]] std::int64_t games_in_all() const {
    return store::GameDatabase{m_database}.counts().games;
  }

  void say_counts(const GlobalOptions& global, const store::GameImport::Counts& counts,
                  std::int64_t in_all) const {
    if (global.quiet && !global.json) {
      return;
    }
    if (global.json) {
      print_lines(jobs::json_line<Imported>(
          import_fields, {counts, m_database, m_rejected, m_has_databases, in_all}));
      return;
    }
    const auto added = counted(counts.added, "{} game", "{} games");
    const auto before = counts.duplicates - counts.copies;
    if (counts.copies == 0) {
      talk("xq: {}: {} added, {} there already, {} in all\n", m_database, added, before, in_all);
    } else {
      talk("xq: {}: {} added, {} copies within the input, {} there already, {} in all\n",
           m_database, added, counts.copies, before, in_all);
    }
    if (counts.judgements + counts.answers > 0) {
      talk("xq: {}: judgements of games by engines: {}, of positions: {}\n", m_database,
           counts.judgements, counts.answers);
    }
  }

  InputOptions m_input;
  WxfStyleOption m_wxf;
  std::string m_database;
  RejectOptions m_reject;
  std::uint64_t m_rejected = 0;
  bool m_has_databases = false; ///< among the inputs
};

} // namespace

CommandInfo import_command() {
  return {
      .name = "import",
      .group = "Databases",
      .summary = "read games into a game database",
      .synopsis = "IN... --db GAMES.xqdb",
      .description =
          "Adds every game that can be used to a game database, an SQLite file that sqlite3(1) "
          "can open, too: the view `games` shows names, dates and results. Headers are kept in "
          "their own words and order, with the date in a form that sorts beside them; moves, "
          "variations, comments and glyphs are kept, so that xq export gives the same games "
          "back.\n\n"
          "A game that is in the database already, equal in headers, moves and notes, is "
          "counted and not stored again, whichever file, format or encoding it comes from. So "
          "an import that was cut short can simply be repeated. The games added, those that were "
          "more than once in what was read, those there already and those rejected make up the "
          "games read; with --json, duplicates counts the second and the third, copies the second "
          "alone.\n\n"
          "Of two records of the same moves, one of which says all that the other does (players, "
          "event, date, result, notes), the richer one is kept, with both files as its sources. "
          "Records of the same moves that contradict each other are both kept; --unique of xq "
          "search, export and stats takes one of them.\n\n"
          "An input that is a game database itself is added whole: its games in the order of their "
          "numbers, by the same rules, with their sources, and with what engines said about games "
          "and positions, unless the same engine has said something there already. Games get new "
          "numbers. Its corrections are in its games; its journal of them, deleted games and names "
          "that are one (xq names) stay behind. Databases in a folder are not read: name "
          "them.\n\n"
          "A game without an ECCO header gets the code of the opening that its moves make, in "
          "column "
          "ecco only: what xq export writes stays as it was. A header that says another code than "
          "the moves is a warning (ecco-conflict), and the header counts.\n\n"
          "A new database appears when it is complete; one that exists changes in transactions "
          "of 50,000 games. After an interruption (Ctrl-C) everything read so far is kept. An "
          "import "
          "into a database that exists is an operation in its journal: xq edit --log lists it, and "
          "xq edit --undo takes the games away again that it added (records that it made richer "
          "stay so).",
      .examples = {{"xq import archive/ --db games.xqdb", "all games of a folder"},
                   {"xq import north.xqdb south.xqdb --db club.xqdb", "two databases in one"},
                   {"xq import --rejects bad.pgn --strict new.pgn.gz --db games.xqdb",
                    "exit with 1 if a game was rejected, and keep its text"},
                   {"xq import --json -q a.pgn --db games.xqdb", "the counts, for a script"}},
      .exits = {{Exit::negative, "nothing usable was found, or, with --strict, a game was "
                                 "rejected or doubtful"},
                {Exit::failure, "a file could not be read, or the database not be written"}},
      .answers = {{jobs::parts<import_fields>}},
      .create = create<Import>};
}

} // namespace xq::cli
