#include "engine/search/mate_solver.hpp"

#include <xq/board/movegen.hpp>

namespace xq::engine {

void MateSolver::count_node() {
  ++m_nodes;
  if (!m_solved) {
    m_given_up =
        m_given_up || m_nodes >= m_budget || (m_nodes % 256 == 0 && m_stopped && m_stopped());
  }
}

bool MateSolver::wins(Move m, int moves, Width width) {
  Undo undo;
  m_position.do_move(m, undo);
  count_node();
  const bool lost = defender_lost(moves - 1, width);
  m_position.undo_move(m, undo);
  return lost;
}

bool MateSolver::attacker_wins(int moves, Width width) {
  MoveList legal;
  generate_legal(m_position, legal);
  for (const bool checks : {true, false}) {
    if (!checks && width == Width::checks && moves > 1) {
      break;
    }
    for (const Move m : legal) {
      if (m_position.gives_check(m) == checks && wins(m, moves, width)) {
        return true;
      }
      if (give_up()) {
        return false;
      }
    }
  }
  return false;
}

bool MateSolver::defender_lost(int moves, Width width) {
  if (moves == 0) {
    return !has_legal_move(m_position);
  }
  MoveList legal;
  generate_legal(m_position, legal);
  for (const Move m : legal) {
    Undo undo;
    m_position.do_move(m, undo);
    count_node();
    bool won = false;
    for (int n = 1; n <= moves && !won && !give_up(); ++n) { // shortest mates first
      won = attacker_wins(n, width);
    }
    m_position.undo_move(m, undo);
    if (!won) {
      return false;
    }
  }
  return true;
}

void MateSolver::build_line(Move key, int moves, Width width, std::vector<Move>& line) {
  line.push_back(key);
  if (moves == 1) {
    return;
  }
  m_position.do_move(key);
  MoveList replies;
  generate_legal(m_position, replies);
  Move best_reply;
  int longest = 0;
  for (const Move reply : replies) {
    Undo undo;
    m_position.do_move(reply, undo);
    int n = 1;
    while (n < moves - 1 && !attacker_wins(n, width)) {
      ++n;
    }
    m_position.undo_move(reply, undo);
    if (n > longest) {
      longest = n;
      best_reply = reply;
    }
  }
  if (!best_reply) {
    return; // mate
  }
  line.push_back(best_reply);
  m_position.do_move(best_reply);
  MoveList answers;
  generate_legal(m_position, answers);
  for (const Move m : answers) {
    if (wins(m, longest, width)) {
      build_line(m, longest, width, line);
      return;
    }
  }
}

std::vector<Move> MateSolver::solve(int moves, std::span<const Move> candidates) {
  std::vector<Move> line;
  for (int n = 1; n <= moves; ++n) {
    for (const Width width : {Width::checks, Width::all}) {
      for (const Move m : candidates) {
        if (width == Width::checks && n > 1 && !m_position.gives_check(m)) {
          continue;
        }
        if (wins(m, n, width)) {
          m_given_up = false;
          m_solved = true;
          build_line(m, n, width, line);
          return line;
        }
        if (give_up()) {
          return {};
        }
      }
    }
  }
  return line;
}

} // namespace xq::engine
