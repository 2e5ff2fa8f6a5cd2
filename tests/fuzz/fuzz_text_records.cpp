// Any text as WXF text, as a table of plies and as Chinese text.

#include "format/text/text_records.hpp"
#include "text_format.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace xq::format;
  const std::string_view text{reinterpret_cast<const char*>(data), size};
  static_cast<void>(fuzz::check_reader(text, support::parse_as<WxfSplitter, make_wxf_parser>));
  static_cast<void>(fuzz::check_reader(text, support::parse_as<CsvSplitter, make_csv_parser>));
  static_cast<void>(fuzz::check_reader(text, support::parse_as<TxtSplitter, make_txt_parser>));
  return 0;
}
