#include "sqlite/watch.hpp"

#include <xq/store/game_database.hpp>

#include <utility>

namespace xq::store {

KeepGoing::KeepGoing(GameDatabase& database, std::function<bool()> keep_going)
    : m_database{database}, m_keep_going{std::move(keep_going)} {
  sqlite::watch(m_database.sqlite(), &m_keep_going);
}
KeepGoing::~KeepGoing() { sqlite::watch(m_database.sqlite(), nullptr); }

} // namespace xq::store
