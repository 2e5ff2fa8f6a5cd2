#include "text_format.hpp"

#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::check_text_format({reinterpret_cast<const char*>(data), size}, "epd", support::parse_epd,
                          fuzz::Keeps::main_line);
  return 0;
}
