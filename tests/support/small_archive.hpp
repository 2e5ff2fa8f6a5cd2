#pragma once

// Games for tests of what counts moves: openings from a narrow choice, so that games share
// positions; mirror images of them; moves taken back on the board, so that positions come again.

#include <xq/board/movegen.hpp>
#include <xq/record/game.hpp>

#include <array>
#include <cstdint>
#include <random>
#include <vector>

namespace support {

struct SmallGame {
  xq::Position start = xq::Position::start();
  std::vector<xq::Move> moves;
  xq::record::Result result{};
  std::uint16_t year = 0;                ///< 0: not known
  std::array<std::uint16_t, 2> levels{}; ///< of Red and Black, 0: not known
  int number = 0;                        ///< in the archive
};

inline SmallGame mirrored(const SmallGame& game) {
  SmallGame image{game.start.mirrored(), {}, game.result, game.year, game.levels, game.number};
  for (const xq::Move m : game.moves) {
    image.moves.push_back(xq::mirror(m));
  }
  return image;
}

inline SmallGame small_game(std::mt19937& random) {
  using namespace xq;
  SmallGame game;
  game.result = static_cast<record::Result>(random() % 4);
  game.year =
      random() % 3 == 0 ? std::uint16_t{0} : static_cast<std::uint16_t>(1950 + random() % 60);
  for (std::uint16_t& level : game.levels) {
    level =
        random() % 2 == 0 ? std::uint16_t{0} : static_cast<std::uint16_t>(1800 + random() % 900);
  }
  Position position = game.start;
  const auto plies = static_cast<int>(random() % 80);
  for (int ply = 0; ply < plies; ++ply) {
    MoveList legal;
    generate_legal(position, legal);
    if (legal.empty()) {
      break;
    }
    const std::size_t choice = ply < 12 ? 2 : legal.size();
    Move move = legal[random() % std::min(choice, legal.size())];
    if (ply >= 2 && random() % 3 == 0) {
      const Move last = game.moves[game.moves.size() - 2];
      const Move back{last.to(), last.from()};
      move = legal.contains(back) ? back : move;
    }
    game.moves.push_back(move);
    position.do_move(move);
  }
  return random() % 2 == 0 ? mirrored(game) : game;
}

inline std::vector<SmallGame> small_archive(std::mt19937& random, int games) {
  std::vector<SmallGame> archive;
  for (int i = 0; i < games; ++i) {
    archive.push_back(small_game(random));
    archive.back().number = i + 1;
  }
  return archive;
}

inline std::vector<SmallGame> small_archive(std::uint32_t seed, int games) {
  std::mt19937 random{seed};
  return small_archive(random, games);
}

} // namespace support
