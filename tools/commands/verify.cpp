#include "command.hpp"
#include "json.hpp"
#include "options.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "report.hpp"

#include <xq/analysis/verify.hpp>

#include <fmt/format.h>

#include <memory>
#include <vector>

namespace xq::cli {

namespace {

using record::Game;

std::string_view status_of(const Game& game) {
  return !game.usable() ? "error" : game.problems.empty() ? "ok" : "warning";
}

void append_problem(JsonWriter& json, const Problem& problem) {
  json.begin_object()
      .member("code", info(problem.code).name)
      .member("severity", problem.severity == Severity::error ? "error" : "warning")
      .member("line", problem.where.line)
      .member("column", problem.where.column)
      .member("ply", problem.ply)
      .member("token", problem.token)
      .member("message", problem.message)
      .member("advice", problem.advice)
      .end_object();
}

void append_game_json(std::string& out, const Game& game) {
  JsonWriter json{out};
  json.begin_object()
      .member("number", game.number)
      .member("source", game.source)
      .member("line", game.line)
      .member("status", status_of(game))
      .member("plies", game.plies())
      .member("result", to_text(game.result()));
  json.key("problems").begin_array();
  for (const Problem& problem : game.problems) {
    append_problem(json, problem);
  }
  json.end_array().end_object();
  out += '\n';
}

/// What one batch of games leads to; printed in input order.
struct Batch {
  std::string text;
  Findings findings; ///< for its rejects
  analysis::VerifySummary summary;
};

class Verify final : public Command {
public:
  void describe(OptionSet& options) override {
    m_input.describe(options);
    m_wxf.describe_reading(options);
    m_rejects.describe(options);
  }

  Exit run(const GlobalOptions& global) override {
    Output out;
    std::unique_ptr<AtomicFile> rejects;
    if (!m_rejects.path.empty()) {
      rejects = std::make_unique<AtomicFile>(m_rejects.path);
    }
    Progress progress{global, "verifying"};
    analysis::VerifySummary summary;
    std::vector<format::FileProblem> file_problems;
    const auto totals = format::read_games<Batch>(
        m_input.inputs, m_input.read_options(global, m_wxf),
        [&](Game& game, Batch& batch) { examine(game, batch, global); },
        [&](Batch&& batch) {
          if (!batch.text.empty()) {
            progress.clear();
            out.write(batch.text);
          }
          summary.add(batch.summary);
          if (rejects != nullptr) {
            rejects->write(batch.findings.rejects);
          }
        },
        [&](const format::FileProblem& found) {
          summary.add(found.problem);
          file_problems.push_back(found);
          if (!global.json) {
            progress.clear();
            out.write(format_problem(found.source, 0, found.problem) + '\n');
          }
        },
        progress.function());
    progress.clear();
    if (rejects != nullptr) {
      rejects->commit();
    }
    out.write(global.json    ? json_summary(summary, totals, file_problems)
              : global.quiet ? std::string{}
                             : text_summary(summary, totals));
    out.commit();
    return verdict(summary, file_problems);
  }

private:
  static void examine(Game& game, Batch& batch, const GlobalOptions& global) {
    analysis::verify(game);
    batch.summary.add(game);
    if (!game.usable()) {
      batch.findings.add(game);
    }
    if (global.json) {
      append_game_json(batch.text, game);
      return;
    }
    for (const Problem& problem : game.problems) {
      if (!global.quiet || problem.severity == Severity::error) {
        batch.text += format_problem(game.source, game.number, problem);
        batch.text += '\n';
      }
    }
  }

  static std::string text_summary(const analysis::VerifySummary& summary,
                                  const format::ReadTotals& totals) {
    std::string out = fmt::format(
        "{} games, {} files, {} plies: {} ok, {} with warnings, {} with errors\n", summary.games,
        totals.files, summary.plies, summary.ok, summary.with_warnings, summary.with_errors);
    for (const auto& row : problem_codes()) {
      if (const auto count = summary.by_code[static_cast<std::size_t>(row.code)]; count != 0) {
        out += fmt::format("  {:<28}{:>10}  {}\n", row.name, count, row.meaning);
      }
    }
    return out;
  }

  static std::string json_summary(const analysis::VerifySummary& summary,
                                  const format::ReadTotals& totals,
                                  const std::vector<format::FileProblem>& file_problems) {
    std::string out;
    JsonWriter json{out};
    json.begin_object().key("summary").begin_object();
    json.member("files", totals.files)
        .member("games", summary.games)
        .member("ok", summary.ok)
        .member("warning", summary.with_warnings)
        .member("error", summary.with_errors)
        .member("plies", summary.plies);
    json.key("codes").begin_object();
    for (const auto& row : problem_codes()) {
      if (const auto count = summary.by_code[static_cast<std::size_t>(row.code)]; count != 0) {
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

  [[nodiscard]] Exit verdict(const analysis::VerifySummary& summary,
                             const std::vector<format::FileProblem>& file_problems) const {
    bool failed = summary.with_errors != 0 || (m_rejects.strict && summary.with_warnings != 0);
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
          "impossible start positions, illegal and ambiguous moves, a result that contradicts "
          "the final position, headers that are missing or are no dates.\n\n"
          "A game with an error cannot be used as it stands; one with warnings can. The "
          "findings and the summary go to standard output. --json prints one object for each "
          "game and then one with the summary.",
      .examples = {{"xq verify archive.pgn", "findings and a summary"},
                   {"xq verify --json games/ > findings.jsonl", "a folder, for a program"},
                   {"xq verify -q --rejects bad.pgn archive.pgn",
                    "errors only; the games with errors are copied to bad.pgn"}},
      .exits = {{Exit::ok, "no game has an error"},
                {Exit::negative, "a game or a file has an error (with --strict: or a warning)"}},
      .create = create<Verify>};
}

} // namespace xq::cli
