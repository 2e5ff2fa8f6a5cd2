#pragma once

#include <string>
#include <string_view>

namespace xq::cli {

/// Write what is installed beside the binary into new folders below `folder`: links/ (xq-TOOL),
/// man1/, man5/, man7/, bash/, zsh/, fish/. Throws FileError.
void write_install_tree(const std::string& folder, std::string_view version);

} // namespace xq::cli
