#pragma once

#include <string>
#include <string_view>

namespace xq::os {

/// Whether the terminal was opened for this process alone and goes when it ends: Windows does so
/// when a program's file is double-clicked or files are dropped on it. False elsewhere.
[[nodiscard]] bool has_own_terminal() noexcept;

/// Whether another program has started this one without a terminal, with pipes as standard input
/// and output. False where programs that start engines can give them arguments: only those for
/// Windows often ask for a file's name and nothing else.
[[nodiscard]] bool is_piped_by_program() noexcept;

/// The language of the desktop, as in `zh-Hans-CN`; empty where the environment has the language.
[[nodiscard]] std::string desktop_language();

/// A word of a command line to be typed into the shell of the system, quoted where it must be.
[[nodiscard]] std::string shell_word(std::string_view text);

} // namespace xq::os
