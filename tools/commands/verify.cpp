#include "command.hpp"
#include "options.hpp"

#include <xq/analysis/verify.hpp>
#include <xq/base/text.hpp>

#include <fmt/format.h>

#include <cstdio>

namespace xq::cli {

namespace {

using record::Game;

std::string_view status_of(const Game& game) {
  return !game.usable() ? "error" : game.problems.empty() ? "ok" : "warning";
}

void append_problem_json(std::string& out, const Problem& problem) {
  const auto& row = info(problem.code);
  fmt::format_to(std::back_inserter(out),
                 R"({{"code":"{}","severity":"{}","line":{},"column":{},"ply":{},"token":)",
                 row.name, problem.severity == Severity::error ? "error" : "warning",
                 problem.where.line, problem.where.column, problem.ply);
  append_json(out, problem.token);
  out += R"(,"message":)";
  append_json(out, problem.message);
  out += R"(,"advice":)";
  append_json(out, problem.advice);
  out += '}';
}

void append_game_json(std::string& out, const Game& game) {
  fmt::format_to(std::back_inserter(out), R"({{"number":{},"source":)", game.number);
  append_json(out, game.source);
  fmt::format_to(std::back_inserter(out),
                 R"(,"line":{},"status":"{}","plies":{},"result":"{}","problems":[)", game.line,
                 status_of(game), game.plies(), to_text(game.result()));
  for (const Problem& problem : game.problems) {
    if (out.back() != '[') {
      out += ',';
    }
    append_problem_json(out, problem);
  }
  out += "]}\n";
}

/// What one batch of games leads to; printed in input order.
struct Findings {
  std::string text;
  std::string rejects;
  analysis::VerifySummary summary;
};

class Verify final : public Command {
public:
  void describe(OptionSet& options) override {
    m_input.describe(options);
    m_rejects.describe(options);
  }

  Exit run(const GlobalOptions& global) override {
    analysis::VerifySummary summary;
    std::string file_problems;
    bool files_failed = false;
    const auto totals = format::read_games<Findings>(
        m_input.inputs, m_input.read_options(global),
        [&](Game& game, Findings& findings) { examine(game, findings, global); },
        [&](Findings&& findings) {
          print(findings.text);
          summary.add(findings.summary);
        },
        [&](const format::FileProblem& found) {
          summary.add(found.problem);
          files_failed = files_failed || found.problem.severity == Severity::error;
          report_file(found, file_problems, global);
        });
    print_summary(summary, totals, file_problems, global);
    const bool failed = files_failed || summary.with_errors != 0 ||
                        (m_rejects.strict && summary.with_warnings != 0);
    return failed ? Exit::negative : Exit::ok;
  }

private:
  static void print(const std::string& text) { std::fwrite(text.data(), 1, text.size(), stdout); }

  static void examine(Game& game, Findings& findings, const GlobalOptions& global) {
    analysis::verify(game);
    findings.summary.add(game);
    if (global.json) {
      append_game_json(findings.text, game);
      return;
    }
    for (const Problem& problem : game.problems) {
      if (!global.quiet || problem.severity == Severity::error) {
        findings.text += format_problem(game.source, game.number, problem);
        findings.text += '\n';
      }
    }
  }

  static void report_file(const format::FileProblem& found, std::string& json,
                          const GlobalOptions& global) {
    if (global.json) {
      json += json.empty() ? "" : ",";
      json += R"({"source":)";
      append_json(json, found.source);
      json += R"(,"problem":)";
      append_problem_json(json, found.problem);
      json += '}';
    } else {
      print(format_problem(found.source, 0, found.problem) + '\n');
    }
  }

  static void print_summary(const analysis::VerifySummary& summary,
                            const format::ReadTotals& totals, const std::string& file_problems,
                            const GlobalOptions& global) {
    std::string codes;
    for (const auto& row : problem_codes()) {
      const auto count = summary.by_code[static_cast<std::size_t>(row.code)];
      if (count == 0) {
        continue;
      }
      codes += global.json ? fmt::format("{}\"{}\":{}", codes.empty() ? "" : ",", row.name, count)
                           : fmt::format("  {:<28}{:>10}  {}\n", row.name, count, row.meaning);
    }
    if (global.json) {
      fmt::print(R"({{"summary":{{"files":{},"games":{},"ok":{},"warning":{},"error":{},)"
                 R"("plies":{},"codes":{{{}}},"file_problems":[{}]}}}})"
                 "\n",
                 totals.files, summary.games, summary.ok, summary.with_warnings,
                 summary.with_errors, summary.plies, codes, file_problems);
    } else if (!global.quiet) {
      fmt::print("{} games in {} files: {} ok, {} with warnings, {} with errors; {} plies\n{}",
                 summary.games, totals.files, summary.ok, summary.with_warnings,
                 summary.with_errors, summary.plies, codes);
    }
  }

  InputOptions m_input;
  RejectOptions m_rejects;
};

} // namespace

CommandInfo verify_command() {
  return {.name = "verify",
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
