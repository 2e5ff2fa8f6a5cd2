// Any bytes: a game, findings or a refusal, never a crash; what was read can be written and read.

#include "format/binary/xqf.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace xq;
  record::Game game;
  const auto counts = format::read_xqf(std::as_bytes(std::span{data, size}), game);
  if (!counts || !game.usable()) {
    return 0;
  }
  if (counts->kept + 1 != game.node_count() || counts->kept > counts->in_file) {
    std::abort();
  }
  std::vector<Problem> losses;
  const auto written = format::write_xqf(game, losses);
  record::Game back;
  if (!written || !format::read_xqf(format::as_bytes(*written), back) || !back.usable() ||
      back.node_count() != game.node_count()) {
    std::abort();
  }
  return 0;
}
