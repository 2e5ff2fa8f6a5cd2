#include "text_format.hpp"

#include <xq/format/cbf.hpp>

#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace xq::format;
  fuzz::check_text_format({reinterpret_cast<const char*>(data), size}, "cbf",
                          support::parse_as<CbfSplitter, make_cbf_parser>);
  return 0;
}
