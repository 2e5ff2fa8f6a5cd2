#pragma once

#include <xq/record/game.hpp>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace xq::record {

/// A header with text of its own.
struct OwnTag {
  std::string name;
  std::string value;
};

/// The headers of a game, in order.
[[nodiscard]] std::vector<OwnTag> tags_of(const Game& game);

/// `game` with other headers, and each comment as `comment` returns it (without the function: as it
/// is). Moves keep their node numbers; what comes from the reader (number, source, findings) stays.
[[nodiscard]] Game rewritten(const Game& game, const std::vector<OwnTag>& tags,
                             const std::function<std::string(std::string_view)>& comment = {});

} // namespace xq::record
