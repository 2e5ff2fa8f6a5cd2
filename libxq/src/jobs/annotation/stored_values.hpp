#pragma once

#include <xq/analysis/annotate.hpp>
#include <xq/record/game.hpp>
#include <xq/store/game_database.hpp>

#include <cstdint>
#include <memory>

namespace xq::jobs {

/// Values and marks of `xq annotate --db` for games that leave the database. The database outlives
/// it; one object serves one thread.
class StoredValues {
public:
  explicit StoredValues(store::GameDatabase& database);
  ~StoredValues();
  StoredValues(const StoredValues&) = delete;
  StoredValues& operator=(const StoredValues&) = delete;

  /// Writes those of the game with the number `id` in the database into it, see
  /// analysis::add_values().
  void add_to(record::Game& game, std::int64_t id, analysis::ValueWords words);
  /// The same for a game that has this number itself.
  void add_to(record::Game& game, analysis::ValueWords words) {
    add_to(game, static_cast<std::int64_t>(game.number), words);
  }

private:
  struct State;
  std::unique_ptr<State> m_state;
};

} // namespace xq::jobs
