#include "engine/eval/endgames.hpp"

#include <xq/analysis/review.hpp>
#include <xq/board/movegen.hpp>

#include <algorithm>

namespace xq::analysis {

namespace {

constexpr int surely_won = 99; // per cent of such positions
constexpr int surely_not_won = 1;

Bitboard attackers(const Position& position, Color side) noexcept {
  return position.pieces(side, PieceType::rook) | position.pieces(side, PieceType::cannon) |
         position.pieces(side, PieceType::horse) | position.pieces(side, PieceType::pawn);
}

bool can_capture(Position position, Color side) {
  position.set_side_to_move(side);
  MoveList legal;
  generate_legal(position, legal);
  return std::ranges::any_of(legal, [&](Move m) { return position.at(m.to()) != Piece::none; });
}

/// How many of 100 such positions `side` wins.
std::optional<int> wins(const Position& position, Color side) {
  return can_attack(position, side) ? engine::won_share(position, side) : 0;
}

Ending::Counts count_pieces(const Position& position, Color side) {
  Ending::Counts out{};
  for (const Square s : position.pieces(side)) {
    if (const PieceType type = type_of(position.at(s)); type != PieceType::king) {
      ++out[to_index(type)];
    }
  }
  return out;
}

Ending ending_of(const Position& position, Color strong, bool won) {
  return {strong, won, count_pieces(position, strong), count_pieces(position, ~strong)};
}

} // namespace

bool can_attack(const Position& position, Color side) noexcept {
  return static_cast<bool>(attackers(position, side));
}

std::optional<Ending> known_ending(const Position& position) {
  const auto red = wins(position, Color::red);
  const auto black = wins(position, Color::black);
  const auto is_won = [](std::optional<int> share) { return share && *share >= surely_won; };
  const bool decided = is_won(red) != is_won(black);
  const bool drawn = red && black && *red <= surely_not_won && *black <= surely_not_won;
  if ((!decided && !drawn) || position.in_check() || can_capture(position, Color::red) ||
      can_capture(position, Color::black)) {
    return std::nullopt;
  }
  if (decided) {
    return ending_of(position, is_won(red) ? Color::red : Color::black, true);
  }
  const auto count = [&](Color c) { return attackers(position, c).count(); };
  return ending_of(position, count(Color::black) > count(Color::red) ? Color::black : Color::red,
                   false);
}

} // namespace xq::analysis
