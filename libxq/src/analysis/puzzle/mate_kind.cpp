#include "analysis/puzzle/mate_kind.hpp"

#include "board/turned_position.hpp"

#include <xq/board/attacks.hpp>
#include <xq/board/movegen.hpp>

#include <algorithm>
#include <cstdlib>
#include <vector>

namespace xq::analysis {

namespace {

constexpr int home_rank = 9; // of Black, who is mated
constexpr int middle_file = 4;
constexpr Square palace_centre = make_square(4, 8);

template <typename Test>
bool any_of(Bitboard squares, Test test) {
  for (const Square s : squares) {
    if (test(s)) {
      return true;
    }
  }
  return false;
}
bool same_line(Square a, Square b) noexcept {
  return file_of(a) == file_of(b) || rank_of(a) == rank_of(b);
}
bool on_flank(Square s) noexcept { return file_of(s) < 3 || file_of(s) > 5; }
bool is_rib(int file) noexcept { return file == 3 || file == 5; }

/// A position in which Red has mated Black.
class Mate {
public:
  explicit Mate(const Position& p)
      : m_p{p}, m_king{p.king(Color::black)}, m_checkers{p.checkers()} {
    for (const Square to : attacks::king(m_king) & ~p.pieces(Color::black)) {
      Position stepped = p;
      stepped.remove(m_king);
      if (stepped.at(to) != Piece::none) {
        stepped.remove(to);
      }
      stepped.put(Piece::black_king, to);
      m_steps.push_back({to, stepped.attackers(to, Color::red)});
    }
  }

  [[nodiscard]] const Position& position() const noexcept { return m_p; }
  [[nodiscard]] Square king() const noexcept { return m_king; }
  [[nodiscard]] Bitboard checkers() const noexcept { return m_checkers; }
  [[nodiscard]] Bitboard red(PieceType type) const noexcept { return m_p.pieces(Color::red, type); }
  [[nodiscard]] PieceType type_at(Square s) const noexcept { return type_of(m_p.at(s)); }
  [[nodiscard]] bool is_red(Square s) const noexcept { return m_p.pieces(Color::red).contains(s); }

  /// Without this red piece it is no mate.
  [[nodiscard]] bool needs(Square s) const noexcept {
    Position without = m_p;
    without.remove(s);
    return !without.in_check() || has_legal_move(without);
  }
  [[nodiscard]] bool needs_all(Bitboard squares) const noexcept {
    return !any_of(squares, [this](Square s) { return !needs(s); });
  }
  /// The piece gives check or attacks a point to which the king could step.
  [[nodiscard]] bool acts(Square s) const noexcept {
    return m_checkers.contains(s) ||
           std::any_of(m_steps.begin(), m_steps.end(),
                       [s](const Step& step) { return step.attackers.contains(s); });
  }
  /// There is a step that this piece alone forbids.
  [[nodiscard]] bool holds(Square s) const noexcept {
    return std::any_of(m_steps.begin(), m_steps.end(),
                       [s](const Step& step) { return step.attackers == Bitboard{s}; });
  }
  /// The same for a step to an empty point.
  [[nodiscard]] bool holds_empty(Square s) const noexcept {
    return std::any_of(m_steps.begin(), m_steps.end(), [&](const Step& step) {
      return step.attackers == Bitboard{s} && m_p.at(step.to) == Piece::none;
    });
  }
  /// Points around the king to which it could step, were they not attacked.
  [[nodiscard]] Bitboard steps() const noexcept {
    Bitboard out;
    for (const Step& step : m_steps) {
      out |= Bitboard{step.to};
    }
    return out;
  }
  [[nodiscard]] bool attacks_all_steps(Square s) const noexcept {
    return std::all_of(m_steps.begin(), m_steps.end(),
                       [s](const Step& step) { return step.attackers.contains(s); });
  }
  /// The only piece between a cannon and the king; Square::none where there is another number.
  [[nodiscard]] Square screen(Square cannon) const noexcept {
    const Bitboard inner = between(cannon, m_king) & m_p.occupied();
    return inner.count() == 1 ? inner.first() : Square::none;
  }
  [[nodiscard]] int pieces_before_king(Square s) const noexcept {
    return (between(s, m_king) & m_p.occupied()).count();
  }

private:
  struct Step {
    Square to{};
    Bitboard attackers; ///< after the step
  };
  Position m_p;
  Square m_king;
  Bitboard m_checkers;
  std::vector<Step> m_steps;
};

// --- By the last position

bool is_white_faced_general(const Mate& m) { return m.holds(m.position().king(Color::red)); }

/// A cannon that gives check over a red piece of this type.
Bitboard cannons_over(const Mate& m, PieceType type) {
  Bitboard out;
  for (const Square c : m.checkers() & m.red(PieceType::cannon)) {
    const Square s = m.screen(c);
    if (s != Square::none && m.is_red(s) && m.type_at(s) == type) {
      out |= Bitboard{c};
    }
  }
  return out;
}

bool is_double_cannon(const Mate& m) { return !cannons_over(m, PieceType::cannon).empty(); }

/// The horse before the cannon stands two points from the king, on its line, so that it guards the
/// points beside it.
Square horse_of_horse_cannon(const Mate& m) {
  for (const Square c : cannons_over(m, PieceType::horse)) {
    const Square horse = m.screen(c);
    const int distance =
        std::abs(file_of(horse) - file_of(m.king())) + std::abs(rank_of(horse) - rank_of(m.king()));
    if (distance == 2 && m.acts(horse)) {
      return horse;
    }
  }
  return Square::none;
}

bool is_smothered_cannon(const Mate& m) {
  if (m.checkers().count() != 1) {
    return false;
  }
  const Square cannon = m.checkers().first();
  const Square screen = m.type_at(cannon) == PieceType::cannon ? m.screen(cannon) : Square::none;
  return screen != Square::none && m.position().at(screen) == Piece::black_advisor &&
         attacks::king(m.king()).contains(screen) && m.attacks_all_steps(cannon);
}

/// Black's own pieces stand all around the king.
bool is_smothered(const Mate& m) { return m.steps().empty() && !is_smothered_cannon(m); }
/// The same but for the point of the piece that gives check.
bool is_smothered_beside_checker(const Mate& m) { return (m.steps() & ~m.checkers()).empty(); }

/// A cannon on the middle file with two pieces before the king, which it pins.
Square pinning_cannon(const Mate& m) {
  if (file_of(m.king()) != middle_file || rank_of(m.king()) != home_rank) {
    return Square::none;
  }
  for (const Square c : m.red(PieceType::cannon) & file_squares(middle_file)) {
    if (m.pieces_before_king(c) == 2 && m.needs(c)) {
      return c;
    }
  }
  return Square::none;
}

bool has_bottom_cannon(const Mate& m) {
  const Bitboard bottom = m.red(PieceType::cannon) & rank_squares(home_rank);
  return any_of(bottom, [&m](Square c) { return m.needs(c); });
}

bool is_iron_bolt(const Mate& m) {
  if (pinning_cannon(m) == Square::none || has_bottom_cannon(m)) {
    return false;
  }
  const Bitboard doors = Bitboard{make_square(3, home_rank)} | Bitboard{make_square(5, home_rank)};
  return !(m.checkers() & doors & (m.red(PieceType::rook) | m.red(PieceType::pawn))).empty();
}

bool are_heaven_earth_cannons(const Mate& m) {
  if (file_of(m.king()) != middle_file || rank_of(m.king()) != home_rank || !has_bottom_cannon(m)) {
    return false;
  }
  const Bitboard heaven = m.red(PieceType::cannon) & file_squares(middle_file);
  return any_of(heaven, [&m](Square c) { return m.needs(c); });
}

bool are_double_rooks(const Mate& m) {
  const Bitboard rooks = m.red(PieceType::rook);
  for (const Square other : rooks) {
    if (!(m.checkers() & rooks & ~Bitboard{other}).empty() && m.holds_empty(other)) {
      return true;
    }
  }
  return false;
}

bool is_sandwiched_rook(const Mate& m) {
  const auto near = [&m](PieceType type, bool left) {
    Bitboard out;
    for (const Square s : m.red(type)) {
      if (on_flank(s) && (file_of(s) < middle_file) == left && rank_of(s) >= 7) {
        out |= Bitboard{s};
      }
    }
    return out;
  };
  for (const bool left : {true, false}) {
    const Bitboard cannons = near(PieceType::cannon, left);
    const Bitboard rooks = near(PieceType::rook, left);
    if (cannons.count() == 2 && !rooks.empty() && m.needs_all(cannons) && m.needs_all(rooks)) {
      return true;
    }
  }
  return false;
}

bool is_tiger(const Mate& m) {
  return is_rib(file_of(m.king())) && !(m.checkers() & m.red(PieceType::rook)).empty();
}

/// The names of the points from which a horse helps to mate.
void add_horse_posts(const Mate& m, ThemeSet& out) {
  const Square screen = horse_of_horse_cannon(m);
  for (const Square h : m.red(PieceType::horse)) {
    if (h == screen || !m.acts(h) || !m.needs(h)) {
      continue;
    }
    const int file = file_of(h);
    const int rank = rank_of(h);
    const int king_file = file_of(m.king());
    const int king_rank = rank_of(m.king());
    if (file == 2 || file == 6) {
      if (rank == 8) {
        out.insert(Theme::elbow_horse);
      } else if (rank == 7) {
        out.insert(Theme::angler_horse);
      } else if (rank == 6 && is_tiger(m)) {
        out.insert(Theme::tiger);
      }
    } else if (is_rib(file) && (rank == 7 || rank == home_rank)) {
      if (is_rib(king_file) && king_file != file && std::abs(king_rank - rank) == 2) {
        out.insert(Theme::octagonal_horse);
      } else if (rank == 7 && king_file == middle_file && king_rank >= 8) {
        out.insert(Theme::palcorner_horse);
      }
    }
  }
}

bool are_double_horses(const Mate& m) {
  const Bitboard horses = m.red(PieceType::horse);
  return horses.count() == 2 && m.checkers().count() == 1 &&
         horses.contains(m.checkers().first()) && m.needs_all(horses) &&
         m.holds((horses & ~m.checkers()).first());
}

bool is_centre_pawn(const Mate& m) {
  return m.position().at(palace_centre) == Piece::red_pawn && is_rib(file_of(m.king())) &&
         rank_of(m.king()) == home_rank && !m.checkers().contains(palace_centre) &&
         m.holds(palace_centre);
}

// --- By the moves

/// A line of play as the winner sees it who is Red.
struct Play {
  std::vector<Position> positions; ///< before each move, and at the end
  std::vector<Move> moves;

  [[nodiscard]] bool captures(std::size_t ply, Piece piece) const noexcept {
    return positions[ply].at(moves[ply].to()) == piece;
  }
  [[nodiscard]] PieceType mover(std::size_t ply) const noexcept {
    return type_of(positions[ply].at(moves[ply].from()));
  }
};

/// The piece takes the advisor in the centre of the palace and is taken there.
bool cuts_throat(const Play& play, PieceType type) {
  for (std::size_t i = 0; i + 2 < play.moves.size(); i += 2) {
    if (play.mover(i) == type && play.moves[i].to() == palace_centre &&
        play.captures(i, Piece::black_advisor) && play.moves[i + 1].to() == palace_centre) {
      return true;
    }
  }
  return false;
}

/// The last move takes a rook from the leg of the horse that now gives check.
bool is_spring_horse(const Play& play, const Mate& m) {
  const Move last = play.moves.back();
  const Square from = last.from();
  const Bitboard horses = m.checkers() & m.red(PieceType::horse) & ~Bitboard{last.to()};
  return play.mover(play.moves.size() - 1) == PieceType::rook && any_of(horses, [&](Square h) {
           const int files = file_of(m.king()) - file_of(h);
           const int ranks = rank_of(m.king()) - rank_of(h);
           const Square leg = std::abs(files) == 2
                                  ? make_square(file_of(h) + files / 2, rank_of(h))
                                  : make_square(file_of(h), rank_of(h) + ranks / 2);
           return leg == from;
         });
}

/// Two pawns stood on both ribs before the king, and the last move is one of theirs or leaves them
/// there; both are needed.
bool are_two_ghosts(const Play& play, const Mate& m) {
  const Position& before = play.positions[play.moves.size() - 1];
  const Move last = play.moves.back();
  Bitboard ghosts;
  int files = 0;
  for (const Square s : before.pieces(Color::red, PieceType::pawn)) {
    if (is_rib(file_of(s)) && (rank_of(s) == 7 || rank_of(s) == 8)) {
      ghosts |= Bitboard{s == last.from() ? last.to() : s};
      files |= 1 << file_of(s);
    }
  }
  return ghosts.count() == 2 && files == ((1 << 3) | (1 << 5)) && m.needs_all(ghosts);
}

/// One pawn gives every check and drives the king home, where it mates.
bool is_buddha(const Play& play, const Mate& m) {
  if (rank_of(m.king()) != home_rank || !m.checkers().contains(play.moves.back().to())) {
    return false;
  }
  int steps = 0;
  Square pawn = play.moves.back().to();
  for (std::size_t i = play.moves.size(); i-- > 0;) {
    const Move move = play.moves[i];
    if (i % 2 == 0) {
      if (play.mover(i) != PieceType::pawn || move.to() != pawn ||
          !play.positions[i + 1].in_check()) {
        return false;
      }
      pawn = move.from();
    } else {
      if (play.mover(i) != PieceType::king || rank_of(move.to()) < rank_of(move.from())) {
        return false;
      }
      steps += rank_of(move.to()) - rank_of(move.from());
    }
  }
  return steps >= 1;
}

/// A cannon is taken on the back rank, and the other one mates from there.
bool are_two_cups(const Play& play) {
  const std::size_t n = play.moves.size();
  if (n < 3) {
    return false;
  }
  const Square cup = play.moves[n - 1].to();
  return rank_of(cup) == home_rank && play.moves[n - 3].to() == cup &&
         play.moves[n - 2].to() == cup && play.mover(n - 1) == PieceType::cannon &&
         play.mover(n - 3) == PieceType::cannon &&
         same_line(play.moves[n - 1].from(), play.moves[n - 3].from());
}

void add_kinds(const Mate& m, ThemeSet& out) {
  struct Kind {
    Theme theme{};
    bool (*fits)(const Mate&);
  };
  constexpr Kind kinds[]{
      {Theme::white_faced_general, is_white_faced_general},
      {Theme::double_cannon, is_double_cannon},
      {Theme::smothered_cannon, is_smothered_cannon},
      {Theme::smothered, is_smothered},
      {Theme::iron_bolt, is_iron_bolt},
      {Theme::heaven_earth_cannons, are_heaven_earth_cannons},
      {Theme::double_rooks, are_double_rooks},
      {Theme::sandwiched_rook, is_sandwiched_rook},
      {Theme::double_horses, are_double_horses},
      {Theme::centre_pawn, is_centre_pawn},
  };
  for (const Kind& kind : kinds) {
    if (kind.fits(m)) {
      out.insert(kind.theme);
    }
  }
  if (horse_of_horse_cannon(m) != Square::none) {
    out.insert(Theme::horse_cannon);
  }
  add_horse_posts(m, out);
  ThemeSet facing;
  facing.insert(Theme::white_faced_general);
  if ((out.empty() || out == facing) && is_smothered_beside_checker(m)) {
    out.insert(Theme::smothered);
  }
}

void add_manoeuvres(const Play& play, const Mate& m, ThemeSet& out) {
  if (cuts_throat(play, PieceType::rook)) {
    out.insert(Theme::throat_cut);
  }
  if (cuts_throat(play, PieceType::pawn)) {
    out.insert(Theme::small_throat_cut);
  }
  if (is_spring_horse(play, m)) {
    out.insert(Theme::spring_horse);
  }
  if (are_two_ghosts(play, m)) {
    out.insert(Theme::two_ghosts);
  }
  if (is_buddha(play, m)) {
    out.insert(Theme::buddha);
  }
  if (are_two_cups(play)) {
    out.insert(Theme::two_cups);
  }
}

} // namespace

ThemeSet kinds_of_mate(const Position& start, std::span<const Move> line) {
  ThemeSet out;
  if (line.empty() || line.size() % 2 == 0) {
    return out;
  }
  const bool red = start.side_to_move() == Color::red;
  Play play;
  play.positions.push_back(red ? start : turned_position(start));
  for (const Move m : line) {
    play.moves.push_back(red ? m : turned(m));
    play.positions.push_back(play.positions.back());
    play.positions.back().do_move(play.moves.back());
  }
  const Position& last = play.positions.back();
  if (has_legal_move(last)) {
    return out;
  }
  if (!last.in_check()) {
    out.insert(Theme::stalemate);
    return out;
  }
  const Mate mate{last};
  add_kinds(mate, out);
  add_manoeuvres(play, mate, out);
  return out;
}

} // namespace xq::analysis
