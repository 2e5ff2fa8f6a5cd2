#pragma once

#include <xq/board/types.hpp>

#include <string>
#include <string_view>

namespace xq::uci {

/// How a GUI counts ranks: 0..9 (UCCI, ICCS and the Chinese GUIs) or 1..10 (UCI_Variant).
enum class RankBase : std::uint8_t { zero, one };

/// `h2e2`, or `h3e3` when ranks are counted from one.
[[nodiscard]] std::string move_text(Move m, RankBase base);

/// The move in coordinates, upper or lower case, with or without a hyphen; none when it is no move.
/// Legality is not tested.
[[nodiscard]] Move parse_move(std::string_view text, RankBase base) noexcept;

} // namespace xq::uci
