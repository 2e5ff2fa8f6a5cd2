#pragma once

#include <string>

namespace xq::cli {

/// Rows of cells with tabs between them, as they are for a program; for a terminal as a table that
/// fits it, whose cells wrap.
[[nodiscard]] std::string for_reader(std::string rows);

} // namespace xq::cli
