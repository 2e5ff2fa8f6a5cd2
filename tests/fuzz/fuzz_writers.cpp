// A game made of the bytes, through every writer and back; what is not reported as lost must
// return. XQ_WRITER=NAME: through this writer alone, which is many times faster.
#include "../support/odd_games.hpp"

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace {

/// The formats to write: all, or that of $XQ_WRITER.
std::vector<const xq::format::FormatInfo*> asked_formats() {
  const char* const variable = std::getenv("XQ_WRITER");
  const std::string_view asked = variable == nullptr ? "" : variable;
  std::vector<const xq::format::FormatInfo*> out;
  for (const auto& format : xq::format::formats()) {
    if (format.writable && (asked.empty() || asked == format.name)) {
      out.push_back(&format);
    }
  }
  if (out.empty()) {
    std::fprintf(stderr, "XQ_WRITER=%s is no format that is written\n", variable);
    std::exit(2);
  }
  return out;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const auto formats = asked_formats();
  const auto game = support::odd_game({data, size});
  for (const auto* const format : formats) {
    const auto difference = support::WrittenGame{*format, game}.difference();
    if (!difference.empty()) {
      std::fprintf(stderr, "%s: %s\n", std::string{format->name}.c_str(), difference.c_str());
      std::abort();
    }
  }
  return 0;
}
