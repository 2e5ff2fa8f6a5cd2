#include "store/import/game_hashes.hpp"

#include "base/hash.hpp"

namespace xq::store {

GameHashes hashes_of(std::string_view bytes, std::size_t begin, const LineSpan& line) {
  // The counters of the start position are no part of the line.
  return {content_hash(bytes.substr(line.moves, line.moves_end - line.moves)) ^
              content_hash(bytes.substr(line.start, line.start_end - line.start)),
          content_hash(bytes.substr(begin))};
}

} // namespace xq::store
