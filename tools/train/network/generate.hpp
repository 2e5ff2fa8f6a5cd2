#pragma once

#include <cstdint>
#include <string>

namespace xq::network {

struct GenerateOptions {
  std::string folder;  ///< for the blocks of positions
  std::string archive; ///< games as lines of plain moves (`xq convert --to uci`); empty: none
  std::uint64_t seed = 1;
  int first_block = 0;
  int blocks = 100;
  int games = 200; ///< of a block
  std::uint64_t nodes = 500;
  std::string network; ///< file of the network that plays; empty: the hand-written evaluation
  int threads = 1;
};

/// Play games against itself and keep their positions, one file `SEED-BLOCK.xqpos` a block. A block
/// depends on its number and the options alone, and is there whole or not at all; those that are
/// there are not played again.
void generate(const GenerateOptions& options);

} // namespace xq::network
