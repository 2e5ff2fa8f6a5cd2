// bench_search GAMES.xqdb [WORDS]...: how long it takes to find the games that reach a position,
// through the library, warm, on one thread: positions of the first 24 plies of games drawn at
// random, which the position index (`xq index`) mostly has, and of the plies behind them, which are
// looked for in all games; then the most frequent player and event and the openings C together with
// a position of the opening, with the index and without it. With WORDS instead: games that have
// them in comments, on a new connection each time.

#include "store/position_index.hpp"

#include <xq/store/game_database.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <numeric>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace xq;

/// A position after each of the plies from `first` to `last` of some games.
std::vector<Position> positions_of(store::GameDatabase& games, int first, int last,
                                   std::size_t count) {
  std::vector<std::int64_t> all = games.find_numbers({});
  std::mt19937 random{1};
  std::shuffle(all.begin(), all.end(), random);
  std::vector<Position> positions;
  std::vector<Move> moves;
  games.read(all, [&](record::Game& game) {
    moves.clear();
    game.main_moves(moves);
    if (static_cast<int>(moves.size()) >= last) {
      Position position = game.start();
      const int plies =
          first + static_cast<int>(random() % static_cast<unsigned>(last - first + 1));
      for (int i = 0; i < plies; ++i) {
        position.do_move(moves[static_cast<std::size_t>(i)]);
      }
      positions.push_back(position);
    }
    return positions.size() < count;
  });
  return positions;
}

void measure(store::GameDatabase& games, std::string_view what,
             const std::vector<Position>& positions) {
  using Clock = std::chrono::steady_clock;
  std::vector<double> times;
  std::uint64_t found = 0;
  for (const Position& position : positions) {
    store::Filter filter;
    filter.position = store::PositionFilter{BoardPattern::exactly(position), position.canonical()};
    const auto begin = Clock::now();
    found += games.find_numbers(filter).size();
    times.push_back(std::chrono::duration<double, std::milli>{Clock::now() - begin}.count());
  }
  std::sort(times.begin(), times.end());
  fmt::print(
      "{}: {} positions, {} games each: {:.3f} ms (median), {:.3f} (mean), {:.3f} (slowest)\n",
      what, times.size(), found / times.size(), times[times.size() / 2],
      std::accumulate(times.begin(), times.end(), 0.0) / static_cast<double>(times.size()),
      times.back());
}

/// The name or code that most games have.
std::string most_frequent(store::GameDatabase& games, std::string_view sql) {
  sqlite::Statement query{games.sqlite(), sql};
  auto row = query.use();
  return row.next() ? std::string{row.text(0)} : std::string{};
}

/// Print how long it takes with the index and, without the key that it is asked for, by scan.
void compare(store::GameDatabase& games, std::string_view what, store::Filter filter) {
  constexpr int rounds = 9;
  const auto median = [&] {
    std::vector<double> times;
    for (int i = 0; i < rounds; ++i) {
      const auto begin = std::clock(); // processor time: other programs matter less
      static_cast<void>(games.find_numbers(filter));
      times.push_back(1000.0 * static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
    }
    std::sort(times.begin(), times.end());
    return times[rounds / 2];
  };
  const auto found = games.find_numbers(filter).size();
  const double with = median();
  filter.position->key.reset();
  fmt::print("{}: {} games: {:.1f} ms of processor time with the index, {:.1f} without\n", what,
             found, with, median());
}

void compare_filters(store::GameDatabase& games) {
  Position position = Position::start();
  position.do_move(Move{make_square(7, 2), make_square(4, 2)}); // the central cannon
  store::Filter filter;
  filter.position = store::PositionFilter{BoardPattern::exactly(position), position.canonical()};
  store::Filter player = filter;
  player.player = most_frequent(games, "SELECT name FROM game JOIN player ON player.id = red "
                                       "GROUP BY red ORDER BY count(*) DESC LIMIT 1");
  compare(games, "a player", player);
  store::Filter event = filter;
  event.event = most_frequent(games, "SELECT name FROM game JOIN event ON event.id = game.event "
                                     "GROUP BY game.event ORDER BY count(*) DESC LIMIT 1");
  compare(games, "an event", event);
  filter.ecco = "C";
  compare(games, "an opening", filter);
}

void measure_words(const std::string& database, const std::string& words) {
  using Clock = std::chrono::steady_clock;
  constexpr int rounds = 15;
  std::vector<double> wall;
  std::vector<double> processor;
  std::size_t found = 0;
  for (int i = 0; i < rounds; ++i) {
    const auto begin = Clock::now();
    const auto begin_processor = std::clock();
    store::Filter filter;
    filter.comment = words;
    found = store::GameDatabase{database}.find_numbers(filter).size();
    processor.push_back(1000.0 * static_cast<double>(std::clock() - begin_processor) /
                        CLOCKS_PER_SEC);
    wall.push_back(std::chrono::duration<double, std::milli>{Clock::now() - begin}.count());
  }
  std::sort(wall.begin(), wall.end());
  std::sort(processor.begin(), processor.end());
  fmt::print("{}: {} games: {:.2f} ms (median), {:.2f} ms of processor time\n", words, found,
             wall[rounds / 2], processor[rounds / 2]);
}

} // namespace

int main(int argc, char* argv[]) {
  if (argc < 2) {
    fmt::print(stderr, "bench_search GAMES.xqdb [WORDS]...\n");
    return 2;
  }
  if (argc > 2) {
    for (int i = 2; i < argc; ++i) {
      measure_words(argv[1], argv[i]);
    }
    return 0;
  }
  store::GameDatabase games{argv[1]};
  store::PositionIndex index{games.sqlite()};
  std::vector<Position> indexed;
  for (const Position& position : positions_of(games, 0, 24, 4000)) {
    if (index.games(position.canonical())) {
      indexed.push_back(position);
    }
  }
  if (indexed.empty()) {
    fmt::print(stderr, "bench_search: {} has no position index. Make one with `xq index`.\n",
               argv[1]);
  } else {
    measure(games, "in the index", indexed);
    measure(games, "the start position", {Position::start()});
    compare_filters(games);
  }
  std::vector<Position> others;
  for (const Position& position : positions_of(games, 25, 60, 60)) {
    if (!index.games(position.canonical())) {
      others.push_back(position);
    }
  }
  measure(games, "by scan", others);
  return 0;
}
