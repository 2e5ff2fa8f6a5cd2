#include "engine/eval/endgames.hpp"

#include <xq/analysis/ending.hpp>
#include <xq/board/movegen.hpp>

#include <algorithm>

namespace xq::analysis {

namespace {

constexpr int surely_won = 99; // per cent of such positions
constexpr int surely_not_won = 1;

constexpr auto attacking_types =
    std::to_array({PieceType::rook, PieceType::cannon, PieceType::horse, PieceType::pawn});

bool can_capture(Position position, Color side) {
  position.set_side_to_move(side);
  MoveList legal;
  generate_legal(position, legal);
  return std::ranges::any_of(legal, [&](Move m) { return position.at(m.to()) != Piece::none; });
}

/// Of 100 such positions, how many `side` wins.
std::optional<int> wins(const Position& position, Color side) {
  const bool attacks = std::ranges::any_of(
      attacking_types, [&](PieceType type) { return !position.pieces(side, type).empty(); });
  return attacks ? engine::won_share(position, side) : 0;
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
  const auto attackers = [&](Color c) {
    int n = 0;
    for (const PieceType type : attacking_types) {
      n += position.pieces(c, type).count();
    }
    return n;
  };
  return ending_of(
      position, attackers(Color::black) > attackers(Color::red) ? Color::black : Color::red, false);
}

} // namespace xq::analysis
