// Any text: games and findings, never a crash; what was read can be written and read again.

#include <xq/format/format.hpp>
#include <xq/format/pfc.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace xq;

/// The games of `text` with their splitter and parser, each given to `use`.
template <typename Use>
void for_each_game(std::string_view text, Use&& use) {
  format::PfcSplitter splitter;
  std::vector<format::Splitter::Start> starts;
  splitter.scan(text.substr(0, text.size() / 2), false, starts);
  splitter.scan(text, true, starts);
  const auto parser = format::make_pfc_parser({});
  record::Game game;
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const auto end = i + 1 < starts.size() ? starts[i + 1].offset : text.size();
    parser->parse({text.substr(starts[i].offset, end - starts[i].offset), starts[i].offset,
                   starts[i].line, false},
                  game);
    use(game);
  }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto writer = format::make_writer("pfc", {});
  for_each_game({reinterpret_cast<const char*>(data), size}, [&](record::Game& game) {
    if (!game.usable()) {
      return;
    }
    std::string text;
    writer->game(text, game);
    std::size_t games = 0;
    const auto nodes = game.node_count();
    for_each_game(text, [&](record::Game& back) {
      ++games;
      if (!back.usable() || back.node_count() != nodes) {
        std::abort();
      }
    });
    if (games != 1) {
      std::abort();
    }
  });
  return 0;
}
