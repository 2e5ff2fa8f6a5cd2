// Any bytes as JSON Lines: games and findings, the same however the text is cut, never a crash; a
// usable game can be written and read again.

#include "../support/parse.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text{reinterpret_cast<const char*>(data), size};
  const auto whole = support::parse_jsonl(text);
  const auto cut = support::parse_jsonl(text, 1 + size / 7);
  if (whole.games.size() != cut.games.size()) {
    std::abort();
  }
  const auto writer = xq::format::make_writer("jsonl", {});
  for (std::size_t i = 0; i < whole.games.size(); ++i) {
    const auto& game = *whole.games[i];
    if (!equal(game, *cut.games[i]) || support::codes(game) != support::codes(*cut.games[i])) {
      std::abort();
    }
    if (!game.usable()) {
      continue;
    }
    std::string written;
    writer->header(written);
    writer->game(written, game);
    writer->footer(written);
    const auto back = support::parse_jsonl(written);
    if (back.games.size() != 1 || !back.games[0]->usable() ||
        back.games[0]->plies() != game.plies()) {
      std::abort();
    }
  }
  return 0;
}
