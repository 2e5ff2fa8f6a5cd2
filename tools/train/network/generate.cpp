#include "train/network/generate.hpp"

#include "base/os/path.hpp"
#include "match/match.hpp"
#include "train/network/sample.hpp"
#include "train/network/starts.hpp"

#include <xq/base/atomic_file.hpp>
#include <xq/board/movegen.hpp>
#include <xq/engine/engine.hpp>

#include <fmt/core.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <random>
#include <thread>

namespace xq::network {

namespace {

constexpr int decided = 2500;      ///< centipawns: what follows teaches nothing
constexpr int opening_limit = 600; ///< a start that is lost more clearly is drawn again
constexpr int most_plies = 240;
constexpr std::size_t random_move_every = 60; ///< plies, on average
// In the opening, besides: a move that loses little, as weaker players choose theirs.
constexpr std::size_t plausible_move_every = 6; ///< plies, on average
constexpr int opening_pieces = 28;              ///< at least so many make an opening
constexpr int plausible_loss = 120;             ///< centipawns, at most
constexpr int plausible_tries = 4;

/// Plays games against itself. One a thread.
class Player {
public:
  Player(const GenerateOptions& options, const StartPositions& starts)
      : m_options{options}, m_starts{starts}, m_engine{engine_options(options)} {}

  /// Depends on the seed and the number alone.
  [[nodiscard]] std::vector<Sample> block(int number) {
    std::mt19937_64 random{m_options.seed * 0x9E3779B97F4A7C15U +
                           static_cast<std::uint64_t>(number) * 0xD1B54A32D192ED03U + 1};
    std::vector<Sample> samples;
    for (int i = 0; i < m_options.games; ++i) {
      play(random, samples);
    }
    return samples;
  }

private:
  [[nodiscard]] static Move any_move(const Position& position, std::mt19937_64& random) {
    MoveList legal;
    generate_legal(position, legal);
    return legal[static_cast<std::size_t>(random() % legal.size())];
  }

  /// A random move that half a search finds to lose little against `best`; else the best one.
  [[nodiscard]] Move plausible_move(const Position& start, std::vector<Move>& moves,
                                    const Position& position, const engine::Line& best,
                                    std::mt19937_64& random) {
    engine::Limits limits;
    limits.nodes = m_options.nodes / 2;
    for (int i = 0; i < plausible_tries; ++i) {
      const Move m = any_move(position, random);
      moves.push_back(m);
      const auto answer = m_engine.search(start, moves, limits);
      moves.pop_back();
      if (!answer.lines.empty() && -answer.lines.front().score >= best.score - plausible_loss) {
        return m;
      }
    }
    return best.moves.front();
  }

  static engine::Options engine_options(const GenerateOptions& options) {
    engine::Options out;
    out.network = options.network.empty() ? nullptr : engine::load_network(options.network);
    out.hash_megabytes = 2;
    return out;
  }

  void play(std::mt19937_64& random, std::vector<Sample>& samples) {
    m_engine.clear();
    const Position start = m_starts.draw(random);
    match::Referee referee{start, {}};
    std::vector<Move> moves;
    engine::Limits limits;
    limits.nodes = m_options.nodes;
    const std::size_t first = samples.size();
    std::optional<Color> winner;
    int far = 0;
    int level = 0;
    for (int ply = 0; ply < most_plies; ++ply) {
      if (const auto verdict = referee.verdict()) {
        winner = verdict->winner;
        break;
      }
      const Position& position = referee.position();
      const engine::Line best = m_engine.search(start, moves, limits).lines.front();
      if (ply == 0 && std::abs(best.score) > opening_limit && random() % 8 != 0) {
        return;
      }
      if (std::abs(best.score) < decided) {
        const bool captures = position.at(best.moves.front().to()) != Piece::none;
        samples.push_back(
            pack(position, {position.in_check(), captures, Points::draw}, best.score, ply));
      }
      far = std::abs(best.score) >= decided ? far + 1 : 0;
      level = std::abs(best.score) <= 12 && ply > 80 ? level + 1 : 0;
      if (far >= 3) {
        winner = best.score > 0 ? position.side_to_move() : ~position.side_to_move();
        break;
      }
      if (level >= 24) {
        break;
      }
      Move m = best.moves.front();
      if (random() % random_move_every == 0) {
        m = any_move(position, random);
      } else if (position.occupied().count() >= opening_pieces &&
                 random() % plausible_move_every == 0) {
        m = plausible_move(start, moves, position, best, random);
      }
      if (m != best.moves.front() && samples.size() > first && samples.back().ply == ply) {
        set_departed(samples.back());
      }
      referee.play(m);
      moves.push_back(m);
    }
    for (std::size_t i = first; i < samples.size(); ++i) {
      if (winner) {
        set_points(samples[i], *winner == side_to_move(samples[i]) ? Points::win : Points::loss);
      }
    }
  }

  const GenerateOptions& m_options;
  const StartPositions& m_starts;
  engine::Engine m_engine;
};

} // namespace

void generate(const GenerateOptions& options) {
  namespace fs = std::filesystem;
  fs::create_directories(os::path_of(options.folder));
  const StartPositions starts{options.archive};
  std::atomic<int> next{options.first_block};
  std::atomic<std::uint64_t> positions{0};
  std::mutex printing;
  const auto work = [&] {
    Player player{options, starts};
    for (int number = next++; number < options.first_block + options.blocks; number = next++) {
      const fs::path path =
          os::path_of(options.folder) / fmt::format("{}-{:05}.xqpos", options.seed, number);
      if (fs::exists(path)) {
        continue;
      }
      const std::vector<Sample> samples = player.block(number);
      AtomicFile file{os::name_of(path)};
      file.write({reinterpret_cast<const char*>(samples.data()), samples.size() * sizeof(Sample)});
      file.commit();
      positions += samples.size();
      const std::lock_guard lock{printing};
      fmt::print(stderr, "block {}: {} positions, {} in all\n", number, samples.size(),
                 positions.load());
    }
  };
  std::vector<std::jthread> threads;
  for (int i = 1; i < options.threads; ++i) {
    threads.emplace_back(work);
  }
  work();
}

} // namespace xq::network
