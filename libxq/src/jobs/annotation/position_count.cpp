#include "jobs/annotation/position_count.hpp"

#include <xq/base/error.hpp>
#include <xq/store/game_database.hpp>

#include <algorithm>
#include <utility>
#include <vector>

namespace xq::jobs {

namespace {

/// For a thread: the run itself reports what goes wrong here.
template <typename Count>
void quietly(Count&& count) noexcept {
  try {
    count();
  } catch (const std::exception&) { // no total, then
  }
}

} // namespace

void PositionCount::count_files(std::vector<std::string> inputs, format::ReadOptions options,
                                Shard shard, std::uint64_t limit) {
  if (std::find(inputs.begin(), inputs.end(), "-") != inputs.end()) {
    return;
  }
  m_format = options.format;
  options.format = m_format;
  options.threads = 1;
  m_thread = std::jthread{[this, inputs = std::move(inputs), options, shard, limit] {
    quietly([&] {
      using Positions = std::vector<std::uint64_t>; // of each game
      std::uint64_t number = 0;
      std::uint64_t positions = 0;
      format::read_games<Positions>(
          inputs, options,
          [](record::Game& game, Positions& all) {
            all.push_back(game.usable() ? static_cast<std::uint64_t>(game.plies()) + 1 : 0);
          },
          [&](Positions&& all) {
            for (const auto one : all) {
              ++number;
              positions += (limit == 0 || number <= limit) && shard.has(number) ? one : 0;
            }
          },
          [](const auto&) {}, [this](const auto&) { return !m_stop; });
      m_positions = positions;
    });
  }};
}

void PositionCount::count_games(std::string database, store::Filter filter, Shard shard,
                                std::uint64_t limit) {
  m_thread = std::jthread{[this, database = std::move(database), filter, shard, limit] {
    quietly([&] {
      store::GameDatabase games{database};
      std::uint64_t number = 0;
      std::uint64_t positions = 0;
      games.for_each(filter, [&](const record::Game& game) {
        if (shard.has(++number)) {
          positions += static_cast<std::uint64_t>(game.plies()) + 1;
        }
        return !m_stop && number != limit;
      });
      m_positions = m_stop ? 0 : positions;
    });
  }};
}

} // namespace xq::jobs
