#pragma once

#include "../support/parse.hpp"

#include <cstddef>
#include <cstdlib>
#include <string>
#include <string_view>

namespace fuzz {

/// Any bytes as a text format: games and findings, the same however the text is cut, never a crash;
/// a usable game can be written and read again. Aborts where that does not hold.
inline void check_text_format(std::string_view text, std::string_view format,
                              support::Parsed (*parse)(std::string_view, std::size_t)) {
  const auto whole = parse(text, std::string_view::npos);
  const auto cut = parse(text, 1 + text.size() / 7);
  if (whole.games.size() != cut.games.size()) {
    std::abort();
  }
  const auto writer = xq::format::make_writer(format, {});
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
    const auto back = parse(written, std::string_view::npos);
    if (back.games.size() != 1 || !back.games[0]->usable() ||
        back.games[0]->plies() != game.plies()) {
      std::abort();
    }
  }
}

} // namespace fuzz
