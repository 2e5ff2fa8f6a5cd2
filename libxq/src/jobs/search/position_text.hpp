#pragma once

#include <xq/board/fen.hpp>
#include <xq/board/position.hpp>
#include <xq/notation/notation.hpp>

#include <functional>
#include <optional>
#include <string_view>

namespace xq::jobs {

/// A position that somebody typed: `startpos` or a FEN. Throws UsageError with the reason and the
/// column in the FEN.
[[nodiscard]] Position read_position(std::string_view text, OpenKing open_king = OpenKing::error);

/// `position` after moves in any style between blanks or commas; move numbers are passed over.
/// `play` is called with each move and the position before it. Throws UsageError with the move that
/// cannot be read or made.
[[nodiscard]] Position after_moves(Position position, std::string_view moves,
                                   std::optional<notation::WxfStyle> wxf,
                                   const std::function<void(const Position&, Move)>& play = {});

} // namespace xq::jobs
