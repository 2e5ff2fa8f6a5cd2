#include "jobs/annotation/annotation_input.hpp"
#include "jobs/annotation/annotation_json.hpp"
#include "jobs/annotation/evaluation_cache.hpp"
#include "jobs/annotation/game_work.hpp"
#include "jobs/annotation/position_count.hpp"
#include "jobs/annotation/work_estimate.hpp"
#include "record/facts.hpp"
#include "store/annotation_journal.hpp"

#include <xq/annotation.hpp>
#include <xq/base/error.hpp>
#include <xq/book/book.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <iterator>
#include <mutex>
#include <utility>

namespace xq {

using namespace jobs;

namespace {

using analysis::Review;

void save_rows(store::AnnotationJournal& journal, const record::Game& game, const Review& review) {
  store::AnnotationRow row;
  row.game = static_cast<std::int64_t>(game.number);
  row.book_plies = static_cast<int>(review.book_plies);
  for (std::size_t side = 0; side < color_count; ++side) {
    const auto& p = review.players[side];
    const auto count = [&](analysis::Mark mark) { return p.marks[static_cast<std::size_t>(mark)]; };
    row.accuracy[side] = p.average_accuracy;
    row.loss[side] = p.average_loss;
    row.good[side] = count(analysis::Mark::good);
    row.dubious[side] = count(analysis::Mark::dubious);
    row.mistakes[side] = count(analysis::Mark::mistake);
    row.blunders[side] = count(analysis::Mark::blunder);
    row.mates_missed += p.mates_missed;
  }
  std::vector<store::AnnotationMoveRow> moves;
  for (std::size_t ply = review.book_plies; ply < review.moves.size(); ++ply) {
    const auto& move = review.moves[ply];
    moves.push_back({static_cast<int>(ply) + 1, review.positions[ply + 1]->score, move.loss,
                     analysis::to_text(move.mark)});
  }
  journal.save(row, moves);
}

/// Whether a book knows a move; every job has its own, because a Book serves one thread.
std::function<bool(const Position&, Move)> book_probe(const std::string& path) {
  if (path.empty()) {
    return {};
  }
  auto book = std::make_shared<book::Book>(path);
  return [book](const Position& position, Move m) {
    std::vector<book::BookMove> moves;
    book->probe(position, moves);
    const bool symmetric = position.canonical().symmetric;
    return std::any_of(moves.begin(), moves.end(), [&](const book::BookMove& known) {
      return known.move == m || (symmetric && mirror(known.move) == m);
    });
  };
}

} // namespace

class AnnotationRun::State : public GameRun<AnnotationSetup> {
public:
  class GameJob;

  explicit State(AnnotationSetup wanted)
      : GameRun{std::move(wanted), [](const AnnotationSetup& s) { return s.analysts.identity; }} {}

  void note_current(const record::Game& game) {
    const record::Facts facts{game};
    const std::lock_guard lock{mutex};
    current = fmt::format("{} - {}", facts.red, facts.black);
  }

  EvaluationCache cache{*journal};
  PositionCount total;
  WorkEstimate work{searches_a_position(setup.looks)};
  std::atomic<std::uint64_t> positions{0};
  std::atomic<std::uint64_t> searched{0};
  std::atomic<std::uint64_t> cached{0};
  mutable std::mutex mutex;
  std::string current; ///< under the mutex
};

/// Annotates one game, or notes why it cannot be.
class AnnotationRun::State::GameJob final : public Job {
public:
  GameJob(State& run, AnalystPool& analysts, AnnotationInput::Item item)
      : m_run{run}, m_analysts{analysts} {
    out.number = item.number;
    out.game = std::move(item.game);
  }

  void run() override {
    record::Game& game = *out.game;
    if (!game.usable()) {
      return;
    }
    m_run.note_current(game);
    const auto part = m_run.work.begin(static_cast<std::uint64_t>(game.plies()) + 1);
    judge_and_write(game, part);
    m_run.work.end(part);
  }

  static const std::string& for_part(const AnnotatedGame& game) { return game.text; }

  AnnotatedGame out;

private:
  void judge_and_write(record::Game& game, WorkEstimate::Handle part) {
    if (const auto review = judge(game, part)) {
      m_run.positions += review->book_plies; // done without a question
      write(game, *review);
      out.judged = true;
    } else if (m_run.setup.write) { // the analyst failed: the game stays as it was
      append(game, game);
    }
  }

  std::optional<Review> judge(const record::Game& game, WorkEstimate::Handle part) {
    const AnalystPool::Pool::Lease analyst{m_analysts.pool()};
    analysis::ReviewTools tools;
    tools.analyst = &*analyst;
    tools.store = &m_run.cache;
    tools.looks = m_run.setup.looks;
    tools.in_book = book_probe(m_run.setup.book);
    tools.keep_going = [this] { return m_analysts.stopped() == StopReason::none; };
    tools.on_position = [this](std::size_t) { ++m_run.positions; };
    tools.on_question = [this, part](const analysis::Question& question, bool known) {
      ++(known ? m_run.cached : m_run.searched);
      m_run.work.add(part, analysis::cost_of(question.effort()));
    };
    try {
      return analysis::review(game, tools);
    } catch (const analysis::AnalystError& e) {
      out.failure = e.what();
      return std::nullopt;
    }
  }

  void write(record::Game& game, const Review& review) {
    const AnnotationSetup& wanted = m_run.setup;
    if (wanted.save_in_database) {
      save_rows(*m_run.journal, game, review);
    }
    if (wanted.page) {
      out.page = render::report_game(game.number, game, review, *wanted.page);
    }
    if (wanted.json_lines) {
      write_annotation_json(out.text, game, review);
    } else if (wanted.write) {
      append(game, analysis::annotated(game, review, wanted.annotate));
    }
  }

  void append(record::Game& game, const record::Game& result) {
    auto problems = m_run.setup.write(out.text, result);
    std::move(problems.begin(), problems.end(), std::back_inserter(game.problems));
  }

  State& m_run;
  AnalystPool& m_analysts;
};

AnnotationRun::AnnotationRun(AnnotationSetup setup)
    : m_state{std::make_unique<State>(std::move(setup))} {}

AnnotationRun::~AnnotationRun() = default;

void AnnotationRun::count_positions() {
  const auto& setup = m_state->setup;
  const Shard shard = setup.shard.value_or(Shard{});
  if (setup.database.empty()) {
    m_state->total.count_files(setup.files, setup.read, shard, setup.limit);
  } else {
    m_state->total.count_games(setup.database, setup.filter, shard, setup.limit);
  }
}

StopReason AnnotationRun::run(unsigned threads,
                              const std::function<void(AnnotatedGame&&)>& deliver) {
  State& state = *m_state;
  state.begin();
  AnalystPool analysts{state.setup.analysts, state.setup.deadline, state.setup.keep_going};
  return jobs::work_on_games<State::GameJob>(state, analysts, threads, deliver);
}

AnnotationProgress AnnotationRun::progress() const {
  const std::lock_guard lock{m_state->mutex};
  return {m_state->positions, m_state->work.done(), m_state->total.positions(),
          m_state->searched,  m_state->cached,      m_state->current};
}

std::vector<format::FileProblem> AnnotationRun::take_file_problems() {
  return m_state->input.take_file_problems();
}

std::uint64_t AnnotationRun::answers() { return m_state->answers(); }

AnnotationRun::OtherAnswers AnnotationRun::other_answers() { return m_state->other_answers(); }

void AnnotationRun::remove_journal() { m_state->remove_journal(); }

} // namespace xq
