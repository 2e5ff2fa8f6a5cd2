#include "engine/network/accumulators.hpp"
#include "support/catch.hpp"
#include "support/random_network.hpp"
#include "support/random_positions.hpp"
#include "support/rounds.hpp"

#include <xq/board/attacks.hpp>

#include <algorithm>
#include <map>
#include <utility>

namespace {

using namespace xq;
using namespace xq::engine;
using namespace xq::engine::network;
using support::random_network;

constexpr std::size_t longest_line = 200;

/// The board turned round, colours exchanged.
Position rotated(const Position& p) {
  Position out;
  for (const Square s : p.occupied()) {
    out.put(make_piece(~color_of(p.at(s)), type_of(p.at(s))), rotate(s));
  }
  out.set_side_to_move(~p.side_to_move());
  return out;
}

Score fresh_score(const std::shared_ptr<const Network>& network, const Position& position,
                  Level level = Level::plain) {
  Accumulators accumulators{network, 1, *kernels_of(level)};
  accumulators.reset(position);
  return accumulators.score(position);
}

/// The formula of docs/notes/engine.md, written down once more: numbers of 128 bits, lists of
/// squares, a board turned for Black and mirrored for the other half.
class Oracle {
public:
  explicit Oracle(const Network& network) : m_network{network} {
    int next = 0;
    for (const Color owner : {Color::red, Color::black}) {
      for (const PieceType t :
           {PieceType::king, PieceType::advisor, PieceType::elephant, PieceType::horse,
            PieceType::rook, PieceType::cannon, PieceType::pawn}) {
        if (owner == Color::black || t != PieceType::king) {
          for (const Square s : reachable(owner, t)) {
            m_features[{make_piece(owner, t), s}] = next++;
          }
        }
      }
    }
  }

  [[nodiscard]] Score score(const Position& position) const {
    const Position own = position.side_to_move() == Color::red ? position : rotated(position);
    const Position opponent = rotated(own);
    const auto bucket = static_cast<std::size_t>((position.occupied().count() - 1) / 4);
    const Wide value =
        output(m_network.layers[bucket], own, opponent) * m_network.scale / (Wide{8128} * 512);
    return value > 20'000 ? 20'000 : value < -20'000 ? -20'000 : static_cast<Score>(value);
  }

private:
  __extension__ typedef __int128 Wide; // NOLINT(modernize-use-using)

  /// Times 8128 * 512.
  [[nodiscard]] Wide output(const Layers& layers, const Position& own,
                            const Position& opponent) const {
    std::vector<Wide> input;
    for (const Position* const board : {&own, &opponent}) {
      for (std::size_t unit = 0; unit < hidden_size; ++unit) {
        input.push_back((active(*board, unit) / 64 + active(board->mirrored(), unit) / 64) / 4);
      }
    }
    std::vector<Wide> clamped;
    std::vector<Wide> squares;
    for (std::size_t j = 0; j < layers.first.size(); ++j) {
      const Wide sum = weighed(layers.first_bias[j], input, layers.first[j]);
      const Wide x = std::clamp<Wide>(sum / 512, -8128, 8128);
      clamped.push_back(x < 0 ? 0 : x);
      squares.push_back(x * x / 8128);
    }
    std::vector<Wide> first = clamped;
    first.insert(first.end(), squares.begin(), squares.end());
    Wide total = weighed(layers.output_bias, input, layers.direct);
    for (std::size_t j = 0; j < layers.output.size(); ++j) {
      Wide sum = layers.second_bias[j];
      for (std::size_t i = 0; i < first.size(); ++i) {
        sum += first[i] * layers.second[i][j];
      }
      total += std::clamp<Wide>(sum / 512, 0, 8128) * layers.output[j];
    }
    return total;
  }
  static Wide weighed(Wide bias, const std::vector<Wide>& input,
                      const Layers::InputWeights& weights) {
    for (std::size_t i = 0; i < input.size(); ++i) {
      bias += input[i] * weights[i];
    }
    return bias;
  }

  /// The activation of a unit as Red sees the board, times 1020 squared.
  [[nodiscard]] Wide active(const Position& board, std::size_t unit) const {
    const Square king = board.king(Color::red);
    const auto palace = static_cast<std::size_t>(file_of(king) - 3 + 3 * rank_of(king));
    Wide sum = m_network.bias[unit];
    for (const Square s : board.occupied()) {
      if (const auto f = m_features.find({board.at(s), s}); f != m_features.end()) {
        sum += m_network.weights[palace][static_cast<std::size_t>(f->second)][unit];
      }
    }
    sum = sum < 0 ? 0 : sum > 1020 ? 1020 : sum;
    return sum * sum;
  }

  const Network& m_network;
  std::map<std::pair<Piece, Square>, int> m_features;
};

/// Positions of random games, each with the move that is played there.
template <typename F>
void for_each_ply(std::mt19937& random, int games, F f) {
  for (int game = 0; game < games; ++game) {
    Position position = Position::start();
    for (int ply = 0; ply < 160; ++ply) {
      MoveList moves;
      generate_legal(position, moves);
      if (moves.empty()) {
        break;
      }
      const Move m = moves[random() % moves.size()];
      f(position, m, ply);
      position.do_move(m);
    }
  }
}

/// Walks up and down random lines of moves and null moves.
class Walk {
public:
  Walk(std::mt19937& random, std::shared_ptr<const Network> network)
      : m_random{random}, m_network{network}, m_accumulators{std::move(network), longest_line} {
    m_accumulators.reset(m_position);
  }

  int captures = 0;
  int king_moves = 0;
  int null_moves = 0;

  void step() {
    if (!m_line.empty() && (m_line.size() == longest_line || m_random() % 5 < 2)) {
      back();
    } else {
      forward();
    }
    if (m_random() % 3 == 0) {
      INFO(write_fen(m_position));
      REQUIRE(m_accumulators.score(m_position) == fresh_score(m_network, m_position));
    }
  }

private:
  struct Step {
    Move move;
    Undo undo;
  };

  void back() {
    const Step last = m_line.back();
    m_line.pop_back();
    if (last.move) {
      m_position.undo_move(last.move, last.undo);
      m_accumulators.undo_move();
    } else {
      m_position.undo_null_move(last.undo);
    }
  }

  void forward() {
    Step next;
    MoveList moves;
    generate_legal(m_position, moves);
    if (moves.empty()) {
      return;
    }
    if (m_random() % 8 == 0 && !m_position.in_check()) {
      m_position.do_null_move(next.undo);
      ++null_moves;
    } else {
      next.move = moves[m_random() % moves.size()];
      captures += m_position.at(next.move.to()) != Piece::none ? 1 : 0;
      king_moves += type_of(m_position.at(next.move.from())) == PieceType::king ? 1 : 0;
      m_accumulators.do_move(m_position, next.move);
      m_position.do_move(next.move, next.undo);
    }
    m_line.push_back(next);
  }

  std::mt19937& m_random;
  std::shared_ptr<const Network> m_network;
  Accumulators m_accumulators;
  Position m_position = Position::start();
  std::vector<Step> m_line;
};

} // namespace

TEST_CASE("every level of instructions gives the same scores", "[network]") {
  std::mt19937 random{support::seed};
  INFO("seed " << support::seed);
  const auto network = random_network(1);
  network->scale = 1800;
  std::vector<Accumulators> all;
  for (const Level level : levels) {
    if (const Kernels* const kernels = kernels_of(level)) {
      all.emplace_back(network, longest_line, *kernels);
    }
  }
  REQUIRE(all.size() >= 2);
  int compared = 0;
  int clamped = 0;
  while (compared < 30'000) {
    for_each_ply(random, 1, [&](const Position& position, Move m, int ply) {
      const bool start = ply == 0;
      Score first = 0;
      for (std::size_t i = 0; i < all.size(); ++i) {
        if (start) {
          all[i].reset(position);
        }
        const Score score = all[i].score(position);
        first = i == 0 ? score : first;
        if (score != first) {
          FAIL("kernels " << i << ": " << score << ", not " << first << ": "
                          << write_fen(position));
        }
        all[i].do_move(position, m);
      }
      ++compared;
      clamped += first == largest_score || first == -largest_score ? 1 : 0;
    });
  }
  CHECK(clamped > 100);
  CHECK(clamped < compared / 2);
}

TEST_CASE("a network's scores are those of its formula", "[network]") {
  std::mt19937 random{support::seed + 1};
  INFO("seed " << support::seed + 1);
  for (const int largest : {120, 800, 1000}) {
    const auto network = random_network(2, largest);
    const Oracle oracle{*network};
    for_each_ply(random, static_cast<int>(support::rounds(1)),
                 [&](const Position& position, Move, int) {
                   INFO(write_fen(position));
                   REQUIRE(fresh_score(network, position) == oracle.score(position));
                 });
    for (std::size_t i = 0; i < support::rounds(18); ++i) {
      const Position position = support::random_placement(random, static_cast<int>(i % 6));
      INFO(write_fen(position));
      REQUIRE(fresh_score(network, position) == oracle.score(position));
    }
  }
}

TEST_CASE("sums followed through moves equal those from scratch", "[network]") {
  std::mt19937 random{support::seed + 2};
  INFO("seed " << support::seed + 2);
  Walk walk{random, random_network(3)};
  for (int i = 0; i < 20'000; ++i) {
    walk.step();
  }
  CHECK(walk.captures > 500);
  CHECK(walk.king_moves > 200);
  CHECK(walk.null_moves > 500);
}

TEST_CASE("a network does not know left from right nor red from black", "[network]") {
  std::mt19937 random{support::seed + 3};
  INFO("seed " << support::seed + 3);
  const auto network = random_network(4);
  for_each_ply(random, 5, [&](const Position& position, Move, int) {
    INFO(write_fen(position));
    const Score score = fresh_score(network, position);
    REQUIRE(fresh_score(network, position.mirrored()) == score);
    REQUIRE(fresh_score(network, rotated(position)) == score);
  });
}

TEST_CASE("a piece where no rule allows it counts only as a piece", "[network]") {
  const auto network = random_network(5);
  const auto reading = read_fen("4k4/9/9/9/4p4/9/9/9/4K4/A3R4 w");
  REQUIRE(reading);
  CHECK(fresh_score(network, reading->position) == Oracle{*network}.score(reading->position));
}

TEST_CASE("scores of a network by value", "[network]") {
  const auto network = random_network(6, 240);
  const std::vector<std::pair<std::string_view, Score>> known{
      {"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1", -1901},
      {"r1ba1a1nr/4k4/n3b1c2/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R b - - 0 1", -2338},
      {"3ak4/4a4/4b4/9/9/2P6/9/4B4/4A4/3AKR3 w - - 0 1", -3221},
      {"4k4/9/9/9/9/9/9/9/9/3K1R3 b - - 0 1", -1633},
  };
  for (const auto& [fen, score] : known) {
    CAPTURE(fen);
    CHECK(fresh_score(network, read_fen(fen)->position) == score);
    CHECK(Oracle{*network}.score(read_fen(fen)->position) == score);
  }
}
