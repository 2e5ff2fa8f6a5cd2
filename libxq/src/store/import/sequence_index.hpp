#pragma once

#include "store/import/sequence_index.hpp"
#include "store/rows/game_fields.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace xq::store {

/// Rows of table line in memory, found by sequence or by sequence and record. About 36 bytes each.
class SequenceIndex {
public:
  struct Key {
    std::int64_t sequence = 0; ///< hash of start position and moves
    std::int32_t record = 0;   ///< hash of all that the game's row says but its source
    friend bool operator==(const Key&, const Key&) noexcept = default;
  };

  SequenceIndex() { clear(); }

  /// Append the games with this sequence and record, in no order.
  void find(const Key& key, std::vector<std::int64_t>& games) const;
  /// Append the games with this sequence, each once, in no order, until `games` has `limit`.
  void find_sequence(std::int64_t sequence, std::size_t limit,
                     std::vector<std::int64_t>& games) const;
  void add(const Key& key, std::int64_t game);
  [[nodiscard]] std::size_t size() const noexcept { return m_rows.size(); }
  void clear();

  struct Row {
    Key key;
    std::int64_t game = 0;
  };
  template <typename F>
  void for_each(F&& f) const {
    std::for_each(m_rows.begin(), m_rows.end(), f);
  }
  /// The rows that came after the first `count`, in the order of the table.
  [[nodiscard]] std::vector<Row> sorted_from(std::size_t count) const;

private:
  static constexpr std::uint32_t nothing = 0xFFFFFFFF;

  struct Entry : Row {
    std::uint32_t previous_of_sequence =
        0;                                ///< index of the row before in the chain of its sequence
    std::uint32_t previous_of_record = 0; ///< the same for its key
  };

  // All bits of the hashes are random. A chain has all rows of some sequences or keys.
  [[nodiscard]] std::size_t chain_of(std::int64_t sequence) const noexcept {
    return static_cast<std::uint64_t>(sequence) & (m_sequences.size() - 1);
  }
  [[nodiscard]] std::size_t chain_of(const Key& key) const noexcept {
    return (static_cast<std::uint64_t>(key.sequence) ^ static_cast<std::uint32_t>(key.record)) &
           (m_records.size() - 1);
  }
  void link(std::uint32_t index);
  void grow();

  std::vector<Entry> m_rows;
  std::vector<std::uint32_t> m_sequences, m_records; ///< index of the latest row of each chain
};

/// The hashes by which a record is recognised when it is imported again; frozen, table line.
struct GameHashes {
  std::uint64_t sequence = 0; ///< of start position and moves
  std::uint64_t record = 0;   ///< of all that pack() wrote
};
/// The hashes of what pack() appended to `bytes` at `begin`, and what it returned.
[[nodiscard]] GameHashes hashes_of(std::string_view bytes, std::size_t begin,
                                   const SequenceSpan& span);

/// The hashes as numbers, as table line has them.
[[nodiscard]] inline SequenceIndex::Key key_of(const GameHashes& hashes) noexcept {
  return {static_cast<std::int64_t>(hashes.sequence),
          static_cast<std::int32_t>(static_cast<std::uint32_t>(hashes.record))};
}

} // namespace xq::store
