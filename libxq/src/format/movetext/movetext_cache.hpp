#pragma once

#include "base/hash.hpp"

#include <xq/board/types.hpp>
#include <xq/record/game.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <vector>

namespace xq::format {

/// Moves of texts that were read before. Only texts of nothing but legal moves and a result go in,
/// so a text that is found need not be read. Holds the latest texts, at most 65,536 of them and
/// four million moves. Shared by the parsers of one read, which have the same options; safe to use
/// from many threads.
class MovetextCache {
public:
  MovetextCache();

  struct Known {
    std::vector<Move> moves;
    std::optional<record::Result> result; ///< that ends the moves, if one does
  };

  /// The key of a movetext. `context` is whatever else the reading depends on.
  [[nodiscard]] Hash128 key(std::string_view text, const Hash128& context) const noexcept;

  /// False for a text that is not known; `known` keeps its memory.
  [[nodiscard]] bool find(const Hash128& key, Known& known);
  void remember(const Hash128& key, const Known& known);

private:
  static constexpr std::size_t shard_count = 16; // so that threads rarely wait for each other
  static constexpr std::size_t shard_size = 4096;
  static constexpr std::size_t shard_moves = std::size_t{1} << 18U;

  struct Entry {
    Hash128 key;
    std::uint64_t begin = 0; ///< of its moves among all that ever came into the shard
    std::uint32_t plies = 0;
    std::optional<record::Result> result;
  };
  struct Shard {
    std::mutex mutex;
    std::vector<Entry> entries; ///< by key; made when the first text comes
    std::vector<Move> moves;    ///< a ring: new ones take the place of the oldest
    std::uint64_t end = 0;      ///< moves that ever came in
  };

  [[nodiscard]] Shard& shard(const Hash128& key) noexcept {
    return m_shards[key.high % shard_count];
  }
  [[nodiscard]] static std::size_t slot(const Hash128& key) noexcept {
    return key.low % shard_size;
  }

  std::uint64_t m_seed; ///< not known to those who write archives
  std::array<Shard, shard_count> m_shards;
};

} // namespace xq::format
