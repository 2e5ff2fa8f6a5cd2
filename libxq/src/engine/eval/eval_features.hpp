#pragma once

#include "board/check_info.hpp"

#include <xq/board/attacks.hpp>
#include <xq/board/bitboard.hpp>
#include <xq/board/position.hpp>

#include <algorithm>
#include <array>
#include <string_view>

namespace xq::engine::terms {

// The evaluation is a sum over terms: occurrences for Red less those for Black, times the weight in
// parameters.hpp. This file counts the terms, for the evaluation and for the tuning program.

/// Consecutive terms of one meaning, `per_row` of them in a row of the table of weights.
struct Section {
  std::string_view name;
  std::size_t first = 0;
  std::size_t count = 0;
  std::size_t per_row = 0;
};

inline constexpr std::size_t half_board = 5 * static_cast<std::size_t>(rank_count);
inline constexpr int king_unit_steps = 16;
inline constexpr int pressed_by = 3; ///< two, three, more attackers

/// Files a to e (the others are mirror images), ranks from the own back row; by piece type.
inline constexpr Section squares{"squares", 0, piece_type_count* half_board, 5};
inline constexpr Section tempo{"tempo", squares.first + squares.count, 1, 1};
inline constexpr Section horse_mobility{"horse_mobility", tempo.first + tempo.count, 9, 9};
inline constexpr Section rook_mobility{"rook_mobility", horse_mobility.first + horse_mobility.count,
                                       18, 9};
inline constexpr Section cannon_mobility{"cannon_mobility",
                                         rook_mobility.first + rook_mobility.count, 18, 9};
/// Own pieces and others beside a horse: each takes two of its moves.
inline constexpr Section horse_legs{"horse_legs", cannon_mobility.first + cannon_mobility.count, 2,
                                    2};
/// By attacking type, attacked type, and whether that is protected.
inline constexpr Section threats{"threats", horse_legs.first + horse_legs.count,
                                 piece_type_count* piece_type_count * 2, 14};
/// Rook, horse, cannon, crossed pawn without protection.
inline constexpr Section unprotected{"unprotected", threats.first + threats.count, 4, 4};
/// Squares of the palace zone attacked, by type.
inline constexpr Section zone_squares{"zone_squares", unprotected.first + unprotected.count,
                                      piece_type_count, piece_type_count};
/// Pressure on the palace, by the number of attackers and the sum of their weights.
inline constexpr Section king_danger{"king_danger", zone_squares.first + zone_squares.count,
                                     pressed_by* king_unit_steps, king_unit_steps};
/// Squares from which the next move gives check and on which it cannot be captured: rook, cannon,
/// horse; one, two, more.
inline constexpr Section safe_checks{"safe_checks", king_danger.first + king_danger.count, 9, 3};
/// A horse, rook, cannon against a king with so many advisors and elephants.
inline constexpr Section lacking{"lacking", safe_checks.first + safe_checks.count, 27, 9};
/// A cannon on the king's file, on the middle one and elsewhere: nothing, one, two, more between.
inline constexpr Section cannon_file{"cannon_file", lacking.first + lacking.count, 8, 4};
inline constexpr Section cannon_rank{"cannon_rank", cannon_file.first + cannon_file.count, 4, 4};
/// An empty central cannon against so many advisors.
inline constexpr Section empty_cannon{"empty_cannon", cannon_rank.first + cannon_rank.count, 3, 3};
inline constexpr Section rook_file{"rook_file", empty_cannon.first + empty_cannon.count, 3, 3};
inline constexpr Section rook_rank{"rook_rank", rook_file.first + rook_file.count, 3, 3};
/// Two crossed pawns side by side; so many crossed pawns.
inline constexpr Section pawn_pairs{"pawn_pairs", rook_rank.first + rook_rank.count, 1, 1};
inline constexpr Section crossed_pawns{"crossed_pawns", pawn_pairs.first + pawn_pairs.count, 6, 6};
/// Two of a kind: advisors, elephants, horses, rooks, cannons; all four defenders; horse and
/// cannon.
inline constexpr Section pairs{"pairs", crossed_pawns.first + crossed_pawns.count, 7, 7};
inline constexpr std::size_t count = pairs.first + pairs.count;

inline constexpr std::array sections{squares,         tempo,       horse_mobility, rook_mobility,
                                     cannon_mobility, horse_legs,  threats,        unprotected,
                                     zone_squares,    king_danger, safe_checks,    lacking,
                                     cannon_file,     cannon_rank, empty_cannon,   rook_file,
                                     rook_rank,       pawn_pairs,  crossed_pawns,  pairs};

/// Index of the term "piece of this type on this square", seen from its own side.
[[nodiscard]] constexpr std::size_t square_term(PieceType t, Square seen_from_home) noexcept {
  const int file = std::min(file_of(seen_from_home), file_count - 1 - file_of(seen_from_home));
  return squares.first + to_index(t) * half_board +
         static_cast<std::size_t>(rank_of(seen_from_home) * 5 + file);
}

/// What each kind of attacker adds to the pressure on a palace, before the squares it attacks.
inline constexpr std::array<int, piece_type_count> pressure{0, 0, 0, 4, 5, 4, 4};

/// The nine squares of the palace of `c` and the three in front of it.
[[nodiscard]] constexpr Bitboard palace_zone(Color c) {
  Bitboard zone;
  for (int rank = 0; rank < 4; ++rank) {
    for (int file = 3; file <= 5; ++file) {
      const Square s = make_square(file, rank);
      zone |= Bitboard{c == Color::red ? s : rotate(s)};
    }
  }
  return zone;
}
inline constexpr std::array<Bitboard, color_count> palace_zones{palace_zone(Color::red),
                                                                palace_zone(Color::black)};
/// The ranks on which the pawns of `c` have crossed the river.
[[nodiscard]] constexpr Bitboard beyond_river(Color c) {
  Bitboard out;
  for (int rank = 5; rank < rank_count; ++rank) {
    out |= rank_squares(c == Color::red ? rank : rank_count - 1 - rank);
  }
  return out;
}
inline constexpr std::array<Bitboard, color_count> far_sides{beyond_river(Color::red),
                                                             beyond_river(Color::black)};

/// What pawns of `c` attack together: ahead, and past the river beside them.
[[nodiscard]] constexpr Bitboard attacked_by_pawns(Color c, Bitboard pawns) noexcept {
  constexpr unsigned rank = file_count;
  const Uint128 ahead = c == Color::red ? pawns.bits() << rank : pawns.bits() >> rank;
  const Uint128 crossed = (pawns & far_sides[to_index(c)]).bits();
  const Uint128 beside = (crossed & ~file_squares(file_count - 1).bits()) << 1U |
                         (crossed & ~file_squares(0).bits()) >> 1U;
  return Bitboard{ahead | beside} & Bitboard::all();
}

/// The neighbours of each square along its rank and file.
[[nodiscard]] constexpr std::array<Bitboard, square_count> neighbours() {
  std::array<Bitboard, square_count> out;
  for (std::size_t i = 0; i < square_count; ++i) {
    const auto s = static_cast<Square>(i);
    const int file = file_of(s);
    const int rank = rank_of(s);
    const auto add = [&](bool inside, int f, int r) {
      if (inside) {
        out[i] |= Bitboard{make_square(f, r)};
      }
    };
    add(file > 0, file - 1, rank);
    add(file + 1 < file_count, file + 1, rank);
    add(rank > 0, file, rank - 1);
    add(rank + 1 < rank_count, file, rank + 1);
  }
  return out;
}
inline constexpr std::array<Bitboard, square_count> besides = neighbours();

/// Counts every term but squares and tempo of one position. `Sink` offers
/// `add<Color>(term index, times)`.
template <typename Sink>
class Counter {
public:
  Counter(const Position& p, Sink& sink) : m_p{p}, m_sink{sink} {}

  void run() {
    run_board();
    run_material();
  }
  /// What depends on where the pieces stand.
  void run_board() {
    find_attacks<Color::red>();
    find_attacks<Color::black>();
    count<Color::red>();
    count<Color::black>();
  }
  /// What depends on which pieces are left, and changes by captures only.
  void run_material() {
    material<Color::red>();
    material<Color::black>();
  }

private:
  struct Attacker { // trivial: arrays are not initialised
    Square square;
    PieceType type;
    Uint128 bits;
    [[nodiscard]] Bitboard attacked() const noexcept { return Bitboard{bits}; }
  };
  struct Side {
    std::array<Attacker, 12> pieces; // NOLINT: the first `size` are set
    std::size_t size = 0;
    Bitboard attacked;
    Bitboard by_defenders;
    Bitboard by_pawns;
  };

  template <Color c>
  Side& side() noexcept {
    return m_sides[to_index(c)];
  }

  /// Compute the attacks of each piece of `c`.
  template <Color c>
  void find_attacks() noexcept {
    Side& us = side<c>();
    const Occupancy& occupancy = m_p.occupancy();
    us.by_pawns = attacked_by_pawns(c, m_p.pieces(c, PieceType::pawn));
    us.by_defenders = attacks::king(m_p.king(c));
    for (const Square s : m_p.pieces(c, PieceType::advisor)) {
      us.by_defenders |= attacks::advisor(s);
    }
    for (const Square s : m_p.pieces(c, PieceType::elephant)) {
      us.by_defenders |= attacks::elephant(s, occupancy);
    }
    us.attacked = us.by_pawns | us.by_defenders;
    const auto see = [&](PieceType t, auto&& attacks_from) {
      for (const Square s : m_p.pieces(c, t)) {
        const Bitboard attacked = attacks_from(s);
        us.attacked |= attacked;
        if (us.size < us.pieces.size()) {
          us.pieces[us.size++] = {s, t, attacked.bits()};
        }
      }
    };
    see(PieceType::horse, [&](Square s) { return attacks::horse(s, occupancy); });
    see(PieceType::rook, [&](Square s) { return attacks::rook(s, occupancy); });
    see(PieceType::cannon, [&](Square s) { return attacks::cannon_captures(s, occupancy); });
  }

  template <Color c>
  void add(const Section& section, int index, int times = 1) noexcept {
    m_sink.template add<c>(section.first + static_cast<std::size_t>(index), times);
  }

  template <Color c>
  void count() noexcept {
    const Side& us = side<c>();
    m_target = m_p.king(~c);
    m_victims = m_p.pieces(~c) & ~Bitboard{m_target};
    m_units = 0;
    m_attackers = 0;
    find_check_squares<c>();
    if (us.by_defenders & m_victims) { // seldom
      defenders<c>();
    }
    for (std::size_t i = 0; i < us.size; ++i) {
      const Attacker& piece = us.pieces[i];
      threaten<c>(piece.type, piece.attacked());
      press<c>(piece.type, piece.attacked());
      switch (piece.type) {
      case PieceType::rook:
        rook<c>(piece);
        break;
      case PieceType::cannon:
        cannon<c>(piece);
        break;
      default:
        horse<c>(piece);
        break;
      }
    }
    threaten<c>(PieceType::pawn, us.by_pawns);
    press<c>(PieceType::pawn, us.by_pawns);
    if (m_attackers > 1) {
      const int units = m_units + 2 * (4 - defenders_left<~c>());
      add<c>(king_danger, (std::min(m_attackers, 4) - 2) * king_unit_steps +
                              std::clamp(units / 3, 0, king_unit_steps - 1));
    }
    safe<c>();
    pawns<c>();
  }

  template <Color c>
  [[nodiscard]] int defenders_left() const noexcept {
    return (m_p.pieces(c) & (m_p.pieces(PieceType::advisor) | m_p.pieces(PieceType::elephant)))
        .count();
  }

  /// Threats of the king, the advisors and the elephants.
  template <Color c>
  void defenders() noexcept {
    threaten<c>(PieceType::king, attacks::king(m_p.king(c)));
    for (const Square s : m_p.pieces(c, PieceType::advisor)) {
      threaten<c>(PieceType::advisor, attacks::advisor(s));
    }
    for (const Square s : m_p.pieces(c, PieceType::elephant)) {
      threaten<c>(PieceType::elephant, attacks::elephant(s, m_p.occupancy()));
    }
  }

  /// What a piece, or all pawns together, may capture.
  template <Color c>
  void threaten(PieceType type, Bitboard attacked) noexcept {
    const Side& them = side<~c>();
    for (const Square s : attacked& m_victims) {
      const int victim = static_cast<int>(type_of(m_p.at(s)));
      add<c>(threats,
             (static_cast<int>(type) * 7 + victim) * 2 + (them.attacked.contains(s) ? 1 : 0));
    }
  }

  /// Pressure of a piece, or of all pawns together, on the other palace.
  template <Color c>
  void press(PieceType type, Bitboard attacked) noexcept {
    // without branches, which would often be mispredicted
    const int n = (attacked & palace_zones[to_index(~c)]).count();
    const int presses = n != 0 ? 1 : 0;
    add<c>(zone_squares, static_cast<int>(type), n);
    m_units += presses * pressure[to_index(type)] + 2 * n;
    m_attackers += presses;
  }

  /// Where a rook, cannon or horse of `c` would give check as the board stands.
  template <Color c>
  void find_check_squares() noexcept {
    m_checks = check_squares(m_p, m_target);
    const Bitboard refused = m_p.pieces(c) | side<~c>().attacked;
    for (std::size_t i = 0; i < 3; ++i) {
      m_checks[i] &= ~refused;
    }
    m_reach = {};
  }

  template <Color c>
  void rook(const Attacker& piece) noexcept {
    const Bitboard moves = piece.attacked() & ~m_p.pieces(c) & ~side<~c>().by_pawns;
    add<c>(rook_mobility, moves.count());
    m_reach[0] |= moves;
    if (file_of(piece.square) == file_of(m_target)) {
      add<c>(rook_file, std::min(pieces_between(piece.square, m_target), 2));
    } else if (rank_of(piece.square) == rank_of(m_target)) {
      add<c>(rook_rank, std::min(pieces_between(piece.square, m_target), 2));
    }
    guarded<c>(piece, 0);
  }

  template <Color c>
  void cannon(const Attacker& piece) noexcept {
    const Bitboard moves = attacks::slides(piece.square, m_p.occupancy());
    add<c>(cannon_mobility, moves.count());
    m_reach[1] |= moves | (piece.attacked() & m_p.pieces(~c));
    if (file_of(piece.square) == file_of(m_target)) {
      const int n = pieces_between(piece.square, m_target);
      const bool central = file_of(m_target) == 4;
      add<c>(cannon_file, (central ? 0 : 4) + std::min(n, 3));
      if (n == 0 && central) {
        add<c>(empty_cannon, std::min(m_p.pieces(~c, PieceType::advisor).count(), 2));
      }
    } else if (rank_of(piece.square) == rank_of(m_target)) {
      add<c>(cannon_rank, std::min(pieces_between(piece.square, m_target), 3));
    }
    guarded<c>(piece, 2);
  }

  template <Color c>
  void horse(const Attacker& piece) noexcept {
    const Bitboard moves = piece.attacked() & ~m_p.pieces(c) & ~side<~c>().by_pawns;
    add<c>(horse_mobility, moves.count());
    m_reach[2] |= moves;
    const Bitboard legs = besides[to_index(piece.square)] & m_p.occupied();
    const int own = (legs & m_p.pieces(c)).count();
    add<c>(horse_legs, 0, own);
    add<c>(horse_legs, 1, legs.count() - own);
    guarded<c>(piece, 1);
  }

  template <Color c>
  void guarded(const Attacker& piece, int index) noexcept {
    add<c>(unprotected, index, side<c>().attacked.contains(piece.square) ? 0 : 1);
  }

  template <Color c>
  void safe() noexcept {
    for (int i = 0; i < 3; ++i) {
      const auto k = static_cast<std::size_t>(i);
      const int n = (m_reach[k] & m_checks[k]).count();
      add<c>(safe_checks, i * 3 + std::clamp(n, 1, 3) - 1, n != 0 ? 1 : 0);
    }
  }

  template <Color c>
  void pawns() noexcept {
    const Bitboard crossed = m_p.pieces(c, PieceType::pawn) & far_sides[to_index(c)];
    add<c>(crossed_pawns, std::min(crossed.count(), 5));
    if (!crossed) {
      return;
    }
    const Bitboard not_last{crossed.bits() & ~file_squares(file_count - 1).bits()};
    if (const int n = (Bitboard{not_last.bits() << 1U} & crossed).count(); n != 0) {
      add<c>(pawn_pairs, 0, n);
    }
    if (const int n = (crossed & ~side<c>().attacked).count(); n != 0) {
      add<c>(unprotected, 3, n);
    }
  }

  template <Color c>
  void material() noexcept {
    const auto two = [&](PieceType t) { return m_p.pieces(c, t).has_several(); };
    const bool advisors = two(PieceType::advisor);
    const bool elephants = two(PieceType::elephant);
    constexpr std::array<PieceType, 5> types{PieceType::advisor, PieceType::elephant,
                                             PieceType::horse, PieceType::rook, PieceType::cannon};
    for (int i = 0; i < 5; ++i) {
      if (two(types[static_cast<std::size_t>(i)])) {
        add<c>(pairs, i);
      }
    }
    if (advisors && elephants) {
      add<c>(pairs, 5);
    }
    if (m_p.pieces(c, PieceType::horse) && m_p.pieces(c, PieceType::cannon)) {
      add<c>(pairs, 6);
    }
    const int their_advisors = std::min(m_p.pieces(~c, PieceType::advisor).count(), 2);
    const int their_elephants = std::min(m_p.pieces(~c, PieceType::elephant).count(), 2);
    constexpr std::array<PieceType, 3> attacking{PieceType::horse, PieceType::rook,
                                                 PieceType::cannon};
    for (int i = 0; i < 3; ++i) {
      if (const int n = m_p.pieces(c, attacking[static_cast<std::size_t>(i)]).count(); n != 0) {
        add<c>(lacking, i * 9 + their_advisors * 3 + their_elephants, n);
      }
    }
  }

  /// Pieces strictly between two squares of one file or rank.
  [[nodiscard]] int pieces_between(Square a, Square b) const noexcept {
    const bool upright = file_of(a) == file_of(b);
    const unsigned occupancy =
        upright ? m_p.occupancy().file(file_of(a)) : m_p.occupancy().rank(rank_of(a));
    const auto [low, high] =
        upright ? std::minmax({rank_of(a), rank_of(b)}) : std::minmax({file_of(a), file_of(b)});
    const unsigned mask =
        ((1U << static_cast<unsigned>(high)) - 1U) & ~((2U << static_cast<unsigned>(low)) - 1U);
    return count_bits(occupancy & mask);
  }

  const Position& m_p;
  Sink& m_sink;
  std::array<Side, color_count> m_sides;
  std::array<Bitboard, 3> m_checks; ///< of the side being counted: rook, cannon, horse
  std::array<Bitboard, 3> m_reach;
  Bitboard m_victims; ///< all of the other side but the king
  Square m_target = Square::none;
  int m_units = 0;
  int m_attackers = 0;
};

} // namespace xq::engine::terms
