#include "base/script/lossy.hpp"

#include "base/text/text.hpp"

#include <utility>

namespace xq {

std::string encode_lossy(std::string_view utf8, Encoding encoding, std::uint64_t& substituted) {
  std::string out;
  while (true) {
    auto bytes = encode(utf8, encoding);
    if (bytes) {
      return out.empty() ? *std::move(bytes) : out + *bytes;
    }
    const auto at = static_cast<std::size_t>(bytes.error().where.offset);
    out += *encode(utf8.substr(0, at), encoding);
    out += *encode("□", encoding); // every encoding has it
    ++substituted;
    utf8.remove_prefix(at + decode_utf8(utf8.substr(at)).length);
  }
}

} // namespace xq
