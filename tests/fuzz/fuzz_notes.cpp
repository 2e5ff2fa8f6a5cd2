#include "store/rows/notes_code.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

// The first byte says how many of the bytes behind it are the main line, the rest are its notes.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view bytes{reinterpret_cast<const char*>(data), size};
  if (bytes.empty()) {
    return 0;
  }
  const auto line_size = std::size_t{data[0]} * 2;
  bytes.remove_prefix(1);
  std::vector<xq::Move> line;
  if (!xq::store::decode_moves(bytes.substr(0, line_size), line)) {
    return 0;
  }
  bytes.remove_prefix(std::min(line_size, bytes.size()));
  xq::record::Game game;
  if (!xq::store::decode_notes(bytes, line, game)) {
    return 0;
  }
  // What was accepted is a game: writing and reading it again changes nothing.
  std::string notes;
  xq::store::encode_notes(game, notes);
  game.main_moves(line);
  xq::record::Game copy;
  if (!xq::store::decode_notes(notes, line, copy) || !xq::record::equal(game, copy)) {
    __builtin_trap();
  }
  return 0;
}
