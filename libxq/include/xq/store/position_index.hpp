#pragma once

#include <xq/board/zobrist.hpp>
#include <xq/sqlite/sqlite.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace xq::store {

/// The positions of the opening and the games that reach them: table position.
class PositionIndex {
public:
  explicit PositionIndex(sqlite::Database& db);

  /// The last game taken in; 0 when there is no index, or one with other keys.
  [[nodiscard]] std::int64_t last_game() const noexcept { return m_last_game; }

  /// Every game up to last_game() that reaches this position at any ply, by number; nothing when
  /// the index does not have the position, which says nothing about the games. Throws DbError for a
  /// row that is damaged.
  [[nodiscard]] std::optional<std::vector<std::int64_t>> games(const CanonicalKey& key);

  /// Whether every row lists the games that reach its position, and no others. Goes through all
  /// games.
  [[nodiscard]] bool is_sound();

  struct Options {
    int plies = 24; ///< a position counts as opening if a game reaches it in so many plies
    /// For sorting, in bytes; what does not fit waits in temporary files beside the database.
    std::uint64_t memory = std::uint64_t{256} << 20U;
  };
  struct Counts {
    std::int64_t games = 0;
    std::int64_t positions = 0;
    std::int64_t entries = 0; ///< games summed over the positions
  };
  /// Part of the work that is done, 0 to 1; false stops with Interrupted.
  using Progress = std::function<bool(double)>;

  /// Make the index of a game database anew, in one transaction. Same games, same bytes. Throws
  /// DbError (BusyError while another program writes).
  static Counts build(const std::string& database, const Options& options,
                      const Progress& progress = {});

private:
  sqlite::Database& m_db;
  std::int64_t m_last_game = 0;
};

} // namespace xq::store
