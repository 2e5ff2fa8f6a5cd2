#include "format/xml/pfc.hpp"
#include "text_format.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace xq::format;
  return fuzz::fuzz_text_format<PfcSplitter, make_pfc_parser>("pfc", data, size);
}
