// Bytes of any kind through detection and every decoder: the first byte chooses the encoding and
// the size of the pieces, the rest is input.
#include "../support/decode.hpp"
#include "base/text/text.hpp"

#include <cstdint>
#include <cstdlib>

using namespace xq;

namespace {

void require(bool holds) {
  if (!holds) {
    std::abort();
  }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) {
    return 0;
  }
  const std::string_view bytes{reinterpret_cast<const char*>(data + 1), size - 1};
  const auto encoding = static_cast<Encoding>(data[0] % 5);
  const std::size_t piece = 1 + data[0] / 5 % 7;

  const auto whole = support::decode(bytes, encoding);
  const auto cut = support::decode(bytes, encoding, piece);
  require(whole.text == cut.text && whole.bad.size() == cut.bad.size());
  require(find_invalid_utf8(whole.text) == std::string_view::npos);
  const auto back = encode(whole.text, encoding);
  require(!back || support::decode(*back, encoding).text == whole.text);

  const auto found = detect_encoding(bytes, true);
  require(found.mark_size <= bytes.size());
  require(find_encoding(name(found.encoding)) == found.encoding);
  static_cast<void>(excerpt(bytes));
  static_cast<void>(trim(bytes));
  return 0;
}
