#include "analysis/solve/solved_record.hpp"
#include "base/text/json_writer.hpp"
#include "base/text/text.hpp"
#include "cli/files/output.hpp"
#include "cli/games/game_output.hpp"
#include "cli/games/report.hpp"
#include "cli/interrupt.hpp"
#include "cli/options/options.hpp"
#include "cli/options/values.hpp"
#include "cli/progress.hpp"
#include "cli/talk.hpp"
#include "command.hpp"
#include "commands/endings/ending_options.hpp"
#include "jobs/answer/write.hpp"
#include "jobs/solving/solving_run.hpp"

#include <xq/base/error.hpp>
#include <xq/base/translate.hpp>
#include <xq/board/fen.hpp>
#include <xq/record/game.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

namespace xq::cli {

namespace {

using analysis::Answer;
using analysis::SolutionFinding;
using analysis::SolvedProblem;
using jobs::StopReason;

/// The parts of --claim.
enum class ClaimWord : std::uint8_t { recorded, red, black, draw };

class Solve final : public Command {
public:
  void describe(OptionSet& options) override {
    m_options = &options;
    m_input.describe(options);
    m_output.may_pack = false;
    m_output.describe(options, [this] { return replaces_when_complete(m_output.format()); });
    options.add("claim",
                choice(m_claim,
                       {{"record", ClaimWord::recorded},
                        {"red", ClaimWord::red},
                        {"black", ClaimWord::black},
                        {"draw", ClaimWord::draw}},
                       "WHAT"),
                "what is claimed of each position: what its record says, that this side wins, or "
                "a draw");
    options.add("nodes", number(m_nodes, 1000, 1'000'000'000'000LL),
                "search a position for mates with at most N nodes, and its solution with as many "
                "again");
    m_tables.describe(options);
    options.add("engine-nodes", number(m_engine_nodes, 0, 1'000'000'000'000LL),
                "where there is no mate, the engine's value by N nodes; 0: none");
    options.add("limit", number(m_limit, 0, 1'000'000'000LL),
                "look at the first N records only; 0: all of them");
    options.add("time-limit", duration(m_time_limit),
                "stop after this time, with what is done by then");
    m_rejects.describe(options);
  }

  Exit run(const GlobalOptions& global) override {
    m_json = global.json;
    m_style =
        m_options->given("notation") ? m_output.style() : ShownNotationOptions{}.shown_style();
    const bool to_file = !m_output.output.path.empty() && m_output.output.path != "-";
    if (!m_output.output.path.empty() && !to_file) {
      throw make_error<UsageError>("what was found goes to stdout: name a file for the records");
    }
    std::optional<GameFormatter> formatter;
    std::optional<Output> records;
    if (to_file) {
      formatter.emplace(m_output);
      records.emplace(m_output.output.path);
      records->write(formatter->header());
    }
    Progress progress{global, to_translate("solving"), to_translate("{} records")};
    Report report{global, m_rejects, progress, m_input.inputs};
    Output answers;
    OutputCounts counts;
    std::mutex talking;
    std::uint64_t done = 0;
    const auto total = progress.needs_total() ? count_records(global) : 0;
    auto setup = this->setup(global);
    setup.keep_going = [&] {
      const std::unique_lock lock{talking, std::try_to_lock};
      return !lock || (progress.update(done, total, done) && !interrupted());
    };
    const auto reason = jobs::solve_records(
        std::move(setup), global.threads,
        [&](jobs::SolvedRecord&& solved) {
          const std::lock_guard lock{talking};
          ++done;
          if (!solved.failure.empty()) {
            progress.clear();
            talk("xq: {}: record {}: {}\n", solved.game->source, solved.number, solved.failure);
            m_failed = true;
          }
          if (solved.problem) {
            progress.clear();
            answers.write(m_json ? json_line(solved) : text(solved));
            flush_stdout(); // the next one may take minutes
          } else if (solved.game->usable()) {
            ++m_games;
          }
          write(formatter, records, solved, counts);
          Findings findings;
          findings.add(*solved.game);
          report.take(findings);
        },
        [&](const format::FileProblem& problem) {
          const std::lock_guard lock{talking};
          report.take(problem);
        });
    progress.clear();
    if (records) {
      records->write(formatter->footer());
      reason == StopReason::none&& report.is_complete() ? records->commit()
                                                        : records->commit_incomplete();
    }
    answers.commit();
    return finish(global, report.finish(), reason);
  }

private:
  /// For the time left; 0 for stdin, which cannot be read twice.
  [[nodiscard]] std::uint64_t count_records(const GlobalOptions& global) const {
    if (std::find(m_input.inputs.begin(), m_input.inputs.end(), "-") != m_input.inputs.end()) {
      return 0;
    }
    format::GameReader reader{m_input.inputs, m_input.read_options(global)};
    std::uint64_t count = 0;
    while (reader.next() != nullptr) {
      ++count;
    }
    return m_limit == 0 ? count : std::min(count, m_limit);
  }

  jobs::SolvingSetup setup(const GlobalOptions& global) {
    jobs::SolvingSetup out;
    out.files = m_input.inputs;
    out.read = m_input.read_options(global, m_output.notation.wxf);
    out.limit = m_limit;
    out.solve.nodes = m_nodes;
    if (m_claim != ClaimWord::recorded) {
      using enum record::Result;
      const auto result = m_claim == ClaimWord::red     ? red_wins
                          : m_claim == ClaimWord::black ? black_wins
                                                        : draw;
      out.solve.claim = analysis::Claim{result, 0, "--claim", {}};
    }
    m_library.emplace(m_tables.library());
    out.solve.tables = &*m_library;
    if (m_engine_nodes != 0) {
      engine::Limits limits;
      limits.nodes = m_engine_nodes;
      out.analysts = analysis::own_analysts(limits, {}, {});
    }
    if (m_time_limit.count() != 0) {
      out.deadline = jobs::RunClock::now() + m_time_limit;
    }
    return out;
  }

  static void write(const std::optional<GameFormatter>& formatter, std::optional<Output>& records,
                    jobs::SolvedRecord& solved, OutputCounts& counts) {
    record::Game& game = *solved.game;
    if (!records || !game.usable()) {
      return;
    }
    std::string bytes;
    auto written = solved.problem ? analysis::with_findings(game, *solved.problem) : game;
    written.problems.clear();
    formatter->write(bytes, written, counts);
    std::move(written.problems.begin(), written.problems.end(), std::back_inserter(game.problems));
    records->write(bytes);
  }

  [[nodiscard]] std::string moves(const Position& position, std::span<const Move> line) const {
    return notation::to_text(position, line, m_style, m_output.notation.write_options());
  }

  static std::string title(const record::Game& game) {
    for (const std::string_view name : {"Title", "Event", "id"}) {
      if (const auto value = trim(game.tag(name)); !value.empty() && value != "?") {
        return excerpt(value, 60);
      }
    }
    return {};
  }

  static std::string claim_text(const analysis::Claim& claim) {
    if (!claim.says_anything()) {
      return {};
    }
    using enum record::Result;
    std::string out{claim.result == draw         ? translate("claim: draw")
                    : claim.result == red_wins   ? translate("claim: Red wins")
                    : claim.result == black_wins ? translate("claim: Black wins")
                                                 : translate("claim: mate")};
    if (claim.mate != 0) {
      out += localized(", in {}", claim.mate);
    }
    return out;
  }

  std::string text(const jobs::SolvedRecord& solved) {
    const record::Game& game = *solved.game;
    const SolvedProblem& problem = *solved.problem;
    ++m_answers[static_cast<std::size_t>(problem.answer)];
    std::string out = fmt::format("{}. ", solved.number);
    for (const std::string& part : {title(game), claim_text(problem.claim)}) {
      out += part.empty() ? part : fmt::format("{}{}", part, translate("; "));
    }
    out += analysis::describe(problem) + '\n';
    if (problem.mate) {
      out += fmt::format("   {}\n", moves(game.start(), problem.mate->line));
    }
    for (const SolutionFinding& finding : problem.findings) {
      std::vector<Move> line{finding.move};
      line.insert(line.end(), finding.line.begin(), finding.line.end());
      out += fmt::format("   {}: {}\n",
                         localized("ply {}, {}", finding.ply, analysis::describe(finding)),
                         moves(record::position_after(game, finding.node), line));
    }
    return out;
  }

  std::string json_line(const jobs::SolvedRecord& solved) {
    const record::Game& game = *solved.game;
    const SolvedProblem& problem = *solved.problem;
    ++m_answers[static_cast<std::size_t>(problem.answer)];
    std::string out;
    JsonWriter json{out};
    json.begin_object()
        .member("game", solved.number)
        .member("source", solved.game->source)
        .member("title", title(game))
        .member("fen", write_fen(game.start()));
    json.key("claim");
    if (problem.claim.says_anything()) {
      json.begin_object()
          .member("result", record::to_text(problem.claim.result))
          .member("mate", problem.claim.mate)
          .member("source", problem.claim.source)
          .member("words", problem.claim.words)
          .end_object();
    } else {
      json.null();
    }
    json.member("answer", analysis::to_text(problem.answer));
    json.key("mate");
    if (problem.mate) {
      json.begin_object()
          .member("winner", problem.mate->winner == Color::red ? "red" : "black")
          .member("moves", problem.mate->moves)
          .member("by_checks", problem.mate->by_checks)
          .member("shortest", problem.mate->shortest)
          .member("line", jobs::squares(problem.mate->line))
          .end_object();
    } else {
      json.null();
    }
    json.key("table");
    if (problem.table) {
      json.begin_object()
          .member("winner", !problem.table->winner                 ? "none"
                            : *problem.table->winner == Color::red ? "red"
                                                                   : "black")
          .member("by_rule", problem.table->by_rule)
          .member("moves", problem.table->moves)
          .end_object();
    } else {
      json.null();
    }
    json.key("value");
    if (problem.evaluation) {
      json.value(analysis::value_text(problem.evaluation->score));
    } else {
      json.null();
    }
    json.key("findings").begin_array();
    for (const SolutionFinding& finding : problem.findings) {
      json.begin_object()
          .member("kind", analysis::to_text(finding.kind))
          .member("ply", finding.ply)
          .member("move", jobs::squares({&finding.move, 1}))
          .member("line", jobs::squares(finding.line))
          .end_object();
    }
    json.end_array().member("nodes", problem.nodes).end_object();
    out += '\n';
    return out;
  }

  Exit finish(const GlobalOptions& global, Exit exit, StopReason reason) {
    const auto count = [this](Answer answer) {
      return m_answers[static_cast<std::size_t>(answer)];
    };
    if (!global.quiet) {
      talk("xq: {} proved, {} refuted, {} likely, {} unlikely, {} open, {} without a claim\n",
           count(Answer::proved), count(Answer::refuted), count(Answer::likely),
           count(Answer::unlikely), count(Answer::open), count(Answer::no_claim));
      if (m_games != 0) {
        talk("xq: {} from the usual position left alone\n",
             counted(m_games, "{} game", "{} games"));
      }
    }
    if (reason != StopReason::none) {
      if (!global.quiet) {
        talk_lines(fmt::format("xq: {}\n", reason == StopReason::time
                                               ? translate("the time is over")
                                               : translate("interrupted")));
      }
      return reason == StopReason::time ? Exit::negative : Exit::interrupted;
    }
    if (m_failed) {
      return Exit::failure;
    }
    return exit == Exit::ok && count(Answer::refuted) != 0 ? Exit::negative : exit;
  }

  InputOptions m_input;
  GameOutputOptions m_output;
  RejectOptions m_rejects;
  EndingTables m_tables;
  std::optional<endings::Library> m_library; ///< for as long as the run lasts
  const OptionSet* m_options = nullptr;
  notation::Style m_style{}; ///< of moves that are shown
  ClaimWord m_claim = ClaimWord::recorded;
  std::uint64_t m_nodes = 1'000'000;
  std::uint64_t m_engine_nodes = 100'000;
  std::uint64_t m_limit = 0;
  std::chrono::milliseconds m_time_limit{0};
  bool m_json = false;
  bool m_failed = false;
  std::uint64_t m_games = 0; ///< that begin at the usual position
  std::array<std::uint64_t, 6> m_answers{};
};

} // namespace

CommandInfo solve_command() {
  return {
      .name = "solve",
      .group = "Records",
      .summary = "prove or refute what problems and endings claim",
      .synopsis = "IN... [--nodes N] [--claim WHAT] [-o OUT]",
      .description =
          "Looks at each record that does not begin at the usual position, reads what it claims, "
          "and says one of: proved (a mate that no defence escapes), refuted (the other side "
          "mates, or there is no mate of the stated length), likely or unlikely (the engine's "
          "value), open. Games from the usual position are left alone.\n\n"
          "A claim stands in the title, the event or a comment before the first move (红先胜, "
          "先手和, 五步杀, Red to play and win, mate in 4, in both scripts), in the operation dm "
          "of EPD, or in the result of a record that names no players. --claim says it for all.\n\n"
          "Mates are proved by proof numbers: first by checks alone, then by all moves; each proof "
          "is played on the board with every defence. \"No mate is shorter\" is shown, too, or not "
          "said. Repetitions play no part: a shortest mate has none. The engine's value is no "
          "proof.\n\n"
          "Where a mate is proved, the solution of the record is looked at: another first move "
          "that mates in no more moves, a defence that is missing and lasts longer than those that "
          "are there, a move of the main line after which there is no mate as quick as before, a "
          "main line that ends before the mate. What takes more nodes is not said. -o writes the "
          "records with a comment of the answer and with what was missing as variations.\n\n"
          "With the same nodes the answers are the same for any number of threads. --json prints "
          "an object a line: game, source, title, fen, claim, answer, mate (winner, moves, "
          "by_checks, shortest, line), value, findings and nodes.",
      .examples = {{"xq solve problems.xqf", "is the claim true, and the solution whole?"},
                   {"xq solve collection/ --nodes 10000000 -o checked.pgn",
                    "more thorough, into a file with what was missing"},
                   {"xq solve --claim red --engine-nodes 0 mates.epd",
                    "mates alone, whatever the records say"},
                   {"xq solve --json collection/ > answers.jsonl", "for a program"}},
      .exits = {{Exit::negative, "a claim is refuted; no usable record; the time was over before "
                                 "the end; something was rejected under --strict"},
                {Exit::failure, "also: the engine could not judge a position"}},
      .create = create<Solve>};
}

} // namespace xq::cli
