#include "jobs/search/file_games.hpp"

#include <algorithm>
#include <utility>

namespace xq::jobs {

void FileGames::Batch::add(const record::Game& game) {
  m_games.add(game);
  m_numbers.push_back(game.number);
}

void FileGames::add(const Batch& batch) {
  m_database.import().add(batch.m_games);
  m_places.insert(m_places.end(), batch.m_numbers.begin(), batch.m_numbers.end());
}

const std::string& FileGames::finish() {
  m_database.import().finish();
  return m_database.path();
}

std::int64_t FileGames::place_of(std::int64_t number) const {
  return static_cast<std::int64_t>(m_places[static_cast<std::size_t>(number - 1)]);
}

std::int64_t FileGames::number_of(std::int64_t place) const {
  const auto end = std::upper_bound(
      m_places.begin(), m_places.end(), place,
      [](std::int64_t wanted, std::uint64_t is) { return std::cmp_less(wanted, is); });
  return end - m_places.begin();
}

} // namespace xq::jobs
