#include "analysis/solve/solved_record.hpp"
#include "base/files/packer.hpp"
#include "base/os/path.hpp"
#include "base/os/stay_awake.hpp"
#include "cli/files/file_kind.hpp"
#include "cli/games/game_output.hpp"
#include "cli/interrupt.hpp"
#include "cli/options/filter_options.hpp"
#include "cli/options/long_run_options.hpp"
#include "cli/options/options.hpp"
#include "cli/options/position_options.hpp"
#include "cli/options/values.hpp"
#include "cli/talk.hpp"
#include "command.hpp"
#include "commands/endings/ending_options.hpp"
#include "commands/solve/solving_session.hpp"
#include "jobs/solving/solved_text.hpp"
#include "render/problem_page.hpp"

#include <xq/base/error.hpp>
#include <xq/base/translate.hpp>

#include <fmt/core.h>

#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

namespace xq::cli {

namespace {

/// The parts of --claim.
enum class ClaimWord : std::uint8_t { recorded, red, black, draw };

constexpr std::string_view journal_suffix = ".journal.xqdb";
/// The title of a page about several files.
constexpr std::string_view title_of_many = to_translate("Problems and endings");

class Solve final : public Command {
public:
  void describe(OptionSet& options) override {
    m_options = &options;
    m_input.describe(options, 0, [this] {
      return FileRole{FileUse::read, m_long_run.merge ? std::string{} // parts are databases
                                                      : std::string{file_kind::games}};
    });
    add_database(options, file(m_setup.database, reads(file_kind::game_database), "GAMES.xqdb"),
                 "solve the records of this game database", [this] { return m_long_run.merge; });
    m_output.may_pack = false;
    m_output.describe(options, [this] { return output_role(); });
    options.add(
        "report",
        file(
            m_session.page_path,
            [this] { return with_journal(file_kind::web_page, m_output.output.path.empty()); },
            "FILE.html"),
        "write a page for a browser and for paper, too: boards, claims, answers, findings");
    options.add("claim",
                choice(m_claim,
                       {{"record", ClaimWord::recorded},
                        {"red", ClaimWord::red},
                        {"black", ClaimWord::black},
                        {"draw", ClaimWord::draw}},
                       "WHAT"),
                "what is claimed of each position: what its record says, that this side wins, or "
                "a draw");
    options.add("limit", number(m_setup.limit, 0, 1'000'000'000LL),
                "look at the first N records only; 0: all of them");
    m_session.rejects.describe(options);
    describe_search(options);
    options.begin_group("Long runs");
    options.add("journal", file(m_journal, changes(file_kind::game_database), "FILE.xqdb"),
                "keep the answers in FILE, also after the end; by default they are in "
                "OUT.journal.xqdb until the end");
    m_long_run.describe(options,
                        "solve every Nth record from the Ith on; OUT is then a part for --merge",
                        "put parts together: IN are all parts, in any order");
    options.begin_group("Options");
    m_position.describe(options);
    m_filter.describe(options, FilterOptions::Games::of_either);
  }

  Exit run(const GlobalOptions& global) override {
    check();
    m_output.name_tells_format = !m_long_run.shard;
    if (m_long_run.merge) {
      return merge(global);
    }
    m_long_run.apply_priority();
    const os::StayAwake awake;
    const GameFormatter formatter{m_output};
    prepare(global, formatter);
    const Exit exit = SolvingSession{global, m_session}.run();
    if (!global.quiet && !m_session.text_path.empty()) {
      talk_lines(formatter.summary(m_counts, global.json));
    }
    return exit;
  }

private:
  void describe_search(OptionSet& options) {
    options.begin_group("Search for mates");
    options.add("nodes", number(m_setup.solve.nodes, 1000, 1'000'000'000'000LL),
                "search a position for mates with at most N nodes, and its solution with as many "
                "again");
    options.add("hash", number(m_megabytes, 1, 1 << 20, "MB"),
                "megabytes at most for the table of this search, on each thread");
    options.add("defences",
                choice(m_setup.solve.all_defences, {{"longer", false}, {"all", true}}, "WHICH"),
                "which missing defences are told: those that last longer than the ones that are "
                "there, or all");
    m_tables.describe(options);
    options.add("engine-nodes", number(m_engine_nodes, 0, 1'000'000'000'000LL),
                "where there is no mate, the engine's value by N nodes; 0: none");
    options.begin_group("Options");
  }

  /// -o of a shard is a part: a database with its answers.
  [[nodiscard]] FileRole output_role() const {
    if (m_long_run.shard) {
      return {FileUse::change, std::string{file_kind::game_database}};
    }
    return with_journal(m_output.format(), true);
  }

  /// A result, and what a run that is stopped leaves beside it.
  [[nodiscard]] FileRole with_journal(std::string_view kind, bool has_journal) const {
    FileRole role = replaces_when_complete(kind);
    if (has_journal && m_journal.empty()) {
      role.companions.push_back({to_translate("the journal"), std::string{journal_suffix},
                                 FileUse::change, std::string{file_kind::game_database}});
    }
    return role;
  }

  void check() const {
    const std::string& out = m_output.output.path;
    if (out == "-") {
      throw make_error<UsageError>("what was found goes to stdout: name a file for the records");
    }
    m_long_run.check({m_input.inputs, m_setup.database,
                      !out.empty() && m_session.page_path.empty() && m_journal.empty(),
                      m_setup.limit != 0});
    if (packing_of(out) != Packing::none) {
      throw make_error<UsageError>(
          "{}: this command writes no packed files. Pack the file afterwards", out);
    }
    m_filter.require_database(!m_setup.database.empty());
  }

  void prepare(const GlobalOptions& global, const GameFormatter& formatter) {
    m_setup.files = m_input.inputs;
    m_setup.read = m_input.read_options(global, m_output.notation.wxf);
    m_position.apply(m_filter.filter, m_output.notation.wxf);
    m_filter.read_names();
    m_setup.filter = m_filter.filter;
    m_filter.restrict(m_setup.read);
    m_setup.solve.table_bytes = static_cast<std::size_t>(m_megabytes) << 20U;
    prepare_claim();
    open_tables();
    m_setup.solve.tables = &*m_library;
    if (m_engine_nodes != 0) {
      engine::Limits limits;
      limits.nodes = m_engine_nodes;
      m_setup.analysts = analysis::own_analysts(limits, {}, {});
    }
    m_session.text_path = m_output.output.path;
    m_setup.deadline = m_long_run.deadline();
    m_setup.shard = m_long_run.shard;
    prepare_journal();
    prepare_results(global, formatter);
    m_setup.frame.title = title();
    m_setup.frame.header = formatter.header();
    m_setup.frame.footer = formatter.footer();
    m_setup.frame.settings = settings(global);
  }

  /// What is counted for them ends where the time does, too.
  void open_tables() {
    auto options = m_tables.library();
    options.keep_going = [clock = m_long_run.deadline()] {
      return !interrupted() && (!clock || RunClock::now() < *clock);
    };
    m_library.emplace(std::move(options));
  }

  void prepare_claim() {
    using enum record::Result;
    if (m_claim != ClaimWord::recorded) {
      const auto result = m_claim == ClaimWord::red     ? red_wins
                          : m_claim == ClaimWord::black ? black_wins
                                                        : draw;
      m_setup.solve.claim = analysis::Claim{result, 0, "--claim", {}};
    }
  }

  void prepare_journal() {
    if (m_long_run.shard) {
      m_setup.journal = m_session.text_path;
    } else if (!m_journal.empty()) {
      m_setup.journal = m_journal;
    } else {
      const std::string& beside =
          m_session.text_path.empty() ? m_session.page_path : m_session.text_path;
      m_setup.journal = beside.empty() ? std::string{} : fmt::format("{}.journal.xqdb", beside);
      m_session.remove_journal = !beside.empty();
    }
  }

  [[nodiscard]] jobs::ShownMoves shown_moves() const {
    return {m_options->given("notation") ? m_output.style() : ShownNotationOptions{}.shown_style(),
            m_output.notation.write_options()};
  }

  void prepare_results(const GlobalOptions& global, const GameFormatter& formatter) {
    const auto shown = shown_moves();
    if (global.json) {
      m_setup.tell = jobs::solved_json;
    } else {
      m_setup.tell = [this, shown](const jobs::SolvedRecord& solved) {
        return jobs::solved_text(solved, shown, is_of_many(*solved.game));
      };
    }
    if (m_long_run.shard || !m_session.page_path.empty()) {
      m_setup.page = [shown](const jobs::SolvedRecord& solved) {
        return render::problem_entry(solved.game->number, *solved.game, *solved.problem,
                                     shown.style, shown.options);
      };
    }
    if (!m_session.text_path.empty()) {
      m_setup.write = [this, &formatter](std::string& out, const jobs::SolvedRecord& solved) {
        auto written =
            solved.problem ? analysis::with_findings(*solved.game, *solved.problem) : *solved.game;
        written.problems.clear();
        OutputCounts counts;
        formatter.write(out, written, counts);
        const std::lock_guard lock{m_counting};
        m_counts += counts;
        return std::move(written.problems);
      };
    }
  }

  /// Whether its file must be named: there are several, a folder's or an archive's among them.
  [[nodiscard]] bool is_of_many(const record::Game& game) const {
    const auto& inputs = m_input.inputs;
    return m_setup.database.empty() && (inputs.size() > 1 || game.source != inputs.front()) &&
           inputs.front() != "-";
  }

  /// Everything that the bytes of the results depend on besides the records, in words.
  [[nodiscard]] std::string settings(const GlobalOptions& global) const {
    const auto shown = shown_moves();
    return fmt::format(
        "{}; claim {}; {}, {}, notation {} {} {} {}, encoding {}{}{}{}{}; language {}",
        jobs::solving_identity(m_setup), static_cast<int>(m_claim), global.json ? "json" : "text",
        m_output.format(), notation::name(shown.style), notation::name(m_output.style()),
        static_cast<int>(shown.options.letters), static_cast<int>(shown.options.wxf),
        format::name(m_output.encoding), m_output.lossy ? ", lossy" : "",
        m_output.normalise ? ", normalized" : "", m_output.traditional ? ", traditional" : "",
        m_output.simplified ? ", simplified" : "", translate("en"));
  }

  [[nodiscard]] std::string title() const {
    const std::string& first = m_setup.database.empty() ? m_input.inputs.front() : m_setup.database;
    if (m_input.inputs.size() > 1 || first == "-") {
      return std::string{translate(title_of_many)};
    }
    return os::name_of(os::path_of(first).filename());
  }

  Exit merge(const GlobalOptions& global) {
    jobs::SolvingMerge parts{m_input.inputs};
    const auto& frame = parts.frame();
    RunOutput out{!m_output.output.path.empty(), m_output.output.path, m_session.page_path};
    Output answers;
    AnswerCounts counts{};
    out.write(frame.header,
              out.has_page() ? render::problem_page_head(frame.title) : std::string{});
    parts.for_each([&](const jobs::SolvedPart& part) {
      answers.write(part.told);
      out.write(part.text, part.page);
      if (part.answer) {
        ++counts[static_cast<std::size_t>(*part.answer)];
      }
    });
    answers.commit();
    out.end(frame.footer, render::problem_page_foot());
    if (!global.quiet) {
      say_answers(counts, 0);
    }
    return counts[static_cast<std::size_t>(analysis::Answer::refuted)] != 0 ? Exit::negative
                                                                            : Exit::ok;
  }

  InputOptions m_input;
  GameOutputOptions m_output;
  PositionOptions m_position;
  FilterOptions m_filter;
  SolvingOptions m_session;
  jobs::SolvingSetup& m_setup = m_session.setup;
  LongRunOptions m_long_run;
  EndingTables m_tables;
  std::optional<endings::Library> m_library; ///< for as long as the run lasts
  const OptionSet* m_options = nullptr;
  ClaimWord m_claim = ClaimWord::recorded;
  std::uint64_t m_engine_nodes = 100'000;
  int m_megabytes = 64;
  std::string m_journal;
  std::mutex m_counting;
  OutputCounts m_counts; ///< what was changed in the records that were written; under m_counting
};

} // namespace

CommandInfo solve_command() {
  return {
      .name = "solve",
      .group = "Records",
      .summary = "prove or refute what problems and endings claim",
      .synopsis = "IN...|GAMES.xqdb [-o OUT] [--report FILE.html] [--nodes N] [--claim WHAT]",
      .description =
          "Looks at each record that does not begin at the usual position, reads what it "
          "claims, and says one of: proved (a mate that no defence escapes), refuted (the other "
          "side mates, or there is no mate of the stated length), likely or unlikely (the "
          "engine's value), open, impossible (a king could be taken in the position, so that no "
          "game "
          "reaches it). Games from the usual position are left alone.\n\n"
          "A claim stands in the title, the event, the site or a comment before the first move "
          "(红先胜, 先手和, 五步杀, Red to play and win, mate in 4, in both scripts), in the "
          "operation "
          "dm of EPD, in the file's name, or in the result of a record that names no players. "
          "Words that say two things, or let the side begin that is not to move, claim nothing, "
          "and that is said. --claim says it for all.\n\n"
          "Mates are proved by proof numbers: first by checks alone, then by all moves; where "
          "that finds none and the record has moves, its main line is proved from the end on. "
          "Each proof is played on the board with every defence. \"No mate is shorter\" is "
          "shown, too, or not said. Repetitions play no part: a shortest mate has none. The "
          "engine's value is no proof.\n\n"
          "Where a mate is proved, the solution of the record is looked at: another move of the "
          "main line, the first or a later one, that mates in no more moves; a defence that is "
          "missing and lasts longer than those that are there (--defences all: each that is "
          "missing); a move of the main line after which there is no mate as quick as before; a "
          "main line that ends before the mate; a mate shorter than claimed. Of all records the "
          "comments at the ends of lines are looked at: a mate that is none, a winner who is "
          "mated. What takes more nodes is not said. -o writes the records with a comment of "
          "the answer and with what was missing as variations; --report writes a page with "
          "boards.\n\n"
          "With the same nodes the answers are the same for any number of threads, after any "
          "number of interruptions, and in parts. Each answer is kept in a journal as soon as "
          "it is there: after kill -9 the same command goes on where it was. The table of a "
          "search takes 32 bytes a node and at most --hash megabytes on each thread. --json "
          "prints an object a line; xq help json lists its members.",
      .examples = {{"xq solve problems.xqf", "is the claim true, and the solution whole?"},
                   {"xq solve collection/ --nodes 10000000 -o checked.pgn",
                    "more thorough, into a file with what was missing"},
                   {"xq solve --claim red --engine-nodes 0 mates.epd",
                    "mates alone, whatever the records say"},
                   {"xq solve collection/ -o checked.pgn --report checked.html --stop-at 07:00",
                    "a collection over night, again the same to go on; and a page to print"},
                   {"xq solve collection/ --shard 2/4 -o part2.xqdb",
                    "the second of four machines; --merge puts the parts together"},
                   {"xq solve --json collection/ > answers.jsonl", "for a program"}},
      .exits = {{Exit::negative, "a claim is refuted; no usable record; the time was over before "
                                 "the end; something was rejected under --strict"},
                {Exit::failure, "also: the engine could not judge a position"}},
      .answers = {{jobs::solved_fields}},
      .create = create<Solve>};
}

} // namespace xq::cli
