#pragma once

#include <xq/board/types.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

/// What the network sees of a position: for each side (perspective) where its own king stands and
/// where all other pieces stand, seen from its side of the board. For inference and training.
namespace xq::engine::network {

/// A piece on a square, seen by one side: below feature_count. What no rule allows has none.
using Feature = std::uint16_t;

inline constexpr std::size_t king_square_count = 9; ///< of the palace: file d to f, rank 0 to 2
inline constexpr std::size_t feature_count = 683;
inline constexpr Feature no_feature = feature_count;
inline constexpr std::size_t bucket_count = 8; ///< output layers, by the number of pieces

/// `s` as `side` sees it: its own back row is rank 0.
[[nodiscard]] constexpr Square oriented(Square s, Color side) noexcept {
  return side == Color::red ? s : rotate(s);
}

/// Which square of its own palace a king on `king` has for `side`, whose king it is.
[[nodiscard]] constexpr std::size_t king_square(Square king, Color side) noexcept {
  const Square s = oriented(king, side);
  return static_cast<std::size_t>(file_of(s) - 3 + 3 * rank_of(s));
}
/// The king square of the left-right mirror image.
[[nodiscard]] constexpr std::size_t mirrored_king_square(std::size_t king_square) noexcept {
  return king_square + 2 - 2 * (king_square % 3);
}

/// The output layer for so many pieces on the board, kings included.
[[nodiscard]] constexpr std::size_t bucket_of(int pieces) noexcept {
  return static_cast<std::size_t>(pieces - 1) / 4;
}

/// Whether a piece of this type can stand on `s`, seen from its own side.
[[nodiscard]] constexpr bool can_stand(PieceType type, Square s) noexcept {
  const int file = file_of(s);
  const int rank = rank_of(s);
  const bool in_palace = file >= 3 && file <= 5 && rank <= 2;
  switch (type) {
  case PieceType::king:
    return in_palace;
  case PieceType::advisor:
    return in_palace && (file + rank) % 2 == 1;
  case PieceType::elephant:
    return rank <= 4 && rank % 2 == 0 && file % 2 == 0 && (file + rank) % 4 == 2;
  case PieceType::pawn:
    return rank >= 5 || (rank >= 3 && file % 2 == 0);
  default:
    return type != PieceType::none;
  }
}

namespace detail {

struct FeatureTables {
  /// [piece as Red sees it][square as Red sees it]
  std::array<std::array<Feature, square_count>, piece_slots> of_red{};
  std::array<Feature, feature_count + 1> mirrored{};
};

/// In this order: own advisors, elephants, horses, rooks, cannons, pawns, then the opponent's king
/// and its other pieces likewise; each piece by ascending square.
[[nodiscard]] constexpr FeatureTables make_feature_tables() noexcept {
  FeatureTables tables;
  for (auto& squares : tables.of_red) {
    squares.fill(no_feature);
  }
  Feature next = 0;
  for (const Color owner : {Color::red, Color::black}) {
    for (std::size_t t = owner == Color::red ? 1 : 0; t < piece_type_count; ++t) {
      const auto type = static_cast<PieceType>(t);
      auto& squares = tables.of_red[to_index(make_piece(owner, type))];
      for (std::size_t i = 0; i < square_count; ++i) {
        if (can_stand(type, oriented(static_cast<Square>(i), owner))) {
          squares[i] = next++;
        }
      }
    }
  }
  tables.mirrored[no_feature] = no_feature;
  for (const auto& squares : tables.of_red) {
    for (std::size_t i = 0; i < square_count; ++i) {
      if (squares[i] != no_feature) {
        tables.mirrored[squares[i]] = squares[to_index(mirror(static_cast<Square>(i)))];
      }
    }
  }
  return tables;
}
inline constexpr FeatureTables feature_tables = make_feature_tables();

} // namespace detail

/// The feature of piece `p` on `s` as `side` sees it; no_feature for its own king (which is in
/// king_square()), for Piece::none and for a square that the piece can never reach.
[[nodiscard]] constexpr Feature feature_of(Piece p, Square s, Color side) noexcept {
  const auto colour_bit = static_cast<std::size_t>(side) << 3U;
  return detail::feature_tables
      .of_red[to_index(p) ^ (p == Piece::none ? 0 : colour_bit)][to_index(oriented(s, side))];
}
/// The feature of the piece on the left-right mirror image of its square; no_feature stays.
[[nodiscard]] constexpr Feature mirrored(Feature f) noexcept {
  return detail::feature_tables.mirrored[f];
}

} // namespace xq::engine::network
