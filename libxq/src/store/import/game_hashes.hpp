#pragma once

#include "store/import/sequence_index.hpp"
#include "store/rows/game_fields.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace xq::store {

/// The hashes by which a record is recognised when it is imported again; frozen, table line.
struct GameHashes {
  std::uint64_t sequence = 0; ///< of start position and moves
  std::uint64_t record = 0;   ///< of all that pack() wrote
};
/// The hashes of what pack() appended to `bytes` at `begin`, and what it returned.
[[nodiscard]] GameHashes hashes_of(std::string_view bytes, std::size_t begin,
                                   const SequenceSpan& span);

/// As they stand in table line.
[[nodiscard]] inline SequenceIndex::Key key_of(const GameHashes& hashes) noexcept {
  return {static_cast<std::int64_t>(hashes.sequence),
          static_cast<std::int32_t>(static_cast<std::uint32_t>(hashes.record))};
}

} // namespace xq::store
