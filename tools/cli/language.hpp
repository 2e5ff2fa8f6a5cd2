#pragma once

#include "base/os/stream.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace xq::cli {

/// A language that texts can be shown in.
struct Language {
  std::string_view name;                    ///< as locales and --lang have it: `zh_CN`
  std::string_view (*catalogue)() noexcept; ///< compiled translations; empty for English
};
[[nodiscard]] std::span<const Language> languages() noexcept;

/// The language that a locale's name asks for: `zh_HK.UTF-8` -> `zh_TW`, `de_DE` -> `en`.
[[nodiscard]] std::string_view language_of_locale(std::string_view locale) noexcept;

/// Show texts from now on in the language of --lang, else of LC_ALL, LC_MESSAGES or LANG, else of
/// the desktop; in English where --json is given, since what scripts read is the same everywhere. A
/// --lang before the tool's name is taken out of `words`. Throws UsageError for another language.
void choose_language(std::vector<std::string>& words);

/// The language that choose_language() has chosen; `en` before.
[[nodiscard]] std::string_view current_language() noexcept;

/// `utf8` as the terminal behind `stream` shows it: in GB18030 or Big5 where the locale says so.
/// Files and pipes get UTF-8.
[[nodiscard]] std::string for_terminal(std::string_view utf8, os::Stream stream);
/// A word of the command line, in UTF-8: what the locale's encoding makes of it, unless it is
/// Chinese in UTF-8 already.
[[nodiscard]] std::string from_command_line(std::string_view word);
/// What was typed at the terminal, in UTF-8.
[[nodiscard]] std::string from_terminal(std::string_view typed);

} // namespace xq::cli
