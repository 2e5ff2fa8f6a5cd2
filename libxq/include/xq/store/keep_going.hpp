#pragma once

// Searches that can be ended.
//
//     store::GameDatabase database{"archive.xqdb"};
//     const store::KeepGoing watched{database, [] { return std::cin.good(); }};
//     std::cout << database.count({.unique = true}) << '\n';

#include <xq/store/game_database.hpp>

#include <functional>

namespace xq::store {

/// While this object lives, what the database is asked ends with Interrupted once `keep_going`
/// answers false. It is called about a thousand times a second, on the thread that asks the
/// database, and does not throw. The database outlives the object; one at a time.
class KeepGoing {
public:
  KeepGoing(GameDatabase& database, std::function<bool()> keep_going);
  ~KeepGoing();
  KeepGoing(const KeepGoing&) = delete;
  KeepGoing& operator=(const KeepGoing&) = delete;

private:
  GameDatabase& m_database;
  std::function<bool()> m_keep_going;
};

} // namespace xq::store
