#include "analysis/repair/repair.hpp"
#include "engine/outcomes.hpp"

#include <xq/base/problem_code.hpp>
#include <xq/base/translate.hpp>
#include <xq/board/movegen.hpp>

#include <algorithm>
#include <array>

namespace xq::analysis {

namespace {

/// Times the nodes, for the positions that decide: what few nodes overlook is no fault of a game.
constexpr std::uint64_t certain = 20;

} // namespace

void Judge::begin_game() {
  m_searcher.new_game();
  m_known.clear();
}

int Judge::score(const Position& position, std::uint64_t nodes) {
  const Color side = position.side_to_move();
  if (!has_legal_move(position)) {
    return engine::seen_by(side, -limit);
  }
  engine::Limits limits;
  limits.nodes = nodes;
  const auto answer = m_searcher.search(position, {}, limits);
  const int score = answer.report.lines.empty() ? 0 : answer.report.lines.front().score;
  return engine::seen_by(side, std::clamp(score, -limit, limit));
}

int Judge::score(const Position& position) {
  const auto key = to_integer(position.key());
  if (const auto known = m_known.find(key); known != m_known.end()) {
    return known->second;
  }
  return m_known[key] = score(position, m_nodes);
}

std::vector<int> Judge::scores(const Position& start, std::span<const Move> moves) {
  std::vector<int> out;
  out.reserve(moves.size() + 1);
  Position p = start;
  out.push_back(score(p));
  for (const Move m : moves) {
    p.do_move(m);
    out.push_back(score(p));
  }
  return out;
}

int loss_of(std::span<const int> scores, std::size_t ply, Color first_mover) noexcept {
  const bool red = (ply % 2 == 0) == (first_mover == Color::red);
  const int gain = scores[ply + 1] - scores[ply];
  return red ? -gain : gain;
}

std::vector<Blunder> implausible_moves(std::span<const int> scores, Color first_mover,
                                       const PlausibilityOptions& options) {
  std::vector<Blunder> out;
  for (std::size_t ply = 0; ply + 2 < scores.size(); ++ply) {
    const int loss = loss_of(scores, ply, first_mover);
    const int returned = loss_of(scores, ply + 1, first_mover);
    if (loss >= options.blunder && returned * 3 >= loss * 2) {
      out.push_back({ply, loss, returned});
    }
  }
  std::stable_sort(out.begin(), out.end(), [](const Blunder& a, const Blunder& b) {
    return std::min(a.loss, a.returned) > std::min(b.loss, b.returned);
  });
  return out;
}

bool confirmed(Blunder& b, const Position& start, std::span<const Move> moves, Judge& judge,
               const PlausibilityOptions& options) {
  Position p = start;
  for (std::size_t i = 0; i < b.ply; ++i) {
    p.do_move(moves[i]);
  }
  const Color mover = p.side_to_move();
  std::array<int, 3> scores{};
  scores[0] = judge.score(p, certain * options.nodes);
  p.do_move(moves[b.ply]);
  scores[1] = judge.score(p, certain * options.nodes);
  b.loss = loss_of(scores, 0, mover);
  if (b.loss < options.blunder) {
    return false;
  }
  p.do_move(moves[b.ply + 1]);
  scores[2] = judge.score(p, certain * options.nodes);
  b.returned = loss_of(scores, 1, mover);
  return b.returned * 3 >= b.loss * 2;
}

void check_plausibility(record::Game& game, Judge& judge, const PlausibilityOptions& options) {
  std::vector<Move> moves;
  game.main_moves(moves);
  if (!game.usable() || moves.empty()) {
    return;
  }
  judge.begin_game();
  const Color first = game.start().side_to_move();
  const auto scores = judge.scores(game.start(), moves);
  for (Blunder b : implausible_moves(scores, first, options)) {
    if (!confirmed(b, game.start(), moves, judge, options)) {
      continue;
    }
    game.problems.push_back(make_problem(
        ProblemCode::implausible_move,
        localized("this move loses {:.1f} pawns and the answer lets them go", b.loss / 100.0), {},
        {0, game.line, 0}, static_cast<int>(b.ply) + 1));
  }
  const auto result = game.result();
  if (result != record::Result::red_wins && result != record::Result::black_wins) {
    return;
  }
  const Position final = game.final_position();
  const int sign = result == record::Result::red_wins ? -1 : 1; // times the loser's advantage
  if (sign * scores.back() < options.winning || !has_legal_move(final)) {
    return;
  }
  const int score = judge.score(final, certain * options.nodes);
  if (sign * score >= options.winning) {
    game.problems.push_back(make_problem(
        ProblemCode::implausible_result,
        localized("{} has lost, but is ahead by {:.1f} pawns at the end",
                  sign < 0 ? translate("Black") : translate("Red"), sign * score / 100.0),
        to_text(result), {0, game.line, 0}, game.plies()));
  }
}

} // namespace xq::analysis
