#pragma once

#include <xq/base/encoding.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace support {

struct Decoded {
  std::string text;
  std::vector<xq::BadBytes> bad;
};

/// Decode `bytes` in pieces of `piece` bytes.
inline Decoded decode(std::string_view bytes, xq::Encoding encoding,
                      std::size_t piece = std::string_view::npos) {
  Decoded out;
  xq::Decoder decoder{encoding};
  while (!bytes.empty()) {
    decoder.decode(bytes.substr(0, piece), out.text, out.bad);
    bytes.remove_prefix(std::min(piece, bytes.size()));
  }
  decoder.finish(out.text, out.bad);
  return out;
}

} // namespace support
