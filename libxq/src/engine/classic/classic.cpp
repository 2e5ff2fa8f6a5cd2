#include "engine/classic/classic.hpp"

#include <xq/engine/score.hpp>

#include <algorithm>

namespace xq::engine {

namespace {

constexpr std::array<std::string_view, 20> positions{
    "rnbak1b2/4a4/4c4/p1pR2p1p/9/5nP2/P1P1P2cP/4C4/N8/2BAKABN1 w - - 2 13",
    "r2aka3/9/b1c1c3b/p3p1r1p/1Rp2n3/2P6/P3P3P/2N1B3C/4AN2R/2BAK4 b - - 11 16",
    "3akabR1/9/1cn1b3P/pC1Cp3p/2p6/1r6P/P1P1P4/2N1B4/9/2RAKAB2 w - - 3 20",
    "1r1ak1b2/3Ran2r/4b4/C1R5p/4P4/9/c5p2/C3B4/4A3N/3AK4 b - - 1 23",
    "2bakab1r/2c6/2n3n2/pR4p1p/9/4C2r1/P3P1P1P/N3B3N/9/2BAKA2R w - - 0 16",
    "2Ca1ab2/4k4/r1n6/2p3P2/p8/6n2/1cP1P3P/3R2N2/9/2BAKAB2 w - - 6 23",
    "2baka3/9/r5nRb/pC3C2p/1Rp1p4/9/P1P1c1r1P/4B4/4A4/4KA3 b - - 4 15",
    "2baka3/4n4/4b1n2/2P1p3p/5rp2/3NP2r1/4N1P1P/4C4/3R1R3/c1BAKAB2 w - - 8 19",
    "r1bak4/4a4/6n2/4p4/6C2/p5P2/4c3P/4r4/4AR3/1cBA1KR2 b - - 1 22",
    "3akab2/9/6n2/2R3p1p/1r2C4/9/2P1P1c1P/1c4r2/9/1NBAKABR1 w - - 1 15",
    "2bak2C1/4a4/2n1b3c/p1N5p/6p2/2P1p4/rC4P2/9/4A4/1RB1KAB2 b - - 0 18",
    "2bakab1r/1R7/r8/p3C1C1p/2p3p2/9/P1c1P3c/8N/9/R1BAKAB2 b - - 0 14",
    "3ak1b2/4a4/2c1b1n2/p1C1p3p/r8/2P6/P2RP2RP/1rN1B4/4A4/4KAB2 w - - 7 18",
    "2bak4/4a1r2/2n1c1n1b/p1p1p1R1p/6r2/1NP6/P3P3P/4C1N2/R8/2BAKAB2 w - - 0 14",
    "1cRaka3/9/8n/p3p1p1p/9/9/P3P3c/2N1B1C2/4A4/4KABr1 b - - 0 17",
    "2baka3/1r7/n3b3n/8p/p1p1p4/P5P2/2P1P2rP/4B1NCR/Rc1N5/3AKAB2 b - - 1 13",
    "2b1kabn1/4a4/4c4/pR6p/6p2/3r4C/P3P1c1P/N3B1N2/9/2BAKA3 w - - 0 17",
    "2bakab2/3r5/n3c1n2/2p1p3p/p5p2/2P2N3/P3P2cP/C1N4C1/9/2BAKAB1R w - - 0 13",
    "1nbaka3/8c/3rb2rn/p1C1p4/2P6/6P1R/P3P2R1/2N1B4/5N3/2BAKA3 b - - 0 16",
    "2bak4/1r2a4/4b4/pc4p1p/2p2Nn2/PR7/2P3PrP/5R1C1/4A4/2B1KAB2 w - - 8 20",
};

constexpr int table_first = 1 << 30;
constexpr int good_capture = 1 << 26;
constexpr int killer = 1 << 25;
constexpr int killer_before = 1 << 29;
constexpr int bad_capture = -(1 << 26);

} // namespace

std::span<const std::string_view> middle_games() noexcept { return positions; }

ClassicSearch::ClassicSearch(const ClassicIdeas& ideas, std::size_t hash_megabytes)
    : m_ideas{ideas} {
  m_table.resize(hash_megabytes);
}

template <typename F>
Score ClassicSearch::after(Move m, F&& f) {
  Undo undo;
  m_evaluator.do_move(m_position, m);
  m_position.do_move(m, undo);
  m_line.push_back(m_position.key());
  ++m_nodes;
  const Score score = -f();
  m_line.pop_back();
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
  m_line.assign(1, position.key());
  m_nodes = 0;
  m_best = Move::none();
  Result result;
  for (int d = 1; d <= depth; ++d) {
    if (m_ideas.driver != ClassicIdeas::Driver::mtd_f) {
      result.score = search(0, d, -infinite_score, infinite_score, false);
    } else { // Plaat: windows of nothing around a guess until both bounds meet
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
      std::min(static_cast<std::size_t>(m_position.halfmove_clock()), m_line.size() - 1);
  for (std::size_t back = 4; back <= reach; back += 2) {
    if (m_line[m_line.size() - 1 - back] == m_line.back()) {
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
    m_line.push_back(m_position.key());
    const Score score = -search(ply + 1, depth - 1 - (depth > 6 ? 3 : 2), -beta, -beta + 1, false);
    m_line.pop_back();
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
