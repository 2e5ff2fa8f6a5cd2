#pragma once

#include <string>
#include <string_view>

namespace xq::cli {

/// A completion script for `bash`, `zsh` or `fish`, made from the table of tools: tools, options,
/// the choices of options that have some, files elsewhere. Throws UsageError for another shell.
[[nodiscard]] std::string completion_script(std::string_view shell);

} // namespace xq::cli
