#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace xq::cli {

/// Names of all manual pages in section 1: `xq`, `xq-convert`, `xq-book-build` ... for the tools,
/// and `xq-book` for a family of them.
[[nodiscard]] std::vector<std::string> manual_pages();

/// A page in man(7) markup, made from the table of tools and the descriptions of their options; the
/// same on every day. Throws UsageError for a page that does not exist.
[[nodiscard]] std::string manual_page(std::string_view page, std::string_view version);

} // namespace xq::cli
