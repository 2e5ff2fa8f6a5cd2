#include "cli/language.hpp"

#include "base/os/desktop.hpp"
#include "base/os/terminal.hpp"
#include "base/script/lossy.hpp"
#include "base/text/ascii.hpp"
#include "base/text/text.hpp"

#include <xq/base/encoding.hpp>
#include <xq/base/error.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <initializer_list>
#include <optional>

namespace xq::cli {

// Made by the build from po/LANGUAGE.po.
std::string_view catalogue_zh_CN() noexcept; // NOLINT(readability-identifier-naming)
std::string_view catalogue_zh_TW() noexcept; // NOLINT(readability-identifier-naming)

namespace {

std::string_view no_catalogue() noexcept { return {}; }

constexpr auto all_languages = std::to_array<Language>(
    {{"en", no_catalogue}, {"zh_CN", catalogue_zh_CN}, {"zh_TW", catalogue_zh_TW}});

/// The first of these variables that is set, as POSIX has it.
std::string_view locale(std::initializer_list<const char*> variables) {
  for (const char* const name : variables) {
    if (const char* const value = std::getenv(name); value != nullptr && *value != '\0') {
      return value;
    }
  }
  return {};
}

/// The encoding of the terminal, where it is not UTF-8. By the locale's name, so that it need not
/// be installed.
std::optional<Encoding> terminal_encoding() {
  const auto name = locale({"LC_ALL", "LC_CTYPE", "LANG"});
  const auto dot = name.find('.');
  const auto codeset = dot == std::string_view::npos ? std::string{} : lower(name.substr(dot + 1));
  if (codeset.starts_with("gb") || codeset == "euccn" ||
      (dot == std::string_view::npos && name == "zh_CN")) {
    return Encoding::gb18030;
  }
  if (codeset.starts_with("big5") ||
      (dot == std::string_view::npos && (name == "zh_TW" || name == "zh_HK"))) {
    return Encoding::big5;
  }
  return std::nullopt;
}

std::string decoded(std::string_view bytes, Encoding encoding) {
  std::string text;
  std::vector<BadBytes> bad;
  Decoder decoder{encoding};
  decoder.decode(bytes, text, bad);
  decoder.finish(text, bad);
  return text;
}

/// Whether every character beyond ASCII is UTF-8 of three bytes or more, as a script in UTF-8 has
/// it. Two bytes are mostly one character of the terminal's encoding.
bool is_chinese_utf8(std::string_view word) noexcept {
  while (!word.empty()) {
    const auto character = decode_utf8(word);
    const bool ascii = static_cast<unsigned char>(word.front()) < 0x80U;
    if (!ascii && (!character.valid || character.length < 3)) {
      return false;
    }
    word.remove_prefix(character.length);
  }
  return true;
}

std::string_view chosen = "en";

const Language* find_language(std::string_view name) noexcept {
  const auto* const found = std::find_if(all_languages.begin(), all_languages.end(),
                                         [&](const Language& l) { return l.name == name; });
  return found == all_languages.end() ? nullptr : found;
}

} // namespace

std::span<const Language> languages() noexcept { return all_languages; }

std::string_view language_of_locale(std::string_view locale) noexcept {
  if (!locale.starts_with("zh")) {
    return "en";
  }
  const auto is_in = [&](std::string_view place) {
    return locale.find(place) != std::string_view::npos;
  };
  return is_in("TW") || is_in("HK") || is_in("MO") || is_in("Hant") ? "zh_TW" : "zh_CN";
}

void choose_language(std::vector<std::string>& words) {
  constexpr std::string_view option = "--lang";
  constexpr std::string_view option_with_value = "--lang=";
  const auto wanted = locale({"LC_ALL", "LC_MESSAGES", "LANG"});
  std::string name{language_of_locale(wanted.empty() ? os::desktop_language() : wanted)};
  const auto use = [&] {
    if (const Language* const language = find_language(name)) {
      set_catalogue(language->catalogue());
      chosen = language->name;
    }
  };
  use(); // the language of the error below
  const auto end = std::find(words.begin(), words.end(), "--");
  const bool json = std::find(words.begin(), end, "--json") != end;
  for (auto word = words.begin(); word != end; ++word) {
    if (word->starts_with(option_with_value)) {
      name = word->substr(option_with_value.size());
    } else if (*word == option && word + 1 != end) {
      name = *(word + 1);
    }
  }
  if (find_language(name) == nullptr && name.starts_with("zh")) { // zh, zh-TW, zh_HK, zh-Hant
    name = language_of_locale(name);
  }
  while (!words.empty() &&
         (words.front() == option || words.front().starts_with(option_with_value))) {
    const bool in_two = words.front() == option && words.size() > 1;
    words.erase(words.begin(), words.begin() + (in_two ? 2 : 1));
  }
  if (find_language(name) == nullptr) {
    throw make_error<UsageError>("--lang {}: the languages are en, zh_CN and zh_TW", name);
  }
  if (json) {
    name = "en";
  }
  use();
}

std::string_view current_language() noexcept { return chosen; }

std::string for_terminal(std::string_view utf8, os::Stream stream) {
  static const auto encoding = terminal_encoding();
  if (!encoding || !os::is_terminal(stream)) {
    return std::string{utf8};
  }
  std::uint64_t substituted = 0;
  return encode_lossy(utf8, *encoding, substituted);
}

std::string from_terminal(std::string_view typed) {
  static const auto encoding = terminal_encoding();
  return encoding && os::is_terminal(os::Stream::input) ? decoded(typed, *encoding)
                                                        : std::string{typed};
}

std::string from_command_line(std::string_view word) {
  static const auto encoding = terminal_encoding();
  return encoding && !is_chinese_utf8(word) ? decoded(word, *encoding) : std::string{word};
}

} // namespace xq::cli
