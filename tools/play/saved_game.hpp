#pragma once

#include <xq/board/position.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace xq::cli {

/// What a file of games holds, for a game to be added to; empty when there is no such file. Throws
/// FileError for a file to which no game in `format` can be added.
[[nodiscard]] std::string text_before(const std::string& path, std::string_view format);

struct SavedGame {
  Position start;
  std::vector<Move> moves;
};
/// The first usable game of a file. Throws FileError when there is none.
[[nodiscard]] SavedGame read_first_game(const std::string& path);

} // namespace xq::cli
