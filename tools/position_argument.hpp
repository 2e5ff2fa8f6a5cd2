#pragma once

#include <xq/board/position.hpp>

#include <string_view>

namespace xq::cli {

/// A position from the command line: `startpos` or a FEN. Throws UsageError with the reason and the
/// column in the FEN.
[[nodiscard]] Position position_argument(std::string_view text);

} // namespace xq::cli
