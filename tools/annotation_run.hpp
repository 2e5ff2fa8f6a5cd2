#pragma once

#include "analysts.hpp"
#include "annotation_input.hpp"
#include "command.hpp"
#include "evaluation_cache.hpp"
#include "game_output.hpp"
#include "progress.hpp"
#include "report.hpp"
#include "store/annotation_journal.hpp"

#include <xq/analysis/annotate.hpp>
#include <xq/base/workers.hpp>
#include <xq/render/report.hpp>

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <string>

namespace xq::cli {

/// What becomes of one game.
struct AnnotatedGame {
  std::uint64_t number = 0; ///< in the input
  std::string source;
  std::string text; ///< in the format of the result; empty: left out
  std::string page; ///< its line of a report; empty likewise
  Findings findings;
  OutputCounts counts;
  std::string failure; ///< why the engine could not judge it; empty: it could
  bool judged = false;
};

/// How a run annotates; read-only while it runs.
struct AnnotationPlan {
  analysis::AnnotateOptions annotate;
  render::ReportOptions page;
  const GameFormatter* formatter = nullptr; ///< null: JSON lines
  bool want_text = true;
  bool want_page = false;
  bool want_rows = false; ///< tables annotation and annotation_move
  std::string book;       ///< path; empty: none
};

/// Positions and questions, counted by all workers.
struct AnnotationCounts {
  std::atomic<std::uint64_t> positions{0};
  std::atomic<std::uint64_t> searched{0};
  std::atomic<std::uint64_t> cached{0};
};

/// Annotates the games of an input on all workers, a game each, and hands them on in order.
class AnnotationRun {
public:
  AnnotationRun(const AnnotationPlan& plan, store::AnnotationJournal& journal, Analysts& analysts,
                AnnotationCounts& counts);

  /// `deliver` is called on this thread for each game, in order. Returns when all are delivered or,
  /// after a stop, when those before the first unfinished one are.
  void go(unsigned threads, AnnotationInput& input,
          const std::function<void(AnnotatedGame&&)>& deliver);

  /// "胡荣华 - 柳大华", the game that was begun last. Any thread.
  [[nodiscard]] std::string current() const;

private:
  class GameJob;

  const AnnotationPlan& m_plan;
  store::AnnotationJournal& m_journal;
  EvaluationCache m_cache;
  Analysts& m_analysts;
  AnnotationCounts& m_counts;
  mutable std::mutex m_mutex;
  std::string m_current;
};

} // namespace xq::cli
