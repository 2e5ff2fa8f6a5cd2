#include "train/network/starts.hpp"

#include "engine/network/features.hpp"

#include <xq/board/fen.hpp>
#include <xq/board/movegen.hpp>
#include <xq/uci/external.hpp>

#include <algorithm>
#include <array>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace xq::network {

namespace {

using Random = std::mt19937_64;

/// 0 to n-1. Not std::uniform_int_distribution: its numbers differ between standard libraries.
std::size_t below(Random& random, std::size_t n) { return static_cast<std::size_t>(random() % n); }

void play_random_moves(Position& position, std::size_t plies, Random& random) {
  for (std::size_t i = 0; i < plies; ++i) {
    MoveList moves;
    generate_legal(position, moves);
    if (moves.empty()) {
      return;
    }
    position.do_move(moves[below(random, moves.size())]);
  }
}

Position random_opening(Random& random) {
  Position position = Position::start();
  play_random_moves(position, 4 + below(random, 9), random);
  return position;
}

/// The squares on which a piece of Red can stand by the rules.
std::vector<Square> squares_of(PieceType type) {
  std::vector<Square> out;
  for (std::size_t i = 0; i < square_count; ++i) {
    const auto s = static_cast<Square>(i);
    if (engine::network::can_stand(type, s)) {
      out.push_back(s);
    }
  }
  return out;
}

void put_randomly(Position& position, Color color, PieceType type, Random& random) {
  static const std::array<std::vector<Square>, piece_type_count> squares = [] {
    std::array<std::vector<Square>, piece_type_count> all;
    for (std::size_t t = 0; t < piece_type_count; ++t) {
      all[t] = squares_of(static_cast<PieceType>(t));
    }
    return all;
  }();
  const auto& choice = squares[to_index(type)];
  for (int tries = 0; tries < 50; ++tries) {
    const Square red = choice[below(random, choice.size())];
    const Square s = color == Color::red ? red : rotate(red);
    if (position.at(s) == Piece::none) {
      position.put(make_piece(color, type), s);
      return;
    }
  }
}

Position random_endgame(Random& random) {
  constexpr std::array attackers{PieceType::rook,   PieceType::horse,  PieceType::horse,
                                 PieceType::cannon, PieceType::cannon, PieceType::pawn,
                                 PieceType::pawn,   PieceType::pawn};
  constexpr std::array<std::size_t, piece_type_count> most{1, 2, 2, 2, 2, 2, 5};
  for (;;) {
    Position position;
    for (const Color c : {Color::red, Color::black}) {
      std::array<std::size_t, piece_type_count> counts{};
      counts[to_index(PieceType::king)] = 1;
      counts[to_index(PieceType::advisor)] = 2 - std::min<std::size_t>(2, below(random, 5) / 2);
      counts[to_index(PieceType::elephant)] = 2 - std::min<std::size_t>(2, below(random, 5) / 2);
      const std::size_t attacking = below(random, 5);
      for (std::size_t i = 0; i < attacking; ++i) {
        auto& count = counts[to_index(attackers[below(random, attackers.size())])];
        ++count;
      }
      for (std::size_t t = 0; t < piece_type_count; ++t) {
        for (std::size_t i = 0; i < std::min(counts[t], most[t]); ++i) {
          put_randomly(position, c, static_cast<PieceType>(t), random);
        }
      }
    }
    position.set_side_to_move(below(random, 2) == 0 ? Color::red : Color::black);
    if (!position.in_check(~position.side_to_move()) && has_legal_move(position)) {
      return position;
    }
  }
}

} // namespace

StartPositions::StartPositions(const std::string& archive) {
  if (archive.empty()) {
    return;
  }
  std::ifstream in{archive};
  if (!in) {
    throw std::runtime_error{archive + ": cannot be read"};
  }
  for (std::string text; std::getline(in, text);) {
    std::istringstream fields{text};
    std::string number;
    std::string fen;
    std::string moves;
    std::getline(fields, number, '\t');
    std::getline(fields, fen, '\t');
    std::getline(fields, moves, '\t');
    const auto start = read_fen(fen);
    if (!start) {
      continue;
    }
    Game game{start->position, {}};
    Position position = game.start;
    std::istringstream words{moves};
    for (std::string word; words >> word;) {
      const Move m = uci::parse_move(word, uci::RankBase::zero);
      if (!m || !position.is_legal(m)) {
        break;
      }
      position.do_move(m);
      game.moves.push_back(m);
    }
    m_games.push_back(std::move(game));
  }
}

/// `random_moves`, so that no game is played twice.
Position StartPositions::after(const Game& game, std::size_t plies, std::size_t random_moves,
                               Random& random) {
  Position position = game.start;
  for (std::size_t i = 0; i < plies; ++i) {
    position.do_move(game.moves[i]);
  }
  play_random_moves(position, random_moves, random);
  return position;
}

Position StartPositions::archived(Random& random) const {
  const Game& game = m_games[below(random, m_games.size())];
  const bool opening = game.start.same_board(Position::start());
  const std::size_t least = opening ? 8 : 0;
  const std::size_t plies = game.moves.size() <= least
                                ? game.moves.size()
                                : least + below(random, game.moves.size() - least);
  return after(game, plies, below(random, 3), random);
}

Position StartPositions::archived_opening(Random& random) const {
  const Game& game = m_games[below(random, m_games.size())];
  const std::size_t plies = std::min<std::size_t>(game.moves.size(), 1 + below(random, 16));
  return after(game, plies, below(random, 2), random);
}

Position StartPositions::draw(Random& random) const {
  for (;;) {
    const std::size_t kind = below(random, 20);
    const Position position = kind < 3                        ? random_endgame(random)
                              : kind < 11 && !m_games.empty() ? archived(random)
                              : kind < 16 && !m_games.empty() ? archived_opening(random)
                                                              : random_opening(random);
    if (has_legal_move(position)) {
      return position;
    }
  }
}

} // namespace xq::network
