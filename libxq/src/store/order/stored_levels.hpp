#pragma once

#include "record/facts.hpp"
#include "sqlite/sqlite.hpp"

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace xq::store {

/// The levels of the players of stored games, as record::Facts finds them in a record.
class StoredLevels {
public:
  explicit StoredLevels(sqlite::Database& db);

  /// The levels of the game with these values of game.id and game.layout.
  [[nodiscard]] record::LevelPair of(std::int64_t game, std::int64_t layout);

private:
  /// Where games of a layout tell a level: in a row of table tag, or all of them the same.
  struct Place {
    Color side{};
    std::int64_t place = 0;
    std::optional<std::uint16_t> same;
  };
  std::unordered_map<std::int64_t, std::vector<Place>> m_places; ///< by layout
  sqlite::Statement m_tag;
};

} // namespace xq::store
