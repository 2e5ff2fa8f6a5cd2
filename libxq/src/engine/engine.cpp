#include "engine/search/proof_search.hpp"
#include "engine/search/search.hpp"
#include "engine/search/vote.hpp"

#include <xq/engine/engine.hpp>
#include <xq/engine/settings.hpp>

#include <algorithm>
#include <condition_variable>
#include <limits>
#include <thread>

namespace xq::engine {

namespace {

/// The worker whose answer counts.
const Worker& chosen_worker(const std::vector<std::unique_ptr<Worker>>& workers) {
  std::vector<Vote> votes;
  votes.reserve(workers.size());
  for (const auto& worker : workers) {
    votes.push_back({worker->best().move, worker->best().score, worker->completed_depth()});
  }
  return *workers[elected(votes)];
}

} // namespace

struct Engine::Impl {
  Options options;
  SharedSearch shared;
  std::vector<std::unique_ptr<Worker>> workers;
  std::mutex mutex; ///< for `wake`: a finished infinite search waits for stop()
  std::condition_variable wake;

  void make_workers() {
    const std::size_t count = std::clamp<std::size_t>(options.threads, 1, 256);
    while (workers.size() > count) {
      workers.pop_back();
    }
    while (workers.size() < count) {
      workers.push_back(std::make_unique<Worker>(shared));
    }
  }

  [[nodiscard]] std::vector<RootMove> root_moves(const Position& position) const {
    const Limits& limits = shared.limits;
    const auto is_in = [](const std::vector<Move>& list, Move m) {
      return std::find(list.begin(), list.end(), m) != list.end();
    };
    MoveList legal;
    generate_legal(position, legal);
    std::vector<RootMove> roots;
    for (const Move m : legal) {
      if ((limits.search_moves.empty() || is_in(limits.search_moves, m)) &&
          !is_in(limits.banned_moves, m)) {
        RootMove root;
        root.move = m;
        root.pv = {m};
        roots.push_back(std::move(root));
      }
    }
    return roots;
  }

  /// The answer to `go mate N` where an exact search finds it; empty otherwise.
  [[nodiscard]] Report solve_mate(const Position& position, const std::vector<RootMove>& roots) {
    const int moves = shared.limits.mate;
    if (moves <= 0 || position.halfmove_clock() + 2 * moves > shared.natural_limit) {
      return {};
    }
    std::vector<Move> candidates;
    candidates.reserve(roots.size());
    for (const RootMove& r : roots) {
      candidates.push_back(r.move);
    }
    // half of the limits at most: where it finds nothing, the search needs the rest
    const std::uint64_t limit = shared.limits.nodes;
    const std::uint64_t budget = limit > 0 ? limit / 2 : std::uint64_t{2'000'000};
    constexpr std::uint64_t bytes_a_node = 32;
    constexpr std::uint64_t most_bytes = 64U << 20U;
    ProofSearch solver{static_cast<std::size_t>(std::min(bytes_a_node * budget, most_bytes))};
    solver.set_budget(budget);
    solver.set_stopped([this] {
      return shared.stop.load(std::memory_order_relaxed) ||
             (shared.timed() && shared.elapsed() >= shared.budget.limit / 2);
    });
    std::vector<Move> line = solver.solve(position, moves, candidates).line;
    shared.helper_nodes.store(solver.nodes());
    Report report;
    report.nodes = solver.nodes();
    report.time = shared.elapsed();
    report.depth = static_cast<int>(line.size());
    report.selective_depth = report.depth;
    if (!line.empty()) {
      report.lines.push_back({mate_in(report.depth), false, false, std::move(line)});
    }
    return report;
  }

  /// Let all workers search; the result is that of the one whose answer counts.
  [[nodiscard]] Report run_all() {
    std::vector<std::jthread> helpers;
    for (std::size_t i = 1; i < workers.size(); ++i) {
      helpers.emplace_back([this, i] { workers[i]->run(false); });
    }
    workers[0]->run(true);
    wait_until_told();
    shared.stop.store(true);
    helpers.clear();
    const Worker& main = *workers[0];
    Report result = main.report();
    const bool voted = shared.limits.multipv <= 1 && shared.limits.depth == 0;
    if (const Worker& chosen = voted ? chosen_worker(workers) : main; &chosen != &main) {
      const std::uint64_t nodes = result.nodes;
      result = chosen.report();
      result.nodes = nodes;
    }
    result.resumable = main.between_iterations();
    return result;
  }

  /// An infinite or ponder search answers only when told to.
  void wait_until_told() {
    std::unique_lock lock{mutex};
    wake.wait(lock, [this] {
      return shared.stop.load() || (!shared.limits.infinite && !shared.pondering.load());
    });
  }
};

namespace {

/// Limit the nodes and search several variations to choose from.
void apply_handicap(Limits& limits) {
  const Handicap& handicap = limits.handicap;
  if (handicap.nodes == 0) {
    return;
  }
  limits.nodes = limits.nodes > 0 ? std::min(limits.nodes, handicap.nodes) : handicap.nodes;
  if (handicap.margin > 0) {
    constexpr int lines_to_choose_from = 4;
    limits.multipv = std::max(limits.multipv, lines_to_choose_from);
  }
}

/// Keep the requested number of variations: a handicap searches more.
void drop_extra_lines(Report& report, const Limits& limits) {
  const auto asked = static_cast<std::size_t>(std::max(limits.multipv, 1));
  report.lines.resize(std::min(report.lines.size(), asked));
}

/// Whether `result` adds nothing to the last report.
bool adds_nothing(const Report& result, const Report& told) {
  const auto same = [](const Line& a, const Line& b) {
    return a.score == b.score && a.moves == b.moves;
  };
  return result.nodes == told.nodes && std::equal(result.lines.begin(), result.lines.end(),
                                                  told.lines.begin(), told.lines.end(), same);
}

/// Passes on what a search reports as long as this object lives.
class Listener {
public:
  using Function = std::function<void(const Report&)>;

  Listener(Function& reports, const Limits& limits, const Function& on_report)
      : m_reports{reports}, m_limits{limits}, m_on_report{on_report} {
    if (on_report) {
      reports = [this](const Report& report) { tell(report); };
    }
  }
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;
  ~Listener() { m_reports = nullptr; }

  void tell(const Report& report) {
    if (m_on_report) {
      m_told = report;
      drop_extra_lines(m_told, m_limits);
      m_on_report(m_told);
    }
  }
  /// The result, where it says more than the last report.
  void tell_end(const Report& result) const {
    if (m_on_report && !result.lines.empty() && !adds_nothing(result, m_told)) {
      m_on_report(result);
    }
  }

private:
  Function& m_reports;
  const Limits& m_limits;
  const Function& m_on_report;
  Report m_told; ///< last
};

/// Put the variation that the handicap chooses first.
void choose_by_handicap(Report& report, Key position, const Limits& limits) {
  if (!report.lines.empty()) {
    const auto choice =
        static_cast<std::ptrdiff_t>(choose_line(report.lines, position, limits.handicap));
    std::rotate(report.lines.begin(), report.lines.begin() + choice,
                report.lines.begin() + choice + 1);
  }
  drop_extra_lines(report, limits);
}

} // namespace

Engine::Engine(const Options& options) : m_impl{std::make_unique<Impl>()} { set_options(options); }
Engine::~Engine() = default;

void Engine::set_options(const Options& options) {
  const bool resize = options.hash_megabytes != m_impl->options.hash_megabytes;
  if (resize) { // first: nothing has changed where there is no memory for it
    m_impl->shared.table.resize(options.hash_megabytes);
  }
  m_impl->options = options;
  m_impl->shared.natural_limit =
      options.natural_limit == 0 ? std::numeric_limits<int>::max() : options.natural_limit;
  m_impl->shared.repetition = options.without.contains(SearchFeature::rule_verdicts)
                                  ? RepetitionRule::draw
                                  : options.repetition;
  m_impl->shared.without = options.without;
  const bool other_evaluation = options.network != m_impl->shared.network;
  if (other_evaluation) {
    m_impl->shared.network = options.network;
    m_impl->workers.clear(); // and the scores that they have kept
  }
  if (other_evaluation && !resize) {
    m_impl->shared.table.clear();
  }
  m_impl->make_workers();
}

void Engine::clear() {
  m_impl->shared.table.clear();
  for (const auto& worker : m_impl->workers) {
    worker->clear();
  }
}

void Engine::prepare(bool ponder) noexcept {
  m_impl->shared.stop.store(false);
  m_impl->shared.pondering.store(ponder);
}

Report Engine::search(const Position& start, std::span<const Move> moves, const Limits& limits,
                      const std::function<void(const Report&)>& on_report) {
  SharedSearch& shared = m_impl->shared;
  shared.started = Clock::now();
  shared.limits = limits;
  apply_handicap(shared.limits);
  Listener listener{shared.on_report, limits, on_report};
  shared.helper_nodes.store(0);
  shared.table.next_generation();

  Position position = start;
  for (const Move m : moves) {
    position.do_move(m);
  }
  shared.budget = time_budget(limits, m_impl->options.overhead, position.fullmove_number());
  auto roots = m_impl->root_moves(position);
  Report result;
  if (!roots.empty()) {
    result = m_impl->solve_mate(position, roots);
  }
  if (roots.empty()) {
    m_impl->wait_until_told();
  } else if (!result.lines.empty()) {
    listener.tell(result);
    m_impl->wait_until_told();
  } else {
    for (const auto& worker : m_impl->workers) {
      worker->prepare(start, moves, roots);
    }
    result = m_impl->run_all();
    if (result.lines[0].score == -infinite_score) { // stopped before anything was searched
      result.lines[0].score = evaluate(position);
    }
  }
  if (limits.handicap.nodes > 0) {
    choose_by_handicap(result, position.key(), limits);
  }
  listener.tell_end(result);
  prepare(false);
  return result;
}

Report Engine::resume(const Limits& limits, const std::function<void(const Report&)>& on_report) {
  SharedSearch& shared = m_impl->shared;
  shared.started = Clock::now();
  shared.limits = limits;
  Listener listener{shared.on_report, limits, on_report};
  Report result = m_impl->run_all();
  listener.tell_end(result);
  prepare(false);
  return result;
}

Engine::Known Engine::probe(const Position& position) const noexcept {
  TableHit hit;
  if (!m_impl->shared.table.probe(position.key(), 0, hit)) {
    return {};
  }
  const bool legal = hit.move && position.is_legal(hit.move);
  return {legal ? hit.move : Move::none(), hit.score, std::max(hit.depth, 0),
          hit.bound == Bound::lower, hit.bound == Bound::upper};
}

Score Engine::evaluate(const Position& position) const {
  Evaluator evaluator{m_impl->shared.network};
  evaluator.reset(position);
  return evaluator.score(position);
}

void Engine::stop() noexcept {
  {
    const std::lock_guard lock{m_impl->mutex};
    m_impl->shared.stop.store(true);
  }
  m_impl->wake.notify_all();
}

void Engine::ponder_hit() noexcept {
  {
    const std::lock_guard lock{m_impl->mutex};
    m_impl->shared.pondering.store(false);
  }
  m_impl->wake.notify_all();
}

} // namespace xq::engine
