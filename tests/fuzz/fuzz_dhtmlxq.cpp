#include "text_format.hpp"

#include <xq/format/dhtmlxq.hpp>

#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace xq::format;
  fuzz::check_text_format({reinterpret_cast<const char*>(data), size}, "dhtmlxq",
                          support::parse_as<DhtmlxqSplitter, make_dhtmlxq_parser>);
  return 0;
}
