// Any bytes as a CCBridge record, and as a record of a packed library: a game or findings.

#include "format/binary/ccbridge.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace xq;
  record::Game game;
  const auto bytes = std::as_bytes(std::span{data, size});
  const auto counts = format::read_cbl_record(bytes, game);
  if (counts && (counts->kept + 1 != game.node_count() || counts->kept > counts->in_file)) {
    std::abort();
  }
  return 0;
}
