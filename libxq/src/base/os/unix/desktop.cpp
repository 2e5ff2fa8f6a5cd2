#include "base/os/desktop.hpp"

#include "base/text/command_line.hpp"

namespace xq::os {

bool has_own_terminal() noexcept { return false; }

bool is_piped_by_program() noexcept { return false; }

std::string desktop_language() { return {}; }

std::string shell_word(std::string_view text) { return quoted_word(text); }

} // namespace xq::os
