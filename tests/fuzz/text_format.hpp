#pragma once

#include "../support/parse.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

namespace fuzz {

using Parse = support::Parsed (*)(std::string_view, std::size_t);

/// Any bytes as a text format: games and findings, the same however the text is cut, never a crash.
/// Aborts where that does not hold.
inline support::Parsed check_reader(std::string_view text, Parse parse) {
  auto whole = parse(text, std::string_view::npos);
  const auto cut = parse(text, 1 + text.size() / 7);
  if (whole.games.size() != cut.games.size()) {
    std::abort();
  }
  for (std::size_t i = 0; i < whole.games.size(); ++i) {
    if (!equal(*whole.games[i], *cut.games[i]) ||
        support::codes(*whole.games[i]) != support::codes(*cut.games[i])) {
      std::abort();
    }
  }
  return whole;
}

/// What a format keeps of a game's moves.
enum class Keeps : std::uint8_t { main_moves, tree };

/// As check_reader(), of a format that is also written: a usable game can be written and read
/// again.
inline void check_text_format(std::string_view text, std::string_view format, Parse parse,
                              Keeps keeps = Keeps::tree) {
  const auto writer = xq::format::make_writer(format, {});
  for (const auto& read : check_reader(text, parse).games) {
    const auto& game = *read;
    if (!game.usable()) {
      continue;
    }
    std::string written;
    writer->header(written);
    writer->game(written, game);
    writer->footer(written);
    const auto back = parse(written, std::string_view::npos);
    if (back.games.size() != 1 || !back.games[0]->usable() ||
        back.games[0]->plies() != game.plies() ||
        (keeps == Keeps::tree && back.games[0]->node_count() != game.node_count())) {
      std::abort();
    }
  }
}

/// The body of a target: check_text_format() of its bytes.
template <Parse parse, Keeps keeps = Keeps::tree>
int fuzz_text_format(std::string_view format, const std::uint8_t* data, std::size_t size) {
  check_text_format({reinterpret_cast<const char*>(data), size}, format, parse, keeps);
  return 0;
}
template <typename Splitter, auto make_parser>
int fuzz_text_format(std::string_view format, const std::uint8_t* data, std::size_t size) {
  return fuzz_text_format<support::parse_as<Splitter, make_parser>>(format, data, size);
}

} // namespace fuzz
