// Any text as lines of name, position and moves.

#include "text_format.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace xq::format;
  const std::string_view text{reinterpret_cast<const char*>(data), size};
  static_cast<void>(fuzz::check_reader(text, support::parse_as<EglibSplitter, make_eglib_parser>));
  return 0;
}
