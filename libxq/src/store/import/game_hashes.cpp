#include "store/import/game_hashes.hpp"

#include "base/hash.hpp"

namespace xq::store {

GameHashes hashes_of(std::string_view bytes, std::size_t begin, const SequenceSpan& span) {
  // The counters of the start position are no part of the sequence.
  return {content_hash(bytes.substr(span.moves, span.moves_end - span.moves)) ^
              content_hash(bytes.substr(span.start, span.start_end - span.start)),
          content_hash(bytes.substr(begin))};
}

} // namespace xq::store
