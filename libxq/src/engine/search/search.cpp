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
          {frame[-1].continuation, frame[-2].continuation, frame[-4].continuation},
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

bool Worker::prune_node(Frame* frame, Score& alpha, Score beta, int depth, bool improving,
                        bool cut_node, Score& score) {
  const Score evaluation = frame->evaluation;
  // razoring: far behind, so that only captures can help
  if (uses(SearchFeature::razoring) && depth <= 4 &&
      evaluation + 200 + 160 * depth * depth < alpha) {
    score = quiescence<false>(frame, alpha - 1, alpha);
    if (score < alpha) {
      return true;
    }
  }
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

template <Worker::Node node>
Score Worker::search(Frame* frame, Score alpha, Score beta, int depth, bool cut_node) {
  constexpr bool is_root = node == Node::root;
  constexpr bool is_pv = node != Node::other;
  if (depth <= 0) {
    return quiescence<is_pv>(frame, alpha, beta);
  }
  assert(-infinite_score <= alpha && alpha < beta && beta <= infinite_score);
  const int ply = frame->ply;
  frame->pv_length = 0;
  if (is_pv) {
    m_selective_depth = std::max(m_selective_depth, ply + 1);
  }
  if (must_stop()) {
    return 0;
  }
  if (is_root) {
    frame->in_check = m_position.in_check();
  } else {
    Score decided = 0;
    if (!frame->excluded && game_decided(ply, decided)) {
      return decided;
    }
    if (ply >= max_ply) {
      return frame->in_check ? 0 : static_score();
    }
    alpha = std::max(alpha, mated_in(ply));
    beta = std::min(beta, mate_in(ply + 1));
    if (alpha >= beta) {
      return alpha;
    }
  }

  // transposition table
  const Key key = m_position.key();
  TableHit hit;
  const bool found = !frame->excluded && m_shared.table.probe(key, ply, hit);
  const Move table_move = is_root ? m_roots[m_pv_index].move : found ? hit.move : Move::none();
  if (!is_pv && found && hit.depth >= depth &&
      (hit.score >= beta ? hit.bound != Bound::upper : hit.bound != Bound::lower) &&
      m_position.halfmove_clock() < m_shared.natural_limit - 20) {
    if (hit.score >= beta && table_move && m_position.is_pseudo_legal(table_move) &&
        m_position.at(table_move.to()) == Piece::none) {
      m_histories.quiet(m_position.side_to_move(), table_move).add(history_bonus(depth));
    }
    return hit.score;
  }
  const bool table_capture = table_move && m_position.at(table_move.to()) != Piece::none;

  // static evaluation
  Score raw_evaluation = TranspositionTable::no_evaluation;
  bool improving = false;
  if (frame->in_check) {
    frame->evaluation = frame[-2].evaluation;
  } else if (!frame->excluded) {
    const int correct_by = correction();
    raw_evaluation = static_score(found ? hit.evaluation : TranspositionTable::no_evaluation);
    frame->evaluation = corrected(raw_evaluation, correct_by);
    if (found && !is_decided(hit.score) &&
        (hit.bound == Bound::exact ||
         hit.bound == (hit.score > frame->evaluation ? Bound::lower : Bound::upper))) {
      frame->evaluation = hit.score; // a searched score is more accurate
    }
    improving = frame->evaluation > frame[-2].evaluation;
    judge_previous(frame);
    // the reduced move that led here did not lower its side's static score: search it deeper
    if (frame[-1].reduction >= 3 && !frame[-1].in_check &&
        frame->evaluation + frame[-1].evaluation <= 0) {
      ++depth;
    }
  }

  if (!is_pv && !frame->in_check && !frame->excluded) {
    Score score = 0;
    if (prune_node(frame, alpha, beta, depth, improving, cut_node, score)) {
      return score;
    }
    if (uses(SearchFeature::probcut) && depth >= 5 && !is_decided(beta) &&
        !(found && hit.depth >= depth - 3 && hit.score < beta + probcut_margin) &&
        probe_cut(frame, beta, depth, table_move, raw_evaluation, cut_node, score)) {
      return score;
    }
    if (stopped()) {
      return 0;
    }
  }
  // no table move, or one of a far shallower search: a shallower search now finds one for the next
  // visit
  if (uses(SearchFeature::internal_reduction) &&
      ((depth >= 4 && !table_move && (is_pv || cut_node)) ||
       (depth >= 6 && cut_node && found && hit.depth + 5 <= depth))) {
    --depth;
  }

  frame[1].excluded = Move::none();
  frame[2].killers = {};
  const OrderingContext context = ordering(frame);
  MovePicker picker{context, table_move, frame->killers};
  CheckInfo check_info{m_position, frame->in_check};
  std::array<Move, 64> quiets_tried;   // NOLINT
  std::array<Move, 32> captures_tried; // NOLINT
  std::size_t quiet_count = 0;
  std::size_t capture_count = 0;
  const Score old_alpha = alpha;
  Score best_score = -infinite_score;
  Move best_move;
  int move_count = 0;

  while (true) {
    if (!is_pv && best_score > -decided_score && move_count >= quiet_limit(depth, improving) &&
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
    const bool capture = m_position.at(m.to()) != Piece::none;
    const Piece moved = m_position.at(m.from());
    const int history =
        capture ? m_histories.capture(moved, m.to(), type_of(m_position.at(m.to()))).value()
                : m_histories.quiet(m_position.side_to_move(), m).value() +
                      (*context.previous[0])[to_index(moved)][to_index(m.to())].value() +
                      (*context.previous[1])[to_index(moved)][to_index(m.to())].value();

    if (!is_root && best_score > -decided_score && depth <= 8 &&
        hopeless(frame, m, depth, is_pv ? 0 : move_count, alpha, history, improving) &&
        !check_info.gives_check(m)) {
      continue;
    }

    // singular extension: search the table move deeper when all others fail low
    int extension = 0;
    if (uses(SearchFeature::singular) && !is_root && depth >= 7 && m == table_move &&
        !frame->excluded && found && hit.bound != Bound::upper && hit.depth >= depth - 3 &&
        !is_decided(hit.score) && ply < 2 * m_root_depth) {
      const Score margin = hit.score - 2 * depth;
      const Score evaluation = frame->evaluation;
      frame->excluded = m;
      const Score others =
          search<Node::other>(frame, margin - 1, margin, (depth - 1) / 2, cut_node);
      frame->excluded = Move::none();
      frame->evaluation = evaluation;
      frame->move_count = move_count;
      if (stopped()) {
        return 0;
      }
      if (others < margin) {
        extension = !is_pv && others < margin - 12 ? 2 : 1;
      } else if (margin >= beta) {
        return margin; // multi-cut: another move fails high, too
      } else if (hit.score >= beta) {
        extension = -1;
      }
    }

    const std::uint64_t nodes_before = m_nodes;
    Undo undo;
    do_move(frame, m, undo);
    const bool check = frame[1].in_check;
    if (check && uses(SearchFeature::check_extension) && extension == 0 && ply < 2 * m_root_depth &&
        (depth <= 6 || is_pv)) {
      extension = 1;
    }
    int new_depth = depth - 1 + extension;

    Score score = 0;
    bool full = true;
    if (depth >= 2 && move_count > (is_root ? 2 : 1) && (!capture || cut_node) &&
        uses(SearchFeature::late_move_reductions)) {
      int r = reductions(depth, move_count);
      r += cut_node ? 1 : 0;
      r += table_capture && !capture ? 1 : 0;
      r -= is_pv ? 1 : 0;
      r -= improving ? 0 : -1;
      r -= check ? 1 : 0;
      r -= frame->in_check ? 1 : 0;
      r -= m == frame->killers[0] || m == frame->killers[1] ? 1 : 0;
      r -= capture ? 1 + history / 8192 : history / 9000;
      const int reduced = std::clamp(new_depth - r, 1, new_depth);
      if (reduced < new_depth) {
        frame->reduction = new_depth - reduced;
        score = -search<Node::other>(frame + 1, -alpha - 1, -alpha, reduced, true);
        frame->reduction = 0;
        full = score > alpha;
        if (full && !is_root && score > best_score + 40 + 2 * new_depth) {
          ++new_depth; // far above the best score so far: worth a ply more
        }
      } else {
        full = true;
      }
      if (full) {
        score = -search<Node::other>(frame + 1, -alpha - 1, -alpha, new_depth, !cut_node);
      }
    } else if (!is_pv || move_count > 1) {
      score = -search<Node::other>(frame + 1, -alpha - 1, -alpha, new_depth, !cut_node);
    }
    if (is_pv && (move_count == 1 || score > alpha)) {
      score = -search<Node::pv>(frame + 1, -beta, -alpha, new_depth, false);
    }
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
      if (capture) {
        if (capture_count < captures_tried.size()) {
          captures_tried[capture_count++] = m;
        }
      } else if (quiet_count < quiets_tried.size()) {
        quiets_tried[quiet_count++] = m;
      }
    }
  }

  if (move_count == 0) {
    // a side without a legal move loses, in check or not
    return frame->excluded ? alpha : mated_in(ply);
  }
  if (best_score == -infinite_score) {
    best_score = old_alpha; // every move was pruned
  }
  if (best_score >= beta && !is_decided(best_score) && !is_decided(beta)) {
    // that beta is reached is surer than by how much, the more so in a shallow search
    best_score = (best_score * depth + beta) / (depth + 1);
  }
  if (!best_move && !is_root && !frame->excluded) {
    reward_previous(frame, depth);
  }
  if (best_score >= beta) {
    update_histories(frame, best_move, depth, {quiets_tried.data(), quiet_count},
                     {captures_tried.data(), capture_count});
  }
  if (!frame->in_check && !frame->excluded && !is_decided(best_score) &&
      !(best_move && m_position.at(best_move.to()) != Piece::none) &&
      !(best_score >= beta && best_score <= frame->evaluation) &&
      !(!best_move && best_score >= frame->evaluation)) {
    update_corrections(raw_evaluation, best_score, depth);
  }
  if (!frame->excluded && !(is_root && m_pv_index > 0)) {
    const Bound bound = best_score >= beta                ? Bound::lower
                        : is_pv && best_score > old_alpha ? Bound::exact
                                                          : Bound::upper;
    m_shared.table.store(key, ply, best_move, best_score, raw_evaluation, depth, bound);
  }
  return best_score;
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

void Worker::update_histories(Frame* frame, Move best, int depth, std::span<const Move> quiets,
                              std::span<const Move> captures) {
  const int bonus = history_bonus(depth);
  const Color us = m_position.side_to_move();
  const auto add_quiet = [&](Move m, int amount) {
    m_histories.quiet(us, m).add(amount);
    const auto piece = to_index(m_position.at(m.from()));
    if (!uses(SearchFeature::continuation_history)) {
      return;
    }
    for (const int back : {1, 2, 4}) {
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
    for (const Move m : quiets) {
      add_quiet(m, -bonus);
    }
  } else {
    add_capture(best, bonus);
  }
  for (const Move m : captures) {
    add_capture(m, -bonus);
  }
}

} // namespace xq::engine
