#pragma once

// Annotating a collection of games: every move judged by an engine, on many threads, with a journal
// from which a run that was stopped goes on, in one run or in shards on several machines.

#include <xq/analysis/analyst.hpp>
#include <xq/analysis/annotate.hpp>
#include <xq/format/format.hpp>
#include <xq/record/game.hpp>
#include <xq/render/report.hpp>
#include <xq/store/query.hpp>
#include <xq/uci/external.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace xq {

/// A part of a long run that several machines share: the pieces of work (numbered 1, 2, 3 ...) with
/// (number - 1) mod count == index - 1.
struct Shard {
  std::uint64_t index = 1; ///< from 1
  std::uint64_t count = 1;

  [[nodiscard]] bool has(std::uint64_t number) const noexcept {
    return (number - 1) % count == index - 1;
  }
};

using RunClock = std::chrono::system_clock; // goes on while a laptop sleeps

/// Why a run ended before its last piece of work.
enum class StopReason : std::uint8_t { none, interrupted, time };

/// Analysts that ask an external UCI or UCCI engine, a process each. The engine starts a new game
/// before each question and uses one thread, so that with a fixed number of nodes or a fixed depth
/// its answers are repeatable if it clears all its tables. One that dies is started again, and a
/// question is asked three times before AnalystError. Throws Error when it does not start.
[[nodiscard]] analysis::AnalystSource external_analysts(const engine::Limits& limits,
                                                        uci::ExternalOptions options);

/// The answers that a journal of `xq annotate` keeps of this analyst, for analysis::review(): each
/// is kept at once, so that a run that was stopped goes on where it was. `path`: a game database,
/// made when there is none. Throws DbError.
[[nodiscard]] std::unique_ptr<analysis::EvaluationStore>
open_journal(const std::string& path, const analysis::AnalystSource& analysts);

/// What all parts of one annotation have in common, and what the whole begins and ends with.
struct AnnotationFrame {
  std::string settings; ///< in words: parts with other settings do not belong together
  std::string header;   ///< of the text
  std::string footer;
  std::string annotator; ///< of the report, in the user's language; the header of games is not
  std::string title;     ///< of the report
};

struct AnnotatedGame {
  std::uint64_t number = 0;           ///< in the collection, from 1
  std::unique_ptr<record::Game> game; ///< as it was read, with the problems that were found
  std::string text;                   ///< what AnnotationSetup::write or json_lines makes of it
  std::string page;                   ///< the entry of a report, see render::report_game()
  std::string failure;                ///< why the analyst could not judge it; empty: it could
  bool judged = false;
};

struct AnnotationSetup {
  std::vector<std::string> files; ///< games come from these ...
  format::ReadOptions read;
  std::string database;       ///< ... or, where this is not empty, from here
  store::Filter filter;       ///< which games of the database
  std::uint64_t limit = 0;    ///< only the first so many games; 0: all
  std::optional<Shard> shard; ///< only these; the journal becomes a part for AnnotationMerge

  analysis::AnalystSource analysts;
  analysis::Looks looks{}; ///< with the analysts' limits they decide what a run costs
  std::string book;        ///< path of an opening book whose moves are not judged; empty: none
  /// Keeps each answer at once: another run with the same journal and analyst does not ask again.
  /// Empty: a temporary file. It may be the database.
  std::string journal;
  bool save_in_database = false; ///< fill the journal's tables annotation and annotation_move

  analysis::AnnotateOptions annotate;
  /// Appends an annotated game to `out`. What its format has no place for, or why that cannot be,
  /// become problems of the game. Called on all threads. Empty: no text.
  std::function<std::vector<Problem>(std::string& out, const record::Game& game)> write;
  bool json_lines = false; ///< the text is an object a game, see docs/annotate.md; not `write`
  std::optional<render::ReportOptions> page; ///< make entries of a report
  AnnotationFrame frame;

  std::optional<RunClock::time_point> deadline;
  /// Called ten times a second on a thread of its own while games are annotated; false stops the
  /// run. May be empty.
  std::function<bool()> keep_going;
};

struct AnnotationProgress {
  std::uint64_t positions = 0; ///< looked at once, at least
  /// The part of the work that is done, second looks included, as a part of `total`; it never falls
  std::uint64_t done = 0;
  std::uint64_t total = 0;    ///< positions of all games; 0: not counted (yet)
  std::uint64_t searched = 0; ///< questions to the analyst
  std::uint64_t cached = 0;   ///< questions answered by the journal
  std::string game;           ///< begun last: "胡荣华 - 柳大华"
};

/// One run over a collection. Functions throw Error: FileError for games that cannot be read,
/// DbError for the journal.
class AnnotationRun {
public:
  /// Opens the journal and the games.
  explicit AnnotationRun(AnnotationSetup setup);
  ~AnnotationRun();
  AnnotationRun(const AnnotationRun&) = delete;
  AnnotationRun& operator=(const AnnotationRun&) = delete;

  /// Count the positions of the games on a thread of its own, for progress(). Once only; any
  /// thread, also during run().
  void count_positions();

  /// Annotates, a game on each thread, and calls `deliver` on this thread for each game in order.
  /// After a stop those before the first unfinished one have been delivered. Once only. With a
  /// shard, throws UsageError when the journal is a part of another run.
  StopReason run(unsigned threads, const std::function<void(AnnotatedGame&&)>& deliver);

  /// Any thread.
  [[nodiscard]] AnnotationProgress progress() const;
  /// Files that could not be read so far, each reported once. On the thread of run().
  [[nodiscard]] std::vector<format::FileProblem> take_file_problems();
  /// Answers of this analyst in the journal.
  [[nodiscard]] std::uint64_t answers();
  /// Answers in the journal that do not serve this run, because another engine gave them, or under
  /// other limits.
  struct OtherAnswers {
    std::uint64_t count = 0;
    std::string identity; ///< of the analyst that gave most of them
  };
  [[nodiscard]] OtherAnswers other_answers();
  /// Remove the journal's file: nothing is to be resumed. No other function may be called after.
  void remove_journal();

private:
  class State;
  std::unique_ptr<State> m_state;
};

/// The parts of one run, put together.
class AnnotationMerge {
public:
  /// `command`: of which they are parts. Throws Error for parts that do not belong together, are
  /// not finished, or are not all there.
  explicit AnnotationMerge(const std::vector<std::string>& paths,
                           std::string_view command = "xq annotate");

  [[nodiscard]] const AnnotationFrame& frame() const noexcept { return m_frame; }
  [[nodiscard]] std::uint64_t games() const noexcept { return m_games; }
  /// Call `visit` with the text and the report entry of each game, in the order of the collection.
  void for_each(const std::function<void(std::string_view text, std::string_view page)>& visit);
  /// Copy the answers of the analyst of that identity into a journal, or a database as such.
  void copy_answers(const std::string& journal, const std::string& identity) const;

private:
  std::vector<std::string> m_paths; ///< by index
  AnnotationFrame m_frame;
  std::uint64_t m_games = 0;
};

} // namespace xq
