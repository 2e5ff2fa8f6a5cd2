#include "engine/search/search.hpp"

#include "engine/search/see.hpp"

#include <xq/board/rules.hpp>

#include <algorithm>
#include <cassert>
#include <cmath>

namespace xq::engine {

namespace {

/// Plies by which late quiet moves are searched shallower, by depth and move number.
class ReductionTable {
public:
  ReductionTable() noexcept {
    for (std::size_t d = 1; d < size; ++d) {
      for (std::size_t n = 1; n < size; ++n) {
        const double logs = std::log(static_cast<double>(d)) * std::log(static_cast<double>(n));
        m_plies[d][n] = static_cast<std::int8_t>(0.55 + logs / 2.1);
      }
    }
  }
  [[nodiscard]] int operator()(int depth, int move_number) const noexcept {
    constexpr int last = static_cast<int>(size) - 1;
    return m_plies[static_cast<std::size_t>(std::min(depth, last))]
                  [static_cast<std::size_t>(std::min(move_number, last))];
  }

private:
  static constexpr std::size_t size = 64;
  std::array<std::array<std::int8_t, size>, size> m_plies{};
};
const ReductionTable reductions;

/// The position from which `cycle`, moves without a capture, led to `last`.
Position rewound(Position last, std::span<const Move> cycle) {
  for (std::size_t i = cycle.size(); i-- > 0;) {
    const Piece moved = last.at(cycle[i].to());
    last.remove(cycle[i].to());
    last.put(moved, cycle[i].from());
  }
  last.set_counters(0, 1); // nothing before the cycle counts
  return last;
}

constexpr int history_bonus(int depth) { return std::min(16 * depth * depth + 120 * depth, 1800); }

/// How far above beta a shallow search of a capture must be to prove a cut-off, in centipawns.
constexpr Score probcut_margin = 110;

/// Quiet moves tried before the rest is given up at low depth.
constexpr int quiet_limit(int depth, bool improving) {
  return improving ? 4 + depth * depth : (4 + depth * depth) / 2;
}

[[nodiscard]] bool has_attackers(const Position& p, Color c) {
  return !(p.pieces(c) &
           (p.pieces(PieceType::rook) | p.pieces(PieceType::horse) | p.pieces(PieceType::cannon)))
              .empty();
}

/// Few enough pieces that having to move may be a disadvantage.
[[nodiscard]] bool is_thin(const Position& p, Color c) {
  return (p.pieces(c) &
          (p.pieces(PieceType::rook) | p.pieces(PieceType::horse) | p.pieces(PieceType::cannon)))
             .count() <= 2;
}

} // namespace

// ---- moves and repetitions
// --------------------------------------------------------------------------

void Worker::do_move(Frame* frame, Move m, Undo& undo) {
  const Piece moved = m_position.at(m.from());
  frame->move = m;
  frame->quiet = m_position.at(m.to()) == Piece::none;
  frame->continuation_to_update = &m_histories.after(moved, m.to());
  frame->continuation = frame->continuation_to_update;
  m_evaluator.do_move(m_position, m);
  m_position.do_move(m, undo);
  m_shared.table.prefetch(m_position.key());
  const bool check = m_position.in_check();
  m_path.push_back({m_position.key(), m, check, false});
  frame[1].in_check = check;
  ++m_nodes;
}

void Worker::undo_move(Move m, const Undo& undo) {
  m_path.pop_back();
  m_position.undo_move(m, undo);
  m_evaluator.undo_move();
}

void Worker::do_null_move(Frame* frame, Undo& undo) {
  frame->move = Move::none();
  frame->quiet = false;
  frame->continuation = &m_histories.after_nothing();
  frame->continuation_to_update = nullptr;
  const std::optional<Score> score = m_evaluations.find(m_position.key());
  m_position.do_null_move(undo);
  m_shared.table.prefetch(m_position.key());
  if (const auto passed = score ? m_evaluator.passed(*score) : std::nullopt) {
    m_evaluations.keep(m_position.key(), *passed);
  }
  m_path.push_back({m_position.key(), Move::none(), false, true});
  frame[1].in_check = false;
  ++m_nodes;
}

void Worker::undo_null_move(const Undo& undo) {
  m_path.pop_back();
  m_position.undo_null_move(undo);
}

bool Worker::game_decided(int ply, Score& score) {
  if (m_position.halfmove_clock() >= m_shared.natural_limit) {
    // mate on the last move takes precedence over the limit
    score = has_legal_move(m_position) ? 0 : mated_in(ply);
    return true;
  }
  const std::size_t last = m_path.size() - 1;
  const auto reach = std::min(static_cast<std::size_t>(m_position.halfmove_clock()), last);
  int found = 0;
  for (std::size_t back = 2; back <= reach; back += 2) {
    if (m_path[last - back + 1].after_null || m_path[last - back + 2].after_null) {
      break;
    }
    if (back < 4 || m_path[last - back].key != m_path[last].key) {
      continue;
    }
    // one earlier occurrence below the root is enough, two are needed before it
    if (static_cast<int>(back) < ply || ++found == 2) {
      score = judge_cycle(last - back, ply);
      return true;
    }
  }
  return false;
}

Score Worker::judge_cycle(std::size_t first, int ply) {
  if (m_shared.repetition == RepetitionRule::draw) {
    return 0;
  }
  // [0]: checks on the side to move now, [1]: on the other one
  std::array<bool, 2> always{true, true};
  const std::size_t last = m_path.size() - 1;
  for (std::size_t i = first + 1; i <= last; ++i) {
    const std::size_t side = (last - i) % 2;
    always[side] = always[side] && m_path[i].in_check;
  }
  const Score won = rule_win - ply;
  if (always[0] != always[1]) {
    return always[0] ? won : -won; // perpetual check loses
  }
  if (always[0] || m_shared.repetition == RepetitionRule::check) {
    return 0;
  }
  m_cycle.clear();
  for (std::size_t i = first + 1; i <= last; ++i) {
    m_cycle.push_back(m_path[i].move);
  }
  const auto outcome =
      judge_repetition(rewound(m_position, m_cycle), m_cycle, RuleSet::wxf, 2).outcome;
  const bool red = m_position.side_to_move() == Color::red;
  return outcome == Outcome::red_wins     ? (red ? won : -won)
         : outcome == Outcome::black_wins ? (red ? -won : won)
                                          : 0;
}

OrderingContext Worker::ordering(const Frame* frame) {
  return {m_position,
          m_histories,
          {frame[-1].continuation, frame[-2].continuation, frame[-4].continuation,
           frame[-6].continuation},
          frame->in_check};
}

void Worker::update_pv(Frame* frame, Move m) const {
  const Frame& below = frame[1];
  frame->pv[0] = m;
  std::copy_n(below.pv.begin(), below.pv_length, frame->pv.begin() + 1);
  frame->pv_length = below.pv_length + 1;
}

// ---- the search --------------------------------------------------------------------------------

bool Worker::null_move(Frame* frame, Score beta, int depth, bool cut_node, Score& score) {
  const Color us = m_position.side_to_move();
  if (!uses(SearchFeature::null_move) || frame[-1].move == Move::none() ||
      frame->evaluation < beta || frame->excluded || frame->ply < m_null_move_from ||
      !has_attackers(m_position, us) || is_decided(beta)) {
    return false;
  }
  const int reduction = 3 + depth / 4 + std::min((frame->evaluation - beta) / 180, 3);
  Undo undo;
  do_null_move(frame, undo);
  score = -search<Node::other>(frame + 1, -beta, -beta + 1, depth - reduction, !cut_node);
  undo_null_move(undo);
  if (score < beta) {
    return false;
  }
  score = is_decided(score) ? beta : score;
  if (m_null_move_from > 0 || (depth < 12 && !is_thin(m_position, us)) ||
      !uses(SearchFeature::verification)) {
    return true;
  }
  // Zugzwang, possible with few pieces, and errors at great depth: verify without a null move.
  m_null_move_from = frame->ply + 3 * (depth - reduction) / 4 + 1;
  const Score verified = search<Node::other>(frame, beta - 1, beta, depth - reduction, false);
  m_null_move_from = 0;
  return verified >= beta;
}

bool Worker::probe_cut(Frame* frame, Score beta, int depth, Move table_move, Score raw_evaluation,
                       bool cut_node, Score& score) {
  const Score raised = beta + probcut_margin;
  const OrderingContext context = ordering(frame);
  MovePicker picker{context, table_move, std::max(raised - frame->evaluation, 1)};
  while (const Move m = picker.next()) {
    if (m == frame->excluded || !m_position.is_safe(m)) {
      continue;
    }
    Undo undo;
    do_move(frame, m, undo);
    score = -quiescence<false>(frame + 1, -raised, -raised + 1);
    if (score >= raised) {
      score = -search<Node::other>(frame + 1, -raised, -raised + 1, depth - 4, !cut_node);
    }
    undo_move(m, undo);
    if (stopped()) {
      return false;
    }
    if (score >= raised) {
      m_shared.table.store(m_position.key(), frame->ply, m, score, raw_evaluation, depth - 3,
                           Bound::lower);
      return true;
    }
  }
  return false;
}

bool Worker::prune_node(Frame* frame, Score beta, int depth, bool improving, bool cut_node,
                        Score& score) {
  const Score evaluation = frame->evaluation;
  // reverse futility: far ahead, so that no reply can change it
  if (uses(SearchFeature::reverse_futility) && depth <= 8 && !frame->excluded &&
      !is_decided(beta) && evaluation - 60 * (depth - (improving ? 1 : 0)) >= beta &&
      !is_decided(evaluation)) {
    score = (evaluation + beta) / 2;
    return true;
  }
  return null_move(frame, beta, depth, cut_node, score);
}

bool Worker::hopeless(const Frame* frame, Move m, int depth, int move_count, Score alpha,
                      int history, bool improving) const {
  const int reduced = std::max(depth - reductions(depth, move_count), 1);
  if (m_position.at(m.to()) != Piece::none || frame->in_check) {
    return uses(SearchFeature::exchange_pruning) && !exchange_wins(m_position, m, -120 * depth);
  }
  return (uses(SearchFeature::late_move_pruning) &&
          (move_count >= quiet_limit(depth, improving) || history < -4000 * depth)) ||
         (uses(SearchFeature::futility) &&
          frame->evaluation + 130 + 85 * reduced + history / 128 <= alpha) ||
         (uses(SearchFeature::exchange_pruning) &&
          !exchange_wins(m_position, m, -25 * reduced * reduced));
}

Worker::MoveFacts Worker::facts_of(Move m, const OrderingContext& context) {
  const Piece moved = m_position.at(m.from());
  const Piece taken = m_position.at(m.to());
  if (taken != Piece::none) {
    return {m, true, m_histories.capture(moved, m.to(), type_of(taken)).value()};
  }
  return {m, false,
          m_histories.quiet(m_position.side_to_move(), m).value() +
              (*context.previous[0])[to_index(moved)][to_index(m.to())].value() +
              (*context.previous[1])[to_index(moved)][to_index(m.to())].value()};
}

void Worker::evaluate(Frame* frame, NodeFacts& facts, int& depth) {
  if (frame->in_check) {
    frame->evaluation = frame[-2].evaluation;
    return;
  }
  if (frame->excluded) {
    return;
  }
  const TableHit& hit = facts.hit;
  const int correct_by = correction();
  facts.raw_evaluation =
      static_score(facts.found ? hit.evaluation : TranspositionTable::no_evaluation);
  frame->evaluation = corrected(facts.raw_evaluation, correct_by);
  if (facts.found && !is_decided(hit.score) &&
      (hit.bound == Bound::exact ||
       hit.bound == (hit.score > frame->evaluation ? Bound::lower : Bound::upper))) {
    frame->evaluation = hit.score; // a searched score is more accurate
  }
  facts.improving = frame->evaluation > frame[-2].evaluation;
  judge_previous(frame);
  // the reduced move that led here did not lower its side's static score: search it deeper
  if (frame[-1].reduction >= 3 && !frame[-1].in_check &&
      frame->evaluation + frame[-1].evaluation <= 0) {
    ++depth;
  }
}

bool Worker::may_be_singular(const Frame* frame, const NodeFacts& facts, int depth) const {
  return uses(SearchFeature::singular) && depth >= 7 && !frame->excluded && facts.found &&
         facts.hit.bound != Bound::upper && facts.hit.depth >= depth - 3 &&
         !is_decided(facts.hit.score) && frame->ply < 2 * m_root_depth;
}

bool Worker::extend_singular(Frame* frame, const NodeFacts& facts, Score beta, int depth,
                             bool is_pv, int& extension, Score& score) {
  const Score margin = facts.hit.score - 2 * depth;
  const Score evaluation = frame->evaluation;
  const int move_count = frame->move_count;
  frame->excluded = facts.table_move;
  const Score others =
      search<Node::other>(frame, margin - 1, margin, (depth - 1) / 2, facts.cut_node);
  frame->excluded = Move::none();
  frame->evaluation = evaluation;
  frame->move_count = move_count;
  score = margin;
  if (stopped()) {
    score = 0;
    return true;
  }
  if (others < margin) {
    extension = !is_pv && others < margin - 12 ? 2 : 1;
  } else if (margin >= beta) {
    return true; // multi-cut: another move fails high, too
  } else if (facts.hit.score >= beta) {
    extension = -1;
  }
  return false;
}

template <Worker::Node node>
int Worker::reduction(const Frame* frame, const NodeFacts& facts, const MoveFacts& move,
                      int depth) const {
  int r = reductions(depth, frame->move_count);
  r += facts.cut_node ? 1 : 0;
  r += facts.table_capture && !move.capture ? 1 : 0;
  r -= node != Node::other ? 1 : 0;
  r -= facts.improving ? 0 : -1;
  r -= frame[1].in_check ? 1 : 0;
  r -= frame->in_check ? 1 : 0;
  r -= move.move == frame->killers[0] || move.move == frame->killers[1] ? 1 : 0;
  r -= move.capture ? 1 + move.history / 8192 : move.history / 9000;
  return r;
}

template <Worker::Node node>
Score Worker::search_move(Frame* frame, const NodeFacts& facts, const MoveFacts& move, Score alpha,
                          Score beta, Score best_score, int depth, int new_depth) {
  constexpr bool is_root = node == Node::root;
  constexpr bool is_pv = node != Node::other;
  const int move_count = frame->move_count;
  Score score = 0;
  if (depth >= 2 && move_count > (is_root ? 2 : 1) && (!move.capture || facts.cut_node) &&
      uses(SearchFeature::late_move_reductions)) {
    bool full = true;
    const int reduced =
        std::clamp(new_depth - reduction<node>(frame, facts, move, depth), 1, new_depth);
    if (reduced < new_depth) {
      frame->reduction = new_depth - reduced;
      score = -search<Node::other>(frame + 1, -alpha - 1, -alpha, reduced, true);
      frame->reduction = 0;
      full = score > alpha;
      if (full && !is_root && score > best_score + 40 + 2 * new_depth) {
        ++new_depth; // far above the best score so far: worth a ply more
      }
    }
    if (full) {
      score = -search<Node::other>(frame + 1, -alpha - 1, -alpha, new_depth, !facts.cut_node);
    }
  } else if (!is_pv || move_count > 1) {
    score = -search<Node::other>(frame + 1, -alpha - 1, -alpha, new_depth, !facts.cut_node);
  }
  if (is_pv && (move_count == 1 || score > alpha)) {
    score = -search<Node::pv>(frame + 1, -beta, -alpha, new_depth, false);
  }
  return score;
}

template <Worker::Node node>
bool Worker::ends_here(Frame* frame, Score& alpha, Score& beta, Score& score) {
  if (node != Node::other) {
    m_selective_depth = std::max(m_selective_depth, frame->ply + 1);
  }
  score = 0;
  if (must_stop()) {
    return true;
  }
  if (node == Node::root) {
    frame->in_check = m_position.in_check();
    return false;
  }
  if (!frame->excluded && game_decided(frame->ply, score)) {
    return true;
  }
  if (frame->ply >= max_ply) {
    score = frame->in_check ? 0 : static_score();
    return true;
  }
  alpha = std::max(alpha, mated_in(frame->ply));
  beta = std::min(beta, mate_in(frame->ply + 1));
  score = alpha;
  return alpha >= beta;
}

bool Worker::table_cuts(const NodeFacts& facts, Score beta, int depth) {
  const TableHit& hit = facts.hit;
  if (!facts.found || hit.depth < depth ||
      !(hit.score >= beta ? hit.bound != Bound::upper : hit.bound != Bound::lower) ||
      m_position.halfmove_clock() >= m_shared.natural_limit - 20) {
    return false;
  }
  if (hit.score >= beta && facts.table_move && m_position.is_pseudo_legal(facts.table_move) &&
      m_position.at(facts.table_move.to()) == Piece::none) {
    m_histories.quiet(m_position.side_to_move(), facts.table_move).add(history_bonus(depth));
  }
  return true;
}

template <Worker::Node node>
Score Worker::search(Frame* frame, Score alpha, Score beta, int depth, bool cut_node) {
  constexpr bool is_root = node == Node::root;
  constexpr bool is_pv = node != Node::other;
  if (depth <= 0) {
    return quiescence<is_pv>(frame, alpha, beta);
  }
  assert(-infinite_score <= alpha && alpha < beta && beta <= infinite_score);
  frame->pv_length = 0;
  Score score = 0;
  if (ends_here<node>(frame, alpha, beta, score)) {
    return score;
  }

  NodeFacts facts;
  facts.cut_node = cut_node;
  facts.found = !frame->excluded && m_shared.table.probe(m_position.key(), frame->ply, facts.hit);
  facts.table_move = is_root       ? m_roots[m_pv_index].move
                     : facts.found ? facts.hit.move
                                   : Move::none();
  if (!is_pv && table_cuts(facts, beta, depth)) {
    return facts.hit.score;
  }
  facts.table_capture = facts.table_move && m_position.at(facts.table_move.to()) != Piece::none;
  evaluate(frame, facts, depth);

  if (!is_pv && !frame->in_check && !frame->excluded) {
    if (prune_node(frame, beta, depth, facts.improving, cut_node, score)) {
      return score;
    }
    if (uses(SearchFeature::probcut) && depth >= 5 && !is_decided(beta) &&
        !(facts.found && facts.hit.depth >= depth - 3 && facts.hit.score < beta + probcut_margin) &&
        probe_cut(frame, beta, depth, facts.table_move, facts.raw_evaluation, cut_node, score)) {
      return score;
    }
    if (stopped()) {
      return 0;
    }
  }
  // no table move, or one of a far shallower search: a shallower search now finds one for the next
  // visit
  if (uses(SearchFeature::internal_reduction) &&
      ((depth >= 4 && !facts.table_move && (is_pv || cut_node)) ||
       (depth >= 6 && cut_node && facts.found && facts.hit.depth + 5 <= depth))) {
    --depth;
  }
  return search_moves<node>(frame, facts, alpha, beta, depth);
}

template <Worker::Node node>
Score Worker::search_moves(Frame* frame, const NodeFacts& facts, Score alpha, Score beta,
                           int depth) {
  constexpr bool is_root = node == Node::root;
  constexpr bool is_pv = node != Node::other;
  frame[1].excluded = Move::none();
  frame[2].killers = {};
  const OrderingContext context = ordering(frame);
  MovePicker picker{context, facts.table_move, frame->killers};
  CheckInfo check_info{m_position, frame->in_check};
  TriedMoves tried;
  const Score old_alpha = alpha;
  Score best_score = -infinite_score;
  Move best_move;
  int move_count = 0;

  while (true) {
    if (!is_pv && best_score > -decided_score &&
        move_count >= quiet_limit(depth, facts.improving) &&
        uses(SearchFeature::late_move_pruning)) {
      picker.only_checks(check_info); // late move pruning
    }
    const Move m = picker.next();
    if (!m) {
      break;
    }
    if (m == frame->excluded) {
      continue;
    }
    RootMove* root_move = nullptr;
    if (is_root) {
      root_move = root_of(m);
      if (root_move == nullptr) {
        continue; // excluded from the search, or the move of an earlier variation
      }
    } else if (!check_info.is_safe(m)) {
      continue;
    }
    ++move_count;
    frame->move_count = move_count;
    const MoveFacts move = facts_of(m, context);

    if (!is_root && best_score > -decided_score && depth <= 8 &&
        hopeless(frame, m, depth, is_pv ? 0 : move_count, alpha, move.history, facts.improving) &&
        !check_info.gives_check(m)) {
      continue;
    }

    Score score = 0;
    int extension = 0;
    if (!is_root && m == facts.table_move && may_be_singular(frame, facts, depth) &&
        extend_singular(frame, facts, beta, depth, is_pv, extension, score)) {
      return score;
    }

    const std::uint64_t nodes_before = m_nodes;
    Undo undo;
    do_move(frame, m, undo);
    if (frame[1].in_check && uses(SearchFeature::check_extension) && extension == 0 &&
        frame->ply < 2 * m_root_depth && (depth <= 6 || is_pv)) {
      extension = 1;
    }
    score = search_move<node>(frame, facts, move, alpha, beta, best_score, depth,
                              depth - 1 + extension);
    undo_move(m, undo);
    if (stopped()) {
      return 0;
    }

    if (is_root) {
      root_move->nodes += m_nodes - nodes_before;
      update_root(*root_move, frame, score, alpha, beta, move_count == 1);
    }
    if (score > best_score) {
      best_score = score;
      if (score > alpha) {
        best_move = m;
        if (is_pv) {
          update_pv(frame, m);
        }
        if (score >= beta) {
          break;
        }
        alpha = score;
      }
    }
    if (m != best_move) {
      tried.add(m, move.capture);
    }
  }

  if (move_count == 0) {
    // a side without a legal move loses, in check or not
    return frame->excluded ? alpha : mated_in(frame->ply);
  }
  if (best_score == -infinite_score) {
    best_score = old_alpha; // every move was pruned
  }
  if (best_score >= beta && !is_decided(best_score) && !is_decided(beta)) {
    // that beta is reached is surer than by how much, the more so in a shallow search
    best_score = (best_score * depth + beta) / (depth + 1);
  }
  const Bound bound = best_score >= beta                ? Bound::lower
                      : is_pv && best_score > old_alpha ? Bound::exact
                                                        : Bound::upper;
  learn<node>(frame, facts, best_move, best_score, bound, depth, tried);
  return best_score;
}

template <Worker::Node node>
void Worker::learn(Frame* frame, const NodeFacts& facts, Move best_move, Score best_score,
                   Bound bound, int depth, const TriedMoves& tried) {
  constexpr bool is_root = node == Node::root;
  if (!best_move && !is_root && !frame->excluded) {
    reward_previous(frame, depth);
  }
  if (bound == Bound::lower) {
    update_histories(frame, best_move, depth, tried);
  }
  if (frame->excluded) {
    return;
  }
  if (!frame->in_check && !is_decided(best_score) &&
      !(best_move && m_position.at(best_move.to()) != Piece::none) &&
      !(bound == Bound::lower && best_score <= frame->evaluation) &&
      !(!best_move && best_score >= frame->evaluation)) {
    update_corrections(facts.raw_evaluation, best_score, depth);
  }
  if (!is_root || m_pv_index == 0) {
    m_shared.table.store(m_position.key(), frame->ply, best_move, best_score, facts.raw_evaluation,
                         depth, bound);
  }
}

template Score Worker::search<Worker::Node::root>(Frame* frame, Score alpha, Score beta, int depth,
                                                  bool cut_node);

void Worker::judge_previous(const Frame* frame) {
  if (frame[-1].quiet && !frame[-1].in_check) {
    const int gain = -(frame[-1].evaluation + frame->evaluation);
    m_histories.quiet(~m_position.side_to_move(), frame[-1].move)
        .add(std::clamp(12 * gain, -1500, 1500));
  }
}

void Worker::reward_previous(const Frame* frame, int depth) {
  if (!frame[-1].quiet) {
    return;
  }
  const Move m = frame[-1].move;
  const int bonus = history_bonus(depth) * 3 / 2;
  m_histories.quiet(~m_position.side_to_move(), m).add(bonus);
  if (auto* table = frame[-2].continuation_to_update;
      table != nullptr && uses(SearchFeature::continuation_history)) {
    (*table)[to_index(m_position.at(m.to()))][to_index(m.to())].add(bonus);
  }
}

void Worker::update_corrections(Score raw, Score found, int depth) {
  if (!uses(SearchFeature::correction_history)) {
    return;
  }
  const int bonus = std::clamp((found - corrected(raw, correction())) * depth / 8,
                               -correction_limit / 4, correction_limit / 4);
  m_histories.pawn_correction(m_position).add(bonus);
  m_histories.palace_correction(m_position).add(bonus);
  m_histories.force_correction(m_position).add(bonus);
}

void Worker::update_histories(Frame* frame, Move best, int depth, const TriedMoves& tried) {
  const int bonus = history_bonus(depth);
  const Color us = m_position.side_to_move();
  const auto add_quiet = [&](Move m, int amount) {
    m_histories.quiet(us, m).add(amount);
    const auto piece = to_index(m_position.at(m.from()));
    if (!uses(SearchFeature::continuation_history)) {
      return;
    }
    for (const int back : {1, 2, 4, 6}) {
      if (auto* table = frame[-back].continuation_to_update; table != nullptr) {
        (*table)[piece][to_index(m.to())].add(amount);
      }
    }
  };
  const auto add_capture = [&](Move m, int amount) {
    if (!uses(SearchFeature::capture_history)) {
      return;
    }
    m_histories.capture(m_position.at(m.from()), m.to(), type_of(m_position.at(m.to())))
        .add(amount);
  };
  if (m_position.at(best.to()) == Piece::none) {
    if (frame->killers[0] != best && uses(SearchFeature::killers)) {
      frame->killers = {best, frame->killers[0]};
    }
    add_quiet(best, bonus);
    for (const Move m : tried.quiets()) {
      add_quiet(m, -bonus);
    }
  } else {
    add_capture(best, bonus);
  }
  for (const Move m : tried.captures()) {
    add_capture(m, -bonus);
  }
}

} // namespace xq::engine
