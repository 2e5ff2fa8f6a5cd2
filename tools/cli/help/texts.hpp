#pragma once

#include <string>

namespace xq::cli {

/// The texts of tables that are translated where they are shown (tools, options, problem codes), as
/// entries of a gettext template (.pot) without its header. po/update.sh adds those in the code.
[[nodiscard]] std::string texts_of_tables();

} // namespace xq::cli
