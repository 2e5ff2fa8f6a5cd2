#pragma once

#include <xq/store/bulk_insert.hpp>
#include <xq/store/seen_filter.hpp>
#include <xq/store/sqlite.hpp>

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace xq::store {

/// Table line: which games have the same start position and moves. A game has a row for each record
/// that it stands for: its own, and those that say less (so that they are known when they come
/// again). New rows are found at once and written, sorted, with flush().
class LineTable {
public:
  explicit LineTable(Database& db);

  struct Key {
    std::int64_t line = 0;   ///< hash of start position and moves
    std::int32_t record = 0; ///< hash of all that the game's row says but its source
  };

  /// What the table says now: at the beginning, and when another connection may have changed it.
  void load();
  /// Replace `games` by those with this line and record.
  void find(const Key& key, std::vector<std::int64_t>& games);
  /// The same whatever the record, `limit` games at most.
  void find_line(std::int64_t line, std::size_t limit, std::vector<std::int64_t>& games);
  void add(const Key& key, std::int64_t game);
  [[nodiscard]] std::size_t waiting() const noexcept { return m_added.size(); }
  void flush();

private:
  static constexpr std::uint32_t nothing = 0xFFFFFFFF;
  struct Added {
    Key key;
    std::int64_t game = 0;
    std::uint32_t before_of_line = nothing;   ///< index of the one before with this line
    std::uint32_t before_of_record = nothing; ///< the same with this key
  };

  /// Index of the latest new row with this line or key; `nothing` if there is none.
  using Latest = std::unordered_map<std::uint64_t, std::uint32_t>;
  [[nodiscard]] static std::uint32_t latest(const Latest& map, std::uint64_t key) noexcept;
  [[nodiscard]] static std::uint64_t record_key(const Key& key) noexcept;

  Database& m_db;
  Statement m_find;
  Statement m_find_line;
  BulkInsert m_insert;
  SeenFilter m_seen; ///< lines that have rows in the table
  std::vector<Added> m_added;
  Latest m_latest_of_line;
  Latest m_latest_of_record; ///< by record_key()
};

} // namespace xq::store
