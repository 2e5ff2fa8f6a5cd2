#pragma once

#include <xq/base/expected.hpp>
#include <xq/board/board_pattern.hpp>

#include <string>
#include <string_view>

namespace xq::notation {

/// The path of a piece: squares with `-` between them (`h0-g2-e3`, any piece; with a FEN letter in
/// front, `Nh0-g2-e3`, a piece of that kind and colour), or moves with commas between them: pairs
/// of squares (`h0g2,g2e3`), Chinese (马二进三,马三进四: Chinese numerals are Red's, others
/// Black's) or WXF (`H2+3,H3+4`: capital letters are Red's). The error says what cannot be read.
[[nodiscard]] Expected<PiecePath, std::string> read_path(std::string_view text);

} // namespace xq::notation
