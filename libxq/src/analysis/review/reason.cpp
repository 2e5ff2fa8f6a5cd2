#include "engine/outcomes.hpp"
#include "engine/search/see.hpp"

#include <xq/analysis/review.hpp>
#include <xq/board/movegen.hpp>
#include <xq/engine/engine.hpp>

#include <algorithm>
#include <utility>
#include <vector>

namespace xq::analysis {

namespace {

constexpr std::array<int, piece_type_count> half_pawns{0, 4, 4, 8, 18, 9, 2};
constexpr int half_pawn_centipawns = 50;
constexpr int least_difference = 2; // a pawn
constexpr int most_captures = 8;    // after the end of a line
constexpr int mated = -1000;
constexpr int central_file = 4;

int worth_of(PieceType type) noexcept {
  return type == PieceType::none ? 0 : half_pawns[to_index(type)];
}

/// Captures by both sides from a position on, valued by material alone.
class Settling {
public:
  /// The captures that both sides like best, for as long as they win something.
  static std::vector<Move> line(const Position& position) {
    std::vector<Move> out;
    search(position, mated, -mated, most_captures, out);
    return out;
  }

private:
  /// Half pawns that the side to move wins; `best` becomes the line.
  static int search(const Position& position, int alpha, int beta, int plies,
                    std::vector<Move>& best) {
    best.clear();
    MoveList moves;
    const bool in_check = position.in_check();
    generate_legal(position, moves);
    if (moves.empty()) {
      return mated;
    }
    if (plies == 0 || (!in_check && beta <= 0)) {
      return 0;
    }
    int value = in_check ? mated : 0;
    std::vector<Move> below;
    for (const Move m : candidates(position, moves, in_check)) {
      Position after = position;
      after.do_move(m);
      const int won = worth_of(type_of(position.at(m.to())));
      const int score =
          won - search(after, won - beta, won - std::max(alpha, value), plies - 1, below);
      if (score > value) {
        value = score;
        best.assign(1, m);
        best.insert(best.end(), below.begin(), below.end());
      }
      if (value >= beta) {
        break;
      }
    }
    return value;
  }

  /// In check every move, else the captures that do not lose material at once; the best prey first.
  static std::vector<Move> candidates(const Position& position, const MoveList& moves,
                                      bool in_check) {
    std::vector<Move> out;
    for (const Move m : moves) {
      if (in_check ||
          (position.at(m.to()) != Piece::none && engine::exchange_wins(position, m, 0))) {
        out.push_back(m);
      }
    }
    std::ranges::stable_sort(out, std::greater{},
                             [&](Move m) { return worth_of(type_of(position.at(m.to()))); });
    return out;
  }
};

/// A win by a verdict on repetition, which no mate is.
bool wins_by_rule(engine::Score score) noexcept {
  return score > 0 && engine::is_decided(score) && engine::mate_plies(score) == 0;
}

/// What a line is worth to the player of its first move, and to the opponent.
struct Ends {
  LineGain own;
  LineGain opponent;
};

Ends ends_of(const Position& position, std::span<const Move> line) {
  const Color side = position.side_to_move();
  return {gain_of_line(position, line, side), gain_of_line(position, line, ~side)};
}

/// Replays `line` and the captures after it, telling `tell` of each move before it is made.
template <typename Tell>
Position replay_settled(const Position& start, std::span<const Move> line, const Tell& tell) {
  Position position = start;
  const auto replay = [&](std::span<const Move> moves) {
    for (const Move m : moves) {
      tell(position, m);
      position.do_move(m);
    }
  };
  replay(line);
  replay(Settling::line(position));
  return position;
}

/// What an ending is worth to `side`: 1 a win, 0 a draw, -1 a loss.
int outcome(const Ending& ending, Color side) noexcept {
  return !ending.won ? 0 : ending.strong == side ? 1 : -1;
}

/// Finds out why; see reason_of_loss().
class Reasons {
public:
  Reasons(const Position& position, Move played, const Evaluation& before, const Evaluation& after)
      : m_position{position},
        m_played{played},
        m_line{before.best_line()},
        m_refutation{after.best_line()},
        m_before{engine::seen_by(position.side_to_move(), before.score)},
        m_after{engine::seen_by(position.side_to_move(), after.score)} {}

  Reason find() {
    if (wins_by_rule(-m_after)) {
      overlooked({}, true);
    } else if (wins_by_rule(m_before)) {
      better({}, true);
    } else if (!engine::is_decided(m_before) && !engine::is_decided(m_after)) {
      compare(); // pieces do not matter to a mate
    }
    return m_reason;
  }

private:
  void compare() {
    std::vector<Move> line{m_played};
    line.insert(line.end(), m_refutation.begin(), m_refutation.end());
    const Ends best = ends_of(m_position, m_line);
    const Ends played = ends_of(m_position, line);
    const int difference = best.own.worth() - played.own.worth();
    const bool believed = 2 * (m_before - m_after) >= difference * half_pawn_centipawns;
    if (difference >= least_difference && believed) {
      pieces(best, played);
    } else {
      cannon(best, played);
    }
    ending(known_ending(end_of_line(m_position, m_line)),
           known_ending(end_of_line(m_position, line)));
  }

  void ending(const std::optional<Ending>& best, const std::optional<Ending>& played) {
    const Color side = m_position.side_to_move();
    const int worst = played ? outcome(*played, side) : -1;
    if (best && outcome(*best, side) > worst) {
      m_reason.ending = EndingReason{*best, m_position, m_line.front()};
    } else if (!best && played && outcome(*played, side) < 1) {
      m_reason.ending = EndingReason{*played, m_position, {}};
    }
  }

  void pieces(const Ends& best, const Ends& played) {
    const auto without_cannon = [](LineGain gain) {
      gain.empty_cannon = false;
      return gain;
    };
    if (played.opponent.worth() >= least_difference) {
      overlooked(without_cannon(played.opponent), false);
    } else if (best.own.worth() >= least_difference) {
      better(without_cannon(best.own), false);
    }
  }

  void cannon(const Ends& best, const Ends& played) {
    const LineGain gain{.empty_cannon = true};
    if (played.opponent.empty_cannon && !best.opponent.empty_cannon) {
      overlooked(gain, false);
    } else if (best.own.empty_cannon && !played.own.empty_cannon) {
      better(gain, false);
    }
  }

  void better(const LineGain& gain, bool by_rule) {
    m_reason.better = Point{m_position, m_line.front(), gain, by_rule};
  }
  void overlooked(const LineGain& gain, bool by_rule) {
    if (!m_refutation.empty()) {
      Position next = m_position;
      next.do_move(m_played);
      m_reason.overlooked = Point{next, m_refutation.front(), gain, by_rule};
    }
  }

  const Position& m_position;
  Move m_played;
  std::span<const Move> m_line;
  std::span<const Move> m_refutation;
  engine::Score m_before; ///< as the player sees it
  engine::Score m_after;
  Reason m_reason;
};

} // namespace

int LineGain::worth() const noexcept {
  int sum = 0;
  for (std::size_t type = 0; type < piece_type_count; ++type) {
    sum += half_pawns[type] * (won[type] - lost[type]);
  }
  return sum;
}

Position end_of_line(const Position& start, std::span<const Move> line) {
  return replay_settled(start, line, [](const Position&, Move) {});
}

LineGain gain_of_line(const Position& start, std::span<const Move> line, Color side) {
  LineGain out;
  const Position end = replay_settled(start, line, [&](const Position& before, Move m) {
    if (const auto captured = type_of(before.at(m.to())); captured != PieceType::none) {
      ++(before.side_to_move() == side ? out.won : out.lost)[to_index(captured)];
    }
  });
  for (std::size_t type = 0; type < piece_type_count; ++type) {
    const auto exchanged = std::min(out.won[type], out.lost[type]);
    out.won[type] = static_cast<std::uint8_t>(out.won[type] - exchanged);
    out.lost[type] = static_cast<std::uint8_t>(out.lost[type] - exchanged);
  }
  out.empty_cannon = !has_empty_cannon(start, side) && has_empty_cannon(end, side);
  return out;
}

bool has_empty_cannon(const Position& position, Color side) noexcept {
  const Square king = position.king(~side);
  if (king == Square::none || file_of(king) != central_file) {
    return false;
  }
  const int step = side == Color::red ? -1 : 1; // from the king towards its opponent
  for (int rank = rank_of(king) + step; rank >= 0 && rank < rank_count; rank += step) {
    const Piece piece = position.at(make_square(central_file, rank));
    if (piece != Piece::none) {
      return type_of(piece) == PieceType::cannon && color_of(piece) == side;
    }
  }
  return false;
}

Reason reason_of_loss(const Position& position, Move played, const Evaluation& before,
                      const Evaluation& after) {
  const auto line = before.best_line();
  if (line.empty() || line.front() == played) {
    return {};
  }
  return Reasons{position, played, before, after}.find();
}

} // namespace xq::analysis
