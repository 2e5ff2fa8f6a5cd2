#include "analysis/puzzle/motif.hpp"

#include "board/check_info.hpp"
#include "engine/search/see.hpp"

#include <xq/board/attacks.hpp>
#include <xq/board/movegen.hpp>

#include <algorithm>
#include <array>
#include <vector>

namespace xq::analysis {

namespace {

constexpr int least_target = 8;    ///< worth of a piece that is hunted: a horse
constexpr int least_sacrifice = 4; ///< worth that is given for nothing: an advisor

/// A line with the positions on its way.
class Replay {
public:
  explicit Replay(const SolutionLine& line) : m_line{line}, m_us{line.start.side_to_move()} {
    m_positions.reserve(line.moves.size() + 1);
    m_positions.push_back(line.start);
    for (const Move m : line.moves) {
      m_positions.push_back(m_positions.back());
      m_positions.back().do_move(m);
    }
  }

  [[nodiscard]] Color us() const noexcept { return m_us; }
  [[nodiscard]] std::size_t own() const noexcept { return m_line.own; }
  [[nodiscard]] std::size_t plies() const noexcept { return m_line.moves.size(); }
  [[nodiscard]] Move move(std::size_t ply) const noexcept { return m_line.moves[ply]; }
  [[nodiscard]] const Position& before(std::size_t ply) const noexcept { return m_positions[ply]; }
  [[nodiscard]] const Position& after(std::size_t ply) const noexcept {
    return m_positions[ply + 1];
  }
  [[nodiscard]] PieceType captured(std::size_t ply) const noexcept {
    return type_of(before(ply).at(move(ply).to()));
  }
  /// The solver's next move is in the line.
  [[nodiscard]] bool has_next(std::size_t ply) const noexcept { return ply + 2 < plies(); }
  /// The move mates, or takes a piece of some worth for nothing.
  [[nodiscard]] bool gains(std::size_t ply) const noexcept {
    const Position& p = after(ply);
    if (!has_legal_move(p)) {
      return true;
    }
    if (worth(captured(ply)) < least_target) {
      return false;
    }
    const MoveList replies = legal_moves(p);
    return std::none_of(replies.begin(), replies.end(),
                        [to = move(ply).to()](Move m) { return m.to() == to; });
  }

private:
  const SolutionLine& m_line;
  Color m_us;
  std::vector<Position> m_positions;
};

Position with_side(Position p, Color side) noexcept {
  p.set_side_to_move(side);
  return p;
}

/// The moved piece attacks two pieces at once, and takes one of them on the next move.
bool is_fork(const Replay& line, std::size_t ply) {
  if (!line.has_next(ply) || line.move(ply + 1).to() == line.move(ply).to()) {
    return false;
  }
  const Square at = line.move(ply).to();
  const Move next = line.move(ply + 2);
  if (next.from() != at || worth(line.captured(ply + 2)) < least_target) {
    return false;
  }
  const Position ours = with_side(line.after(ply), line.us());
  int hunted = 0;
  bool has_next = false;
  for (const Square s : ours.targets(at) & ours.pieces(~line.us())) {
    const PieceType type = type_of(ours.at(s));
    const bool counts = type == PieceType::king || (worth(type) >= least_target &&
                                                    engine::exchange_wins(ours, Move{at, s}, 150));
    hunted += counts ? 1 : 0;
    has_next = has_next || (counts && s == next.to());
  }
  // what was attacked may step aside: the other one is taken
  return hunted >= 2 && has_next;
}

/// A piece of the other side could take the moved piece, were it not pinned.
bool uses_pin(const Replay& line, std::size_t ply) {
  const Position& p = line.after(ply);
  const Square at = line.move(ply).to();
  const Bitboard checkers = p.checkers();
  if (!checkers.empty() && checkers != Bitboard{at}) {
    return false;
  }
  bool pinned = false;
  for (const Square s : p.attackers(at, ~line.us()) & ~p.pieces(PieceType::king)) {
    if (p.is_safe(Move{s, at})) {
      return false;
    }
    pinned = true;
  }
  // the king may not take it either, or the pin would not matter
  const MoveList replies = legal_moves(p);
  return pinned &&
         std::none_of(replies.begin(), replies.end(), [at](Move m) { return m.to() == at; });
}

/// The moved piece pins one that cannot move any more and is taken on the next move.
bool makes_pin(const Replay& line, std::size_t ply) {
  const Position& p = line.after(ply);
  if (!line.has_next(ply) || p.in_check() || worth(line.captured(ply + 2)) < least_target) {
    return false;
  }
  const Square target = line.move(ply + 2).to();
  if (line.move(ply + 1).to() == target || !p.pieces(~line.us()).contains(target)) {
    return false;
  }
  const auto can_move = [target](const Position& position) {
    const MoveList moves = legal_moves(position);
    return std::any_of(moves.begin(), moves.end(), [target](Move m) { return m.from() == target; });
  };
  Position without = p;
  without.remove(line.move(ply).to());
  return !can_move(p) && can_move(without);
}

/// `opened`: whether the line from `source` to `target` was closed by a piece on `from`, which has
/// left it.
bool opened(const Position& before, Square source, Square target, Move move) noexcept {
  if (type_of(before.at(source)) == PieceType::horse) {
    return leg_square(target, source) == move.from();
  }
  return between(source, target).contains(move.from());
}

bool is_discovered_check(const Replay& line, std::size_t ply) {
  const Position& p = line.after(ply);
  for (const Square s : p.checkers() & ~Bitboard{line.move(ply).to()}) {
    if (opened(p, s, p.king(~line.us()), line.move(ply))) {
      return true;
    }
  }
  return false;
}

/// A piece that the move uncovers takes another one on the next move.
bool is_discovered_attack(const Replay& line, std::size_t ply) {
  if (!line.has_next(ply) || worth(line.captured(ply + 2)) < least_target) {
    return false;
  }
  const Move next = line.move(ply + 2);
  const Position& p = line.after(ply);
  return next.from() != line.move(ply).to() && line.before(ply).at(next.from()) != Piece::none &&
         p.pieces(~line.us()).contains(next.to()) &&
         p.attackers(next.to(), line.us()).contains(next.from()) &&
         !line.before(ply).attackers(next.to(), line.us()).contains(next.from()) &&
         opened(p, next.from(), next.to(), line.move(ply));
}

/// What is captured guarded the point to which the solver goes next.
bool removes_defender(const Replay& line, std::size_t ply) {
  if (!line.has_next(ply) || line.captured(ply) == PieceType::none) {
    return false;
  }
  const Square taken = line.move(ply).to();
  const Square next = line.move(ply + 2).to();
  return next != taken && line.move(ply + 1).to() != next &&
         line.before(ply).attackers(next, ~line.us()).contains(taken) && line.gains(ply + 2);
}

/// The move takes away what stood between a cannon of the other side and the point to which the
/// solver goes next, or the solver's king.
bool removes_screen(const Replay& line, std::size_t ply) {
  const Position& before = line.before(ply);
  const Position& after = line.after(ply);
  const Move move = line.move(ply);
  const auto lost = [&](Square target) {
    for (const Square c : before.attackers(target, ~line.us()) & before.pieces(PieceType::cannon)) {
      const Bitboard inner = between(c, target) & before.occupied();
      if (after.at(c) == before.at(c) && !after.attackers(target, ~line.us()).contains(c) &&
          inner == Bitboard{move.from()}) {
        return true;
      }
    }
    return false;
  };
  if (before.in_check() && move.from() != before.king(line.us()) && lost(before.king(line.us()))) {
    return true;
  }
  return line.has_next(ply) && line.move(ply + 2).from() != move.to() &&
         lost(line.move(ply + 2).to()) && line.gains(ply + 2);
}

/// More is given than taken, and not won back at once.
bool has_sacrifice(const Replay& line) {
  int balance = 0;
  for (std::size_t i = 0; i < line.own(); ++i) {
    const int taken = worth(line.captured(i));
    balance += i % 2 == 0 ? taken : -taken;
    if (i % 2 == 0 && balance <= -least_sacrifice) {
      return true;
    }
  }
  return false;
}

/// Instead of retaking at once the solver plays another move, and retakes then.
bool is_intermezzo(const Replay& line, Square retaken) {
  if (retaken == Square::none || line.own() < 3 || line.move(0).to() == retaken ||
      line.move(2).to() != retaken || line.captured(2) == PieceType::none) {
    return false;
  }
  const MoveList moves = legal_moves(line.before(0));
  return std::any_of(moves.begin(), moves.end(), [retaken](Move m) { return m.to() == retaken; });
}

} // namespace

int worth(PieceType type) noexcept {
  constexpr std::array<int, piece_type_count + 1> worths{0, 4, 4, 8, 18, 9, 2, 0};
  return worths[to_index(type)];
}

ThemeSet motifs(const SolutionLine& solution) {
  const Replay line{solution};
  ThemeSet out;
  const auto add = [&out](Theme theme, bool fits) {
    if (fits) {
      out.insert(theme);
    }
  };
  for (std::size_t i = 0; i < line.own(); i += 2) {
    add(Theme::fork, is_fork(line, i));
    add(Theme::pin, uses_pin(line, i) || makes_pin(line, i));
    add(Theme::discovered_check, is_discovered_check(line, i));
    add(Theme::double_check, line.after(i).checkers().has_several());
    add(Theme::discovered_attack, is_discovered_attack(line, i));
    add(Theme::removed_defender, removes_defender(line, i));
    add(Theme::removed_screen, removes_screen(line, i));
  }
  add(Theme::sacrifice, has_sacrifice(line));
  add(Theme::intermezzo, is_intermezzo(line, solution.retaken));
  add(Theme::quiet_move, !line.after(0).in_check() && line.captured(0) == PieceType::none);
  return out;
}

} // namespace xq::analysis
