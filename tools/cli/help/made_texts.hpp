#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace xq::cli {

/// A completion script for `bash`, `zsh` or `fish`, made from the table of tools: tools, options,
/// the choices of options that have some, files elsewhere. Throws UsageError for another shell.
[[nodiscard]] std::string completion_script(std::string_view shell);

/// Write what is installed beside the binary into new folders below `folder`: links/ (xq-TOOL),
/// man1/, man5/, man7/, bash/, zsh/, fish/. Throws FileError.
void write_install_tree(const std::string& folder, std::string_view version);

/// Names of all manual pages in section 1: `xq`, `xq-convert`, `xq-book-build` ... for the tools,
/// and `xq-book` for a family of them.
[[nodiscard]] std::vector<std::string> manual_pages();

/// A page in man(7) markup, made from the table of tools and the descriptions of their options; the
/// same on every day. Throws UsageError for a page that does not exist.
[[nodiscard]] std::string manual_page(std::string_view page, std::string_view version);

/// The texts of tables that are translated where they are shown (tools, options, problem codes), as
/// entries of a gettext template (.pot) without its header. po/update.sh adds those in the code.
[[nodiscard]] std::string texts_of_tables();

} // namespace xq::cli
