#include "store/order/stored_levels.hpp"

#include "record/header_names.hpp"

namespace xq::store {

StoredLevels::StoredLevels(sqlite::Database& db)
    : m_tag{db, "SELECT value FROM tag WHERE game = ? AND place = ?"} {
  sqlite::Statement rows{db, "SELECT id, place, name, kind, value FROM layout ORDER BY id, place"};
  for (auto row = rows.use(); row.next();) {
    const auto kind = record::header_kind(row.text(2));
    const bool red = kind == record::HeaderKind::red_level;
    if ((red || kind == record::HeaderKind::black_level) && row.integer(3) != 0) {
      const bool same = row.integer(3) == 2;
      m_places[row.integer(0)].push_back(
          {red ? Color::red : Color::black, row.integer(1),
           same ? std::optional{record::read_level(row.text(4))} : std::nullopt});
    }
  }
}

record::LevelPair StoredLevels::of(std::int64_t game, std::int64_t layout) {
  record::LevelPair levels{};
  const auto found = m_places.find(layout);
  if (found == m_places.end()) {
    return levels;
  }
  for (const Place& place : found->second) {
    auto& level = levels[to_index(place.side)];
    if (level == 0 && place.same) {
      level = *place.same;
    } else if (level == 0) {
      auto row = m_tag.use();
      level = row(game)(place.place).next() ? record::read_level(row.text(0)) : std::uint16_t{0};
    }
  }
  return levels;
}

} // namespace xq::store
