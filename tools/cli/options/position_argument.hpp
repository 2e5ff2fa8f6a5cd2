#pragma once

#include <xq/board/position.hpp>
#include <xq/notation/notation.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace xq::cli {

/// A position from the command line: `startpos` or a FEN. Throws UsageError with the reason and the
/// column in the FEN.
[[nodiscard]] Position position_argument(std::string_view text);

/// `position` after moves in any style between blanks; move numbers are passed over. Throws
/// UsageError with the move that cannot be read or made.
[[nodiscard]] Position after_moves(Position position, std::string_view moves,
                                   std::optional<notation::WxfStyle> wxf);

/// Positions of a command line: a FEN or startpos begins one, the moves behind it are played. Moves
/// that come first are played from the standard start. Throws UsageError.
[[nodiscard]] std::vector<Position> position_arguments(const std::vector<std::string>& words,
                                                       std::optional<notation::WxfStyle> wxf);

} // namespace xq::cli
