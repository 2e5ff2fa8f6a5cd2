#pragma once

#include "sqlite/sqlite.hpp"

#include <xq/board/zobrist.hpp>
#include <xq/store/game_database.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace xq::store {

/// The positions of the opening and the games that reach them: table position.
class PositionIndex {
public:
  explicit PositionIndex(sqlite::Database& db);

  /// The last game that was indexed; 0 when there is no index, or one with other keys.
  [[nodiscard]] std::int64_t last_game() const noexcept { return m_last_game; }

  /// Every game up to last_game() that reaches this position at any ply, by number; nothing when
  /// the index does not have the position, which says nothing about the games. Throws DbError for a
  /// row that is damaged.
  [[nodiscard]] std::optional<std::vector<std::int64_t>> games(const CanonicalKey& key);

  /// Whether every row lists the games that reach its position, and no others. Goes through all
  /// games.
  [[nodiscard]] bool is_sound();

private:
  sqlite::Database& m_db;
  sqlite::Statement m_games;
  std::int64_t m_last_game = 0;
};

/// Make table position anew, in the transaction of the caller; adds to `counts` all but
/// IndexCounts::commented.
void build_position_index(sqlite::Database& db, const IndexOptions& options,
                          const IndexProgress& progress, IndexCounts& counts);

} // namespace xq::store
