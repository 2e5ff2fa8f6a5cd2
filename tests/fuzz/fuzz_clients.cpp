// Any bytes as the file of a playing program, in each of their formats.

#include "format/binary/client_files.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace xq;
  const auto bytes = std::as_bytes(std::span{data, size});
  record::Game game;
  for (auto* const read : {format::read_mxq, format::read_chn, format::read_ccm, format::read_che,
                           format::read_xgf, format::read_sg}) {
    game.clear();
    const auto counts = read(bytes, game);
    if (counts && counts->kept + 1 != game.node_count()) {
      std::abort();
    }
  }
  return 0;
}
