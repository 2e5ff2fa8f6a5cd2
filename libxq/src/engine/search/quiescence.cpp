#include "engine/search/search.hpp"
#include "engine/search/see.hpp"

#include <algorithm>

namespace xq::engine {

Score Worker::static_score(Score known) {
  if (known != TranspositionTable::no_evaluation) {
    m_evaluations.keep(m_position.key(), known); // for do_null_move()
    return known;
  }
  if (const auto cached = m_evaluations.find(m_position.key())) {
    return *cached;
  }
  const Score score = m_evaluator.score(m_position);
  m_evaluations.keep(m_position.key(), score);
  return score;
}

int Worker::correction() {
  return (m_histories.pawn_correction(m_position).value() +
          m_histories.palace_correction(m_position).value() +
          m_histories.force_correction(m_position).value()) /
         32;
}

template <bool pv>
Score Worker::quiescence(Frame* frame, Score alpha, Score beta) {
  const int ply = frame->ply;
  frame->pv_length = 0;
  if (pv) {
    m_selective_depth = std::max(m_selective_depth, ply + 1);
  }
  if (must_stop()) {
    return 0;
  }
  Score decided = 0;
  if (ply > 0 && game_decided(ply, decided)) {
    return decided;
  }
  if (ply >= max_ply) {
    return frame->in_check ? 0 : static_score();
  }

  const Key key = m_position.key();
  TableHit hit;
  const bool found = m_shared.table.probe(key, ply, hit);
  if (!pv && found && hit.bound != (hit.score >= beta ? Bound::upper : Bound::lower)) {
    return hit.score;
  }

  Score best_score = -infinite_score;
  Score raw_evaluation = TranspositionTable::no_evaluation;
  Score futility = -infinite_score;
  if (!frame->in_check) {
    const int correct_by = correction();
    raw_evaluation = static_score(found ? hit.evaluation : TranspositionTable::no_evaluation);
    best_score = corrected(raw_evaluation, correct_by);
    if (found && !is_decided(hit.score) &&
        hit.bound != (hit.score > best_score ? Bound::upper : Bound::lower)) {
      best_score = hit.score;
    }
    frame->evaluation = best_score;
    if (best_score >= beta) {
      return is_decided(best_score) || is_decided(beta) ? best_score : (best_score + beta) / 2;
    }
    alpha = std::max(alpha, best_score);
    futility = best_score + 160;
  }

  const OrderingContext context = ordering(frame);
  MovePicker picker{context, found ? hit.move : Move::none()};
  const CheckInfo check_info{m_position, frame->in_check};
  Move best_move;
  const Score old_alpha = alpha;
  int move_count = 0;
  while (const Move m = picker.next()) {
    if (!check_info.is_safe(m)) {
      continue;
    }
    ++move_count;
    const Piece victim = m_position.at(m.to());
    if (best_score > -decided_score) {
      if (!frame->in_check && futility + exchange_value(type_of(victim)) <= alpha) {
        best_score = std::max(best_score, futility + exchange_value(type_of(victim)));
        continue;
      }
    }
    if (best_score > -decided_score) {
      if (frame->in_check && victim == Piece::none && move_count > 3) {
        continue; // an evasion that does not lose at once is known
      }
      if (!exchange_wins(m_position, m, 0)) {
        continue;
      }
    }
    Undo undo;
    do_move(frame, m, undo);
    const Score score = -quiescence<pv>(frame + 1, -beta, -alpha);
    undo_move(m, undo);
    if (stopped()) {
      return 0;
    }
    if (score > best_score) {
      best_score = score;
      if (score > alpha) {
        best_move = m;
        if (pv) {
          update_pv(frame, m);
        }
        if (score >= beta) {
          break;
        }
        alpha = score;
      }
    }
  }
  if (move_count == 0 && frame->in_check) {
    return mated_in(ply);
  }
  const Bound bound = best_score >= beta             ? Bound::lower
                      : pv && best_score > old_alpha ? Bound::exact
                                                     : Bound::upper;
  m_shared.table.store(key, ply, best_move, best_score, raw_evaluation, 0, bound);
  return best_score;
}

template Score Worker::quiescence<true>(Frame* frame, Score alpha, Score beta);
template Score Worker::quiescence<false>(Frame* frame, Score alpha, Score beta);

} // namespace xq::engine
