#include <xq/board/attacks.hpp>
#include <xq/engine/evaluate.hpp>

#include <algorithm>
#include <cassert>

namespace xq::engine {

namespace {

/// Share of each piece in the game phase: a full board counts 2 * (2*4 + 2*2 + 2*2) = 32.
constexpr std::array<int, piece_type_count + 1> phase_weights{0, 0, 0, 2, 4, 2, 0, 0};
constexpr int full_phase = 32;

constexpr std::array<Weight, piece_type_count> material{{
    {0, 0},     // king
    {150, 160}, // advisor
    {150, 170}, // elephant
    {390, 450}, // horse
    {880, 960}, // rook
    {440, 420}, // cannon
    {75, 110},  // pawn
}};

/// Files a to e (the others are their mirror images), ranks from the own back row to the far one.
using HalfRank = std::array<Weight, 5>;
using HalfBoard = std::array<HalfRank, rank_count>;
constexpr HalfRank unused{{{0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}}}; // never stood on

constexpr HalfBoard king_squares{{
    {{{0, 0}, {0, 0}, {0, 0}, {-8, 4}, {0, 6}}},
    {{{0, 0}, {0, 0}, {0, 0}, {-35, 0}, {-45, -4}}},
    {{{0, 0}, {0, 0}, {0, 0}, {-65, -8}, {-75, -12}}},
    unused,
    unused,
    unused,
    unused,
    unused,
    unused,
    unused,
}};
constexpr HalfBoard advisor_squares{{
    {{{0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}}},
    {{{0, 0}, {0, 0}, {0, 0}, {0, 0}, {12, 6}}},
    {{{0, 0}, {0, 0}, {0, 0}, {-14, -2}, {0, 0}}},
    unused,
    unused,
    unused,
    unused,
    unused,
    unused,
    unused,
}};
constexpr HalfBoard elephant_squares{{
    {{{0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}}},
    unused,
    {{{-25, -15}, {0, 0}, {0, 0}, {0, 0}, {18, 12}}},
    unused,
    {{{0, 0}, {0, 0}, {-4, 0}, {0, 0}, {0, 0}}},
    unused,
    unused,
    unused,
    unused,
    unused,
}};
constexpr HalfBoard horse_squares{{
    {{{-40, -35}, {-25, -20}, {-15, -15}, {-20, -10}, {-35, -10}}},
    {{{-25, -25}, {-12, -10}, {0, -5}, {-12, 0}, {-65, -10}}},
    {{{-8, -18}, {0, -5}, {20, 0}, {10, 5}, {0, 5}}},
    {{{-5, -10}, {5, 0}, {14, 8}, {20, 12}, {24, 14}}},
    {{{0, -5}, {18, 5}, {20, 14}, {28, 20}, {28, 22}}},
    {{{4, 0}, {24, 12}, {30, 20}, {34, 26}, {38, 28}}},
    {{{8, 2}, {30, 14}, {36, 26}, {44, 34}, {44, 34}}},
    {{{8, 2}, {34, 16}, {52, 32}, {46, 36}, {36, 32}}},
    {{{0, -4}, {32, 10}, {56, 28}, {30, 22}, {10, 12}}},
    {{{-22, -18}, {0, -4}, {6, 2}, {8, 4}, {-8, 0}}},
}};
constexpr HalfBoard rook_squares{{
    {{{-30, -10}, {-5, -5}, {0, -5}, {10, 0}, {0, 0}}},
    {{{-5, -5}, {5, 0}, {5, 0}, {16, 5}, {0, 5}}},
    {{{-8, -5}, {5, 0}, {0, 0}, {16, 5}, {4, 5}}},
    {{{0, 0}, {8, 4}, {5, 4}, {20, 8}, {10, 8}}},
    {{{8, 4}, {15, 8}, {15, 8}, {24, 12}, {20, 12}}},
    {{{12, 6}, {18, 10}, {20, 10}, {28, 14}, {28, 14}}},
    {{{18, 8}, {20, 12}, {20, 12}, {30, 16}, {34, 16}}},
    {{{14, 8}, {20, 12}, {22, 12}, {34, 18}, {36, 18}}},
    {{{18, 8}, {28, 14}, {26, 14}, {38, 20}, {42, 22}}},
    {{{12, 4}, {18, 8}, {20, 8}, {32, 14}, {28, 14}}},
}};
constexpr HalfBoard cannon_squares{{
    {{{-4, 4}, {0, 6}, {0, 8}, {4, 10}, {4, 12}}},
    {{{0, 4}, {2, 6}, {4, 8}, {4, 10}, {4, 12}}},
    {{{0, 2}, {5, 4}, {8, 6}, {12, 8}, {32, 14}}},
    {{{0, 0}, {0, 0}, {8, 2}, {0, 4}, {14, 8}}},
    {{{-4, 0}, {2, 0}, {2, 2}, {2, 4}, {18, 6}}},
    {{{0, 0}, {4, 0}, {2, 2}, {2, 4}, {20, 6}}},
    {{{4, 0}, {12, 0}, {6, 0}, {4, 2}, {22, 4}}},
    {{{4, 0}, {6, 0}, {0, 0}, {-8, 0}, {-6, 0}}},
    {{{10, 2}, {10, 2}, {-2, 0}, {-16, -2}, {-18, -2}}},
    {{{26, 4}, {24, 4}, {8, 0}, {-18, -2}, {-22, -2}}},
}};
constexpr HalfBoard pawn_squares{{
    unused,
    unused,
    unused,
    {{{0, 0}, {0, 0}, {6, 0}, {0, 0}, {16, 4}}},
    {{{4, 4}, {0, 0}, {20, 6}, {0, 0}, {24, 8}}},
    {{{40, 48}, {56, 62}, {70, 74}, {80, 84}, {84, 88}}},
    {{{50, 58}, {76, 80}, {96, 98}, {112, 112}, {116, 114}}},
    {{{50, 60}, {86, 86}, {112, 110}, {136, 130}, {134, 130}}},
    {{{44, 44}, {80, 66}, {110, 92}, {134, 116}, {126, 112}}},
    {{{-12, -50}, {0, -40}, {10, -30}, {22, -20}, {24, -16}}},
}};

using SquareTable = std::array<std::array<Weight, square_count>, piece_slots>;

/// Material and square together, signed: Red's pieces count for, Black's against.
constexpr SquareTable make_square_table() {
  const std::array<const HalfBoard*, piece_type_count> halves{
      &king_squares, &advisor_squares, &elephant_squares, &horse_squares,
      &rook_squares, &cannon_squares,  &pawn_squares};
  SquareTable table{};
  for (std::size_t t = 0; t < piece_type_count; ++t) {
    const auto type = static_cast<PieceType>(t);
    for (std::size_t i = 0; i < square_count; ++i) {
      const auto s = static_cast<Square>(i);
      const int file = std::min(file_of(s), file_count - 1 - file_of(s));
      const Weight w =
          material[t] +
          (*halves[t])[static_cast<std::size_t>(rank_of(s))][static_cast<std::size_t>(file)];
      table[to_index(make_piece(Color::red, type))][i] = w;
      table[to_index(make_piece(Color::black, type))][to_index(rotate(s))] = -w;
    }
  }
  return table;
}
constexpr SquareTable square_table = make_square_table();

constexpr int tempo = 14;

constexpr std::array<Weight, 9> horse_mobility{
    {{-50, -60}, {-26, -32}, {-8, -12}, {2, 0}, {8, 8}, {13, 14}, {18, 20}, {22, 24}, {25, 27}}};
constexpr Weight rook_mobility{4, 4};   // a square, from 7 on; fewer count against
constexpr Weight cannon_mobility{1, 2}; // a square, from 6 on

// Pressure on the palace, in units that are squared: one attacker is a nuisance, three are a storm.
constexpr std::array<int, piece_type_count> pressure{0, 0, 0, 4, 5, 4, 4};
constexpr Weight empty_central_cannon{110, 40};
constexpr Weight central_cannon_pin{14, 0};
constexpr Weight bottom_cannon{28, 6};
constexpr Weight missing_defender_by_rook{18, 10};

/// The nine squares of the palace of `c` and the three in front of it.
constexpr Bitboard palace_zone(Color c) {
  Bitboard zone;
  for (int rank = 0; rank < 4; ++rank) {
    for (int file = 3; file <= 5; ++file) {
      const Square s = make_square(file, rank);
      zone |= Bitboard{c == Color::red ? s : rotate(s)};
    }
  }
  return zone;
}
constexpr std::array<Bitboard, color_count> palace_zones{palace_zone(Color::red),
                                                         palace_zone(Color::black)};

/// Squares strictly between two squares of one file.
int pieces_between(const Position& p, Square a, Square b) {
  const unsigned file = p.lines().file(file_of(a));
  const auto [low, high] = std::minmax({rank_of(a), rank_of(b)}); // by value, not by reference
  const unsigned mask =
      ((1U << static_cast<unsigned>(high)) - 1U) & ~((2U << static_cast<unsigned>(low)) - 1U);
  return std::popcount(file & mask);
}

/// What the pieces of `c` do where they stand: mobility and pressure on the other king.
class Activity {
public:
  Activity(const Position& p, Color c) : m_p{p}, m_c{c}, m_zone{palace_zones[to_index(~c)]} {}

  Weight sum() {
    rooks();
    cannons();
    horses();
    pawns();
    if (m_attackers > 1) {
      const int units = m_units + 2 * (4 - defenders());
      m_sum += Weight{units * units * std::min(m_attackers, 4) / 32, units * units / 48};
    }
    return m_sum;
  }

private:
  [[nodiscard]] int defenders() const {
    return (m_p.pieces(~m_c, PieceType::advisor) | m_p.pieces(~m_c, PieceType::elephant)).count();
  }
  void press(PieceType t, Bitboard attacked) {
    if (const int n = (attacked & m_zone).count(); n != 0) {
      m_units += pressure[to_index(t)] + 2 * n;
      ++m_attackers;
    }
  }
  void rooks() {
    const int missing = 2 - m_p.pieces(~m_c, PieceType::advisor).count();
    for (const Square s : m_p.pieces(m_c, PieceType::rook)) {
      const Bitboard reach = attacks::rook(s, m_p.lines());
      m_sum += rook_mobility * ((reach & ~m_p.pieces(m_c)).count() - 7);
      m_sum += missing_defender_by_rook * missing;
      press(PieceType::rook, reach);
    }
  }
  void cannons() {
    const Square target = m_p.king(~m_c);
    for (const Square s : m_p.pieces(m_c, PieceType::cannon)) {
      const Bitboard moves = attacks::slides(s, m_p.lines());
      m_sum += cannon_mobility * (moves.count() - 6);
      press(PieceType::cannon, attacks::cannon_captures(s, m_p.lines()));
      if (file_of(s) == file_of(target)) {
        cannon_on_king_file(s, target);
      }
      if (rank_of(s) == (m_c == Color::red ? 9 : 0) && rank_of(target) == rank_of(s)) {
        m_sum += bottom_cannon;
      }
    }
  }
  void cannon_on_king_file(Square s, Square target) {
    const int between = pieces_between(m_p, s, target);
    if (between == 0 && file_of(s) == 4) {
      m_sum += empty_central_cannon;
    } else if (between == 2) {
      m_sum += central_cannon_pin;
    }
  }
  void horses() {
    for (const Square s : m_p.pieces(m_c, PieceType::horse)) {
      const Bitboard reach = attacks::horse(s, m_p.lines());
      m_sum += horse_mobility[static_cast<std::size_t>((reach & ~m_p.pieces(m_c)).count())];
      press(PieceType::horse, reach);
    }
  }
  void pawns() {
    for (const Square s : m_p.pieces(m_c, PieceType::pawn)) {
      press(PieceType::pawn, attacks::pawn(m_c, s));
    }
  }

  const Position& m_p;
  Color m_c;
  Bitboard m_zone;
  Weight m_sum;
  int m_units = 0;
  int m_attackers = 0;
};

/// How much of an advantage the pieces of `c` can turn into a win, in 64ths.
int winning_chances(const Position& p, Color c) {
  const int rooks = p.pieces(c, PieceType::rook).count();
  const int horses = p.pieces(c, PieceType::horse).count();
  const int cannons = p.pieces(c, PieceType::cannon).count();
  const int pawns = p.pieces(c, PieceType::pawn).count();
  const int attackers = 2 * rooks + horses + cannons;
  if (attackers >= 3 || rooks > 0 || (attackers == 2 && pawns > 0)) {
    return 64;
  }
  const int defenders =
      p.pieces(~c, PieceType::advisor).count() + p.pieces(~c, PieceType::elephant).count();
  if (attackers == 0) {
    return pawns == 0 ? 0 : std::min(64, 16 * pawns + 8 * (4 - defenders));
  }
  if (attackers == 1 && pawns == 0) {
    if (cannons == 1 && p.pieces(c, PieceType::advisor).empty() &&
        p.pieces(c, PieceType::elephant).empty()) {
      return 0; // nothing of its own to jump over
    }
    return defenders >= 2 ? 8 : 28;
  }
  return attackers == 1 ? std::min(64, 28 + 12 * pawns + 4 * (4 - defenders)) : 56;
}

Score finish(const Position& p, Weight squares, int phase) {
  const Weight total = squares + Activity{p, Color::red}.sum() - Activity{p, Color::black}.sum();
  const int part = std::min(phase, full_phase);
  int score = (total.middle() * part + total.end() * (full_phase - part)) / full_phase;
  if (phase <= 12) {
    score = score * winning_chances(p, score > 0 ? Color::red : Color::black) / 64;
  }
  return (p.side_to_move() == Color::red ? score : -score) + tempo;
}

} // namespace

void Evaluator::reset(const Position& position) noexcept {
  m_top = 0;
  Sum sum;
  for (const Square s : position.occupied()) {
    const Piece piece = position.at(s);
    sum.squares += square_table[to_index(piece)][to_index(s)];
    sum.phase += phase_weights[to_index(type_of(piece))];
  }
  m_sums[0] = sum;
}

void Evaluator::do_move(const Position& before, Move m) noexcept {
  assert(m_top + 1 < m_sums.size());
  Sum sum = m_sums[m_top];
  const auto& moved = square_table[to_index(before.at(m.from()))];
  sum.squares += moved[to_index(m.to())] - moved[to_index(m.from())];
  if (const Piece captured = before.at(m.to()); captured != Piece::none) {
    sum.squares -= square_table[to_index(captured)][to_index(m.to())];
    sum.phase -= phase_weights[to_index(type_of(captured))];
  }
  m_sums[++m_top] = sum;
}

Score Evaluator::score(const Position& position) const noexcept {
  return finish(position, m_sums[m_top].squares, m_sums[m_top].phase);
}

Score evaluate(const Position& position) noexcept {
  Evaluator evaluator;
  evaluator.reset(position);
  return evaluator.score(position);
}

} // namespace xq::engine
