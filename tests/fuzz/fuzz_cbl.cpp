// Any bytes as a CCBridge library: refused, or cut into records that can be tried.

#include "format/binary/ccbridge.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace xq;
  format::BinaryFile library;
  library.file.assign(reinterpret_cast<const char*>(data), size);
  if (format::open_cbl(library)) {
    return 0;
  }
  record::Game game;
  for (const auto record : library.records) {
    game.clear();
    static_cast<void>(format::read_cbl_record(record, game));
  }
  return 0;
}
