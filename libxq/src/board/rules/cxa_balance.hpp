#pragma once

#include "base/hash.hpp"
#include "board/rules/cxa_search.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace xq::cxa {

/// What has been taken in a line, from the side that began it, and what no longer counts.
struct Balance {
  Bitboard spared;    ///< pieces that could be won before the line, which proves nothing of them
  Bitboard worthless; ///< pawns that had not crossed the river before the line
  Square point = Square::none;        ///< of the first capture: king and pawn take part there alone
  Square point_victim = Square::none; ///< what was taken there first: where it stood
  bool point_only = false;
  bool no_offers = false;    ///< each capture counts
  bool chasers_only = false; ///< king and pawn do not begin
  bool back_only = false;    ///< after its checks the other side takes on the point alone
  bool lenient = false;      ///< the other side does not take what is spared, nor by a check
  bool checked = false;      ///< by the other side in the line: its pieces take what they like
  bool mates = false;        ///< already before the line: it proves nothing
  Bitboard moved; ///< pieces that moved in the line: they take on the point or what took last
  Square last = Square::none; ///< where the last capture was
  int goal = 1;               ///< the least that wins
  int pieces = 0;
  int rooks = 0; ///< won, less those lost: no pawn is worth one
  int pawns_won = 0;
  int pawns_lost = 0;
  int pawns_given = 0;  ///< before anything was won
  int pawns_taken = 0;  ///< with those before the river: they make up for a pawn that is lost
  int other_checks = 0; ///< that the other side may still give instead of a capture
  int counter_checks =
      0; ///< checks that answered a check and took nothing: they could go on for ever
  std::array<Square, square_count> origin{};
  std::uint64_t origin_key = 0; ///< of origin

  void set_origin(Square s, Square from) noexcept {
    const auto mixed = [s](Square o) { return mix_bits(to_index(s) * square_count + to_index(o)); };
    origin_key ^= mixed(origin[to_index(s)]) ^ mixed(from);
    origin[to_index(s)] = from;
  }
  [[nodiscard]] static std::uint64_t half(Bitboard b, unsigned first) noexcept {
    return static_cast<std::uint64_t>(b.bits() >> first);
  }

  [[nodiscard]] Gain gain() const noexcept {
    if (pieces >= goal && pieces > 0) {
      return pawns_given > pawns_taken && rooks <= 0 ? Gain::even : Gain::wins;
    }
    if (pieces < 0) {
      return pawns_won <= pawns_lost || rooks < 0    ? Gain::loses
             : pieces <= -value_of(PieceType::horse) ? Gain::pawn_for_piece
                                                     : Gain::pawn_for_guard;
    }
    return pieces > 0 || pawns_won == pawns_lost ? Gain::even
           : pawns_won < pawns_lost              ? Gain::loses
           : goal <= 1                           ? Gain::wins
                                                 : Gain::even;
  }

  /// A hash of it and of `more`: what a search that begins with it finds depends on nothing else.
  [[nodiscard]] std::uint64_t mixed_with(std::uint64_t key,
                                         std::array<std::size_t, 3> more) const noexcept {
    const auto word = [](auto... bytes) {
      std::uint64_t out = 0;
      ((out = out << 8U | static_cast<std::uint8_t>(bytes)), ...);
      return out;
    };
    const std::array<std::uint64_t, 10> words{
        key,
        origin_key,
        half(spared, 0),
        half(spared, 64),
        half(worthless, 0),
        half(worthless, 64),
        half(moved, 0),
        half(moved, 64),
        word(point, point_victim, point_only, no_offers, back_only, checked | lenient << 1U, mates,
             last),
        word(more[0] << 4U | more[1], more[2] << 7U | static_cast<unsigned>(goal), pieces, rooks,
             pawns_won - pawns_lost, pawns_given - pawns_taken, other_checks, counter_checks)};
    return std::max<std::uint64_t>(
        1, content_hash({reinterpret_cast<const char*>(words.data()), sizeof words}));
  }

  /// This balance, where what stands on `s` counts.
  [[nodiscard]] Balance counting(Square s) const noexcept {
    Balance out = *this;
    out.spared = spared & ~Bitboard{s};
    return out;
  }

  /// After `m`, still to be played in `p`.
  [[nodiscard]] Balance after(const Position& p, Move m, Color beginner,
                              bool answers_check = false) const noexcept {
    Balance out = *this;
    const Piece taken = p.at(m.to());
    const bool own = p.side_to_move() == beginner;
    const bool counts = (!point_only || point == Square::none || m.to() == point) &&
                        !(spared.contains(m.to()) && point != m.to());
    if (taken != Piece::none && counts) {
      if (type_of(taken) == PieceType::pawn) {
        if (!worthless.contains(m.to())) {
          ++(own ? out.pawns_won : out.pawns_lost);
          out.pawns_given += !own && pieces <= 0 ? 1 : 0;
        }
        out.pawns_taken += own ? 1 : 0;
      } else {
        out.pieces += own ? value_of(type_of(taken)) : -value_of(type_of(taken));
        if (type_of(taken) == PieceType::rook) {
          out.rooks += own ? 1 : -1;
        }
      }
      if (out.point == Square::none) {
        out.point = m.to();
        out.point_victim = origin[to_index(m.to())];
      }
    }
    out.set_origin(m.to(), origin[to_index(m.from())]);
    const Bitboard here{m.from()};
    const Bitboard there{m.to()};
    out.spared = (spared & ~here & ~there) |
                 (answers_check && spared.contains(m.from()) ? there : Bitboard{});
    out.moved = (moved & ~here) | there;
    out.last = taken != Piece::none ? m.to() : Square::none;
    out.worthless =
        (worthless & ~here & ~there) | (worthless.contains(m.from()) ? there : Bitboard{});
    return out;
  }
};

} // namespace xq::cxa
