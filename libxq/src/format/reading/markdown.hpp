#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace xq::format {

/// The blocks of notes in Markdown that hold games or positions (between ```` ```xiangqi ````,
/// `pgn` or `fen` and ```` ``` ````, as Obsidian's plugin for Xiangqi and forums have them), the
/// other lines empty, so that lines keep their numbers. Settings of the plugin (`r:true`) are left
/// out. Nothing for a text without such a block.
[[nodiscard]] std::optional<std::string> games_in_markdown(std::string_view text);

} // namespace xq::format
