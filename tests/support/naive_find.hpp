#pragma once

// What a filter asks of the moves of a game, found by replaying it on a Position.

#include "board/turned.hpp"

#include <xq/record/game.hpp>
#include <xq/store/query.hpp>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <utility>
#include <vector>

namespace support {

using Numbers = std::vector<std::int64_t>;

inline Numbers naive(const std::vector<xq::record::Game>& games,
                     const std::function<bool(const xq::record::Game&)>& wanted) {
  Numbers numbers;
  for (const auto& game : games) {
    if (wanted(game)) {
      numbers.push_back(static_cast<std::int64_t>(game.number));
    }
  }
  return numbers;
}

/// All positions of a game, the last one too.
inline std::vector<xq::Position> positions_of(const xq::record::Game& game) {
  std::vector<xq::Position> all;
  const auto last = xq::record::replay_main_moves(
      game, [&](xq::record::NodeId, const xq::Position& before) { all.push_back(before); });
  all.push_back(last);
  return all;
}

inline xq::Position turned_position(const xq::Position& position) {
  xq::Position out;
  for (std::size_t s = 0; s < xq::square_count; ++s) {
    const auto square = static_cast<xq::Square>(s);
    if (position.at(square) != xq::Piece::none) {
      out.put(turned(position.at(square)), turned(square));
    }
  }
  out.set_side_to_move(~position.side_to_move());
  return out;
}

/// The position as each image sees it: what an image of the pattern fits is what the pattern fits
/// in the image of the position.
using Image =
    std::pair<std::function<xq::Position(const xq::Position&)>, std::function<xq::Move(xq::Move)>>;
inline std::vector<Image> images_of(const xq::store::Filter& filter) {
  std::vector<Image> images;
  for (const bool exchanged : {false, true}) {
    for (const bool mirrored : {false, true}) {
      if ((!exchanged || filter.exchanged) && (!mirrored || filter.mirrored)) {
        images.emplace_back(
            [=](const xq::Position& p) {
              const xq::Position q = mirrored ? p.mirrored() : p;
              return exchanged ? turned_position(q) : q;
            },
            [=](xq::Move m) {
              const xq::Move n = mirrored ? xq::mirror(m) : m;
              return exchanged ? turned(n) : n;
            });
      }
    }
  }
  return images;
}

/// The ply that GameDatabase::reached() must tell; -1 for none.
inline int naive_ply(const xq::record::Game& game, const xq::store::Filter& filter) {
  const auto positions = positions_of(game);
  std::vector<xq::Move> moves;
  game.main_moves(moves);
  const auto [first, last] = filter.ply.value_or(xq::store::Range{0, 1000});
  const auto& wanted = *filter.position;
  for (int ply = first; ply <= last && ply < static_cast<int>(positions.size()); ++ply) {
    for (const auto& [see, see_move] : images_of(filter)) {
      bool fits = true;
      for (int i = ply; i < ply + wanted.hold; ++i) {
        fits = fits && i < static_cast<int>(positions.size()) &&
               wanted.pattern.matches(see(positions[static_cast<std::size_t>(i)]));
      }
      if (fits && wanted.then) {
        const auto next = static_cast<std::size_t>(ply);
        fits = next < moves.size() && see_move(moves[next]) == wanted.then;
      }
      if (fits) {
        return ply;
      }
    }
  }
  return -1;
}

/// The ply with which some piece has gone the path, by the list of the moves of each piece.
inline int naive_path(const xq::record::Game& game, const xq::store::Filter& filter) {
  struct Walker {
    xq::Piece piece{};
    std::vector<xq::Move> moves;
  };
  std::map<xq::Square, Walker> walkers;
  for (std::size_t s = 0; s < xq::square_count; ++s) {
    const auto square = static_cast<xq::Square>(s);
    if (game.start().at(square) != xq::Piece::none) {
      walkers[square].piece = game.start().at(square);
    }
  }
  const auto [first, last] = filter.ply.value_or(xq::store::Range{0, 1000});
  const auto& steps = filter.path.steps;
  std::vector<xq::Move> moves;
  game.main_moves(moves);
  int ply = 0;
  for (const xq::Move move : moves) {
    ++ply;
    Walker walker = walkers.at(move.from());
    walkers.erase(move.from());
    walker.moves.push_back(move);
    walkers[move.to()] = walker;
    if (walker.moves.size() < steps.size() || ply < first || ply > last) {
      continue;
    }
    for (const bool exchanged : {false, true}) {
      for (const bool mirrored : {false, true}) {
        if ((exchanged && !filter.exchanged) || (mirrored && !filter.mirrored)) {
          continue;
        }
        bool gone = true;
        for (std::size_t n = 0; n < steps.size(); ++n) {
          xq::Move m = walker.moves[walker.moves.size() - steps.size() + n];
          m = mirrored ? xq::mirror(m) : m;
          m = exchanged ? turned(m) : m;
          const auto piece = exchanged ? turned(walker.piece) : walker.piece;
          const auto& step = steps[n];
          gone = gone && ((static_cast<unsigned>(step.pieces) >> xq::to_index(piece)) & 1U) != 0 &&
                 std::find(step.moves.begin(), step.moves.end(), m) != step.moves.end();
        }
        if (gone) {
          return ply;
        }
      }
    }
  }
  return -1;
}

} // namespace support
