#pragma once

#include <fmt/core.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace xq {

// Texts for people (messages of errors and problems, advice, comments of annotation) stand in the
// sources in English. A catalogue translates them; data, names and formats it does not touch.
// docs/translation.md says how a text is marked and where the catalogues are made.

/// Translate by `catalogue` from now on: a compiled gettext catalogue (.mo, of either byte order)
/// in UTF-8 that stays in memory; empty: no translation. To be called before other threads use the
/// library. Throws Error when the bytes are no catalogue.
void set_catalogue(std::string_view catalogue);

/// The translation of a text, or the text itself.
[[nodiscard]] std::string_view translate(std::string_view english) noexcept;
/// A text and what it is there, for texts that are one word in English and two in another language:
/// `translate(in_context("heading", "moves"))`.
struct TextInContext {
  std::string_view context; ///< empty: the text alone
  std::string_view english;
};
[[nodiscard]] constexpr TextInContext in_context(const char* context,
                                                 const char* english) noexcept {
  return {context, english};
}
[[nodiscard]] std::string_view translate(const TextInContext& text);

/// The language that translate() gives.
enum class TextLanguage : std::uint8_t { english, simplified_chinese, traditional_chinese };
[[nodiscard]] TextLanguage text_language() noexcept;

/// Marks a text in a table that is translated where it is used.
[[nodiscard]] constexpr const char* to_translate(const char* english) noexcept { return english; }

/// vformat() with the translation of `english`.
[[nodiscard]] std::string vlocalized(std::string_view english, fmt::format_args values);

/// vformat() with the translation of a text in its context.
[[nodiscard]] std::string vlocalized(const TextInContext& text, fmt::format_args values);

/// fmt::format() with the translation of `english`, which may give the values in another order
/// ("{1} ... {0}").
template <typename... T>
[[nodiscard]] std::string localized(fmt::format_string<T...> english, T&&... values) {
  const fmt::string_view text = english;
  return vlocalized({text.data(), text.size()}, fmt::make_format_args(values...));
}

/// `1 game`, `2 games`: "{} game" and "{} games" with the number put in. Languages without plural
/// forms have one translation for both.
[[nodiscard]] std::string counted(std::uint64_t n, std::string_view one, std::string_view many);

} // namespace xq
