// Any text as WXF text, as a table of plies and as Chinese text: games and findings, never a crash.

#include <xq/format/text_records.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

namespace {

using namespace xq;

void read(std::string_view text, format::Splitter&& splitter, format::SliceParser& parser) {
  std::vector<format::Splitter::Start> starts;
  splitter.scan(text.substr(0, text.size() / 2), false, starts);
  splitter.scan(text, true, starts);
  record::Game game;
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const auto end = i + 1 < starts.size() ? starts[i + 1].offset : text.size();
    parser.parse({text.substr(starts[i].offset, end - starts[i].offset), starts[i].offset,
                  starts[i].line, false},
                 game);
    for (record::NodeId id = 1; id < game.node_count(); ++id) {
      if (game.node(id).parent >= id) {
        std::abort();
      }
    }
  }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text{reinterpret_cast<const char*>(data), size};
  read(text, format::WxfSplitter{}, *format::make_wxf_parser({}));
  read(text, format::CsvSplitter{}, *format::make_csv_parser({}));
  read(text, format::TxtSplitter{}, *format::make_txt_parser({}));
  return 0;
}
