#pragma once

#include <string>
#include <string_view>

namespace xq::cli {

/// `0.1.0`
[[nodiscard]] std::string_view version() noexcept;

/// `xq --version`: `xq 0.1.0` on the first line; below it the commit, compiler, processor, SQLite
/// and languages, a line each.
[[nodiscard]] std::string version_text();

} // namespace xq::cli
