
#include "analysis/repair/repair.hpp"
#include "base/files/partial_files.hpp"
#include "base/spare_pool.hpp"
#include "cli/files/file_kind.hpp"
#include "cli/files/output.hpp"
#include "cli/games/report.hpp"
#include "cli/interrupt.hpp"
#include "cli/next_step.hpp"
#include "cli/options/filter_options.hpp"
#include "cli/options/options.hpp"
#include "cli/options/position_options.hpp"
#include "cli/progress.hpp"
#include "cli/talk.hpp"
#include "command.hpp"
#include "commands/verify/verify_report.hpp"
#include "jobs/answer/write.hpp"

#include <xq/base/error.hpp>
#include <xq/base/problem_code.hpp>
#include <xq/base/translate.hpp>
#include <xq/store/game_database.hpp>
#include <xq/store/maintenance.hpp>
#include <xq/uci/external.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <memory>
#include <utility>
#include <vector>

namespace xq::cli {

namespace {

using record::Game;

using jobs::get;
using jobs::Kind;

struct Verified : store::DatabaseFindings {
  std::string_view database;
};
constexpr auto database_fields = std::to_array<jobs::FieldOf<Verified>>(
    {{"database", Kind::text, get<&Verified::database>},
     {"games", Kind::count, get<&Verified::games>},
     {"problem_count", Kind::count, get<&Verified::problem_count>},
     {"problems", Kind::list, get<&Verified::problems>}});

/// An engine and what works with it, for one thread at a time.
struct Bench {
  Bench(std::unique_ptr<engine::Searcher> engine, const format::ReadOptions& read,
        const analysis::RepairOptions& options, double min_confidence)
      : searcher{std::move(engine)},
        judge{*searcher, options.plausibility.nodes},
        repairer{*searcher, read, options, min_confidence} {}

  std::unique_ptr<engine::Searcher> searcher;
  analysis::Judge judge;
  jobs::TextRepairer repairer;
};

struct Batch {
  std::string source;
  std::vector<Checked> games;
  Findings findings;          ///< for its rejects
  std::string fixed;          ///< for --output
  std::uint64_t left_out = 0; ///< games that could not be written there
};

class Verify final : public Command {
public:
  void describe(OptionSet& options) override {
    m_input.describe(options, 0);
    add_database(options, m_database, "look for damage in this game database instead of files");
    m_wxf.describe_reading(options);
    options.add("rules",
                choice(m_check.rules,
                       {{"wxf", RuleSet::wxf}, {"cxa", RuleSet::cxa}, {"none", RuleSet::none}},
                       "RULES"),
                "rules that decide repetitions, see xq adjudicate; none: do not look at them");
    m_natural_limit.describe(options);
    m_filter.describe(options);
    options.add("no-duplicates", flag(m_no_duplicates), "do not look for games that come again");
    m_rejects.describe(options);
    m_position.describe(options);
    m_games.describe(options, FilterOptions::Games::of_either);
    options.begin_group("Engine and repair");
    options.add("engine", command(m_engine, "CMD"),
                "look for implausible moves and results with this UCI or UCCI engine; own: with "
                "the one inside");
    options.add("nodes", number(m_repair_options.plausibility.nodes, 100, 1'000'000'000),
                "nodes that the engine spends on a position");
    options.add("repair", flag(m_repair),
                "propose a change of the text for each game that is broken (with --engine: or "
                "implausible)");
    options.add("output,o", file(m_output, [] { return replaces_when_complete("pgn"); }),
                "with --repair: write all games to FILE as PGN, mended where that is certain "
                "enough");
    options.add("min-confidence", number(m_min_confidence, 50, 100, "PERCENT"),
                "make a change in FILE when it is right with at least this probability");
  }

  Exit run(const GlobalOptions& global) override {
    if (m_database.empty() == m_input.inputs.empty()) {
      throw make_error<UsageError>("name files, or a game database");
    }
    m_position.apply(m_games.filter, m_wxf);
    m_games.read_names();
    m_games.require_database(!m_database.empty());
    if (m_database.empty()) {
      return verify_files(global);
    }
    if (m_repair || !m_rejects.path.empty()) {
      throw make_error<UsageError>("--repair and --rejects need the text of files");
    }
    return m_games.filter.empty() ? verify_database(global) : verify_chosen(global);
  }

private:
  void check_repair() const {
    if (!m_output.empty() && !m_repair) {
      throw make_error<UsageError>("--output is for --repair");
    }
    if (format_to_write({}, m_output) != "pgn") {
      throw make_error<UsageError>("--repair writes pgn: give -o a name that ends in .pgn");
    }
  }

  Exit verify_files(const GlobalOptions& global) {
    check_repair();
    m_filter.check();
    m_check.natural_limit = m_natural_limit.plies();
    m_check.shared = &m_findings;
    m_read = m_input.read_options(global, m_wxf);
    VerifyReport told{m_filter, global, m_repair, m_output};
    Output out;
    RejectsFile rejects{m_rejects.path};
    std::unique_ptr<AtomicFile> fixed;
    if (!m_output.empty()) {
      remove_stale_files(m_output);
      fixed = std::make_unique<AtomicFile>(m_output);
    }
    Progress progress{global, to_translate("verifying")};
    std::vector<format::FileProblem> file_problems;
    auto options = m_read;
    m_games.restrict(options);
    options.on_file = [&](const format::FoundFile& file) {
      told.add(file);
      if (global.verbose && !global.quiet) {
        progress.clear();
        talk_lines(found_file(file));
      }
    };
    const auto totals = format::read_games<Batch>(
        m_input.inputs, options, [&](Game& game, Batch& batch) { examine(game, batch); },
        [&](Batch&& batch) {
          const std::string errors = report(batch, told);
          if (!errors.empty()) {
            progress.clear();
            out.write(errors);
          }
          rejects.take(batch.findings);
          if (fixed != nullptr) {
            fixed->write(batch.fixed);
          }
        },
        [&](const format::FileProblem& found) {
          file_problems.push_back(found);
          const std::string text = told.add(found);
          if (!text.empty()) {
            progress.clear();
            out.write(text);
          }
        },
        progress.function());
    progress.clear();
    const bool complete =
        std::none_of(file_problems.begin(), file_problems.end(), [&](const auto& found) {
          return format::is_unread_input(found, m_input.inputs);
        });
    rejects.commit(complete);
    if (fixed != nullptr) {
      complete ? fixed->commit() : commit_incomplete(*fixed);
    }
    told.finish(out, totals, file_problems);
    say_next_step(global, told.totals().all);
    return verdict(told.totals(), file_problems);
  }

  /// Mend what has errors, use what has none.
  void say_next_step(const GlobalOptions& global, const analysis::VerifySummary& found) const {
    const auto& inputs = m_input.inputs;
    const bool from_stdin = std::find(inputs.begin(), inputs.end(), "-") != inputs.end();
    if (found.games == 0 || from_stdin || inputs.size() > 3) {
      return;
    }
    if (m_output.empty() && found.with_errors != 0) {
      say_next(global, fmt::format("xq verify --repair {} -o fixed.pgn", shell_words(inputs)));
    } else {
      const auto games = m_output.empty() ? shell_words(inputs) : shell_word(m_output);
      say_next(global, fmt::format("xq import {} --db games.xqdb", games));
    }
  }

  /// Games of a database, looked at like those of a file.
  Exit verify_chosen(const GlobalOptions& global) {
    m_filter.check();
    m_check.natural_limit = m_natural_limit.plies();
    m_check.shared = &m_findings;
    Progress progress{global, to_translate("verifying")};
    store::GameDatabase database{m_database};
    format::ReadTotals totals;
    totals.files = 1;
    VerifyReport told{m_filter, global, m_repair, m_output};
    Output out;
    const auto chosen = database.find_numbers(m_games.filter);
    database.read(chosen, [&](Game& game) {
      Batch batch;
      game.source = m_database;
      game.line = 0;
      examine(game, batch);
      out.write(report(batch, told));
      totals.plies += static_cast<std::uint64_t>(game.plies());
      ++totals.games;
      return progress.update(totals.games, chosen.size(), totals.games);
    });
    progress.clear();
    if (totals.games == 0) {
      talk("xq: {}: no game matches\n", m_database);
      return Exit::negative;
    }
    told.finish(out, totals, {});
    return verdict(told.totals(), {});
  }

  Exit verify_database(const GlobalOptions& global) const {
    Progress progress{global, to_translate("verifying")};
    const auto found = store::verify_database(
        m_database, [&](std::uint64_t games) { return progress.update(games, 0, games); });
    progress.clear();
    Output out;
    std::string text;
    if (global.json) {
      text = jobs::json_line<Verified>(database_fields, {found, m_database});
    } else {
      for (const std::string& problem : found.problems) {
        text += localized("{}: {}\n", m_database, problem);
      }
      if (!global.quiet) {
        text += localized("{}: {} problems; {}\n", m_database, found.problem_count,
                          counted(found.games, "{} game", "{} games"));
      }
    }
    out.write(text);
    out.commit();
    return found.problem_count == 0 ? Exit::ok : Exit::negative;
  }

  /// On a worker.
  void examine(Game& game, Batch& batch) {
    Checked& checked = batch.games.emplace_back();
    analysis::verify(game, m_check, m_no_duplicates ? nullptr : &checked.signature);
    if (m_repair || !m_engine.empty()) {
      consult_engine(game, batch, checked);
    }
    batch.source = game.source;
    checked.number = game.number;
    checked.line = game.line;
    checked.plies = game.plies();
    checked.is_position = game.usable() && !game.standard_start();
    checked.result = game.result();
    checked.problems = game.problems;
    if (!game.usable()) {
      batch.findings.add(game);
    }
  }

  void consult_engine(Game& game, Batch& batch, Checked& checked) {
    throw_if_interrupted();
    const SparePool<Bench>::Lease bench{m_benches};
    const bool plausibility = !m_engine.empty();
    if (plausibility) {
      analysis::check_plausibility(game, bench->judge, m_repair_options.plausibility);
    }
    if (m_repair) {
      checked.repair = bench->repairer.repair(game, plausibility);
    }
    if (!m_output.empty()) {
      const auto text = bench->repairer.text(game, checked.repair ? &*checked.repair : nullptr);
      batch.fixed += text.value_or(std::string{});
      batch.left_out += text ? 0U : 1U;
    }
  }

  [[nodiscard]] std::unique_ptr<engine::Searcher> start_engine() const {
    if (m_engine.empty() || m_engine == "own") {
      engine::Settings settings;
      settings.hash = 2; // megabytes: few nodes, and cleared for each game
      return std::make_unique<engine::InternalEngine>(settings);
    }
    return std::make_unique<uci::ExternalEngine>(uci::ExternalOptions{.command = m_engine});
  }

  /// In input order; what is to be written at once.
  static std::string report(Batch& batch, VerifyReport& report) {
    std::string out;
    for (Checked& game : batch.games) {
      out += report.add(batch.source, std::move(game));
    }
    report.leave_out(batch.left_out);
    return out;
  }

  [[nodiscard]] Exit verdict(const VerifyTotals& found,
                             const std::vector<format::FileProblem>& file_problems) const {
    bool failed =
        found.all.with_errors != found.mended || (m_rejects.strict && found.all.with_warnings != 0);
    for (const auto& [source, problem] : file_problems) {
      if (problem.code == ProblemCode::unreadable_file) {
        return Exit::failure;
      }
      failed = failed || m_rejects.strict || problem.severity == Severity::error;
    }
    return failed ? Exit::negative : Exit::ok;
  }

  InputOptions m_input;
  std::string m_database;
  WxfStyleOption m_wxf;
  FindingFilter m_filter;
  PositionOptions m_position;
  FilterOptions m_games; ///< which are looked at
  RejectOptions m_rejects;
  analysis::VerifyOptions m_check;
  SharedFindings m_findings;
  NaturalLimitOption m_natural_limit;
  bool m_no_duplicates = false;
  format::ReadOptions m_read;
  std::string m_engine; ///< empty: none is asked
  bool m_repair = false;
  std::string m_output;
  int m_min_confidence = 80;
  analysis::RepairOptions m_repair_options;
  SparePool<Bench> m_benches{[this] {
    return std::make_unique<Bench>(start_engine(), m_read, m_repair_options,
                                   m_min_confidence / 100.0);
  }};
};

} // namespace

CommandInfo verify_command() {
  return {
      .name = "verify",
      .group = "Records",
      .summary = "check moves, results, headers and duplicates; repair slips",
      .synopsis = "IN... [--rejects FILE] [--strict] [--engine own|CMD] [--repair [-o FIXED]] | "
                  "GAMES.xqdb",
      .description =
          "Replays every game and reports what is wrong with it, with file, line, column, "
          "ply, the text in question, the reason and what to do: text that cannot be read, "
          "impossible start positions, illegal and ambiguous moves (and which rule they break), "
          "a result that contradicts the final position or a repetition there, headers that are "
          "missing, are no dates or contradict each other, text that lost characters, games that "
          "are there twice. xq(1) and docs/problems.md list all codes.\n\n"
          "A game with an error cannot be used as it stands; one with warnings can; notes are "
          "worth knowing and wrong with nothing. Errors come first, as they are found, then the "
          "warnings, the notes with -v or --only, and at last the summary, which counts all "
          "findings, shown or not; --only and --except change neither a game's status nor the exit "
          "status. All that goes to standard output; where that is not the terminal, the line with "
          "the totals is told on the terminal, too. --json prints one object for each game and "
          "then one with the summary.\n\n"
          "A duplicate (a note) is a game with the moves, the result and, where both are known, "
          "the players "
          "of an earlier game of the same run, in whatever file. A near duplicate (a note) has the "
          "moves of an earlier game under other names or with another result, or comes to the "
          "same position after 60 plies, after 40 with the same players, after 20 with the same "
          "players on the same day.\n\n"
          "--engine lets an engine look at every position, with a fixed number of nodes. A move is "
          "implausible when it loses a lot and the answer gives most of it back, as if neither had "
          "been played; a result, when the loser is ahead by far at the end. The first is a hint "
          "that text was copied wrongly, for people blunder in pairs, too.\n\n"
          "--repair looks for the smallest change of the text after which a broken game is legal "
          "to its end: a character of a move, a move that is missing, there twice or in the wrong "
          "place, the side to move, a letter of the FEN; with --engine also for one after which "
          "an implausible move is gone. Among several the engine decides how well the game then "
          "makes sense. Several slips in a game are mended one after the other, if some moves lie "
          "between them. A proposal has a confidence of 50 % or more; -o makes those of "
          "--min-confidence and leaves all other text as it is. What was written there stays in a "
          "comment. PGN, XML, DhtmlXQ, WXF and Chinese text are mended; games of other formats "
          "than PGN are written as PGN.\n\n"
          "--db looks for damage in a game database: SQLite's own check, then that every game "
          "still "
          "says what was imported, by the hashes beside it, and that the position index fits the "
          "games. A game that was changed by SQL is found, too. With filters (--game 17, --since "
          "1990) "
          "the games that pass are looked at like those of a file instead.",
      .examples = {{"xq verify archive.pgn", "findings and a summary"},
                   {"xq verify --json games/ > findings.jsonl", "a folder, for a program"},
                   {"xq verify -q --rejects bad.pgn archive.pgn",
                    "errors only; the games with errors are copied to bad.pgn"},
                   {"xq verify --rules cxa --natural-limit 50 -v league.pgn",
                    "repetitions by the Chinese rules; notes are shown, too"},
                   {"xq verify --only duplicate-game,near-duplicate-game archive.pgn",
                    "which games are there twice"},
                   {"xq verify games.xqdb", "is this copy of a database sound?"},
                   {"xq verify --engine own --repair -o fixed.pgn typed.pgn",
                    "find slips, also those that left a legal game, and mend the certain ones"}},
      .exits = {{Exit::ok, "no game has an error, or all such games were mended"},
                {Exit::negative,
                 "a game or a file has an error (with --strict: or a warning), or the database has "
                 "damage"}},
      .answers = {{game_line_fields},
                  {summary_line_fields},
                  {jobs::parts<database_fields>, "--db"}},
      .create = create<Verify>};
}

} // namespace xq::cli
