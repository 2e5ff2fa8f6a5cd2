#include "record/level.hpp"

#include <charconv>
#include <system_error>

namespace xq::record {

std::uint16_t read_level(std::string_view text) noexcept {
  int level = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), level);
  return error == std::errc{} && level > 0 && level <= most_level
             ? static_cast<std::uint16_t>(level)
             : std::uint16_t{0};
}

LevelPair levels_of(const Game& game) noexcept {
  LevelPair levels{};
  for (std::size_t i = 0; i < game.tag_count(); ++i) {
    const auto tag = game.tag_at(i);
    for (const LevelHeader& header : level_headers) {
      auto& level = levels[to_index(header.side)];
      if (level == 0 && tag.name == header.name) {
        level = read_level(tag.value);
      }
    }
  }
  return levels;
}

} // namespace xq::record
