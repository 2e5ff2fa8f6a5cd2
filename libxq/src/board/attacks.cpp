#include "board/palace.hpp"

#include <xq/board/attacks.hpp>

#include <initializer_list>
#include <utility>

namespace xq {

namespace {

constexpr bool on_board(int file, int rank) {
  return file >= 0 && file < file_count && rank >= 0 && rank < rank_count;
}

constexpr Bitboard squares(std::initializer_list<const char*> names) {
  Bitboard set;
  for (const char* name : names) {
    set |= Bitboard{make_square(name[0] - 'a', name[1] - '0')};
  }
  return set;
}

constexpr Bitboard red_advisor_squares = squares({"d0", "f0", "e1", "d2", "f2"});
constexpr Bitboard red_elephant_squares = squares({"c0", "g0", "a2", "e2", "i2", "c4", "g4"});

constexpr Bitboard rotated(Bitboard set) {
  Bitboard out;
  for (const Square s : set) {
    out |= Bitboard{rotate(s)};
  }
  return out;
}

/// Squares of one rank or file, see Tables.
struct RayReach {
  unsigned slide = 0;
  unsigned beyond = 0;
};

constexpr RayReach reach(int from, unsigned occupied, int length) {
  RayReach out;
  for (const int step : {-1, 1}) {
    int pieces = 0;
    for (int i = from + step; i >= 0 && i < length && pieces < 2; i += step) {
      const unsigned bit = 1U << static_cast<unsigned>(i);
      const bool hit = (occupied & bit) != 0;
      if (pieces == 0) {
        out.slide |= bit;
      } else {
        out.beyond |= bit;
      }
      pieces += hit ? 1 : 0;
    }
  }
  return out;
}

using Tables = attacks::detail::Tables;

void fill_rays(Tables& t) {
  for (std::size_t state = 0; state < attacks::detail::file_states; ++state) {
    for (int rank = 0; rank < rank_count; ++rank) {
      const auto r = reach(rank, static_cast<unsigned>(state), rank_count);
      t.file_slide[static_cast<std::size_t>(rank)][state] = static_cast<std::uint16_t>(r.slide);
      t.file_beyond[static_cast<std::size_t>(rank)][state] = static_cast<std::uint16_t>(r.beyond);
      if ((state >> rank & 1U) != 0) {
        t.file_spread[state] |= Uint128{1} << (rank * file_count);
      }
    }
  }
  for (std::size_t state = 0; state < attacks::detail::rank_states; ++state) {
    for (int file = 0; file < file_count; ++file) {
      const auto r = reach(file, static_cast<unsigned>(state), file_count);
      t.rank_slide[static_cast<std::size_t>(file)][state] = static_cast<std::uint16_t>(r.slide);
      t.rank_beyond[static_cast<std::size_t>(file)][state] = static_cast<std::uint16_t>(r.beyond);
    }
  }
}

void fill_palace(Tables& t, int file, int rank) {
  const auto i = to_index(make_square(file, rank));
  for (const auto& [df, dr] : {std::pair{0, 1}, {0, -1}, {1, 0}, {-1, 0}}) {
    if (in_palace(make_square(file, rank)) && on_board(file + df, rank + dr) &&
        in_palace(make_square(file + df, rank + dr))) {
      t.king[i] |= Bitboard{make_square(file + df, rank + dr)};
    }
  }
  const Bitboard advisors = red_advisor_squares | rotated(red_advisor_squares);
  if (advisors.contains(make_square(file, rank))) {
    t.advisor[i] = t.diagonals[i] & advisors;
  }
}

/// Directions of the neighbours by bit of leg_index() and eye_index().
constexpr std::array<std::pair<int, int>, 4> legs{{{-1, 0}, {0, -1}, {1, 0}, {0, 1}}};
constexpr std::array<std::pair<int, int>, 4> eyes{{{-1, -1}, {-1, 1}, {1, -1}, {1, 1}}};

void fill_blocked(Tables& t, int file, int rank) {
  const auto i = to_index(make_square(file, rank));
  const Bitboard elephants = red_elephant_squares | rotated(red_elephant_squares);
  const auto add = [](Bitboard& set, int f, int r) {
    if (on_board(f, r)) {
      set |= Bitboard{make_square(f, r)};
    }
  };
  for (std::size_t blocked = 0; blocked < 16; ++blocked) {
    for (std::size_t d = 0; d < 4; ++d) {
      if ((blocked >> d & 1U) != 0) {
        continue;
      }
      const auto [lf, lr] = legs[d];
      for (const int side : {-1, 1}) {
        add(t.horse[i][blocked], file + 2 * lf + side * lr, rank + 2 * lr + side * lf);
      }
      const auto [ef, er] = eyes[d];
      add(t.horse_sources[i][blocked], file + 2 * ef, rank + er);
      add(t.horse_sources[i][blocked], file + ef, rank + 2 * er);
      if (elephants.contains(make_square(file, rank))) {
        add(t.elephant[i][blocked], file + 2 * ef, rank + 2 * er);
      }
    }
    t.elephant[i][blocked] &= elephants; // not across the river
  }
  t.horse_ring[i] = t.horse[i][0];
}

void fill_pawn(Tables& t, int file, int rank) {
  const Square s = make_square(file, rank);
  for (const Color c : {Color::red, Color::black}) {
    const int forward = c == Color::red ? 1 : -1;
    const bool crossed = has_crossed(c, s);
    const auto add = [&](int f, int r) {
      if (on_board(f, r)) {
        const Square to = make_square(f, r);
        t.pawn[to_index(c)][to_index(s)] |= Bitboard{to};
        t.pawn_sources[to_index(c)][to_index(to)] |= Bitboard{s};
      }
    };
    add(file, rank + forward);
    if (crossed) {
      add(file - 1, rank);
      add(file + 1, rank);
    }
  }
}

Tables make_tables() {
  Tables t;
  fill_rays(t);
  for (int rank = 0; rank < rank_count; ++rank) {
    for (int file = 0; file < file_count; ++file) {
      const auto i = to_index(make_square(file, rank));
      t.cross[i] = file_squares(file) ^ rank_squares(rank);
      for (const auto& [df, dr] : eyes) {
        if (on_board(file + df, rank + dr)) {
          t.diagonals[i] |= Bitboard{make_square(file + df, rank + dr)};
        }
      }
      fill_palace(t, file, rank);
      fill_blocked(t, file, rank);
      fill_pawn(t, file, rank);
    }
  }
  return t;
}

} // namespace

// 150 kB, filled before main(), constant afterwards.
const Tables attacks::detail::tables = make_tables();

Bitboard between(Square a, Square b) noexcept {
  const int fa = file_of(a);
  const int fb = file_of(b);
  const int ra = rank_of(a);
  const int rb = rank_of(b);
  const auto inner = [](int x, int y) { // bits strictly between places x and y
    const auto low = static_cast<unsigned>(x < y ? x : y);
    const auto high = static_cast<unsigned>(x < y ? y : x);
    return ((1U << high) - 1U) & ~((2U << low) - 1U);
  };
  if (a == b || (fa != fb && ra != rb)) {
    return {};
  }
  return ra == rb ? attacks::detail::join(inner(fa, fb), ra, 0, 0)
                  : attacks::detail::join(0, 0, inner(ra, rb), fa);
}

namespace {

constexpr Bitboard red_reachable(PieceType t) {
  switch (t) {
  case PieceType::king:
    return squares({"d0", "e0", "f0", "d1", "e1", "f1", "d2", "e2", "f2"});
  case PieceType::advisor:
    return red_advisor_squares;
  case PieceType::elephant:
    return red_elephant_squares;
  case PieceType::pawn:
    return squares({"a3", "c3", "e3", "g3", "i3", "a4", "c4", "e4", "g4", "i4"}) | rank_squares(5) |
           rank_squares(6) | rank_squares(7) | rank_squares(8) | rank_squares(9);
  case PieceType::horse:
  case PieceType::rook:
  case PieceType::cannon:
  case PieceType::none:
    break;
  }
  return Bitboard::all();
}

constexpr auto reachable_squares = [] {
  std::array<std::array<Bitboard, piece_type_count + 1>, color_count> out;
  for (std::size_t t = 0; t <= piece_type_count; ++t) {
    out[0][t] = red_reachable(static_cast<PieceType>(t));
    out[1][t] = rotated(out[0][t]);
  }
  return out;
}();

} // namespace

Bitboard reachable(Color c, PieceType t) noexcept {
  return reachable_squares[to_index(c)][to_index(t)];
}

} // namespace xq
