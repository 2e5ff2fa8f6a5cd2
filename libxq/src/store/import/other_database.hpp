#pragma once

#include "sqlite/sqlite.hpp"
#include "store/rows/game_rows.hpp"

#include <xq/record/game.hpp>

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace xq::store {

/// Reads a game database that is to be added to another one, in one state of the file. Throws
/// DbError.
class OtherDatabase {
public:
  explicit OtherDatabase(const std::string& path);

  [[nodiscard]] std::int64_t games();
  /// Call `visit` with every game in the order of their numbers, and with where else it was read
  /// from; both are valid until it returns.
  void
  for_each(const std::function<void(const record::Game&, const std::vector<std::string>&)>& visit);
  [[nodiscard]] sqlite::Database& sqlite() noexcept { return m_db; }

private:
  sqlite::Database m_db;
};

/// Copies what engines said: judgements of games, and answers about positions. What the target has
/// of the same analyst stays. Within a transaction of the target. Throws DbError.
class JudgementCopy {
public:
  JudgementCopy(sqlite::Database& from, sqlite::Database& to);

  /// The judgements of game `from` for game `to`, which has the same moves. Returns their number.
  std::uint64_t copy_game(std::int64_t from, std::int64_t to);
  /// All answers; returns how many are new. `go_on` is asked now and then; false stops with
  /// Interrupted.
  std::uint64_t copy_answers(const std::function<bool()>& go_on);

private:
  [[nodiscard]] std::int64_t analyst(std::int64_t from);

  sqlite::Database& m_from;
  sqlite::Database& m_to;
  bool m_any; ///< there are judgements of games
  sqlite::Statement m_judgements, m_moves, m_add_judgement, m_add_move;
  std::unordered_map<std::int64_t, std::int64_t> m_analysts; ///< analyst.id by that of the source
};

} // namespace xq::store
