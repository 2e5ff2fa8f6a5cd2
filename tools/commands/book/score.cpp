#include "base/os/stay_awake.hpp"
#include "base/text/text.hpp"
#include "cli/files/file_kind.hpp"
#include "cli/files/line_reader.hpp"
#include "cli/interrupt.hpp"
#include "cli/next_step.hpp"
#include "cli/options/analyst_options.hpp"
#include "cli/options/long_run_options.hpp"
#include "cli/options/options.hpp"
#include "cli/progress.hpp"
#include "cli/talk.hpp"
#include "command.hpp"
#include "jobs/answer/write.hpp"
#include "jobs/search/position_text.hpp"

#include <xq/base/error.hpp>
#include <xq/base/problem.hpp>
#include <xq/base/translate.hpp>
#include <xq/board/fen.hpp>
#include <xq/scoring.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

namespace xq::cli {

namespace {

using jobs::get;
using jobs::Kind;

struct Scored : ScoringTotals {
  std::string_view book;
};
constexpr auto score_fields = std::to_array<jobs::FieldOf<Scored>>(
    {{"book", Kind::text, get<&Scored::book>},
     {"positions", Kind::count, get<&Scored::positions>},
     {"added", Kind::count, get<&Scored::added>},
     {"moves", Kind::count, get<&Scored::moves>},
     {"searched", Kind::count, get<&Scored::searched>},
     {"cached", Kind::count, get<&Scored::cached>},
     {"score", Kind::score, get<&Scored::score>, jobs::Missing::null}});

constexpr std::uint64_t default_nodes = 20'000;
constexpr std::string_view journal_suffix = ".journal.xqdb";

/// Shows how far a run is.
class ScoringTalk {
public:
  explicit ScoringTalk(const GlobalOptions& global) : m_global{global} {}

  /// On any thread.
  void show(const ScoringProgress& now) {
    const std::lock_guard lock{m_mutex};
    if (m_step != now.step || !m_progress) {
      m_step = now.step;
      m_progress.reset();
      m_progress.emplace(m_global, what(now.step), unit(now.step));
      if (now.step == ScoringProgress::Step::judging) {
        m_progress->announce_time_left();
      }
    }
    if (now.searched == 0) { // all answers came from the journal: measure the speed from here
      m_progress->restart(now.done, now.done);
    }
    static_cast<void>(m_progress->update(now.done, now.total, now.done));
  }
  void end() {
    const std::lock_guard lock{m_mutex};
    m_progress.reset();
  }

private:
  using Step = ScoringProgress::Step;
  static std::string_view what(Step step) {
    return step == Step::reading   ? to_translate("reading")
           : step == Step::judging ? to_translate("judging")
                                   : to_translate("writing the book");
  }
  static std::string_view unit(Step step) {
    return step == Step::writing ? to_translate("{} entries") : to_translate("{} positions");
  }

  const GlobalOptions& m_global;
  std::mutex m_mutex;
  std::optional<Progress> m_progress;
  Step m_step = Step::reading;
};

class BookScore final : public Command {
public:
  void describe(OptionSet& options) override {
    options.add_argument(file(m_setup.book, book_role(), "BOOK"), "a book made by xq book build");
    options.add_argument(files(m_setup.parts, reads(file_kind::game_database), "PART"),
                         "with --merge: all parts, in any order", 0, OptionSet::any_number);
    m_output.describe(
        options, [this] { return output_role(); },
        "write the judged book here, and leave BOOK as it is; with --shard: the part");
    options.add("min-games", number(m_setup.min_games, 1, 0xFFFFFFFFLL),
                "judge where moves of so many games lead");
    options.add("max-ply", number(m_setup.max_ply, 1, 100'000),
                "judge the first N plies only (default: all)");
    options.add("subtree", texts(m_subtrees, "FEN|MOVES"),
                "judge only what follows this position, a FEN or moves from the start in quotes; "
                "other judgements of the book stay; may be repeated");
    options.add("positions", file(m_positions, reads(file_kind::anything)),
                "judge the positions of this file, too: a FEN on each line, and behind a TAB moves "
                "from there; - is stdin");
    options.add("expand", number(m_setup.expand, 0, 1'000'000'000),
                "add the N positions most worth knowing, whether or not somebody played them");
    options.add("rounds", number(m_setup.rounds, 1, 1'000'000),
                "add them in up to N rounds; each knows what the one before found");
    options.add("rules",
                choice(m_setup.rules,
                       {{"wxf", RuleSet::wxf}, {"cxa", RuleSet::cxa}, {"none", RuleSet::none}},
                       "RULES"),
                "of repetition: Asian and world rules, Chinese rules, or always a draw");
    options.add("memory", bytes(m_memory), "memory for the positions, 400 bytes each at the most");
    options.begin_group("Engine");
    m_analyst.describe(options);
    options.begin_group("Long runs");
    options.add("journal", file(m_journal, changes(file_kind::game_database), "FILE.xqdb"),
                "keep the engine's answers in FILE, also after the end; by default they are in "
                "OUT.journal.xqdb until the end");
    m_long_run.describe(options,
                        "judge every Nth position from the Ith on; OUT is then a part for --merge",
                        "take what the engine said from the parts of one run");
    options.begin_group("Options");
    m_wxf.describe_reading(options);
  }

  Exit run(const GlobalOptions& global) override {
    check();
    m_long_run.apply_priority();
    const os::StayAwake awake;
    prepare(global);
    std::atomic<ScoringRun*> running{nullptr}; // the watching thread is there before the run
    ScoringTalk talk{global};
    m_setup.keep_going = [&] {
      if (const ScoringRun* const known = running) {
        talk.show(known->progress());
      }
      return !interrupted();
    };
    ScoringRun score{m_setup};
    running = &score;
    const auto reason = score.run();
    talk.end();
    if (reason != StopReason::none) {
      say_stopped(global, reason, score);
      return reason == StopReason::time ? Exit::negative : Exit::interrupted;
    }
    const auto totals = score.totals();
    if (m_journal.empty() && !m_setup.shard && !m_setup.journal.empty()) {
      score.remove_journal();
    }
    say(global, totals);
    return Exit::ok;
  }

private:
  /// Replaced unless the result goes elsewhere.
  FileRoleFunction book_role() {
    return [this] {
      const FileUse use =
          m_output.path.empty() && !m_long_run.shard ? FileUse::change : FileUse::read;
      return FileRole{use, std::string{file_kind::opening_book}};
    };
  }
  [[nodiscard]] FileRole output_role() const {
    if (m_long_run.shard) {
      return {FileUse::change, std::string{file_kind::game_database}};
    }
    FileRole role{FileUse::replace, std::string{file_kind::opening_book}};
    if (m_journal.empty()) {
      role.companions.push_back({to_translate("the journal"), std::string{journal_suffix},
                                 FileUse::change, std::string{file_kind::game_database}});
    }
    return role;
  }

  void check() const {
    if (m_long_run.merge && m_long_run.shard) {
      throw make_error<UsageError>("--merge does not go with --shard");
    }
    if (m_long_run.merge != !m_setup.parts.empty()) {
      throw m_long_run.merge ? make_error<UsageError>("name the parts")
                             : make_error<UsageError>("parts need --merge");
    }
    if (m_output.path == "-") {
      throw make_error<UsageError>(
          "a book cannot be written to stdout. Give the name of a file with -o");
    }
    if (m_long_run.shard && (m_output.path.empty() || !m_journal.empty())) {
      throw make_error<UsageError>("--shard needs -o PART, which is its own journal");
    }
  }

  void prepare(const GlobalOptions& global) {
    m_setup.analysts = m_analyst.source();
    m_setup.target = m_output.path.empty() ? m_setup.book : m_output.path;
    m_setup.journal = journal();
    m_setup.shard = m_long_run.shard;
    m_setup.deadline = m_long_run.deadline();
    m_setup.threads = global.threads;
    m_setup.memory = static_cast<std::size_t>(m_memory);
    if (m_setup.shard || m_long_run.merge) {
      m_setup.rounds = 1; // a part does not know what the others find
    }
    for (const std::string& text : m_subtrees) {
      const auto read = read_fen(text);
      m_setup.from.push_back(read ? read->position
                                  : jobs::after_moves(Position::start(), text, m_wxf.style));
    }
    if (!m_positions.empty()) {
      read_positions();
    }
  }

  /// Parts have all answers: merging them needs none of its own.
  [[nodiscard]] std::string journal() const {
    if (m_long_run.shard) {
      return m_output.path;
    }
    return m_journal.empty() && !m_long_run.merge ? m_setup.target + std::string{journal_suffix}
                                                  : m_journal;
  }

  /// Throws UsageError for a line that is no position: to leave one out may be a night lost.
  void read_positions() {
    LineReader lines{m_positions};
    while (const auto line = lines.next()) {
      const std::size_t tab = std::min(line->find('\t'), line->size());
      const std::string_view text = trim(line->substr(0, tab));
      if (text.empty() || text.starts_with('#')) {
        continue;
      }
      const auto read = text == "startpos" ? read_fen(start_fen) : read_fen(text);
      if (!read) {
        Problem problem = read.error();
        problem.where.line = lines.number();
        throw UsageError{format_problem(m_positions, 0, problem)};
      }
      m_setup.more.push_back(jobs::after_moves(read->position, line->substr(tab), m_wxf.style));
    }
  }

  void say_stopped(const GlobalOptions& global, StopReason reason, ScoringRun& score) {
    const auto why =
        reason == StopReason::time ? translate("the time is over") : translate("interrupted");
    if (!global.quiet) {
      talk("xq: {}: {} kept in {}, {} is as it was. Run the same command again to go on.\n", why,
           counted(score.answers(), "{} answer", "{} answers"), m_setup.journal, m_setup.target);
    }
  }

  void say(const GlobalOptions& global, const ScoringTotals& totals) const {
    if (global.json) {
      print_lines(jobs::json_line<Scored>(score_fields, {totals, m_setup.target}));
      return;
    }
    if (global.quiet) {
      return;
    }
    if (m_setup.shard) {
      talk("xq: {}: {} searched\n", m_setup.target,
           counted(totals.searched, "{} position", "{} positions"));
      say_next(global, localized("when all parts are there: {}",
                                 fmt::format("xq book score {} --merge PART... -o OUT",
                                             shell_word(m_setup.book))));
      return;
    }
    talk("xq: {}: {}, {} with scores; {} searched, {} known before\n", m_setup.target,
         counted(totals.positions, "{} position", "{} positions"),
         counted(totals.moves, "{} move", "{} moves"), totals.searched, totals.cached);
    say_next(global, fmt::format("xq book probe {} startpos", shell_word(m_setup.target)),
             fmt::format("xq book lines {}", shell_word(m_setup.target)));
  }

  ScoringSetup m_setup;
  OutputOptions m_output;
  WxfStyleOption m_wxf;
  AnalystOptions m_analyst{default_nodes};
  LongRunOptions m_long_run;
  std::vector<std::string> m_subtrees;
  std::string m_positions;
  std::string m_journal;
  std::uint64_t m_memory = std::uint64_t{4} << 30U;
};

} // namespace

CommandInfo book_score_command() {
  return {
      .name = "book score",
      .group = "Opening books",
      .summary = "judge the positions of an opening book with an engine",
      .synopsis =
          "BOOK [PART...] [-o OUT.xqbook] [--nodes N] [--min-games N] [--max-ply N] [--expand N]",
      .description =
          "Games say what was played; this says what is good. Every position that the moves of the "
          "book lead to is searched once, for the best of the moves that the book does not know; "
          "what the known moves are worth is counted back from the positions that they lead to, "
          "also where nobody went that way from here. So a score is what a move is worth when both "
          "sides play their best, as far as the book and the engine know. Play without end is "
          "judged by --rules, see xq-rules(7): by wxf who alone gives check all the time, or "
          "chases "
          "one piece, loses; by cxa who alone attacks with every move, or who has to change by "
          "article 26.9; else it is a draw. --rules changes scores, not what the engine is asked. "
          "A "
          "mate is counted in plies. Scores are centipawns of the side to move.\n\n"
          "xq book probe, show, lines, holes, diff and export, the engine (Book Move score) and "
          "xq serve show and use the scores. What the games say stays as it is.\n\n"
          "With --expand the book grows: at the best move that it does not know, first where few "
          "small mistakes, or moves that many play, lead from the start (drop-out expansion, "
          "Lincke 2000).\n\n"
          "A run may be killed at any moment: the answers of the engine are kept in a journal, and "
          "the same command goes on where it was. The result does not depend on that, nor on "
          "--threads, nor on parts: with --shard I/N each of N machines judges a part, and --merge "
          "makes the book of all parts, byte for byte that of one machine. --expand with --shard "
          "adds its positions in one round to a book that is judged.",
      .examples = {{"xq book score book.xqbook --min-games 5", "judge what five games played"},
                   {"xq book score book.xqbook --subtree \"炮二平五 马8进7\" --nodes 1000000",
                    "look deeper at one opening"},
                   {"xq book score book.xqbook --expand 10000 --time-limit 8h",
                    "let it grow over night"},
                   {"xq book score book.xqbook --shard 1/4 -o part1.xqdb",
                    "a quarter, on one of four machines"},
                   {"xq book score book.xqbook --merge part*.xqdb", "the whole"}},
      .exits = {{Exit::negative, "the time was over before all was judged"},
                {Exit::failure, "the book could not be read or written, or the engine failed"}},
      .answers = {{jobs::parts<score_fields>}},
      .create = create<BookScore>};
}

} // namespace xq::cli
