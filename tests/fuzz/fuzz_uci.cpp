#include "text_format.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return fuzz::fuzz_text_format<support::parse_uci, fuzz::Keeps::main_moves>("uci", data, size);
}
