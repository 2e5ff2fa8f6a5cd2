#include "analysis/review/annotator.hpp"
#include "base/files/packer.hpp"
#include "base/os/file.hpp"
#include "base/os/path.hpp"
#include "base/os/stay_awake.hpp"
#include "base/text/system_message.hpp"
#include "cli/files/file_kind.hpp"
#include "cli/games/game_output.hpp"
#include "cli/options/analyst_options.hpp"
#include "cli/options/filter_options.hpp"
#include "cli/options/long_run_options.hpp"
#include "cli/options/options.hpp"
#include "cli/options/position_options.hpp"
#include "cli/talk.hpp"
#include "command.hpp"
#include "commands/annotation_session.hpp"
#include "jobs/annotation/annotation_json.hpp"

#include <xq/base/error.hpp>
#include <xq/base/translate.hpp>
#include <xq/book/book.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

namespace xq::cli {

namespace {

using analysis::nodes_of;
using analysis::Quality;

constexpr std::string_view journal_suffix = ".journal.xqdb";

class Annotate final : public Command {
public:
  void describe(OptionSet& options) override {
    m_input.describe(options, 0, [this] {
      return FileRole{FileUse::read, m_long_run.merge ? std::string{} // parts are databases
                                                      : std::string{file_kind::games}};
    });
    add_database(options, file(m_setup.database, changes(file_kind::game_database), "GAMES.xqdb"),
                 "annotate the games of this database and keep what the engine says in it",
                 [this] { return m_long_run.merge; });
    m_output.may_pack = false;
    m_output.describe(options, [this, &options] { return output_role(options); });
    options.add("report",
                file(
                    m_options.page_path,
                    [this] { return with_companions(file_kind::web_page, to_stdout()); },
                    "FILE.html"),
                "write a page for a browser, too");
    auto& annotate = m_setup.annotate;
    using analysis::ShownLines;
    options.add(
        "lines",
        choice(
            annotate.lines,
            {{"marked", ShownLines::marked}, {"all", ShownLines::all}, {"none", ShownLines::none}},
            "WHICH"),
        "where the engine's lines stand as variations: at moves marked ?!, ? or ??, at all "
        "moves that it would not have played, or nowhere");
    options.add("limit", number(m_setup.limit, 0, 1'000'000'000LL),
                "annotate at most the first N games; 0: all of them");
    options.add("line", number(annotate.line_plies, 1, 60), "show at most N plies of a line");
    m_options.rejects.describe(options);
    describe_engine(options);
    describe_long_runs(options);
    m_position.describe(options);
    m_filter.describe(options, FilterOptions::Games::of_either);
  }

  Exit run(const GlobalOptions& global) override {
    check();
    if (m_long_run.merge) {
      return merge(global);
    }
    m_long_run.apply_priority();
    const os::StayAwake awake;
    if (packing_of(m_output.output.path) != Packing::none) {
      throw make_error<UsageError>(
          "{}: this command writes no packed files. Pack the file afterwards",
          m_output.output.path);
    }
    m_output.name_tells_format = !m_long_run.shard && !global.json;
    const GameFormatter formatter{m_output};
    if (!global.json && want_text() && formatter.holds_moves_alone()) {
      throw make_error<UsageError>("{} holds moves alone, and the annotation would be lost: write "
                                   "pgn here, then use xq convert",
                                   m_output.format());
    }
    prepare(global, formatter);
    const Exit exit = AnnotationSession{global, m_options}.run();
    if (!global.quiet) {
      talk_lines(formatter.summary(m_counts, global.json));
    }
    return exit;
  }

private:
  /// -o of a shard is a part: a database with the answers of the engine.
  [[nodiscard]] FileRole output_role(const OptionSet& options) const {
    if (m_long_run.shard) {
      return {FileUse::change, std::string{file_kind::game_database}};
    }
    return with_companions(options.given("json") ? "jsonl" : m_output.format(), true);
  }

  /// A result, and what a run that is stopped leaves beside it.
  [[nodiscard]] FileRole with_companions(std::string_view kind, bool with_journal) const {
    FileRole role = replaces_when_complete(kind);
    if (with_journal && m_journal.empty() && m_setup.database.empty()) {
      role.companions.push_back({to_translate("the journal"), std::string{journal_suffix},
                                 FileUse::change, std::string{file_kind::game_database}});
    }
    return role;
  }

  void describe_engine(OptionSet& options) {
    options.begin_group("Engine");
    options.add(
        "quality",
        choice<std::optional<Quality>>(m_quality,
                                       {{"night", Quality::night},
                                        {"quick", Quality::quick},
                                        {"normal", Quality::normal},
                                        {"deep", Quality::deep}},
                                       "HOW"),
        "search at most 12000 (night, the default), 20000, 75000 or 1000000 nodes in each "
        "position, "
        "and where a mark may hang on it 4 times as many, by night 8 and, as long as it is in "
        "doubt, 16 and 64; --nodes, --depth and --movetime go before, with 4 times as many unless "
        "night is given");
    m_analyst.describe(options);
    m_analyst.describe_lines(options);
    options.add("book", file(m_setup.book, reads(file_kind::opening_book), "BOOK.xqbook"),
                "judge from the move on with which the game leaves this opening book");
    options.begin_group("Options");
  }

  void describe_long_runs(OptionSet& options) {
    options.begin_group("Long runs");
    options.add("journal", file(m_journal, changes(file_kind::game_database), "FILE.xqdb"),
                "keep the engine's answers in FILE, also after the end; by default they are in "
                "OUT.journal.xqdb until the end, or in the database");
    m_long_run.describe(options,
                        "annotate every Nth game from the Ith on; OUT is then a part for --merge",
                        "put parts together: IN are all parts, in any order");
    options.begin_group("Options");
  }

  [[nodiscard]] const std::string& out_path() const { return m_output.output.path; }
  [[nodiscard]] bool to_stdout() const { return out_path().empty() || out_path() == "-"; }
  /// Whether a text is written: always with -o; without it when neither a database nor a report is.
  [[nodiscard]] bool want_text() const {
    return !out_path().empty() || (m_setup.database.empty() && m_options.page_path.empty());
  }

  void check() {
    m_long_run.check({m_input.inputs, m_setup.database,
                      !to_stdout() && m_options.page_path.empty() && m_journal.empty(),
                      m_setup.limit != 0});
    m_filter.require_database(!m_setup.database.empty());
  }

  /// Throws FileError when none of the inputs is there: before an engine is started. Of several the
  /// others are annotated.
  void require_an_input() const {
    const auto is_there = [](const std::string& path) {
      return path == "-" || os::status_of(path).has_value();
    };
    const auto& inputs = m_input.inputs;
    if (inputs.empty() || std::any_of(inputs.begin(), inputs.end(), is_there)) {
      return;
    }
    os::File file;
    if (const auto error = file.open(inputs.front(), os::File::Mode::read)) {
      throw make_error<FileError>("{}: {}. Check the path and its permissions.", inputs.front(),
                                  system_message(error));
    }
  }

  void prepare(const GlobalOptions& global, const GameFormatter& formatter) {
    if (!m_long_run.merge) {
      require_an_input();
    }
    const Quality quality =
        m_quality.value_or(m_analyst.is_limited() ? Quality::normal : Quality::night);
    m_analyst.default_nodes = nodes_of(quality);
    m_analyst.for_review = true;
    m_setup.analysts = m_analyst.source();
    m_setup.looks = analysis::looks_of(quality);
    m_setup.files = m_input.inputs;
    m_setup.read = m_input.read_options(global, m_output.notation.wxf);
    m_position.apply(m_filter.filter, m_output.notation.wxf);
    m_filter.read_names();
    m_setup.filter = m_filter.filter;
    m_filter.restrict(m_setup.read);
    m_options.text_path = to_stdout() ? std::string{} : out_path();
    prepare_result(global, formatter);
    prepare_journal();
    m_setup.deadline = m_long_run.deadline();
    m_setup.shard = m_long_run.shard;
    m_setup.frame.title = title();
    m_setup.frame.settings = settings(global);
    m_setup.frame.annotator = shown_annotator();
    if (!global.json) {
      m_setup.frame.header = formatter.header();
      m_setup.frame.footer = formatter.footer();
    }
  }

  /// What the header Annotator says, in the user's language.
  [[nodiscard]] std::string shown_annotator() const {
    std::string limits;
    const auto add = [&limits](bool given, const std::string& limit) {
      if (given) {
        limits.append(limits.empty() ? "" : translate(", ")).append(limit);
      }
    };
    add(m_analyst.limits.nodes != 0, localized("{} nodes", m_analyst.limits.nodes));
    add(m_analyst.limits.depth != 0, localized("depth {}", m_analyst.limits.depth));
    add(m_analyst.limits.move_time.count() != 0,
        localized("{} ms", m_analyst.limits.move_time.count()));
    if (m_setup.looks.third) {
      return localized("{}, {} a move, 8 to 64 times as many in doubt", m_setup.analysts.name,
                       limits);
    }
    return localized("{}, {} a move", m_setup.analysts.name, limits);
  }

  void prepare_result(const GlobalOptions& global, const GameFormatter& formatter) {
    m_setup.annotate.annotator =
        analysis::annotator_of(m_setup.analysts.name, m_analyst.limits, m_setup.looks);
    m_setup.annotate.style = m_output.style();
    m_setup.annotate.notation = m_output.notation.write_options();
    m_options.want_text = want_text();
    m_setup.json_lines = global.json && want_text();
    if (!global.json && want_text()) {
      m_setup.write = [this, &formatter](std::string& out, const record::Game& game) {
        record::Game written = game;
        written.problems.clear();
        OutputCounts counts;
        formatter.write(out, written, counts);
        const std::lock_guard lock{m_counting};
        m_counts += counts;
        return std::move(written.problems);
      };
    }
    if (m_long_run.shard || !m_options.page_path.empty()) {
      m_setup.page = report_options();
      m_setup.page->spellings = render::other_scripts();
    }
    m_setup.save_in_database = !m_setup.database.empty() && !m_long_run.shard && m_journal.empty();
  }

  [[nodiscard]] render::ReportOptions report_options() const {
    return {m_output.style(), m_output.notation.write_options(), m_setup.annotate.line_plies, {}};
  }

  void prepare_journal() {
    if (m_long_run.shard) {
      m_setup.journal = out_path();
    } else if (!m_journal.empty()) {
      m_setup.journal = m_journal;
    } else if (!m_setup.database.empty()) {
      m_setup.journal = m_setup.database;
    } else {
      const std::string& beside = to_stdout() ? m_options.page_path : out_path();
      m_setup.journal = beside.empty() ? std::string{} : fmt::format("{}.journal.xqdb", beside);
      m_options.remove_journal = !beside.empty();
    }
  }

  /// Everything that a judgement depends on besides the game, in words.
  [[nodiscard]] std::string judged_by() const {
    std::string book = "none";
    if (!m_setup.book.empty()) {
      const auto& info = book::Book{m_setup.book}.info();
      book = fmt::format("{} games, {} moves", info.games, info.moves);
    }
    const bool more = m_setup.looks.third.has_value();
    return fmt::format("{}{}; book {}", m_setup.analysts.identity,
                       more ? "; 8 to 64 times as many in doubt" : "", book);
  }

  /// Everything that the bytes of the result depend on besides the games, in words.
  [[nodiscard]] std::string settings(const GlobalOptions& global) const {
    const auto page = report_options();
    return fmt::format("{}; {}, notation {} {} {}, encoding {}{}{}{}{}; lines {} of {} plies",
                       judged_by(), global.json ? "json" : m_output.format(),
                       notation::name(page.style), static_cast<int>(page.notation.letters),
                       static_cast<int>(page.notation.wxf), format::name(m_output.encoding),
                       m_output.lossy ? ", lossy" : "", m_output.normalise ? ", normalized" : "",
                       m_output.traditional ? ", traditional" : "",
                       m_output.simplified ? ", simplified" : "",
                       static_cast<int>(m_setup.annotate.lines), m_setup.annotate.line_plies);
  }

  [[nodiscard]] std::string title() const {
    const std::string& first = m_setup.database.empty() ? m_input.inputs.front() : m_setup.database;
    if (m_input.inputs.size() > 1 || first == "-") {
      return std::string{title_of_many};
    }
    return os::name_of(os::path_of(first).filename());
  }

  Exit merge(const GlobalOptions& global) {
    AnnotationMerge parts{m_input.inputs};
    const GameFormatter formatter{m_output};
    if (!m_setup.database.empty()) {
      prepare(global, formatter);
      if (!parts.frame().settings.starts_with(judged_by() + ";")) {
        throw make_error<UsageError>("the parts were made with other options: {}; with those given "
                                     "it would be {}",
                                     parts.frame().settings, judged_by());
      }
    }
    RunOutput out{want_text(), to_stdout() ? std::string{} : out_path(), m_options.page_path};
    const auto& frame = parts.frame();
    out.write(frame.header, out.has_page() ? annotation_page_head(frame) : std::string{});
    parts.for_each([&](std::string_view text, std::string_view page) { out.write(text, page); });
    out.end(frame.footer, render::report_foot());
    return m_setup.database.empty() ? Exit::ok : judge_from_parts(global, parts);
  }

  /// The database gets what it would have if it had been annotated itself: the answers of the parts
  /// and, from them, the judgements of its games.
  Exit judge_from_parts(const GlobalOptions& global, const AnnotationMerge& parts) {
    parts.copy_answers(m_setup.database, m_setup.analysts.identity);
    m_setup.files.clear();
    m_options.page_path.clear(); // both have been written
    m_options.want_text = false;
    m_setup.write = {};
    m_setup.json_lines = false;
    m_setup.page.reset();
    return AnnotationSession{global, m_options}.run();
  }

  InputOptions m_input;
  GameOutputOptions m_output;
  PositionOptions m_position;
  FilterOptions m_filter;
  AnnotationOptions m_options;
  AnnotationSetup& m_setup = m_options.setup;
  std::optional<Quality> m_quality;
  AnalystOptions m_analyst{nodes_of(Quality::night)};
  LongRunOptions m_long_run;
  std::string m_journal;
  std::mutex m_counting;
  OutputCounts m_counts; ///< what was changed in the games that were written; under m_counting
};

} // namespace

CommandInfo annotate_command() {
  return {
      .name = "annotate",
      .group = "Records",
      .summary = "judge every move of games with an engine",
      .synopsis = "IN...|GAMES.xqdb [-o OUT] [--report FILE.html] [--quality HOW | --nodes N]",
      .description =
          "Searches every position of the main line and writes the game with what the engine says. "
          "Behind each move stands a comment: [%eval +0.35,12] is the value in pawns from Red's "
          "side (or #5, -#5: Red, Black mates in five moves) and the depth of the search. A move "
          "that loses winning probability gets a mark and the engine's line as a variation: ?! "
          "from 12 percentage points, ? from 16, ?? from 20. The probability, half of a draw "
          "included, is that of strong players: at c centipawns a side wins with 1 / (1 + "
          "exp((280 - c) / 80)), loses likewise, and draws the rest, so that half a pawn in the "
          "opening counts little. Where a move that is not the engine's choice seems to lose 7 "
          "points, the positions before and after it are searched deeper, and the values one move "
          "further on either side have half a say. A "
          "comment says why where the engine's lines prove it: what the answer wins that was "
          "overlooked, or what the better move wins. A move that lets a mate go is marked at least "
          "?!. A move is marked ! when it is the engine's choice, every other one loses 15, and it "
          "is neither a good exchange nor an answer to a check. Before the first move stand "
          "accuracy (the mean of 100 * exp(-4 * loss)), average loss and the counts of marks of "
          "each player; headers ECCO and Opening are added where they are missing.\n\n"
          "--quality night, quick, normal or deep chooses the nodes. Night, the default, is a "
          "small search of each position, and larger ones where a mark may hang on them. After a "
          "minute of a long run it is said how long the rest will take.\n\n"
          "With a fixed number of nodes (the default) or a fixed depth the result is the same "
          "bytes every time: with any number of threads, in one go, after any number of "
          "interruptions, or in parts. Each thread works on a game of its own. A position that "
          "many games share is searched once. Comments and variations of the game are kept; those "
          "of an earlier annotation are replaced.\n\n"
          "Every answer of the engine is kept at once, in a journal beside OUT or in the database: "
          "after kill -9 the same command goes on where it was. Answers of another engine or of "
          "other limits do not count; where the journal has only such, the run says so and begins "
          "anew beside them. At a limit of time and at Ctrl-C "
          "OUT gets the games that are finished.\n\n"
          "With --db everything about the games goes into tables of the database (view "
          "annotations, table annotation_move); -o and --report are then results besides. --merge "
          "with --db, and the engine and limits of the parts, brings their answers into the "
          "database and judges its games by them.\n\n"
          "--limit N is a collection of the first N games: when they are done, the run is, and its "
          "journal goes. To have their answers in a longer run, too, give both --journal FILE. All "
          "shards of one annotation have the same limit, which counts games before they are "
          "shared out.\n\n"
          "A run that is stopped never makes OUT shorter: where OUT has these games and more "
          "already it stays, and where it is another result they go to OUT.partial until all is "
          "done.",
      .examples =
          {{"xq annotate game.pgn", "one game, to stdout"},
           {"xq annotate games.pgn --quality deep -o annotated.pgn --report page.html",
            "more thorough, into a file and a page for a browser"},
           {"xq annotate games.xqdb --player 胡荣华 --stop-at 07:00 --nice 10",
            "one player's games over night, into the database; again tomorrow to go on"},
           {"xq annotate games.pgn --limit 10 -o try.pgn",
            "the first ten games, to see how long it takes"},
           {"xq annotate games.pgn --book opening.xqbook --multipv 3 -o annotated.pgn",
            "from the end of the book, with three lines at a bad move"},
           {"xq annotate games.pgn --shard 2/4 -o part2.xqdb", "on the second of four machines"},
           {"xq annotate --merge part1.xqdb part2.xqdb part3.xqdb part4.xqdb -o annotated.pgn",
            "and then, on one of them"},
           {"xq annotate games.pgn --engine 'fairy-stockfish' --engine-option Hash=64 -o out.pgn",
            "by another engine"},
           {"xq annotate --json game.pgn", "values and lines for a program"}},
      .exits = {{Exit::negative, "no usable game; the time was over before the end; something was "
                                 "rejected under --strict"},
                {Exit::failure, "also: the engine could not judge a game, which is written as it "
                                "was"}},
      .answers = {{jobs::annotation_fields}},
      .create = create<Annotate>};
}

} // namespace xq::cli
