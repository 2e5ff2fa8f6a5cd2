#include "jobs/puzzles/puzzle_run.hpp"

#include "analysis/puzzle/likeness.hpp"
#include "analysis/review/value_comment.hpp"
#include "base/workers.hpp"
#include "jobs/annotation/stored_values.hpp"
#include "jobs/watched_pool.hpp"

#include <xq/base/error.hpp>

#include <algorithm>
#include <atomic>
#include <optional>
#include <utility>

namespace xq::jobs {

namespace {

using analysis::FoundPuzzle;
using analysis::PuzzleMaker;
using Makers = WatchedPool<PuzzleMaker>;

bool has_values(const record::Game& game) {
  for (auto id = record::root_node; id != record::no_node; id = game.node(id).first_child) {
    if (analysis::value_of(game, id)) {
      return true;
    }
  }
  return false;
}

class PuzzleJob final : public Job {
public:
  PuzzleJob(const PuzzleSetup& setup, Makers& makers, AnnotationInput::Item item)
      : m_setup{setup}, m_makers{makers} {
    out.game = std::move(item.game);
  }

  void run() override {
    if (!out.game->usable()) {
      return;
    }
    out.valued = has_values(*out.game);
    const auto candidates = analysis::puzzle_candidates(*out.game);
    if (candidates.empty()) {
      return;
    }
    const Makers::Lease maker{m_makers};
    int behind = 0; // the plies of a solution hold no further puzzle
    for (const auto& candidate : candidates) {
      if (candidate.ply < behind) {
        continue;
      }
      ++out.candidates;
      auto puzzle = (*maker).find(candidate);
      if (!puzzle) {
        continue;
      }
      behind = candidate.ply + static_cast<int>(puzzle->line.size());
      if (m_setup.wanted && !m_setup.wanted(*puzzle)) {
        continue;
      }
      if (is_seen(*puzzle)) {
        ++out.alike;
      } else {
        out.puzzles.push_back(found(std::move(*puzzle)));
      }
    }
  }

  PuzzlesOfGame out;

private:
  [[nodiscard]] bool is_seen(const analysis::Puzzle& puzzle) const {
    return std::any_of(out.puzzles.begin(), out.puzzles.end(), [&](const FoundPuzzle& earlier) {
      return analysis::is_same_combination(earlier.puzzle, puzzle);
    });
  }

  [[nodiscard]] FoundPuzzle found(analysis::Puzzle&& puzzle) const {
    const auto tag = [this](std::string_view name) { return std::string{out.game->tag(name)}; };
    return {std::move(puzzle), out.game->number, out.game->source, tag("Red"),
            tag("Black"),      tag("Event"),     tag("Date")};
  }

  const PuzzleSetup& m_setup;
  Makers& m_makers;
};

/// Thrown by the delivery when there are puzzles enough.
struct Enough {};

class PuzzleRun {
public:
  PuzzleRun(PuzzleSetup setup, unsigned threads)
      : m_setup{std::move(setup)},
        m_threads{threads},
        m_input{m_setup.database.empty()
                    ? AnnotationInput{m_setup.files, m_setup.read, Shard{}, 0}
                    : AnnotationInput{m_setup.database, m_setup.filter, Shard{}, 0}},
        m_analysts{analysis::puzzle_analysts(m_setup.puzzle)},
        m_makers{{[this] { return std::make_unique<PuzzleMaker>(m_setup.puzzle, m_analysts); },
                  [this] { return look(); }, [](PuzzleMaker& maker) { maker.stop(); }},
                 std::chrono::milliseconds{100}} {
    if (!m_setup.database.empty()) {
      m_database.emplace(m_setup.database);
      m_values.emplace(*m_database);
    }
  }

  StopReason run(const std::function<void(PuzzlesOfGame&&)>& deliver,
                 const std::function<void(const format::FileProblem&)>& on_file_problem) {
    const auto tell = [&] {
      for (const auto& problem : m_input.take_file_problems()) {
        on_file_problem(problem);
      }
    };
    try {
      run_ordered(
          m_threads, [this] { return next(); },
          [&](std::unique_ptr<Job> job) {
            tell();
            auto& done = static_cast<PuzzleJob&>(*job).out;
            const bool enough = take(done);
            deliver(std::move(done));
            if (enough) {
              throw Enough{};
            }
          });
    } catch (const Interrupted&) { // of a job: the games before it have been delivered
      if (!m_stopped) {
        throw;
      }
    } catch (const Enough&) {
      return StopReason::none;
    }
    tell();
    return m_stopped ? StopReason::interrupted : StopReason::none;
  }

private:
  bool look() {
    if (m_setup.keep_going && !m_setup.keep_going()) {
      m_stopped = true;
    }
    return !m_stopped;
  }

  std::unique_ptr<Job> next() {
    if (m_stopped) {
      return nullptr;
    }
    auto item = m_input.next();
    if (!item) {
      return nullptr;
    }
    if (m_values) {
      m_values->add_to(*item->game, analysis::ValueWords::none);
    }
    return std::make_unique<PuzzleJob>(m_setup, m_makers, std::move(*item));
  }

  /// Leaves out what is like an earlier one. True when there are enough.
  bool take(PuzzlesOfGame& done) {
    std::vector<FoundPuzzle> kept;
    for (auto& found : done.puzzles) {
      if (m_setup.limit != 0 && m_taken == m_setup.limit) {
        break;
      }
      if (m_known.add(found.puzzle)) {
        kept.push_back(std::move(found));
        ++m_taken;
      } else {
        ++done.alike;
      }
    }
    done.puzzles = std::move(kept);
    return m_setup.limit != 0 && m_taken == m_setup.limit;
  }

  PuzzleSetup m_setup;
  unsigned m_threads;
  AnnotationInput m_input;
  std::optional<store::GameDatabase> m_database;
  std::optional<StoredValues> m_values;
  analysis::KnownPuzzles m_known;
  std::uint64_t m_taken = 0;
  std::atomic<bool> m_stopped{false};
  analysis::AnalystSource m_analysts;
  Makers m_makers; ///< last: its thread calls look()
};

} // namespace

StopReason make_puzzles(PuzzleSetup setup, unsigned threads,
                        const std::function<void(PuzzlesOfGame&&)>& deliver,
                        const std::function<void(const format::FileProblem&)>& on_file_problem) {
  return PuzzleRun{std::move(setup), threads}.run(deliver, on_file_problem);
}

} // namespace xq::jobs
