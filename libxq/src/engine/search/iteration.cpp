#include "engine/search/search.hpp"

#include <algorithm>

namespace xq::engine {

namespace {

constexpr int max_depth = 100;
constexpr Milliseconds report_interval{1000}; ///< during a long iteration

} // namespace

// ---- set-up ------------------------------------------------------------------------------------

void Worker::prepare(const Position& start, std::span<const Move> moves,
                     std::vector<RootMove> roots) {
  m_position = start;
  m_path.clear();
  m_path.push_back({m_position.key(), Move::none(), m_position.in_check(), false});
  for (const Move m : moves) {
    m_position.do_move(m);
    m_path.push_back({m_position.key(), m, m_position.in_check(), false});
  }
  m_evaluator.reset(m_position);
  m_roots = std::move(roots);
  m_finished = m_roots;
  m_next_report = report_interval;
  m_nodes = 0;
  m_next_clock_test = 0;
  m_completed_depth = 0;
  m_enough = Milliseconds{0};
  m_null_move_from = 0;
  m_pv_index = 0;
  for (std::size_t i = 0; i < m_frames.size(); ++i) {
    m_frames[i] = Frame{};
    m_frames[i].ply = static_cast<int>(i) - static_cast<int>(frames_before_root);
    m_frames[i].continuation = &m_histories.after_nothing();
  }
}

// ---- iterative deepening -----------------------------------------------------------------------

void Worker::run(bool is_main) {
  m_is_main = is_main;
  const Limits& limits = m_shared.limits;
  const bool must_answer = is_main && m_completed_depth == 0 && limits.nodes == 0;
  m_stop = must_answer ? &m_never : &m_shared.stop;  // nodes are never exceeded
  const bool to_depth = is_main && limits.depth > 0; // the others go on as long as the main worker
  const int last_depth = to_depth ? std::min(limits.depth, max_depth) : max_depth;
  const auto pv_count =
      std::min(static_cast<std::size_t>(std::max(limits.multipv, 1)), m_roots.size());

  Move best_before;
  int unchanged = 0;
  Score best_score_before = 0;
  m_between_iterations = true;
  for (int depth = m_completed_depth + 1; depth <= last_depth && !enough_nodes(); ++depth) {
    m_root_depth = depth;
    m_begun_pondering = m_shared.pondering.load(std::memory_order_relaxed);
    for (RootMove& r : m_roots) {
      r.previous_score = r.score;
    }
    for (m_pv_index = 0; m_pv_index < pv_count; ++m_pv_index) {
      search_pv(depth);
      if (stopped()) {
        break;
      }
      // a later variation may have a better score than an earlier one
      std::stable_sort(m_roots.begin(),
                       m_roots.begin() + static_cast<std::ptrdiff_t>(m_pv_index) + 1,
                       [](const RootMove& a, const RootMove& b) { return a.score > b.score; });
    }
    if (stopped()) {
      // keep the result of an unfinished iteration only when its first variation has a score
      if (m_pv_index > 0 || m_roots[0].score == -infinite_score) {
        m_roots = m_finished;
      }
      m_between_iterations = false;
      break;
    }
    m_finished = m_roots;
    m_completed_depth = depth;
    m_stop = &m_shared.stop;
    if (!m_is_main) {
      continue;
    }
    report_finished();
    const Score best = m_roots[0].score;
    unchanged = m_roots[0].move == best_before ? unchanged + 1 : 0;
    const Score drop = depth > 1 ? best_score_before - best : 0;
    best_before = m_roots[0].move;
    best_score_before = best;
    const int found_mate = mate_plies(best);
    if (limits.mate > 0 && found_mate > 0 && found_mate <= 2 * limits.mate - 1) {
      break;
    }
    if (enough_time(depth, unchanged, drop)) {
      break;
    }
  }
}

void Worker::search_pv(int depth) {
  Frame* const root = &m_frames[frames_before_root];
  m_selective_depth = 0;
  const auto begin = m_roots.begin() + static_cast<std::ptrdiff_t>(m_pv_index);
  for (auto it = begin; it != m_roots.end(); ++it) {
    it->score = -infinite_score;
  }
  const Score guess = begin->previous_score;
  int window = 14;
  Score alpha = -infinite_score;
  Score beta = infinite_score;
  if (depth >= 4 && !is_decided(guess) && uses(SearchFeature::aspiration)) {
    alpha = guess - window;
    beta = guess + window;
  }
  int failed_high = 0;
  while (true) {
    const int reduced = std::max(1, depth - std::min(failed_high, 3));
    const Score score = search<Node::root>(root, alpha, beta, reduced, false);
    std::stable_sort(begin, m_roots.end(), [](const RootMove& a, const RootMove& b) {
      return a.score != b.score ? a.score > b.score : a.previous_score > b.previous_score;
    });
    if (stopped()) {
      return;
    }
    if (score <= alpha) {
      beta = (alpha + beta) / 2;
      alpha = std::max(score - window, -infinite_score);
      failed_high = 0;
    } else if (score >= beta) {
      beta = std::min(score + window, infinite_score);
      ++failed_high;
    } else {
      return;
    }
    window += window / 2 + 4;
    if (window > 900) {
      alpha = -infinite_score;
      beta = infinite_score;
    }
    for (auto it = begin; it != m_roots.end(); ++it) {
      it->previous_score = std::max(it->previous_score, -infinite_score);
    }
  }
}

bool Worker::enough_time(int depth, int unchanged, Score drop) {
  const TimeBudget& budget = m_shared.budget;
  if (budget.target.count() == 0) {
    return false;
  }
  if (m_shared.limits.move_time.count() > 0 && m_shared.limits.time_left.count() == 0) {
    return false; // a fixed time is used in full
  }
  const bool forced = m_roots.size() == 1;
  double factor = forced ? 0.1 : 1.0;
  factor *= unchanged >= 5 ? 0.65 : unchanged >= 2 ? 0.85 : 1.25;
  factor *= drop > 60 ? 1.6 : drop > 20 ? 1.25 : 1.0;
  if (!m_roots.empty() && m_nodes > 0 && depth >= 6) {
    const double share = static_cast<double>(m_roots[0].nodes) /
                         static_cast<double>(std::max<std::uint64_t>(m_nodes, 1));
    factor *= 1.45 - std::clamp(share, 0.0, 1.0) * 0.7;
  }
  // the next iteration takes longer than all before it: do not begin one that cannot be completed
  m_enough = std::chrono::duration_cast<Milliseconds>(0.7 * factor * budget.target);
  return m_shared.timed() && m_shared.elapsed() > m_enough;
}

bool Worker::enough_nodes() const {
  const std::uint64_t limit = m_shared.limits.soft_nodes;
  return limit > 0 && m_is_main && m_completed_depth > 0 &&
         m_nodes + m_shared.helper_nodes.load(std::memory_order_relaxed) >= limit;
}

Report Worker::report(int depth, const std::vector<RootMove>& roots) const {
  Report out;
  out.depth = depth;
  out.nodes = m_nodes + m_shared.helper_nodes.load(std::memory_order_relaxed);
  out.time = m_shared.elapsed();
  out.hash_permille = m_shared.table.permille_used();
  const auto pv_count =
      std::min(static_cast<std::size_t>(std::max(m_shared.limits.multipv, 1)), roots.size());
  for (std::size_t i = 0; i < pv_count; ++i) {
    const RootMove& r = roots[i];
    const bool searched = r.score != -infinite_score;
    const Score score = searched ? r.score : r.previous_score;
    if (score == -infinite_score && i > 0) {
      break; // not searched yet
    }
    out.selective_depth = std::max(out.selective_depth, r.selective_depth);
    out.lines.push_back({score, searched && r.lower_bound, searched && r.upper_bound, r.pv});
  }
  return out;
}

void Worker::report_finished() {
  if (m_shared.on_report) {
    m_shared.on_report(report(m_completed_depth, m_finished));
    m_next_report = m_shared.elapsed() + report_interval;
  }
}

// ---- limits and roots --------------------------------------------------------------------------

bool Worker::must_stop() {
  if (stopped()) {
    return true;
  }
  if (!m_is_main) {
    if (m_nodes >= m_next_clock_test + 1024) { // add completed portions of 1024 nodes
      m_next_clock_test += 1024;
      m_shared.helper_nodes.fetch_add(1024, std::memory_order_relaxed);
    }
    return false;
  }
  const Limits& limits = m_shared.limits;
  if (limits.nodes > 0 &&
      m_nodes + m_shared.helper_nodes.load(std::memory_order_relaxed) >= limits.nodes) {
    m_shared.stop.store(true, std::memory_order_relaxed);
    return true;
  }
  if (m_nodes < m_next_clock_test) {
    return false;
  }
  m_next_clock_test = m_nodes + 1024;
  if (m_completed_depth > 0 && m_shared.elapsed() >= m_next_report) {
    report_finished(); // with the current time and node count
  }
  if (m_completed_depth == 0 || !m_shared.timed()) {
    return false;
  }
  // an iteration that was begun while pondering may end at ponder_hit(): nothing else would begin
  const Milliseconds limit = m_begun_pondering && m_enough.count() > 0
                                 ? std::min(m_enough, m_shared.budget.limit)
                                 : m_shared.budget.limit;
  if (m_shared.elapsed() >= limit) {
    m_shared.stop.store(true, std::memory_order_relaxed);
    return true;
  }
  return false;
}

RootMove* Worker::root_of(Move m) {
  const auto begin = m_roots.begin() + static_cast<std::ptrdiff_t>(m_pv_index);
  const auto it =
      std::find_if(begin, m_roots.end(), [m](const RootMove& r) { return r.move == m; });
  return it == m_roots.end() ? nullptr : &*it;
}

void Worker::update_root(RootMove& root, const Frame* frame, Score score, Score alpha, Score beta,
                         bool first) const {
  if (!first && score <= alpha) {
    root.score = -infinite_score; // known only to be not better
    return;
  }
  root.score = score;
  root.upper_bound = score <= alpha;
  root.lower_bound = score >= beta;
  root.selective_depth = m_selective_depth;
  root.pv.assign(1, root.move);
  const Frame& below = frame[1];
  root.pv.insert(root.pv.end(), below.pv.begin(), below.pv.begin() + below.pv_length);
}

} // namespace xq::engine
