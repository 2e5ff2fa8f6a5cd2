#pragma once

#include <string>
#include <string_view>

namespace xq::notation {

/// `text` with each Chinese name of a piece as the capital letter of a FEN, in either script, and a
/// wide dash as `-`: 车马-車炮 is RN-RC. All else stays.
[[nodiscard]] std::string with_piece_letters(std::string_view text);

} // namespace xq::notation
