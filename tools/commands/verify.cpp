#include "command.hpp"
#include "json.hpp"
#include "options.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "report.hpp"

#include <xq/analysis/duplicates.hpp>
#include <xq/analysis/verify.hpp>

#include <fmt/format.h>

#include <memory>
#include <vector>

namespace xq::cli {

namespace {

using record::Game;

std::string_view status_of(std::span<const Problem> problems) {
  const Problem* const worst = analysis::worst(problems);
  return worst == nullptr || worst->severity == Severity::note ? "ok" : to_text(worst->severity);
}

void append_problem(JsonWriter& json, const Problem& problem) {
  json.begin_object()
      .member("code", info(problem.code).name)
      .member("severity", to_text(problem.severity))
      .member("line", problem.where.line)
      .member("column", problem.where.column)
      .member("ply", problem.ply)
      .member("token", problem.token)
      .member("message", problem.message)
      .member("advice", problem.advice)
      .end_object();
}

/// What a worker found out about a game. Lines are written where games come in input order, because
/// that is where duplicates are known.
struct Checked {
  std::uint64_t number = 0;
  std::uint64_t line = 0;
  int plies = 0;
  record::Result result = record::Result::unknown;
  std::vector<Problem> problems;
  analysis::GameSignature signature;
};

struct Batch {
  std::string_view source; ///< owned by the reader until the batch is delivered
  std::vector<Checked> games;
  Findings findings; ///< for its rejects
};

class Verify final : public Command {
public:
  void describe(OptionSet& options) override {
    m_input.describe(options);
    m_wxf.describe_reading(options);
    options.add("rules",
                choice(m_check.rules,
                       {{"wxf", RuleSet::wxf}, {"cxa", RuleSet::cxa}, {"none", RuleSet::none}},
                       "RULES"),
                "rules that decide repetitions, see xq adjudicate; none: do not look at them");
    options.add("natural-limit", number(m_rounds, 0, 10000),
                "rounds without a capture that make a draw; 0: none");
    options.add("no-duplicates", flag(m_no_duplicates), "do not look for games that come again");
    m_rejects.describe(options);
  }

  Exit run(const GlobalOptions& global) override {
    m_check.natural_limit = 2 * m_rounds;
    Output out;
    RejectsFile rejects{m_rejects.path};
    Progress progress{global, "verifying"};
    std::vector<format::FileProblem> file_problems;
    const auto totals = format::read_games<Batch>(
        m_input.inputs, m_input.read_options(global, m_wxf),
        [&](Game& game, Batch& batch) { examine(game, batch); },
        [&](Batch&& batch) {
          const std::string text = report(batch, global);
          if (!text.empty()) {
            progress.clear();
            out.write(text);
          }
          rejects.take(batch.findings);
        },
        [&](const format::FileProblem& found) {
          m_summary.add(found.problem);
          file_problems.push_back(found);
          if (!global.json) {
            progress.clear();
            out.write(format_problem(found.source, 0, found.problem) + '\n');
          }
        },
        progress.function());
    progress.clear();
    rejects.commit();
    out.write(global.json    ? json_summary(totals, file_problems)
              : global.quiet ? std::string{}
                             : text_summary(totals));
    out.commit();
    return verdict(file_problems);
  }

private:
  /// On a worker.
  void examine(Game& game, Batch& batch) const {
    Checked& checked = batch.games.emplace_back();
    analysis::verify(game, m_check, m_no_duplicates ? nullptr : &checked.signature);
    batch.source = game.source;
    checked.number = game.number;
    checked.line = game.line;
    checked.plies = game.plies();
    checked.result = game.result();
    checked.problems = game.problems;
    if (!game.usable()) {
      batch.findings.add(game);
    }
  }

  /// In input order.
  std::string report(Batch& batch, const GlobalOptions& global) {
    std::string out;
    for (Checked& game : batch.games) {
      if (auto duplicate = m_duplicates.add(game.signature, game.number, batch.source, game.line)) {
        game.problems.push_back(std::move(*duplicate));
      }
      m_summary.add(game.plies, game.problems);
      if (global.json) {
        append_game_json(out, batch.source, game);
        continue;
      }
      for (const Problem& problem : game.problems) {
        if (is_shown(problem.severity, global)) {
          out += problem.severity == Severity::note ? "note: " : "";
          out += format_problem(batch.source, game.number, problem);
          out += '\n';
        }
      }
    }
    return out;
  }

  /// Errors always, warnings unless --quiet, notes with --verbose.
  static bool is_shown(Severity severity, const GlobalOptions& global) {
    return severity == Severity::error || (!global.quiet && severity == Severity::warning) ||
           global.verbose;
  }

  static void append_game_json(std::string& out, std::string_view source, const Checked& game) {
    JsonWriter json{out};
    json.begin_object()
        .member("number", game.number)
        .member("source", source)
        .member("line", game.line)
        .member("status", status_of(game.problems))
        .member("plies", game.plies)
        .member("result", to_text(game.result));
    json.key("problems").begin_array();
    for (const Problem& problem : game.problems) {
      append_problem(json, problem);
    }
    json.end_array().end_object();
    out += '\n';
  }

  std::string text_summary(const format::ReadTotals& totals) const {
    std::string out = fmt::format("{} games, {} files, {} plies: {} ok, {} with warnings, {} with "
                                  "errors\n",
                                  m_summary.games, totals.files, m_summary.plies, m_summary.ok,
                                  m_summary.with_warnings, m_summary.with_errors);
    for (const auto& row : problem_codes()) {
      if (const auto count = m_summary.by_code[static_cast<std::size_t>(row.code)]; count != 0) {
        out += fmt::format("  {:<30}{:>8}  {}{}\n", row.name, count,
                           row.severity == Severity::note ? "note: " : "", row.meaning);
      }
    }
    if (m_duplicates.full()) {
      out += fmt::format("Games were compared with the first {} only.\n",
                         analysis::DuplicateFinder::default_capacity);
    }
    return out;
  }

  std::string json_summary(const format::ReadTotals& totals,
                           const std::vector<format::FileProblem>& file_problems) const {
    std::string out;
    JsonWriter json{out};
    json.begin_object().key("summary").begin_object();
    json.member("files", totals.files)
        .member("games", m_summary.games)
        .member("ok", m_summary.ok)
        .member("warning", m_summary.with_warnings)
        .member("error", m_summary.with_errors)
        .member("plies", m_summary.plies);
    json.key("codes").begin_object();
    for (const auto& row : problem_codes()) {
      if (const auto count = m_summary.by_code[static_cast<std::size_t>(row.code)]; count != 0) {
        json.member(row.name, count);
      }
    }
    json.end_object().key("file_problems").begin_array();
    for (const auto& found : file_problems) {
      json.begin_object().member("source", found.source).key("problem");
      append_problem(json, found.problem);
      json.end_object();
    }
    json.end_array().end_object().end_object();
    return out + '\n';
  }

  [[nodiscard]] Exit verdict(const std::vector<format::FileProblem>& file_problems) const {
    bool failed = m_summary.with_errors != 0 || (m_rejects.strict && m_summary.with_warnings != 0);
    for (const auto& found : file_problems) {
      if (found.problem.code == ProblemCode::unreadable_file) {
        return Exit::failure;
      }
      failed = failed || m_rejects.strict || found.problem.severity == Severity::error;
    }
    return failed ? Exit::negative : Exit::ok;
  }

  InputOptions m_input;
  WxfStyleOption m_wxf;
  RejectOptions m_rejects;
  analysis::VerifyOptions m_check;
  int m_rounds = 60;
  bool m_no_duplicates = false;
  analysis::VerifySummary m_summary;
  analysis::DuplicateFinder m_duplicates;
};

} // namespace

CommandInfo verify_command() {
  return {
      .name = "verify",
      .group = "Records",
      .summary = "check games: legal moves, results, headers",
      .synopsis = "IN... [--rejects FILE] [--strict]",
      .description =
          "Replays every game and reports what is wrong with it, with file, line, column, "
          "ply, the text in question, the reason and what to do: text that cannot be read, "
          "impossible start positions, illegal and ambiguous moves (and which rule they break), "
          "a result that contradicts the final position or a repetition there, headers that are "
          "missing, are no dates or contradict each other, text that lost characters, games that "
          "are there twice. xq(1) and docs/problems.md list all codes.\n\n"
          "A game with an error cannot be used as it stands; one with warnings can; notes are "
          "worth knowing and are shown with -v only (and counted in the summary). The findings "
          "and the summary go to standard output. --json prints one object for each game and then "
          "one with the summary.\n\n"
          "A duplicate is a game with the moves, the result and, where both are known, the players "
          "of an earlier game of the same run, in whatever file. A near duplicate (a note) has the "
          "moves of an earlier game under other names or with another result, or comes to the "
          "same position after 60 plies, after 40 with the same players, after 20 with the same "
          "players on the same day.",
      .examples = {{"xq verify archive.pgn", "findings and a summary"},
                   {"xq verify --json games/ > findings.jsonl", "a folder, for a program"},
                   {"xq verify -q --rejects bad.pgn archive.pgn",
                    "errors only; the games with errors are copied to bad.pgn"}},
      .exits = {{Exit::ok, "no game has an error"},
                {Exit::negative, "a game or a file has an error (with --strict: or a warning)"}},
      .create = create<Verify>};
}

} // namespace xq::cli
