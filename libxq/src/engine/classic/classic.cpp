#include "engine/classic/classic.hpp"

#include <xq/engine/engine.hpp>

#include <algorithm>

namespace xq::engine {

namespace {

constexpr int table_first = 1 << 30;
constexpr int good_capture = 1 << 26;
constexpr int killer = 1 << 25;
constexpr int killer_before = 1 << 29;
constexpr int bad_capture = -(1 << 26);

} // namespace

ClassicSearch::ClassicSearch(const ClassicIdeas& ideas, std::size_t hash_megabytes)
    : m_ideas{ideas} {
  m_table.resize(hash_megabytes);
}

template <typename F>
Score ClassicSearch::after(Move m, F&& f) {
  Undo undo;
  m_evaluator.do_move(m_position, m);
  m_position.do_move(m, undo);
  m_path.push_back(m_position.key());
  ++m_nodes;
  const Score score = -f();
  m_path.pop_back();
  m_position.undo_move(m, undo);
  m_evaluator.undo_move();
  return score;
}

ClassicSearch::Result ClassicSearch::run(const Position& position, int depth) {
  m_position = position;
  m_evaluator.reset(position);
  m_table.clear();
  m_killers = {};
  m_history = {};
  m_path.assign(1, position.key());
  m_nodes = 0;
  m_best = Move::none();
  Result result;
  for (int d = 1; d <= depth; ++d) {
    if (m_ideas.driver != ClassicIdeas::Driver::mtd_f) {
      result.score = search(0, d, -infinite_score, infinite_score, false);
    } else { // Plaat: null windows around a guess until both bounds meet
      Score low = -infinite_score;
      Score high = infinite_score;
      Score guess = result.score;
      while (low < high) {
        const Score beta = guess == low ? guess + 1 : guess;
        guess = search(0, d, beta - 1, beta, false);
        (guess < beta ? high : low) = guess;
      }
      result.score = guess;
    }
    result.nodes.push_back(m_nodes);
  }
  result.best = m_best;
  return result;
}

bool ClassicSearch::repeats() const {
  const auto reach =
      std::min(static_cast<std::size_t>(m_position.halfmove_clock()), m_path.size() - 1);
  for (std::size_t back = 4; back <= reach; back += 2) {
    if (m_path[m_path.size() - 1 - back] == m_path.back()) {
      return true;
    }
  }
  return false;
}

int ClassicSearch::capture_worth(Move m) const {
  const int victim = exchange_value(type_of(m_position.at(m.to())));
  if (m_ideas.captures == ClassicIdeas::Captures::by_victim ||
      !m_position.is_attacked(m.to(), ~m_position.side_to_move())) {
    return victim;
  }
  return victim - exchange_value(type_of(m_position.at(m.from())));
}

std::size_t ClassicSearch::order(int ply, Move table_move, Moves& out) const {
  MoveList legal;
  generate_legal(m_position, legal);
  const auto& killers = m_killers[static_cast<std::size_t>(ply)];
  for (std::size_t i = 0; i < legal.size(); ++i) {
    const Move m = legal[i];
    int score = 0;
    if (m == table_move) {
      score = table_first;
    } else if (m_position.at(m.to()) != Piece::none) {
      if (m_ideas.captures != ClassicIdeas::Captures::in_turn) {
        const int worth = capture_worth(m);
        score = (worth >= 0 ? good_capture : bad_capture) + worth;
      }
    } else if (m_ideas.killers != ClassicIdeas::Killers::none &&
               (m == killers[0] || m == killers[1])) {
      score = (m_ideas.killers == ClassicIdeas::Killers::before_captures ? killer_before : killer) +
              (m == killers[0] ? 1 : 0);
    } else if (m_ideas.history) {
      score = m_history[to_index(m_position.at(m.from()))][to_index(m.to())];
    }
    out[i] = {m, score};
  }
  std::stable_sort(out.begin(), out.begin() + static_cast<std::ptrdiff_t>(legal.size()),
                   [](const Scored& a, const Scored& b) { return a.score > b.score; });
  return legal.size();
}

void ClassicSearch::remember(int ply, int depth, Move cut) {
  if (m_position.at(cut.to()) != Piece::none) {
    return;
  }
  auto& killers = m_killers[static_cast<std::size_t>(ply)];
  if (killers[0] != cut) {
    killers = {cut, killers[0]};
  }
  int& counter = m_history[to_index(m_position.at(cut.from()))][to_index(cut.to())];
  counter = std::min(counter + depth * depth, killer - 1);
}

Move ClassicSearch::deepen(int ply, int depth, Score alpha, Score beta) {
  const Score score = search(ply, depth - 2, alpha, beta, false);
  if (score <= alpha && m_ideas.deepening == ClassicIdeas::Deepening::opened) {
    search(ply, depth - 2, -infinite_score, beta, false);
  }
  TableHit hit;
  return m_table.probe(m_position.key(), ply, hit) ? hit.move : Move::none();
}

Score ClassicSearch::search(int ply, int depth, Score alpha, Score beta, bool may_pass) {
  if (depth <= 0) {
    return quiescence(ply, alpha, beta);
  }
  if (ply > 0 && (repeats() || m_position.halfmove_clock() >= 120)) {
    return 0;
  }
  if (ply >= max_ply) {
    return m_evaluator.score(m_position);
  }
  TableHit hit;
  const bool found = m_table.probe(m_position.key(), ply, hit);
  if (found && ply > 0 && hit.depth >= depth &&
      (hit.bound == Bound::exact || (hit.bound == Bound::lower && hit.score >= beta) ||
       (hit.bound == Bound::upper && hit.score <= alpha))) {
    return hit.score;
  }
  const bool in_check = m_position.in_check();
  if (may_pass && !in_check && depth >= 2 && beta - alpha == 1 && !is_decided(beta) &&
      m_evaluator.score(m_position) >= beta) {
    Undo undo;
    m_position.do_null_move(undo);
    m_path.push_back(m_position.key());
    const Score score = -search(ply + 1, depth - 1 - (depth > 6 ? 3 : 2), -beta, -beta + 1, false);
    m_path.pop_back();
    m_position.undo_null_move(undo);
    if (score >= beta) {
      return beta;
    }
  }
  Move table_move = m_ideas.table_move && found ? hit.move : Move::none();
  if (!table_move && m_ideas.deepening != ClassicIdeas::Deepening::none && depth > 2 && ply > 0) {
    table_move = deepen(ply, depth, alpha, beta);
  }
  Moves moves; // NOLINT: filled by order()
  const std::size_t count = order(ply, table_move, moves);
  Score best = mated_in(ply);
  Move best_move;
  const Score old_alpha = alpha;
  for (std::size_t i = 0; i < count; ++i) {
    const Move m = moves[i].move;
    const Score score = after(m, [&] {
      if (i > 0 && m_ideas.driver == ClassicIdeas::Driver::principal_variation) {
        const Score quick = search(ply + 1, depth - 1, -alpha - 1, -alpha, true);
        if (-quick <= alpha || -quick >= beta) {
          return quick;
        }
      }
      return search(ply + 1, depth - 1, -beta, -alpha, true);
    });
    if (score > best) {
      best = score;
      if (score > alpha) {
        alpha = score;
        best_move = m;
        if (score >= beta) {
          remember(ply, depth, m);
          break;
        }
      }
    }
  }
  if (ply == 0 && best_move) {
    m_best = best_move;
  }
  m_table.store(m_position.key(), ply, best_move, best, TranspositionTable::no_evaluation, depth,
                best >= beta       ? Bound::lower
                : best > old_alpha ? Bound::exact
                                   : Bound::upper);
  return best;
}

Score ClassicSearch::quiescence(int ply, Score alpha, Score beta) {
  const bool in_check = m_position.in_check();
  if (ply >= max_ply || (in_check && repeats())) {
    return in_check ? 0 : m_evaluator.score(m_position);
  }
  Score best = in_check ? mated_in(ply) : m_evaluator.score(m_position);
  if (best >= beta) {
    return best;
  }
  alpha = std::max(alpha, best);
  Moves moves; // NOLINT: filled by order()
  const std::size_t count = order(ply, Move::none(), moves);
  for (std::size_t i = 0; i < count; ++i) {
    const Move m = moves[i].move;
    if (!in_check && (m_position.at(m.to()) == Piece::none || capture_worth(m) < 0)) {
      continue;
    }
    const Score score = after(m, [&] { return quiescence(ply + 1, -beta, -alpha); });
    if (score > best) {
      best = score;
      alpha = std::max(alpha, score);
      if (score >= beta) {
        break;
      }
    }
  }
  return count == 0 ? mated_in(ply) : best;
}

} // namespace xq::engine
