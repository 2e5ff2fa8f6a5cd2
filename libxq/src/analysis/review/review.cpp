#include "engine/outcomes.hpp"
#include "engine/search/see.hpp"

#include <xq/analysis/review.hpp>
#include <xq/base/error.hpp>
#include <xq/board/movegen.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <utility>

namespace xq::analysis {

namespace {

// Losses of winning probability for the marks ?!, ? and ??.
constexpr double dubious_loss = 0.12;
constexpr double mistake_loss = 0.16;
constexpr double blunder_loss = 0.20;
/// What every other move loses where the engine's choice is marked !.
constexpr double only_move_gap = 0.15;
/// How far a neighbour may be from a position and have its whole half a say.
constexpr double neighbour_reach = 0.05;
/// Where a move seems to lose so much, the positions before and after it are searched again: the
/// neighbours raise a smaller loss to no mark.
constexpr double second_look_gap = dubious_loss - neighbour_reach;
/// Third looks are at moves that then lose so much, fourth ones where that is in doubt: where they
/// lose no more than mistake_loss.
constexpr double third_look_loss = dubious_loss - 0.02;
constexpr engine::Score centipawn_cut = 1000;

/// Moves to mate for `side`; 0: no mate, negative: the other side mates.
int moves_to_mate(Color side, engine::Score red_score) noexcept {
  const int plies = engine::mate_plies(engine::seen_by(side, red_score));
  return plies >= 0 ? (plies + 1) / 2 : -((1 - plies) / 2);
}

bool has_mate(Color side, engine::Score red_score) noexcept {
  return engine::seen_by(side, red_score) > engine::mate_threshold;
}

/// Asks the store, then the analyst.
class Asker {
public:
  Asker(const ReviewTools& tools, Review& review)
      : m_asking{tools.analyst, tools.store, tools.keep_going,
                 [&tools, &review](const Question& question, bool known) {
                   ++(known ? review.cached : review.searched);
                   if (tools.on_question) {
                     tools.on_question(question, known);
                   }
                 }} {}

  Evaluation ask(const Question& question) { return analysis::ask(question, m_asking); }

private:
  Asking m_asking;
};

/// Reviews one game.
class Reviewer {
public:
  Reviewer(const record::Game& game, const ReviewTools& tools)
      : m_game{game}, m_tools{tools}, m_asker{tools, m_review} {
    game.main_moves(m_moves);
    Position position = game.start();
    m_before.push_back(position);
    for (const Move m : m_moves) {
      position.do_move(m);
      m_before.push_back(position);
    }
  }

  Review run() {
    m_review.opening = record::classify(m_game);
    m_review.positions.resize(m_moves.size() + 1);
    m_review.moves.resize(m_moves.size());
    leave_book();
    m_efforts.resize(m_moves.size() + 1, Effort::full);
    search();
    for (std::size_t ply = m_review.book_plies; ply < m_moves.size(); ++ply) {
      judge(ply);
    }
    find_mates();
    for (const Color side : {Color::red, Color::black}) {
      summarise(side);
    }
    return std::move(m_review);
  }

private:
  [[nodiscard]] Color side_at(std::size_t ply) const { return m_before[ply].side_to_move(); }
  [[nodiscard]] engine::Score value(std::size_t n) const { return m_review.positions[n]->score; }

  void leave_book() {
    if (!m_tools.in_book) {
      return;
    }
    auto& plies = m_review.book_plies;
    while (plies < m_moves.size() && m_tools.in_book(m_before[plies], m_moves[plies])) {
      ++plies;
    }
  }

  Evaluation evaluate(std::size_t n) {
    if (!has_legal_move(m_before[n])) { // the side to move has lost
      Evaluation over;
      over.score = engine::seen_by(side_at(n), -engine::mate_value);
      return over;
    }
    return m_asker.ask(question(n));
  }
  [[nodiscard]] Question question(std::size_t n) const {
    return {m_game.start(), std::span{m_moves}.first(n)};
  }

  // -- looks --

  /// The first look at each position, the last one first, and further looks where a move may have
  /// lost something: two searches of nearly the same position differ by chance. A third or fourth
  /// look at a move waits until the two moves before it, whose values have a say in its loss, had
  /// the look before; not longer, so that the analyst still has the searches which go on.
  void search() {
    constexpr std::ptrdiff_t wait = 2;
    const auto first = static_cast<std::ptrdiff_t>(m_review.book_plies);
    std::size_t done = 0;
    for (auto ply = std::ssize(m_moves); ply >= first - 2 * wait; --ply) {
      if (ply >= first) {
        const auto n = static_cast<std::size_t>(ply);
        m_review.positions[n] = evaluate(n);
        if (m_tools.on_position) {
          m_tools.on_position(++done);
        }
      }
      look_twice(ply);
      look_again(ply + wait, m_tools.looks.third, 1);
      look_again(ply + 2 * wait, m_tools.looks.fourth, mistake_loss);
    }
  }

  /// Where a move seems to lose, both positions are searched deeper: a single one would take the
  /// doubt away where the first look at the other one saw too little.
  void look_twice(std::ptrdiff_t at) {
    if (is_judged(at) && gap(static_cast<std::size_t>(at)) >= second_look_gap) {
      const auto ply = static_cast<std::size_t>(at);
      for (const std::size_t n : {ply, ply + 1}) {
        if (!is_best(ply)) {
          deepen(n, m_tools.looks.second);
        }
      }
    }
  }

  /// Search both positions of a move that may get a mark, and loses `most` at most, with another
  /// effort; the first answer may end the doubt.
  void look_again(std::ptrdiff_t at, std::optional<Effort> effort, double most) {
    if (effort && is_judged(at)) {
      const auto ply = static_cast<std::size_t>(at);
      for (const std::size_t n : {ply, ply + 1}) {
        if (!is_best(ply) && loss(ply) >= third_look_loss && loss(ply) <= most) {
          deepen(n, *effort);
        }
      }
    }
  }

  /// `ply` is that of a move that gets a judgement.
  [[nodiscard]] bool is_judged(std::ptrdiff_t ply) const {
    return ply >= static_cast<std::ptrdiff_t>(m_review.book_plies) && ply < std::ssize(m_moves);
  }

  /// Expected points before the move less those after it, for its player.
  [[nodiscard]] double gap(std::size_t ply) const {
    return probability(side_at(ply), value(ply)) - probability(side_at(ply), value(ply + 1));
  }
  static double probability(Color side, engine::Score red_score) {
    return engine::outcomes_of(engine::seen_by(side, red_score)).points();
  }

  /// Once only with each effort; nothing needs to be confirmed about a mate.
  void deepen(std::size_t n, Effort effort) {
    Evaluation& evaluation = *m_review.positions[n];
    if (m_efforts[n] == effort || evaluation.lines.empty() ||
        engine::mate_plies(evaluation.score) != 0) {
      return;
    }
    evaluation = m_asker.ask(question(n).with(effort));
    m_efforts[n] = effort;
  }

  // -- judgements --

  void judge(std::size_t ply) {
    const Color side = side_at(ply);
    MoveReview& out = m_review.moves[ply];
    out.judged = true;
    out.best = is_best(ply);
    if (out.best) {
      // Two searches of one line differ a little: the engine's own choice is no mistake.
      out.mark = is_good(ply) ? Mark::good : Mark::none;
      return;
    }
    out.loss = loss(ply);
    out.mark = mark_of(out.loss);
    if (has_mate(side, value(ply)) && !has_mate(side, value(ply + 1))) {
      out.misses_mate = moves_to_mate(side, value(ply));
      out.mark = std::max(out.mark, Mark::dubious);
    }
    if (has_mate(~side, value(ply + 1)) && !has_mate(~side, value(ply))) {
      out.allows_mate = moves_to_mate(~side, value(ply + 1));
    }
    if (out.mark >= Mark::dubious) {
      out.reason = reason_of_loss(m_before[ply], m_moves[ply], *m_review.positions[ply],
                                  *m_review.positions[ply + 1]);
    }
  }

  /// What the two positions before the move and the two after it say together: a value that only
  /// one search saw counts half. The neighbour of a position counts within neighbour_reach, because
  /// the opponent's mistake lies between them.
  [[nodiscard]] double loss(std::size_t ply) const {
    const auto judged = [&](std::size_t n) { return probability(side_at(ply), value(n)); };
    const auto together = [&](std::size_t n, std::size_t neighbour) {
      const double own = judged(n);
      if (neighbour < m_review.book_plies || neighbour >= m_review.positions.size()) {
        return own;
      }
      const double other = std::clamp(judged(neighbour) - own, -neighbour_reach, neighbour_reach);
      return own + other / 2;
    };
    const double before = ply == 0 ? judged(0) : together(ply, ply - 1);
    return std::max(0.0, before - together(ply + 1, ply + 2));
  }

  [[nodiscard]] bool is_best(std::size_t ply) const {
    const auto line = m_review.positions[ply]->best_line();
    return !line.empty() &&
           (line.front() == m_moves[ply] ||
            (m_before[ply].canonical().symmetric && mirror(line.front()) == m_moves[ply]));
  }

  /// Whether the played move, which is the best one, is not obvious and all others lose much.
  bool is_good(std::size_t ply) {
    const Color side = side_at(ply);
    const Evaluation& before = *m_review.positions[ply];
    const double best = probability(side, before.score);
    if (best < only_move_gap || is_obvious(ply)) {
      return false;
    }
    const auto loses_much = [&](engine::Score red_score) {
      return best - probability(side, red_score) >= only_move_gap;
    };
    if (before.lines.size() > 1) {
      return loses_much(before.lines[1].score);
    }
    const Question here = question(ply);
    const Move played = before.best_line().front();
    return loses_much(m_asker.ask(here.without(played, Effort::quick)).score) &&
           loses_much(m_asker.ask(here.without(played, Effort::full)).score);
  }

  /// Fewer than three legal moves, an answer to check, or an exchange that does not lose material:
  /// no mark for the best move.
  [[nodiscard]] bool is_obvious(std::size_t ply) const {
    const Position& position = m_before[ply];
    MoveList legal;
    generate_legal(position, legal);
    const bool captures = position.at(m_moves[ply].to()) != Piece::none;
    return legal.size() < 3 || position.in_check() ||
           (captures && engine::exchange_wins(position, m_moves[ply], 0));
  }

  /// A mate is found where it begins, if it is still there at the player's last move.
  void find_mates() {
    for (const std::size_t first : {m_review.book_plies, m_review.book_plies + 1}) {
      std::optional<std::size_t> begin;
      for (std::size_t ply = first; ply < m_moves.size(); ply += 2) {
        const Color side = side_at(ply);
        if (!has_mate(side, value(ply)) || !has_mate(side, value(ply + 1))) {
          begin.reset();
        } else if (!begin) {
          begin = ply;
        }
      }
      if (begin) {
        m_review.moves[*begin].finds_mate = moves_to_mate(side_at(*begin), value(*begin));
      }
    }
  }

  void summarise(Color side) {
    PlayerSummary& out = m_review.players[to_index(side)];
    double loss = 0;
    double accuracies = 0;
    long centipawns = 0;
    for (std::size_t ply = m_review.book_plies; ply < m_moves.size(); ++ply) {
      if (side_at(ply) != side) {
        continue;
      }
      const MoveReview& move = m_review.moves[ply];
      ++out.moves;
      ++out.marks[static_cast<std::size_t>(move.mark)];
      out.mates_found += move.finds_mate != 0 ? 1 : 0;
      out.mates_missed += move.misses_mate != 0 ? 1 : 0;
      loss += move.loss;
      accuracies += accuracy(move.loss);
      centipawns += move.best ? 0 : centipawn_loss(side, ply);
    }
    const double n = std::max(out.moves, 1);
    out.average_loss = loss / n;
    out.average_accuracy = out.moves == 0 ? 100.0 : accuracies / n;
    out.average_centipawns = static_cast<int>(std::lround(static_cast<double>(centipawns) / n));
  }

  [[nodiscard]] long centipawn_loss(Color side, std::size_t ply) const {
    const auto cut = [&](std::size_t n) {
      return std::clamp(engine::seen_by(side, value(n)), -centipawn_cut, centipawn_cut);
    };
    return std::max(0, cut(ply) - cut(ply + 1));
  }

  const record::Game& m_game;
  const ReviewTools& m_tools;
  Review m_review;
  Asker m_asker;
  std::vector<Move> m_moves;
  std::vector<Position> m_before; ///< and, last, the final position
  std::vector<Effort> m_efforts;  ///< by which they were searched last
};

} // namespace

double winning_probability(engine::Score score) noexcept {
  if (engine::is_decided(score)) {
    return score > 0 ? 1.0 : 0.0;
  }
  return 1.0 / (1.0 + std::exp(-score / probability_scale));
}

engine::Score score_of_probability(double probability) noexcept {
  const double p = std::clamp(probability, 0.01, 0.99);
  return static_cast<engine::Score>(std::lround(probability_scale * std::log(p / (1 - p))));
}

Mark mark_of(double loss) noexcept {
  return loss >= blunder_loss   ? Mark::blunder
         : loss >= mistake_loss ? Mark::mistake
         : loss >= dubious_loss ? Mark::dubious
                                : Mark::none;
}

std::string_view to_text(Mark mark) noexcept {
  constexpr std::array<std::string_view, mark_count> texts{"", "!", "?!", "?", "??"};
  return texts[static_cast<std::size_t>(mark)];
}

double accuracy(double loss) noexcept { return 100.0 * std::exp(-4.0 * loss); }

Review review(const record::Game& game, const ReviewTools& tools) {
  return Reviewer{game, tools}.run();
}

} // namespace xq::analysis
