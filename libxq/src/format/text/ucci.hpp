#pragma once

#include <xq/format/format.hpp>

#include <memory>

namespace xq::format {

/// Writes the main line of each game as the command that sets it up in a UCCI or UCI engine:
/// `position fen FEN moves h2e2 h9g7`. The uci reader takes such lines.
[[nodiscard]] std::unique_ptr<Writer> make_ucci_writer();

} // namespace xq::format
