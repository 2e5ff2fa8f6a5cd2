// Many fast games of the engine against itself, for sanitizers and for the eye: whatever is wrong
// in do and undo, in the table, between threads, shows sooner or later as an illegal move, a line
// that cannot be played or a report of the sanitizer.
//
//   engine_games [GAMES [NODES [THREADS [SEED]]]]
//
// 100 games of 60 nodes a move on one thread unless told otherwise. Prints how the games ended;
// exit 1 when a move or a line of an answer was illegal.
#include "match/match.hpp"

#include <fmt/core.h>

#include <array>
#include <cstdlib>
#include <random>
#include <span>
#include <vector>

using namespace xq;
using namespace xq::engine;

namespace {

/// The engine, with every line of its answers played out.
class Watched final : public Searcher {
public:
  explicit Watched(const Settings& settings) : m_engine{settings} {}
  [[nodiscard]] const std::string& name() const noexcept override { return m_engine.name(); }
  void new_game() override { m_engine.new_game(); }
  void stop() noexcept override { m_engine.stop(); }
  [[nodiscard]] Answer search(const Position& start, std::span<const Move> moves,
                              const Limits& limits,
                              const std::function<void(const Report&)>& on_report) override {
    Answer answer = m_engine.search(start, moves, limits, on_report);
    Position root = start;
    for (const Move m : moves) {
      root.do_move(m);
    }
    for (const Line& line : answer.report.lines) {
      Position p = root;
      for (const Move m : line.moves) {
        if (!p.is_legal(m)) {
          ++m_illegal;
          break;
        }
        p.do_move(m);
      }
    }
    return answer;
  }
  [[nodiscard]] int illegal() const noexcept { return m_illegal; }

private:
  InternalEngine m_engine;
  int m_illegal = 0;
};

/// Two to eleven moves drawn from all legal ones: no two games alike, and odd positions early.
match::Opening drawn_opening(std::uint64_t seed) {
  std::mt19937_64 random{seed};
  match::Opening opening;
  Position p = opening.start;
  for (std::uint64_t left = 2 + random() % 10; left > 0; --left) {
    MoveList legal;
    generate_legal(p, legal);
    if (legal.empty()) {
      break;
    }
    const Move m = legal[static_cast<std::size_t>(random() % legal.size())];
    opening.moves.push_back(m);
    p.do_move(m);
  }
  return opening;
}

std::uint64_t argument(std::span<char*> arguments, std::size_t i, std::uint64_t otherwise) {
  return i < arguments.size() ? std::strtoull(arguments[i], nullptr, 10) : otherwise;
}

} // namespace

int main(int argc, char* argv[]) {
  const std::span arguments{argv, static_cast<std::size_t>(argc)};
  const std::uint64_t games = argument(arguments, 1, 100);
  const std::uint64_t nodes = argument(arguments, 2, 60);
  const std::uint64_t threads = argument(arguments, 3, 1);
  const std::uint64_t seed = argument(arguments, 4, 1);

  Settings settings;
  settings.hash = 1; // small, so that entries are replaced all the time
  settings.threads = static_cast<int>(threads);
  Watched red{settings};
  settings.multipv = 2;
  Watched black{settings};
  match::Seat red_seat;
  red_seat.searcher = &red;
  red_seat.limits.nodes = nodes;
  match::Seat black_seat = red_seat;
  black_seat.searcher = &black;
  black_seat.limits.multipv = 2;

  std::array<std::uint64_t, match::game_end_count> ends{};
  std::uint64_t plies = 0;
  for (std::uint64_t i = 0; i < games; ++i) {
    const match::PlayedGame game =
        match::play_game(drawn_opening(seed * 1'000'003 + i), red_seat, black_seat, {});
    ++ends[static_cast<std::size_t>(game.verdict.end)];
    plies += game.moves.size();
  }
  fmt::print("{} games, {} plies\n", games, plies);
  for (std::size_t i = 0; i < ends.size(); ++i) {
    if (ends[i] != 0) {
      fmt::print("{:>8} {}\n", ends[i], to_text(static_cast<match::GameEnd>(i)));
    }
  }
  const int illegal = red.illegal() + black.illegal();
  fmt::print("{:>8} illegal lines\n", illegal);
  const bool sound =
      illegal == 0 && ends[static_cast<std::size_t>(match::GameEnd::illegal_move)] == 0;
  return sound ? 0 : 1;
}
